//! Threads: there is one. Locks are always free, other threads cannot be made.

use crate::args::{equal, number, word};
use pleach_interp::{ErrorKind, HostCall, Machine, Returned, State, Step, Value};

pub(crate) fn unsupported(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    machine.fail(
        state,
        ErrorKind::Unsupported,
        format!("threads are not supported: {} was called", call.name),
    )
}

/// Functions on locks and attributes: they work.
pub(crate) fn works(_: &mut Machine, _: &mut State, _: &HostCall<'_>) -> Step<Returned> {
    number(0)
}

/// `pthread_self()`
pub(crate) fn this_thread(_: &mut Machine, _: &mut State, _: &HostCall<'_>) -> Step<Returned> {
    number(1)
}

/// `pthread_equal(a, b)`
pub(crate) fn same_thread(
    machine: &mut Machine,
    _: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    Ok(Returned::One(equal(
        machine,
        word(machine, call, 0),
        word(machine, call, 1),
        64,
    )))
}

/// `pthread_once(control, function)`
pub(crate) fn once(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    const DONE: u64 = 2;
    let control = machine.writable(state, word(machine, call, 0), 4)?;
    let seen = machine.load_value(state, Value::concrete(control), 32)?;
    let seen = equal(machine, seen, Value::concrete(DONE), 32);
    if machine.decide(state, seen)? {
        return number(0);
    }
    let function = machine.function_at(state, word(machine, call, 1))?;
    machine.store_value(state, Value::concrete(control), 32, Value::concrete(DONE))?;
    machine.call_instead(state, function, &[])?;
    Ok(Returned::Elsewhere)
}
