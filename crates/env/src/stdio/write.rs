//! Writing to streams and descriptors, unformatted.

use super::output::print;
use crate::args::{example_int, int, number, resized, word};
use crate::text::{Fix, example_bytes, length, string, words};
use pleach_interp::{Access, HostCall, Machine, Returned, State, Step, Value};

/// What functions return to say that it did not work.
pub(crate) const FAILED: u64 = u64::MAX;

/// The descriptor of a `FILE`: its first word (see the runtime's `stdio.c`).
pub(crate) fn descriptor(machine: &mut Machine, state: &mut State, stream: Value) -> Step<i32> {
    let fd = machine.load_value(state, stream, 32)?;
    Ok(machine.example(state, fd, 32).low_u64() as u32 as i32)
}

/// Prints, if there is such a descriptor.
pub(crate) fn send(machine: &mut Machine, state: &mut State, fd: i32, bytes: &[u8]) -> bool {
    if fd != 1 && fd != 2 {
        machine.warn_once(format!(
            "the program writes to descriptor {fd}, which is not open"
        ));
        return false;
    }
    print(state, fd, bytes);
    true
}

/// `puts(s)`
pub(crate) fn puts(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let text = string(machine, state, word(machine, call, 0), None, Fix::Example)?;
    let mut bytes = example_bytes(machine, state, &text.bytes);
    bytes.push(b'\n');
    print(state, 1, &bytes);
    let returned = machine.add_offset(length(machine, &text), 1);
    Ok(Returned::One(resized(machine, returned, 32)))
}

/// `fputs(s, stream)`
pub(crate) fn fputs(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let text = string(machine, state, word(machine, call, 0), None, Fix::Example)?;
    let fd = descriptor(machine, state, word(machine, call, 1))?;
    let bytes = example_bytes(machine, state, &text.bytes);
    let sent = send(machine, state, fd, &bytes);
    number(if sent { 1 } else { FAILED })
}

/// `putchar(c)`
pub(crate) fn putchar(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    put(machine, state, call, 1)
}

/// `fputc(c, stream)`
pub(crate) fn fputc(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let fd = descriptor(machine, state, word(machine, call, 1))?;
    put(machine, state, call, fd)
}

fn put(machine: &mut Machine, state: &mut State, call: &HostCall<'_>, fd: i32) -> Step<Returned> {
    let byte = resized(machine, call.arg(0), 8);
    let example = machine.example(state, byte, 8).low_u64() as u8;
    if !send(machine, state, fd, &[example]) {
        return number(FAILED);
    }
    let t = &machine.terms;
    Ok(Returned::One(Value::from_term(
        t,
        t.zext(byte.to_term(t, 8), 32),
    )))
}

/// Bytes to be written, as they are under the path's model.
fn region(machine: &mut Machine, state: &mut State, pointer: Value, len: Value) -> Step<Vec<u8>> {
    let known = machine.example(state, len, 64).low_u64();
    if known == 0 && len.as_concrete().is_some() {
        return Ok(Vec::new());
    }
    let (object, offset) = machine.resolve(state, pointer, len, Access::Read)?;
    // Resolving may have narrowed both down.
    let known = machine.example(state, len, 64).low_u64() as usize;
    let offset = machine.example(state, offset, 64).low_u64() as usize;
    let bytes: Vec<_> = (offset..offset + known)
        .map(|i| object.contents.get(i))
        .collect();
    Ok(example_bytes(machine, state, &bytes))
}

/// `fwrite(pointer, size, n, stream)`
pub(crate) fn fwrite(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let (size, n) = (word(machine, call, 1), word(machine, call, 2));
    let t = machine.terms.clone();
    let (size, n) = (size.to_term(&t, 64), n.to_term(&t, 64));
    let whole = Value::from_term(&t, t.mul(size, n));
    let bytes = region(machine, state, word(machine, call, 0), whole)?;
    let fd = descriptor(machine, state, word(machine, call, 3))?;
    if !send(machine, state, fd, &bytes) {
        return number(0);
    }
    let none = t.eq(size, t.zero(64));
    Ok(Returned::One(Value::from_term(
        &t,
        t.ite(none, t.zero(64), n),
    )))
}

/// `write(fd, pointer, n)`
pub(crate) fn write(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let fd = int(machine, call, 0);
    let fd = machine.enumerate(state, fd, 32)?.bits as u32 as i32;
    let len = word(machine, call, 2);
    let bytes = region(machine, state, word(machine, call, 1), len)?;
    if send(machine, state, fd, &bytes) {
        Ok(Returned::One(len))
    } else {
        number(FAILED)
    }
}

/// `fflush(stream)`: nothing is held back.
pub(crate) fn done(_: &mut Machine, _: &mut State, _: &HostCall<'_>) -> Step<Returned> {
    number(0)
}

/// `perror(s)`: which error it was is not known here.
pub(crate) fn perror(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let pointer = word(machine, call, 0);
    let text = if pointer.as_concrete() == Some(0) {
        "error\n".to_string()
    } else {
        format!("{}: error\n", words(machine, state, pointer)?)
    };
    print(state, 2, text.as_bytes());
    Ok(Returned::Nothing)
}

/// `fileno(stream)`
pub(crate) fn fileno(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let fd = machine.load_value(state, word(machine, call, 0), 32)?;
    Ok(Returned::One(fd))
}

/// `isatty(fd)`: no.
pub(crate) fn isatty(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    example_int(machine, state, call, 0);
    number(0)
}
