//! The functions of the software verification competition's programs.

use crate::args::{end, is_nonzero, nothing, word};
use crate::klee::input::fresh;
use pleach_interp::{End, ErrorKind, HostCall, InputType, Machine, Returned, State, Step, Value};
use pleach_ir::Scalar;
use pleach_term::Term;

/// Every function with this prefix gives an unknown value.
pub(crate) const NONDET: &str = "__VERIFIER_nondet_";

/// An unknown value of the type that the function returns. The input is called
/// like the type in the function's name.
pub(crate) fn nondet(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let name = call.name.strip_prefix(NONDET).unwrap_or(call.name);
    let width = call.result_width();
    if width == 0 {
        return nothing();
    }
    let len = width.div_ceil(8);
    let ty = match scalar(name) {
        Some(scalar) => InputType::Scalars { scalar, each: len },
        None => InputType::Unknown,
    };
    let whole = fresh(machine, state, name, len, ty);
    let t = machine.terms.clone();
    if matches!(name, "bool" | "_Bool") {
        let bits = t.width(whole);
        if !machine.assume(state, t.ult(whole, t.constant(bits, 2)))? {
            return machine.fail(state, ErrorKind::Internal, "a fresh input cannot be 0 or 1");
        }
    }
    Ok(Returned::One(Value::from_term(&t, t.resize(whole, width))))
}

/// The type that the function's name says: `uint`, `u32`, `unsigned_char`, `size_t`.
fn scalar(name: &str) -> Option<Scalar> {
    Some(match name {
        "bool" | "_Bool" => Scalar::Boolean,
        "char" => Scalar::Character,
        "float" | "double" => Scalar::Float,
        "pointer" | "pchar" => Scalar::Pointer,
        "size_t" | "sector_t" => Scalar::Unsigned,
        "int" | "short" | "long" | "longlong" | "schar" | "loff_t" => Scalar::Signed,
        "s8" | "s16" | "s32" | "s64" => Scalar::Signed,
        _ if name.starts_with("int") => Scalar::Signed,
        _ if name.starts_with('u') => Scalar::Unsigned,
        _ => return None,
    })
}

/// `__VERIFIER_nondet_memory(address, size)`: unknown bytes.
pub(crate) fn nondet_memory(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let (address, size) = (word(machine, call, 0), word(machine, call, 1));
    let size = machine.enumerate(state, size, 64)?.bits;
    let Ok(len) = u32::try_from(size) else {
        return machine.fail(
            state,
            ErrorKind::Unsupported,
            "4 GiB or more cannot be made symbolic",
        );
    };
    if len == 0 {
        return nothing();
    }
    let address = machine.writable(state, address, size)?;
    let base = state.memory.find(address).map_or(address, |o| o.base);
    let input = machine.new_input(state, "memory", len, InputType::Unknown);
    let bytes: Vec<Term> = input.vars().map(|v| machine.terms.var(v)).collect();
    machine.write_terms(state, base, (address - base) as usize, &bytes);
    nothing()
}

/// Paths on which the condition cannot hold end without a word.
pub(crate) fn assume(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let cond = is_nonzero(machine, call.arg(0)).to_term(&machine.terms, 1);
    if machine.assume(state, cond)? {
        nothing()
    } else {
        end(End::Silent)
    }
}

pub(crate) fn assert(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let cond = is_nonzero(machine, call.arg(0));
    machine.require(state, cond, |m, s| {
        m.finding(s, ErrorKind::Assert, "assertion failed: __VERIFIER_assert")
    })?;
    nothing()
}
