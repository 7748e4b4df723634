//! The printf family: where the format is, where its arguments are, where the text goes.

use super::format::{Formatted, Source, format};
use super::output::{Closed, print};
use super::write::{FAILED, descriptor, send};
use crate::alloc::{self, Filled};
use crate::args::{int, number, word};
use crate::text::{Fix, example_bytes, store_bytes};
use pleach_interp::{HostCall, Machine, Returned, Size, State, Step, Value};
use pleach_memory::Byte;

/// How the arguments behind the format come.
#[derive(Debug, Clone, Copy)]
enum Passing {
    Call,
    List,
}

/// Formats what the call's argument `at` says.
fn formatted(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
    (at, passing): (usize, Passing),
    fix: Fix,
) -> Step<Formatted> {
    let mut source = match passing {
        Passing::Call => Source::of_call(call, at + 1),
        Passing::List => Source::of_list(machine, state, word(machine, call, at + 1))?,
    };
    format(machine, state, word(machine, call, at), &mut source, fix)
}

/// Stores the counts of `%n`.
fn store_counts(machine: &mut Machine, state: &mut State, done: &Formatted) -> Step<()> {
    for store in &done.stores {
        machine.store_value(
            state,
            Value::concrete(store.address),
            store.width,
            store.count,
        )?;
    }
    Ok(())
}

fn to_output(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
    how: (usize, Passing),
) -> Step<Returned> {
    let done = formatted(machine, state, call, how, Fix::Example)?;
    let bytes = example_bytes(machine, state, &done.bytes);
    store_counts(machine, state, &done)?;
    print(&machine.terms, state, 1, bytes.as_slice().into()).or_else(Closed::end)?;
    Ok(Returned::One(done.length))
}

fn to_stream(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
    how: (usize, Passing),
) -> Step<Returned> {
    let fd = descriptor(machine, state, word(machine, call, 0))?;
    to_descriptor(machine, state, call, how, fd)
}

fn to_descriptor(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
    how: (usize, Passing),
    fd: i32,
) -> Step<Returned> {
    let done = formatted(machine, state, call, how, Fix::Example)?;
    let bytes = example_bytes(machine, state, &done.bytes);
    if !send(machine, state, fd, bytes.as_slice().into())? {
        return number(FAILED);
    }
    store_counts(machine, state, &done)?;
    Ok(Returned::One(done.length))
}

/// `room`: the argument that limits how much is written, if one does.
fn to_memory(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
    how: (usize, Passing),
    room: Option<usize>,
) -> Step<Returned> {
    let mut done = formatted(machine, state, call, how, Fix::Every)?;
    let length = done.bytes.len() as u64;
    let written = match room {
        None => length + 1,
        Some(at) => {
            let room = word(machine, call, at);
            let cut = crate::args::at_most(machine, room, length);
            if machine.decide(state, cut)? {
                machine.enumerate(state, room, 64)?.bits
            } else {
                length + 1
            }
        }
    };
    if written > 0 {
        let target = machine.writable(state, word(machine, call, 0), written)?;
        done.bytes.truncate(written as usize - 1);
        done.bytes.push(Byte::Concrete(0));
        store_bytes(machine, state, target, &done.bytes);
    }
    store_counts(machine, state, &done)?;
    number(length)
}

fn to_new(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
    how: (usize, Passing),
) -> Step<Returned> {
    let mut done = formatted(machine, state, call, how, Fix::Every)?;
    let length = done.bytes.len() as u64;
    let out = machine.writable(state, word(machine, call, 0), 8)?;
    let base = alloc::allocate(
        machine,
        state,
        Size::Fixed(length + 1),
        alloc::ALIGN,
        Filled::Undefined,
    );
    if base == 0 {
        return number(FAILED);
    }
    done.bytes.push(Byte::Concrete(0));
    store_bytes(machine, state, base, &done.bytes);
    machine.store_value(state, Value::concrete(out), 64, Value::concrete(base))?;
    store_counts(machine, state, &done)?;
    number(length)
}

macro_rules! entries {
    ($($name:ident = $to:ident($format:literal, $passing:ident $(, $room:expr)?);)*) => {
        $(pub(crate) fn $name(machine: &mut Machine, state: &mut State, call: &HostCall<'_>) -> Step<Returned> {
            $to(machine, state, call, ($format, Passing::$passing) $(, $room)?)
        })*
    };
}

// The number is the place of the format among the arguments.
entries! {
    printf = to_output(0, Call);
    vprintf = to_output(0, List);
    printf_chk = to_output(1, Call);
    vprintf_chk = to_output(1, List);
    fprintf = to_stream(1, Call);
    vfprintf = to_stream(1, List);
    fprintf_chk = to_stream(2, Call);
    vfprintf_chk = to_stream(2, List);
    sprintf = to_memory(1, Call, None);
    vsprintf = to_memory(1, List, None);
    sprintf_chk = to_memory(3, Call, None);
    vsprintf_chk = to_memory(3, List, None);
    snprintf = to_memory(2, Call, Some(1));
    vsnprintf = to_memory(2, List, Some(1));
    snprintf_chk = to_memory(4, Call, Some(1));
    vsnprintf_chk = to_memory(4, List, Some(1));
    asprintf = to_new(1, Call);
    vasprintf = to_new(1, List);
    asprintf_chk = to_new(2, Call);
    vasprintf_chk = to_new(2, List);
}

fn fd_argument(machine: &mut Machine, state: &mut State, call: &HostCall<'_>) -> Step<i32> {
    let fd = int(machine, call, 0);
    Ok(machine.enumerate(state, fd, 32)?.bits as u32 as i32)
}

pub(crate) fn dprintf(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let fd = fd_argument(machine, state, call)?;
    to_descriptor(machine, state, call, (1, Passing::Call), fd)
}

pub(crate) fn vdprintf(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let fd = fd_argument(machine, state, call)?;
    to_descriptor(machine, state, call, (1, Passing::List), fd)
}
