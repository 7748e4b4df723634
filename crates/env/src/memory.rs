//! Moving and filling bytes.

use crate::args::{nothing, word};
use pleach_interp::{HostCall, Machine, Returned, State, Step, Value};

/// `memcpy(to, from, n)`, `memmove` and their checked forms.
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
    machine.copy(state, to, from, n)?;
    Ok(Returned::One(to))
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
    machine.copy(state, to, from, n)?;
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
