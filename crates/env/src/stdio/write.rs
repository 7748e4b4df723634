//! Writing to streams and descriptors, unformatted.

use super::output::{Closed, Printed, is_printed, print};
use crate::args::{int, number, resized, word};
use crate::text::{self, Fix, length, string, words};
use pleach_interp::{Access, HostCall, Machine, Returned, State, Step, Value};
use pleach_memory::{Byte, Contents};

/// What functions return to say that it did not work.
pub(crate) const FAILED: u64 = u64::MAX;

/// The descriptor of a `FILE`: its first word (see the runtime's `stdio.c`).
pub(crate) fn descriptor(machine: &mut Machine, state: &mut State, stream: Value) -> Step<i32> {
    let fd = machine.load_value(state, stream, 32)?;
    Ok(machine.enumerate(state, fd, 32)?.bits as u32 as i32)
}

/// Prints, and says whether there is such a descriptor.
pub(crate) fn send(machine: &mut Machine, state: &mut State, fd: i32, text: Printed) -> Step<bool> {
    if fd != 1 && fd != 2 {
        machine.warn_once(format!(
            "the program writes to descriptor {fd}, which is not open"
        ));
        return Ok(false);
    }
    print(&machine.terms, state, fd, text).or_else(Closed::end)?;
    Ok(true)
}

/// `puts(s)`
pub(crate) fn puts(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let text = string(machine, state, word(machine, call, 0), None, Fix::Example)?;
    let known = unfinished(machine, state, &text);
    print(&machine.terms, state, 1, known)
        .and_then(|()| print(&machine.terms, state, 1, Printed::from(&b"\n"[..])))
        .or_else(Closed::end)?;
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
    let text = unfinished(machine, state, &text);
    let sent = send(machine, state, fd, text)?;
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
    let printed = match byte.term {
        Some(term) => Byte::Symbolic(term),
        None => Byte::Concrete(byte.bits as u8),
    };
    if !send(machine, state, fd, Printed::from(&[printed][..]))? {
        return number(FAILED);
    }
    let t = &machine.terms;
    Ok(Returned::One(Value::from_term(
        t,
        t.zext(byte.to_term(t, 8), 32),
    )))
}

/// A string of which only an example was taken: where it ends is decided later.
fn unfinished(machine: &Machine, state: &State, text: &text::Text) -> Printed {
    if !is_printed(state) {
        return Printed::from(&b""[..]);
    }
    let mut of = Contents::zero(text.longest.len());
    for (i, byte) in text.longest.iter().enumerate() {
        of.set(i, *byte);
    }
    Printed::Part {
        of,
        start: Value::ZERO,
        length: length(machine, text),
    }
}

/// Bytes to be written.
fn region(machine: &mut Machine, state: &mut State, pointer: Value, len: Value) -> Step<Printed> {
    if len.as_concrete() == Some(0) {
        return Ok(Printed::from(&b""[..]));
    }
    let (object, offset) = machine.resolve(state, pointer, len, Access::Read)?;
    if !is_printed(state) {
        return Ok(Printed::from(&b""[..]));
    }
    Ok(Printed::part(machine, &object, offset, len))
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
    let text = region(machine, state, word(machine, call, 0), whole)?;
    let fd = descriptor(machine, state, word(machine, call, 3))?;
    if !send(machine, state, fd, text)? {
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
    let text = region(machine, state, word(machine, call, 1), len)?;
    if send(machine, state, fd, text)? {
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
    print(&machine.terms, state, 2, text.as_bytes().into()).or_else(Closed::end)?;
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
pub(crate) fn isatty(_: &mut Machine, _: &mut State, _: &HostCall<'_>) -> Step<Returned> {
    number(0)
}
