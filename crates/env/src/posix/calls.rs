//! Functions that the model calls; `runtime/posix/posix.h` declares them.

use super::mapped::host_input_bytes;
use super::numbers::syscall_name;
use super::world::{World, world};
use crate::alloc::{self, ALIGN};
use crate::args::{end, error, every_int, example_int, int, nothing, number, word};
use crate::stdio::output::{Printed, is_printed, print};
use crate::text::{example_bytes, longest, words};
use pleach_interp::{Access, End, ErrorKind, HostCall, Machine, Returned, State, Step, Value};
use pleach_ir::Origin;
use pleach_ir::address::{self, Place};
use pleach_memory::{Byte, Contents, Gift, Kind, Owner};
use pleach_term::Term;
use std::io::{self, Read};
use std::sync::Arc;

/// Up to so many values of a size or position are paths of their own.
const MOST_CHOICES: u64 = 64;

/// `__pleach_world()`: the configuration as records
pub(crate) fn records(
    machine: &mut Machine,
    state: &mut State,
    _: &HostCall<'_>,
) -> Step<Returned> {
    match world(state) {
        Some(world) => given(machine, state, &world.records()),
        None => number(0),
    }
}

/// A new object of the model with these bytes.
fn given(machine: &mut Machine, state: &mut State, bytes: &[u8]) -> Step<Returned> {
    object(machine, state, Contents::from_bytes(bytes, bytes.len()))
}

/// A new object of the model.
fn object(machine: &mut Machine, state: &mut State, contents: Contents) -> Step<Returned> {
    let base = alloc::new_object(Owner::System, machine, state, contents, ALIGN);
    number(base)
}

/// `__pleach_give(object, gift, number)`: an object of the model is something that the program gets
/// to see
pub(crate) fn give(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let number = word(machine, call, 2).as_concrete().unwrap_or(0) as u32;
    let gift = match word(machine, call, 1).as_concrete() {
        Some(0) => Gift::Argument(number),
        Some(1) => Gift::Arguments,
        Some(2) => Gift::Variable(number),
        Some(3) => Gift::Environment,
        _ => Gift::Mapping,
    };
    let base = word(machine, call, 0);
    let base = machine.enumerate(state, base, 64)?.bits;
    let object = state.memory.find(base).filter(|o| o.base == base);
    if object.is_some_and(|o| matches!(o.kind, Kind::System(_))) {
        machine.set_kind(state, base, Kind::System(gift));
    }
    nothing()
}

/// `__pleach_unmapped(address)`: whether it lies outside of all that the program has. Addresses
/// beside an object do not count: on a machine something is there.
pub(crate) fn unmapped(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let pointer = word(machine, call, 0);
    let outside = match pointer.term {
        None => Place::of(pointer.bits).is_none() && state.memory.find(pointer.bits).is_none(),
        Some(term) => {
            let outside = outside(machine, state, term);
            machine.decide(state, outside)?
        }
    };
    number(u64::from(outside))
}

/// Whether a symbolic address is outside of the plan and of all objects that are not part of it.
fn outside(machine: &Machine, state: &State, address: Term) -> Value {
    let t = &machine.terms;
    let constant = |address| t.constant(64, address);
    let mut outside = t.or(
        t.ult(address, constant(address::FIRST)),
        t.uge(address, constant(address::BEYOND)),
    );
    state.memory.for_each(|o| {
        if o.kind == Kind::Fixed {
            let distance = t.sub(address, constant(o.base));
            outside = t.and(outside, t.uge(distance, constant(o.size)));
        }
    });
    Value::from_term(t, outside)
}

/// `__pleach_fix(value, choices)`: every value is a path of its own, or, if there may be many
/// (`choices` is how many at most), one value stands for all
pub(crate) fn fix(machine: &mut Machine, state: &mut State, call: &HostCall<'_>) -> Step<Returned> {
    let (value, choices) = (word(machine, call, 0), word(machine, call, 1));
    let fixed = if machine.example(state, choices, 64).low_u64() <= MOST_CHOICES {
        machine.enumerate(state, value, 64)?
    } else {
        machine.concretize(state, value, 64, "a size or position in a file")?
    };
    Ok(Returned::One(fixed))
}

/// `__pleach_choose(when, count)`: the index of the one byte of `when` that is 1
pub(crate) fn choose(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let (when, count) = (word(machine, call, 0), word(machine, call, 1));
    let (object, offset) = machine.resolve(state, when, count, Access::Read)?;
    let offset = machine.enumerate(state, offset, 64)?.bits as usize;
    let count = machine.enumerate(state, count, 64)?.bits as usize;
    let terms = machine.terms.clone();
    let conditions: Vec<_> = (offset..offset + count)
        .map(|at| match object.contents.get(at) {
            Byte::Concrete(byte) => terms.bool(byte != 0),
            Byte::Symbolic(term) => terms.ne(term, terms.zero(8)),
        })
        .collect();
    number(machine.choose(state, &conditions)? as u64)
}

/// `__pleach_path_length(path)`
pub(crate) fn path_length(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let bytes = longest(machine, state, word(machine, call, 0))?;
    let length = bytes.len() as u64;
    let symbolic = bytes.iter().any(|b| matches!(b, Byte::Symbolic(_)));
    number(if symbolic { !length } else { length })
}

/// `__pleach_fixed_copy(path)`
pub(crate) fn fixed_copy(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let bytes = longest(machine, state, word(machine, call, 0))?;
    let mut fixed = example_bytes(machine, state, &bytes);
    let length = fixed.iter().position(|b| *b == 0).unwrap_or(fixed.len());
    // The end belongs to what is fixed.
    let unknown: Vec<_> = bytes
        .iter()
        .take(length + 1)
        .filter_map(|byte| match byte {
            Byte::Symbolic(term) => Some(*term),
            Byte::Concrete(_) => None,
        })
        .collect();
    if !unknown.is_empty() {
        let whole = Value::from_term(&machine.terms, machine.terms.concat_bytes(&unknown));
        let width = 8 * unknown.len() as u32;
        machine.concretize(state, whole, width, "a file name that the program makes")?;
    }
    fixed.truncate(length);
    fixed.push(0);
    given(machine, state, &fixed)
}

/// `__pleach_output(descriptor, bytes, n)`: whether there is still somebody who reads it
pub(crate) fn output(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let fd = every_int(machine, state, call, 0)?;
    let (pointer, len) = (word(machine, call, 1), word(machine, call, 2));
    if len.as_concrete() == Some(0) {
        return number(1);
    }
    let (object, offset) = machine.resolve(state, pointer, len, Access::Read)?;
    machine.log_unread();
    let mut read = Ok(());
    if is_printed(state) {
        let text = Printed::part(machine, &object, offset, len);
        read = print(&machine.terms, state, fd, text);
    }
    number(u64::from(read.is_ok()))
}

/// `__pleach_input(to, n)`: only where there is one path, which may read what is gone then.
pub(crate) fn input(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    const FAILED: u64 = 5_u64.wrapping_neg();
    let (to, n) = (word(machine, call, 0), word(machine, call, 1));
    let (Some(to), Some(n)) = (to.as_concrete(), n.as_concrete()) else {
        return number(FAILED);
    };
    if n == 0 || state.forking {
        return number(0);
    }
    let mut bytes = vec![0; n.min(1 << 16) as usize];
    crate::flush_output();
    let got = match io::stdin().read(&mut bytes) {
        Ok(got) => got,
        Err(_) => return number(FAILED),
    };
    if got > 0 {
        let at = machine.writable(state, Value::concrete(to), got as u64)?;
        let base = state.memory.find(at).map_or(at, |o| o.base);
        machine.write_bytes(state, base, (at - base) as usize, &bytes[..got]);
    }
    number(got as u64)
}

fn map_and_path(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<(Option<Arc<World>>, i64, Vec<u8>)> {
    let map = i64::from(example_int(machine, state, call, 0));
    let path = longest(machine, state, word(machine, call, 1))?;
    let path = example_bytes(machine, state, &path);
    Ok((world(state), map, path))
}

fn unreadable(machine: &mut Machine, path: &[u8], why: &io::Error) -> Step<Returned> {
    let path = String::from_utf8_lossy(path);
    machine.warn_once(format!("`{path}` of a mapped folder cannot be read: {why}"));
    number(0)
}

/// `__pleach_host_list(map, path)`
pub(crate) fn host_list(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let (Some(world), map, path) = map_and_path(machine, state, call)? else {
        return number(0);
    };
    match world.mapped.list(map as usize, &path) {
        Ok(records) => given(machine, state, &records),
        Err(why) => unreadable(machine, &path, &why),
    }
}

/// `__pleach_host_bytes(map, path, size)`: exactly so many, also if the file has changed since
pub(crate) fn host_bytes(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let (Some(world), map, path) = map_and_path(machine, state, call)? else {
        return number(0);
    };
    let size = word(machine, call, 2);
    let size = machine.example(state, size, 64).low_u64() as usize;
    if map == World::STDIN {
        return match host_input_bytes(size) {
            Ok(contents) => object(machine, state, contents),
            Err(why) => {
                machine.warn_once(format!("standard input cannot be read: {why}"));
                number(0)
            }
        };
    }
    match world.mapped.contents(map as usize, &path, size) {
        Ok(contents) => object(machine, state, contents),
        Err(why) => unreadable(machine, &path, &why),
    }
}

/// `__pleach_unmodelled(number)`
pub(crate) fn unmodelled(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let call = word(machine, call, 0);
    let call = machine.example(state, call, 64).low_u64();
    if let Some(world) = world(state) {
        world.note_unmodelled(call);
    }
    let name = syscall_name(call);
    refuse(
        machine,
        state,
        &name,
        &format!("the system call {name} is not modelled and fails with ENOSYS"),
    );
    nothing()
}

/// `__pleach_refused(number, reason)`: a call that a real system would do
pub(crate) fn refused(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let reason = words(machine, state, word(machine, call, 1))?;
    let number = word(machine, call, 0);
    let number = machine.example(state, number, 64).low_u64();
    refuse(machine, state, &syscall_name(number), &reason);
    nothing()
}

/// Functions of the C library that try what many machines do not have, and do without.
const DOES_WITHOUT: &[&str] = &["__nscd_query"];

/// Names the function of the C library that the program called, rather than the system call.
fn refuse(machine: &mut Machine, state: &mut State, system_call: &str, reason: &str) {
    let module = Arc::clone(&machine.module);
    let of_library: Vec<&str> = state
        .stack
        .frames()
        .map(|frame| &module.functions[frame.function.index()])
        .take_while(|function| function.origin == Origin::Runtime)
        .map(|function| function.name.as_str())
        .collect();
    if of_library.iter().any(|name| DOES_WITHOUT.contains(name)) {
        return;
    }
    let called = of_library.last().copied().unwrap_or(system_call);
    let internal = called == "syscall" || called.starts_with("__");
    let called = if internal { system_call } else { called };
    machine.refuse(state, called, reason);
}

/// `__pleach_note(text)`: something that the user should know
pub(crate) fn note(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let text = words(machine, state, word(machine, call, 0))?;
    machine.warn_once(text);
    nothing()
}

/// `__pleach_exit(status)`
pub(crate) fn exit(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let status = int(machine, call, 0);
    machine.finish(state, status)?;
    Ok(Returned::Elsewhere)
}

/// `__pleach_blocked(call)`: nobody exists who could end the waiting.
pub(crate) fn blocked(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let what = words(machine, state, word(machine, call, 0))?;
    machine.fail(
        state,
        ErrorKind::Unsupported,
        format!("the program waits for ever: {what}"),
    )
}

/// Signals whose default is a core dump, with their names.
const DUMPS: &[(i32, &str)] = &[
    (3, "SIGQUIT"),
    (4, "SIGILL"),
    (5, "SIGTRAP"),
    (6, "SIGABRT"),
    (7, "SIGBUS"),
    (8, "SIGFPE"),
    (11, "SIGSEGV"),
    (24, "SIGXCPU"),
    (25, "SIGXFSZ"),
    (31, "SIGSYS"),
];

/// `__pleach_handles(signal, entry, mask)`: whether the program handles a signal, by which function
/// of the model its handlers are called (null: it does not), and where the mask of blocked signals
/// lies. Signal 0 is about the mask alone.
pub(crate) fn handles(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let [signal, entry, mask] = [0, 1, 2].map(|i| word(machine, call, i));
    let signal = machine.enumerate(state, signal, 64)?.bits;
    let entry = machine.enumerate(state, entry, 64)?.bits;
    let mask = machine.enumerate(state, mask, 64)?.bits;
    let bit = 1 << (signal.wrapping_sub(1) & 63);
    state.handlers.mask = mask;
    if signal == 0 {
        return nothing();
    }
    match pleach_ir::address::function_at(entry) {
        Some(number) => {
            state.handlers.entry = Some(pleach_ir::FuncId(number));
            state.handlers.signals |= bit;
        }
        None => state.handlers.signals &= !bit,
    }
    nothing()
}

/// `__pleach_fault_over()`: the handler of a fault came back, to an instruction that would only
/// fault again. The error itself is a path of its own, and reported.
pub(crate) fn fault_over(_: &mut Machine, _: &mut State, _: &HostCall<'_>) -> Step<Returned> {
    end(End::Silent)
}

/// `__pleach_killed(signal)`: the program ended itself with a signal. The exit code is a shell's.
pub(crate) fn killed(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let signal = every_int(machine, state, call, 0)?;
    match DUMPS.iter().find(|(number, _)| *number == signal) {
        Some((_, name)) => {
            let message = format!("the program ends itself with {name}");
            let mut finding = machine.finding(state, ErrorKind::Abort, message);
            // The model has seen that nobody handles it.
            finding.signal = None;
            error(finding)
        }
        None => end(End::Exit(128 + signal)),
    }
}
