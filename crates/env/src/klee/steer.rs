//! Steering the exploration.

use crate::args::{is_nonzero, int, nothing};
use pleach_interp::{ErrorKind, HostCall, Machine, Returned, State, Step};
use std::sync::Arc;

pub(crate) fn assume(machine: &mut Machine, state: &mut State, call: &HostCall<'_>) -> Step<Returned> {
    let cond = is_nonzero(machine, call.arg(0)).to_term(&machine.terms, 1);
    if machine.assume(state, cond)? {
        return nothing();
    }
    machine.fail(state, ErrorKind::InvalidAssume, "invalid klee_assume call (provably false)")
}

/// `klee_prefer_cex(object, condition)`
pub(crate) fn prefer(machine: &mut Machine, state: &mut State, call: &HostCall<'_>) -> Step<Returned> {
    if let Some(cond) = is_nonzero(machine, call.arg(1)).term {
        Arc::make_mut(&mut state.preferences).push(cond);
    }
    nothing()
}

pub(crate) fn set_forking(machine: &mut Machine, state: &mut State, call: &HostCall<'_>) -> Step<Returned> {
    let on = is_nonzero(machine, int(machine, call, 0));
    state.forking = machine.decide(state, on)?;
    nothing()
}
