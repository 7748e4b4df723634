//! What a program may ask about its call stack.

use crate::args::{int, number};
use pleach_interp::{HostCall, Machine, Returned, State, Step};
use pleach_ir::address;

/// `__builtin_frame_address(level)`, null beyond the outermost frame.
pub(crate) fn frame_address(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let level = level(machine, state, call)?;
    let depth = state.stack.depth();
    match depth.checked_sub(level) {
        None | Some(0) => number(0),
        Some(depth) => number(address::of_frame(depth)),
    }
}

/// `__builtin_return_address(level)`, null beyond the outermost frame.
pub(crate) fn return_address(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let level = level(machine, state, call)?;
    if level >= state.stack.depth() {
        return number(0);
    }
    let caller = state.stack.frames().nth(level as usize + 1);
    number(caller.map_or(address::OUTERMOST_RETURN, |frame| {
        address::of_return(frame.function.0, frame.pc)
    }))
}

fn level(machine: &mut Machine, state: &mut State, call: &HostCall<'_>) -> Step<u32> {
    let level = int(machine, call, 0);
    Ok(machine.enumerate(state, level, 32)?.bits as u32)
}
