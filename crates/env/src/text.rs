//! Strings in the program's memory.

use pleach_interp::{Access, Machine, State, Step, Value};
use pleach_memory::{Byte, Object};
use pleach_term::Term;

/// Bytes from a pointer to the end of its object, and what may be used of them. They stop at a
/// NUL that is known to be one: no string goes on after it, and the object may be large.
pub(crate) struct Tail {
    pub bytes: Vec<Byte>,
    /// Where the usable size is symbolic: how many of the bytes up to the object's end are usable.
    pub bound: Option<Term>,
    /// Address of the first byte behind the object, under the path's model.
    pub beyond: u64,
}

/// What a pointer points to. A symbolic one forks over objects and over the places in them.
pub(crate) fn tail(machine: &mut Machine, state: &mut State, pointer: Value) -> Step<Tail> {
    let (object, offset) = machine.resolve(state, pointer, Value::ZERO, Access::Read)?;
    let offset = machine.enumerate(state, offset, 64)?.bits;
    let mut bytes = Vec::new();
    for i in offset as usize..object.size as usize {
        bytes.push(object.contents.get(i));
        if bytes.last() == Some(&Byte::Concrete(0)) {
            break;
        }
    }
    let bound = usable_from(machine, &object, offset);
    Ok(Tail {
        bytes,
        bound,
        beyond: object.base + object.size,
    })
}

/// What to do about symbolic bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fix {
    /// Each possibility is a path of its own.
    Every,
    /// Their values under the path's model serve as an example.
    Example,
}

fn usable_from(machine: &Machine, object: &Object, offset: u64) -> Option<Term> {
    let t = &machine.terms;
    object
        .bound
        .map(|bound| t.sub(bound, t.constant(64, offset)))
}

/// Whether the byte is zero, as a condition.
fn is_zero(machine: &Machine, byte: Byte) -> Term {
    match byte {
        Byte::Concrete(b) => machine.terms.bool(b == 0),
        Byte::Symbolic(t) => machine.terms.eq(t, machine.terms.zero(8)),
    }
}

/// A string that was read.
pub(crate) struct Text {
    pub bytes: Vec<Byte>,
    /// The bytes that it may have at most; without a NUL that is known to be one.
    pub longest: Vec<Byte>,
}

/// The bytes of a string up to its NUL, or `limit` of them if that comes
/// first. A string that may run out of its object is an error there.
pub(crate) fn string(
    machine: &mut Machine,
    state: &mut State,
    pointer: Value,
    limit: Option<u64>,
    fix: Fix,
) -> Step<Text> {
    if limit == Some(0) {
        return Ok(Text {
            bytes: Vec::new(),
            longest: Vec::new(),
        });
    }
    let mut tail = tail(machine, state, pointer)?;
    let ends = ends_inside(machine, &tail, limit);
    let beyond = tail.beyond;
    machine.require(state, ends, |m, s| {
        m.access_finding(s, beyond, Value::concrete(1), Access::Read)
    })?;
    if let Some(limit) = limit {
        tail.bytes
            .truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    }
    let mut length = 0;
    for byte in &tail.bytes {
        let zero = is_zero(machine, *byte);
        let last = match fix {
            Fix::Every => machine.decide_term(state, zero)?,
            Fix::Example => machine
                .example(state, Value::from_term(&machine.terms, zero), 1)
                .is_one(),
        };
        if last {
            break;
        }
        length += 1;
    }
    let end = tail
        .bytes
        .iter()
        .position(|b| *b == Byte::Concrete(0))
        .unwrap_or(tail.bytes.len());
    tail.bytes.truncate(end);
    let bytes = tail.bytes[..length].to_vec();
    Ok(Text {
        bytes,
        longest: tail.bytes,
    })
}

/// The bytes that a string may have at most, nothing decided about them. A string that may run
/// out of its object is an error there.
pub(crate) fn longest(machine: &mut Machine, state: &mut State, pointer: Value) -> Step<Vec<Byte>> {
    let mut tail = tail(machine, state, pointer)?;
    let ends = ends_inside(machine, &tail, None);
    let beyond = tail.beyond;
    machine.require(state, ends, |m, s| {
        m.access_finding(s, beyond, Value::concrete(1), Access::Read)
    })?;
    let end = tail.bytes.iter().position(|b| *b == Byte::Concrete(0));
    tail.bytes.truncate(end.unwrap_or(tail.bytes.len()));
    Ok(tail.bytes)
}

/// The length of a string of which only an example was taken, as a 64-bit value.
pub(crate) fn length(machine: &Machine, text: &Text) -> Value {
    if text.longest.iter().all(|b| matches!(b, Byte::Concrete(_))) {
        return Value::concrete(text.longest.len() as u64);
    }
    let t = &machine.terms;
    let mut length = t.constant(64, text.longest.len() as u64);
    for (i, byte) in text.longest.iter().enumerate().rev() {
        length = t.ite(is_zero(machine, *byte), t.constant(64, i as u64), length);
    }
    Value::from_term(t, length)
}

/// Whether a NUL or the limit comes before the end of the object, as a condition.
fn ends_inside(machine: &Machine, tail: &Tail, limit: Option<u64>) -> Value {
    let t = &machine.terms;
    let size = tail
        .bound
        .unwrap_or_else(|| t.constant(64, tail.bytes.len() as u64));
    let mut ends = limit.map_or(t.fls(), |n| t.ule(t.constant(64, n), size));
    for (i, byte) in tail.bytes.iter().enumerate() {
        if t.is_true(ends) {
            break;
        }
        let here = match tail.bound {
            None => is_zero(machine, *byte),
            Some(bound) => t.and(
                is_zero(machine, *byte),
                t.ult(t.constant(64, i as u64), bound),
            ),
        };
        ends = t.or(here, ends);
    }
    Value::from_term(t, ends)
}

/// Bytes as they are under the path's model.
pub(crate) fn example_bytes(machine: &mut Machine, state: &State, bytes: &[Byte]) -> Vec<u8> {
    bytes
        .iter()
        .map(|byte| match byte {
            Byte::Concrete(b) => *b,
            Byte::Symbolic(t) => state
                .path
                .eval(&machine.terms, &mut machine.evaluator, *t)
                .low_u64() as u8,
        })
        .collect()
}

/// A string meant for people: names, messages. Nothing is fixed by reading it.
pub(crate) fn words(machine: &mut Machine, state: &mut State, pointer: Value) -> Step<String> {
    if pointer.as_concrete() == Some(0) {
        return Ok("(null)".to_string());
    }
    let (object, offset) = machine.resolve(state, pointer, Value::ZERO, Access::Read)?;
    let offset = machine.example(state, offset, 64).low_u64();
    let bytes = example_bytes(machine, state, &bytes_from(&object, offset));
    let end = bytes.iter().position(|byte| *byte == 0);
    let bytes = &bytes[..end.unwrap_or(bytes.len())];
    Ok(String::from_utf8_lossy(bytes).into_owned())
}

/// A string that is part of a test. It may be unknown where states were joined: each text that it can
/// be is a path of its own.
pub(crate) fn exact_words(
    machine: &mut Machine,
    state: &mut State,
    pointer: Value,
) -> Step<String> {
    let (object, offset) = machine.resolve(state, pointer, Value::ZERO, Access::Read)?;
    let offset = machine.enumerate(state, offset, 64)?.bits;
    let mut bytes = Vec::new();
    for byte in bytes_from(&object, offset) {
        let byte = match byte {
            Byte::Concrete(byte) => byte,
            Byte::Symbolic(term) => {
                let value = Value::from_term(&machine.terms, term);
                machine.enumerate(state, value, 8)?.bits as u8
            }
        };
        if byte == 0 {
            break;
        }
        bytes.push(byte);
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The bytes of an object up to the first that is known to be a NUL.
fn bytes_from(object: &Object, offset: u64) -> Vec<Byte> {
    let bytes = (offset as usize..object.contents.len()).map(|i| object.contents.get(i));
    bytes
        .take_while(|byte| *byte != Byte::Concrete(0))
        .collect()
}

/// Writes bytes to a place that is known to be fine.
pub(crate) fn store_bytes(machine: &mut Machine, state: &mut State, address: u64, bytes: &[Byte]) {
    let Some(base) = state.memory.find(address).map(|o| o.base) else {
        return;
    };
    let terms: Vec<Term> = bytes
        .iter()
        .map(|b| match b {
            Byte::Concrete(b) => machine.terms.constant(8, u64::from(*b)),
            Byte::Symbolic(t) => *t,
        })
        .collect();
    machine.write_terms(state, base, (address - base) as usize, &terms);
}
