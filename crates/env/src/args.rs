//! Arguments and results of host functions.

use pleach_interp::{End, Finding, HostCall, Interrupt, Machine, Returned, State, Step, Value};

/// An argument as a 64-bit value: a pointer or a size.
pub(crate) fn word(machine: &Machine, call: &HostCall<'_>, i: usize) -> Value {
    resized(machine, call.arg(i), 64)
}

/// An argument as a 32-bit value.
pub(crate) fn int(machine: &Machine, call: &HostCall<'_>, i: usize) -> Value {
    resized(machine, call.arg(i), 32)
}

/// A value cut or zero-extended to `width` bits (at most 64).
pub(crate) fn resized(machine: &Machine, value: Value, width: u32) -> Value {
    match value.term {
        None if width >= 64 => value,
        None => Value::concrete(value.bits & ((1 << width) - 1)),
        Some(t) => Value::from_term(&machine.terms, machine.terms.resize(t, width)),
    }
}

/// Whether a value is not zero, as a condition.
pub(crate) fn is_nonzero(machine: &Machine, value: Value) -> Value {
    match value.term {
        None => Value::concrete(u64::from(value.bits != 0)),
        Some(t) => {
            let zero = machine.terms.zero(machine.terms.width(t));
            Value::from_term(&machine.terms, machine.terms.ne(t, zero))
        }
    }
}

/// Whether a 64-bit value is at most `most`, as a condition.
pub(crate) fn at_most(machine: &Machine, value: Value, most: u64) -> Value {
    match value.term {
        None => Value::concrete(u64::from(value.bits <= most)),
        Some(t) => Value::from_term(
            &machine.terms,
            machine.terms.ule(t, machine.terms.constant(64, most)),
        ),
    }
}

/// Whether two values of `width` bits are equal, as a condition.
pub(crate) fn equal(machine: &Machine, a: Value, b: Value, width: u32) -> Value {
    let t = &machine.terms;
    Value::from_term(t, t.eq(a.to_term(t, width), b.to_term(t, width)))
}

/// A 32-bit value that the argument may have.
pub(crate) fn example_int(
    machine: &mut Machine,
    state: &State,
    call: &HostCall<'_>,
    i: usize,
) -> i32 {
    let value = int(machine, call, i);
    machine.example(state, value, 32).low_u64() as u32 as i32
}

/// A 32-bit argument, each of its possible values on a path of its own.
pub(crate) fn every_int(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
    i: usize,
) -> Step<i32> {
    let value = int(machine, call, i);
    Ok(machine.enumerate(state, value, 32)?.bits as u32 as i32)
}

pub(crate) fn number(bits: u64) -> Step<Returned> {
    Ok(Returned::One(Value::concrete(bits)))
}

pub(crate) fn nothing() -> Step<Returned> {
    Ok(Returned::Nothing)
}

/// Ends the path.
pub(crate) fn end<T>(end: End) -> Step<T> {
    Err(Interrupt::End(end))
}

/// Ends the path with a finding.
pub(crate) fn error<T>(finding: Finding) -> Step<T> {
    end(End::Error(Box::new(finding)))
}
