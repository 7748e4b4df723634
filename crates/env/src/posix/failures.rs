//! `--max-fail`: which of the calls that may fail do. System calls and allocations are counted
//! together, in the order in which the program makes them.

use crate::args::{equal, nothing, number, word};
use pleach_interp::{Extension, HostCall, Joining, Machine, Returned, State, Step, Value};
use pleach_term::Term;
use std::any::Any;
use std::hash::Hasher;

const ENOMEM: u64 = 12;

/// What is known of a path's failing calls.
#[derive(Debug, Clone)]
struct Failures {
    /// Address of the input `fails`: numbers of calls, counted from 1, in the order in which they
    /// fail.
    numbers: u64,
    /// How many may fail, and how many did.
    most: u64,
    failed: u64,
    /// Calls that could have failed so far.
    calls: u64,
    /// Address of the variable that says why an allocation failed.
    errno: u64,
}

/// `__pleach_failures(numbers, most, errno)`: from now on calls may fail
pub(crate) fn failures(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let mut given = [0; 3];
    for (i, value) in given.iter_mut().enumerate() {
        let argument = word(machine, call, i);
        *value = machine.enumerate(state, argument, 64)?.bits;
    }
    let [numbers, most, errno] = given;
    state.extensions.get_or_insert_with(|| Failures {
        numbers,
        most,
        failed: 0,
        calls: 0,
        errno,
    });
    nothing()
}

/// `__pleach_fails_now()`: whether this call, one of those that may fail, does
pub(crate) fn fails_now(
    machine: &mut Machine,
    state: &mut State,
    _: &HostCall<'_>,
) -> Step<Returned> {
    number(u64::from(next_fails(machine, state)?))
}

/// Whether an allocation that there would be room for fails, with what that leaves in `errno`. A
/// caller has nothing more to decide, and calls it once.
pub(crate) fn allocation_fails(machine: &mut Machine, state: &mut State) -> Step<bool> {
    if !next_fails(machine, state)? {
        return Ok(false);
    }
    if let Some(errno) = state.extensions.get::<Failures>().map(|f| f.errno) {
        machine.store_value(state, Value::concrete(errno), 32, Value::concrete(ENOMEM))?;
    }
    Ok(true)
}

fn next_fails(machine: &mut Machine, state: &mut State) -> Step<bool> {
    let Some(failures) = state.extensions.get::<Failures>() else {
        return Ok(false);
    };
    if failures.failed >= failures.most {
        return Ok(false);
    }
    let (at, this) = (failures.numbers + 4 * failures.failed, failures.calls + 1);
    let chosen = machine.load_value(state, Value::concrete(at), 32)?;
    let chosen = equal(machine, chosen, Value::concrete(this), 32);
    let fails = machine.decide(state, chosen)?;
    if let Some(failures) = state.extensions.get_mut::<Failures>() {
        failures.calls = this;
        failures.failed += u64::from(fails);
    }
    Ok(fails)
}

impl Extension for Failures {
    fn fork(&self) -> Box<dyn Extension> {
        Box::new(self.clone())
    }

    fn hash(&self, hasher: &mut dyn Hasher) {
        hasher.write_u64(self.calls);
        hasher.write_u64(self.failed);
    }

    fn merge(&mut self, other: &dyn Extension, _: Joining<'_>) -> Result<(), &'static str> {
        let same = |other: &Failures| (other.calls, other.failed) == (self.calls, self.failed);
        match other.as_any().downcast_ref() {
            Some(other) if same(other) => Ok(()),
            _ => Err("another number of calls could fail or did"),
        }
    }

    /// Counts hold no terms.
    fn terms(&self, _: &mut dyn FnMut(*const ()) -> bool, _: &mut dyn FnMut(Term)) {}

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}
