//! How a program ends: exit, abort, failed assertions.

use crate::args::{end, example_int, int, nothing, number, word};
use crate::text::words;
use pleach_interp::{End, ErrorKind, HostCall, Machine, Returned, State, Step, Value};

pub(crate) fn exit(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let code = int(machine, call, 0);
    machine.exit(state, code)?;
    Ok(Returned::Elsewhere)
}

/// Ends without running what was registered.
pub(crate) fn exit_now(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    state.exit_code = int(machine, call, 0);
    end(End::Exit(machine.exit_code(state)))
}

pub(crate) fn abort(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    machine.fail(state, ErrorKind::Abort, format!("{} was called", call.name))
}

pub(crate) fn atexit(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    register(machine, state, call, None)
}

/// `__cxa_atexit(function, argument, dso)`
pub(crate) fn cxa_atexit(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let argument = word(machine, call, 1);
    let argument = machine.enumerate(state, argument, 64)?.bits;
    register(machine, state, call, Some(argument))
}

fn register(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
    argument: Option<u64>,
) -> Step<Returned> {
    let function = word(machine, call, 0);
    let function = machine.function_at(state, function)?;
    let target = &machine.module.functions[function.index()];
    if !target.is_defined() {
        let message = format!(
            "registering `{}` to run at exit: the program does not define it",
            pleach_ir::signature(&target.name)
        );
        return machine.fail(state, ErrorKind::Unsupported, message);
    }
    machine.register_at_exit(state, function, argument);
    number(0)
}

pub(crate) fn at_quick_exit(
    machine: &mut Machine,
    state: &mut State,
    _: &HostCall<'_>,
) -> Step<Returned> {
    machine.fail(
        state,
        ErrorKind::Unsupported,
        "at_quick_exit is not supported",
    )
}

fn assertion(machine: &mut Machine, state: &mut State, text: Value) -> Step<Returned> {
    let text = words(machine, state, text)?;
    machine.fail(
        state,
        ErrorKind::Assert,
        format!("assertion failed: {text}"),
    )
}

/// `__assert_fail(expression, file, line, function)` and `__assert(expression, file, line)`
pub(crate) fn assert_fail(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    assertion(machine, state, word(machine, call, 0))
}

/// `__assert_rtn(function, file, line, expression)`
pub(crate) fn assert_rtn(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    assertion(machine, state, word(machine, call, 3))
}

/// `__assert_perror_fail(errnum, file, line, function)`
pub(crate) fn assert_perror(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let code = example_int(machine, state, call, 0);
    machine.fail(
        state,
        ErrorKind::Assert,
        format!("assertion failed: unexpected error number {code}"),
    )
}

/// `reach_error()`, `__VERIFIER_error()`: a place that must not be reached.
pub(crate) fn reach_error(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    machine.fail(
        state,
        ErrorKind::Assert,
        format!("assertion failed: {} was called", call.name),
    )
}

/// Functions that have nothing to do here.
pub(crate) fn ignore(_: &mut Machine, _: &mut State, _: &HostCall<'_>) -> Step<Returned> {
    nothing()
}
