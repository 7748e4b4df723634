//! Making things symbolic.

use crate::alloc::size_of;
use crate::args::{equal, error, int, nothing, word};
use crate::text::{exact_words, words};
use pleach_interp::{
    Access, ErrorKind, HostCall, InputType, Machine, Returned, State, Step, Value,
};
use pleach_ir::Scalar;
use pleach_memory::{Contents, Kind, Object};
use pleach_term::Term;

/// C's `int` and `uintptr_t`.
const INT: InputType = InputType::Scalars {
    scalar: Scalar::Signed,
    each: 4,
};
const WORD: InputType = InputType::Scalars {
    scalar: Scalar::Unsigned,
    each: 8,
};

/// A fresh input as one value.
pub(crate) fn fresh(
    machine: &mut Machine,
    state: &mut State,
    name: &str,
    len: u32,
    ty: InputType,
) -> Term {
    let input = machine.new_input(state, name, len, ty);
    let bytes: Vec<Term> = input.vars().map(|v| machine.terms.var(v)).collect();
    machine.terms.concat_bytes(&bytes)
}

/// The name that the program gives to an input.
fn name(machine: &mut Machine, state: &mut State, pointer: Value) -> Step<String> {
    if pointer.as_concrete() == Some(0) {
        return Ok("unnamed".to_string());
    }
    let name = exact_words(machine, state, pointer)?;
    Ok(if name.is_empty() {
        "unnamed".to_string()
    } else {
        name
    })
}

/// `klee_make_symbolic(object, size, name)`
pub(crate) fn make_symbolic(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    make_unknown(machine, state, call, |machine, object| {
        let ty = machine.declared_type(object);
        ty.map_or(InputType::Unknown, InputType::Declared)
    })
}

/// `__pleach_typed_input(object, size, name, type)`: the type by its name in Rust
pub(crate) fn typed_input(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let type_name = words(machine, state, word(machine, call, 3))?;
    make_unknown(machine, state, call, |_, _| rust_type(&type_name))
}

/// Numbers, and arrays of them.
fn rust_type(name: &str) -> InputType {
    let element = name.trim_start_matches('[').split(';').next();
    let element = element.unwrap_or_default();
    let (scalar, each) = match element {
        "bool" => (Scalar::Boolean, 1),
        "char" => (Scalar::Character, 4),
        "usize" => (Scalar::Unsigned, 8),
        "isize" => (Scalar::Signed, 8),
        _ => {
            let scalar = match element.as_bytes().first() {
                Some(b'u') => Scalar::Unsigned,
                Some(b'i') => Scalar::Signed,
                Some(b'f') => Scalar::Float,
                _ => return InputType::Unknown,
            };
            match element[1..].parse::<u32>() {
                Ok(bits @ (8 | 16 | 32 | 64 | 128)) => (scalar, bits / 8),
                _ => return InputType::Unknown,
            }
        }
    };
    InputType::Scalars { scalar, each }
}

fn make_unknown(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
    ty: impl FnOnce(&Machine, &Object) -> InputType,
) -> Step<Returned> {
    let (address, size) = (word(machine, call, 0), word(machine, call, 1));
    let name = name(machine, state, word(machine, call, 2))?;
    let address = machine.enumerate(state, address, 64)?.bits;
    let object = match state.memory.find(address) {
        Some(o) if o.freed.is_none() && (o.contains(address, 1) || o.base == address) => o.clone(),
        _ => return error(machine.access_finding(state, address, size, Access::Write)),
    };
    if object.constant {
        return machine.fail(
            state,
            ErrorKind::User,
            "cannot make a read-only object symbolic",
        );
    }
    if object.base != address {
        let message = format!(
            "wrong address given to klee_make_symbolic: it lies {} bytes inside an object of {} bytes",
            address - object.base,
            object.size
        );
        return machine.fail(state, ErrorKind::User, message);
    }
    let right = equal(machine, size, size_of(machine, &object), 64);
    machine.require(state, right, |m, s| {
        let given = m.example(s, size, 64).low_u64();
        let message = format!(
            "wrong size given to klee_make_symbolic: {given} bytes for an object of {} bytes",
            object.size
        );
        m.finding(s, ErrorKind::User, message)
    })?;
    let Ok(len) = u32::try_from(object.size) else {
        return machine.fail(
            state,
            ErrorKind::Unsupported,
            "an object of 4 GiB or more cannot be made symbolic",
        );
    };
    let ty = ty(machine, &object);
    let input = machine.new_input(state, &name, len, ty);
    let bytes: Vec<Term> = input.vars().map(|v| machine.terms.var(v)).collect();
    machine.write_terms(state, object.base, 0, &bytes);
    nothing()
}

pub(crate) fn klee_int(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let name = name(machine, state, word(machine, call, 0))?;
    let term = fresh(machine, state, &name, 4, INT);
    Ok(Returned::One(Value::from_term(&machine.terms, term)))
}

/// `klee_range(begin, end, name)`: begin <= result < end.
pub(crate) fn range(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let (begin, end) = (int(machine, call, 0), int(machine, call, 1));
    let name = name(machine, state, word(machine, call, 2))?;
    let t = machine.terms.clone();
    let (begin, end) = (begin.to_term(&t, 32), end.to_term(&t, 32));
    let open = Value::from_term(&t, t.slt(begin, end));
    machine.require(state, open, |m, s| {
        m.finding(s, ErrorKind::User, "invalid range given to klee_range")
    })?;
    let one_more = t.add(begin, t.constant(32, 1));
    if one_more == end {
        return Ok(Returned::One(Value::from_term(&t, begin)));
    }
    let x = fresh(machine, state, &name, 4, INT);
    let inside = t.and(t.sle(begin, x), t.slt(x, end));
    within(machine, state, inside, x)
}

/// `klee_choose(n)`: result < n.
pub(crate) fn choose(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let t = machine.terms.clone();
    let n = word(machine, call, 0);
    let some = Value::from_term(&t, t.ne(n.to_term(&t, 64), t.zero(64)));
    machine.require(state, some, |m, s| {
        m.finding(s, ErrorKind::User, "klee_choose among nothing")
    })?;
    let x = fresh(machine, state, "klee_choose", 8, WORD);
    let below = t.ult(x, n.to_term(&t, 64));
    within(machine, state, below, x)
}

/// A fresh input under a condition that some value of it satisfies.
fn within(machine: &mut Machine, state: &mut State, cond: Term, x: Term) -> Step<Returned> {
    if machine.assume(state, cond)? {
        return Ok(Returned::One(Value::from_term(&machine.terms, x)));
    }
    machine.fail(
        state,
        ErrorKind::Internal,
        "a fresh input has no value in a range that is not empty",
    )
}

pub(crate) fn define_fixed_object(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let (address, size) = (word(machine, call, 0), word(machine, call, 1));
    let (Some(address), Some(size)) = (address.as_concrete(), size.as_concrete()) else {
        return machine.fail(
            state,
            ErrorKind::User,
            "klee_define_fixed_object needs a constant address and size",
        );
    };
    if size > machine.config.max_allocation || address.checked_add(size).is_none() {
        return machine.fail(
            state,
            ErrorKind::User,
            format!("a fixed object of {size} bytes is too large"),
        );
    }
    let mut taken = false;
    state
        .memory
        .for_each(|o| taken |= o.freed.is_none() && address < o.end() && o.base < address + size);
    if taken {
        let message = format!("klee_define_fixed_object: another object is at {address:#x}");
        return machine.fail(state, ErrorKind::User, message);
    }
    let object = Object::new(address, Contents::zero(size as usize), Kind::Fixed);
    machine.insert_object(state, object);
    nothing()
}
