//! Questions about values and memory.

use crate::alloc::size_of;
use crate::args::{nothing, number, word};
use pleach_interp::{Access, HostCall, Machine, Returned, State, Step, Value};

pub(crate) fn is_symbolic(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    machine.log_knowledge(state);
    number(u64::from(call.arg(0).term.is_some()))
}

/// One possible value; the argument stays as unknown as it was.
pub(crate) fn get_value(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    machine.log_knowledge(state);
    let width = call.arg_widths.first().copied().unwrap_or(64);
    let bits = machine.example(state, call.arg(0), width);
    Ok(Returned::One(Value::from_bits(&machine.terms, &bits)))
}

pub(crate) fn get_obj_size(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let pointer = word(machine, call, 0);
    let (object, _) = machine.resolve(state, pointer, Value::ZERO, Access::Read)?;
    machine.log_object(object.base);
    Ok(Returned::One(size_of(machine, &object)))
}

pub(crate) fn check_memory_access(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let (pointer, len) = (word(machine, call, 0), word(machine, call, 1));
    machine.resolve(state, pointer, len, Access::Read)?;
    nothing()
}

/// Questions whose answer is always 0 here: whether a test is being replayed,
/// and the error number that the world outside left (it leaves none).
pub(crate) fn zero(_: &mut Machine, _: &mut State, _: &HostCall<'_>) -> Step<Returned> {
    number(0)
}
