//! Steering the exploration.

use crate::args::{int, is_nonzero, nothing, word};
use crate::text::words;
use pleach_interp::{ErrorKind, HostCall, Machine, MergeMark, Returned, State, Step};
use pleach_ir::FuncId;
use std::sync::Arc;

pub(crate) fn assume(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let cond = is_nonzero(machine, call.arg(0)).to_term(&machine.terms, 1);
    if machine.assume(state, cond)? {
        return nothing();
    }
    machine.fail(
        state,
        ErrorKind::InvalidAssume,
        "invalid klee_assume call (provably false)",
    )
}

/// `klee_open_merge()`: states that part from here on are to become one again.
pub(crate) fn open_merge(
    machine: &mut Machine,
    state: &mut State,
    _: &HostCall<'_>,
) -> Step<Returned> {
    machine.mark_merge(state, MergeMark::Open);
    nothing()
}

/// `klee_close_merge()`: here they do.
pub(crate) fn close_merge(
    machine: &mut Machine,
    state: &mut State,
    _: &HostCall<'_>,
) -> Step<Returned> {
    machine.mark_merge(state, MergeMark::Close);
    nothing()
}

/// `klee_prefer_cex(object, condition)`
pub(crate) fn prefer(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    if let Some(cond) = is_nonzero(machine, call.arg(1)).term {
        state.preferences.push(cond);
    }
    nothing()
}

pub(crate) fn set_forking(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let on = is_nonzero(machine, int(machine, call, 0));
    state.forking = machine.decide(state, on)?;
    nothing()
}

/// `klee_alias_function(name, other)`: calls of the first go to the other from here on.
pub(crate) fn alias_function(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let mut functions = Vec::new();
    for i in 0..2 {
        let name = words(machine, state, word(machine, call, i))?;
        match machine.module.functions.iter().position(|f| f.name == name) {
            Some(at) => functions.push(FuncId(at as u32)),
            None => {
                let message = format!("klee_alias_function: there is no function `{name}`");
                return machine.fail(state, ErrorKind::User, message);
            }
        }
    }
    Arc::make_mut(&mut state.aliases).insert(functions[0], functions[1]);
    nothing()
}
