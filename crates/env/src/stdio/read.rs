//! Reading: without a model of files, standard input is at its end and no
//! file can be opened. The user is told once.

use super::write::FAILED;
use crate::args::{int, number, word};
use pleach_interp::{HostCall, Machine, Returned, State, Step, Value};

/// Where a `FILE` says that its end was met (see the runtime's `stdio.c`).
const END_OFFSET: u64 = 8;

fn at_end(machine: &mut Machine, state: &mut State, stream: Option<Value>) -> Step<()> {
    if let Some(stream) = stream {
        let flag = machine.add_offset(stream, END_OFFSET);
        machine.store_value(state, flag, 32, Value::concrete(1))?;
    }
    machine.warn_once("the program reads its standard input, which is empty");
    Ok(())
}

/// `getchar()`, `scanf(...)`
pub(crate) fn end_of_input(
    machine: &mut Machine,
    state: &mut State,
    _: &HostCall<'_>,
) -> Step<Returned> {
    at_end(machine, state, None)?;
    number(FAILED)
}

/// `fgetc(stream)`, `fscanf(stream, ...)`
pub(crate) fn end_of_first(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let stream = word(machine, call, 0);
    at_end(machine, state, Some(stream))?;
    number(FAILED)
}

/// `fgets(buffer, n, stream)`: null. `getline(line, size, stream)`: -1.
pub(crate) fn fgets(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let stream = word(machine, call, 2);
    at_end(machine, state, Some(stream))?;
    number(0)
}

pub(crate) fn getline(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let stream = word(machine, call, 2);
    at_end(machine, state, Some(stream))?;
    number(FAILED)
}

/// `gets(buffer)`
pub(crate) fn gets(machine: &mut Machine, state: &mut State, _: &HostCall<'_>) -> Step<Returned> {
    at_end(machine, state, None)?;
    number(0)
}

/// `fread(buffer, size, n, stream)`
pub(crate) fn fread(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let stream = word(machine, call, 3);
    at_end(machine, state, Some(stream))?;
    number(0)
}

/// `read(fd, buffer, n)`
pub(crate) fn read(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let fd = int(machine, call, 0);
    if machine.enumerate(state, fd, 32)?.bits != 0 {
        return number(FAILED);
    }
    at_end(machine, state, None)?;
    number(0)
}

/// `feof(stream)`
pub(crate) fn feof(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let flag = machine.add_offset(word(machine, call, 0), END_OFFSET);
    let flag = machine.load_value(state, flag, 32)?;
    Ok(Returned::One(flag))
}

/// `clearerr(stream)`
pub(crate) fn clearerr(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let flag = machine.add_offset(word(machine, call, 0), END_OFFSET);
    machine.store_value(state, flag, 32, Value::ZERO)?;
    Ok(Returned::Nothing)
}

/// `ungetc(c, stream)`: refused, as the standard allows.
pub(crate) fn ungetc(_: &mut Machine, _: &mut State, _: &HostCall<'_>) -> Step<Returned> {
    number(FAILED)
}

const NO_FILES: &str = "the small library has no files (--libc musl has)";

/// `fopen`, `fdopen`, `freopen`, `tmpfile`: null.
pub(crate) fn fopen(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    machine.refuse(state, call.name, NO_FILES);
    number(0)
}

/// `open`, `creat`: -1.
pub(crate) fn open(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    machine.refuse(state, call.name, NO_FILES);
    number(FAILED)
}
