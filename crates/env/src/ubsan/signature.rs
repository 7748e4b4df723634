//! What `-fsanitize=function` reads before a function's first byte.

use crate::args::{number, word};
use pleach_interp::{HostCall, Machine, Returned, State, Step};

/// `__pleach_function_signature(function, part)`: with 0 a mark that there is a signature, with 1
/// a number for the function's type; zero for what has none. A pointer that is no function has
/// none either: the call that follows says so.
pub(crate) fn function_signature(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let (pointer, part) = (word(machine, call, 0), word(machine, call, 1));
    let part = machine.enumerate(state, part, 64)?.bits;
    let function = machine.function_if_any(state, pointer)?;
    let signature = function.and_then(|id| machine.module.functions[id.index()].signature);
    number(signature.map_or(0, |parts| u64::from(parts[part as usize & 1])))
}
