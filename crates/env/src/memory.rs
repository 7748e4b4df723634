//! Moving and filling bytes.

use crate::args::{nothing, number, word};
use pleach_interp::{HostCall, Machine, Returned, State, Step, Value};

/// `memcpy(to, from, n)` and its checked form.
pub(crate) fn memcpy(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let (to, from, n) = (
        word(machine, call, 0),
        word(machine, call, 1),
        word(machine, call, 2),
    );
    machine.copy_apart(state, to, from, n)?;
    Ok(Returned::One(to))
}

/// `memmove(to, from, n)` and its checked form.
pub(crate) fn memmove(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let (to, from, n) = (
        word(machine, call, 0),
        word(machine, call, 1),
        word(machine, call, 2),
    );
    machine.copy(state, to, from, n)?;
    Ok(Returned::One(to))
}

/// `int __pleach_may_overlap(a, b)`: no only where the two are known to point into different
/// objects. Nothing is decided for it.
pub(crate) fn may_overlap(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let object = |value: Value| state.memory.find(value.as_concrete()?).map(|o| o.base);
    let (a, b) = (word(machine, call, 0), word(machine, call, 1));
    let apart = object(a).zip(object(b)).is_some_and(|(a, b)| a != b);
    number(u64::from(!apart))
}

/// `void __pleach_keep_apart(to, from, n)`: `n` bytes at each of them must have none in common.
pub(crate) fn keep_apart(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let (to, from, n) = (
        word(machine, call, 0),
        word(machine, call, 1),
        word(machine, call, 2),
    );
    machine.require_apart(state, to, from, n)?;
    nothing()
}

/// `mempcpy(to, from, n)`: the end of what was written.
pub(crate) fn mempcpy(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let (to, from, n) = (
        word(machine, call, 0),
        word(machine, call, 1),
        word(machine, call, 2),
    );
    machine.copy_apart(state, to, from, n)?;
    let t = &machine.terms;
    Ok(Returned::One(Value::from_term(
        t,
        t.add(to.to_term(t, 64), n.to_term(t, 64)),
    )))
}

/// `bcopy(from, to, n)`
pub(crate) fn bcopy(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let (from, to, n) = (
        word(machine, call, 0),
        word(machine, call, 1),
        word(machine, call, 2),
    );
    machine.copy(state, to, from, n)?;
    nothing()
}

/// `memset(to, byte, n)`
pub(crate) fn memset(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let (to, n) = (word(machine, call, 0), word(machine, call, 2));
    machine.fill(state, to, call.arg(1), n)?;
    Ok(Returned::One(to))
}

/// `bzero(to, n)`
pub(crate) fn bzero(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let (to, n) = (word(machine, call, 0), word(machine, call, 1));
    machine.fill(state, to, Value::ZERO, n)?;
    nothing()
}
