//! The heap: malloc and its family.

use crate::args::{equal, error, number, resized, word};
use crate::posix::allocation_fails;
use pleach_interp::{
    Direction, ErrorKind, Finding, HostCall, Machine, Returned, Size, State, Step, Value, bytes,
    no_object,
};
use pleach_ir::address::{Place, Segment};
use pleach_memory::{Contents, Kind, Object, Owner};
use std::sync::Arc;

/// What every allocation is aligned to.
pub(crate) const ALIGN: u64 = 16;

/// What is in a new object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Filled {
    Undefined,
    Zero,
}

/// Decides about a size that may be symbolic.
pub(crate) fn size(machine: &mut Machine, state: &mut State, size: Value) -> Step<Size> {
    let limit = machine.config.max_allocation;
    machine.size(state, size, limit, "the size of an allocation")
}

/// Allocates for the program; null where there is no room. Asks nothing more.
pub(crate) fn allocate(
    machine: &mut Machine,
    state: &mut State,
    size: Size,
    align: u64,
    filled: Filled,
) -> u64 {
    allocate_for(Owner::Program, machine, state, size, align, filled)
}

/// The same for anyone.
pub(crate) fn allocate_for(
    owner: Owner,
    machine: &mut Machine,
    state: &mut State,
    size: Size,
    align: u64,
    filled: Filled,
) -> u64 {
    let (bytes, bound) = match size {
        Size::Fixed(n) => (n, None),
        Size::Symbolic { most, size } => (most, Some(size)),
        Size::TooLarge => {
            let limit = machine.config.max_allocation;
            machine.warn_once(format!("allocations of more than {limit} bytes fail"));
            return 0;
        }
    };
    let contents = match filled {
        Filled::Undefined => machine.fresh_contents(state, bytes),
        Filled::Zero => Contents::zero(bytes as usize),
    };
    let base = new_object(owner, machine, state, contents, align);
    if bound.is_some() {
        machine.set_bound(state, base, bound);
    }
    base
}

/// A new object with these contents, named by where the state is; null where there is no room.
pub(crate) fn new_object(
    owner: Owner,
    machine: &mut Machine,
    state: &mut State,
    contents: Contents,
    align: u64,
) -> u64 {
    match machine.allocate_heap(state, owner, contents, align) {
        Ok(base) => base,
        Err(full) => {
            machine.warn_once(format!("an allocation fails: {full}"));
            0
        }
    }
}

/// [`allocate`] for functions that tell the program of a failure: under `--max-fail` one may happen
/// although there is room. The last thing that they decide.
fn allocate_or_fail(
    machine: &mut Machine,
    state: &mut State,
    size: Size,
    align: u64,
    filled: Filled,
) -> Step<u64> {
    if allocation_fails(machine, state)? {
        return Ok(0);
    }
    Ok(allocate(machine, state, size, align, filled))
}

/// What becomes of a request that cannot be met, in [`resize`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Failing {
    /// The caller is told, and under `--max-fail` it may happen.
    Told,
    /// The caller's language ends the program.
    Never,
}

pub(crate) fn malloc(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let wanted = word(machine, call, 0);
    let wanted = size(machine, state, wanted)?;
    number(allocate_or_fail(
        machine,
        state,
        wanted,
        ALIGN,
        Filled::Undefined,
    )?)
}

/// `n * each`, or `None` where it does not fit; forks where that is open.
pub(crate) fn product(
    machine: &mut Machine,
    state: &mut State,
    n: Value,
    each: Value,
) -> Step<Option<Value>> {
    if let (Some(a), Some(b)) = (n.as_concrete(), each.as_concrete()) {
        return Ok(a.checked_mul(b).map(Value::concrete));
    }
    let t = &machine.terms;
    let (a, b) = (n.to_term(t, 64), each.to_term(t, 64));
    let overflow = Value::from_term(t, t.umul_overflow(a, b));
    let whole = Value::from_term(t, t.mul(a, b));
    Ok(if machine.decide(state, overflow)? {
        None
    } else {
        Some(whole)
    })
}

pub(crate) fn calloc(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let (n, each) = (word(machine, call, 0), word(machine, call, 1));
    let Some(wanted) = product(machine, state, n, each)? else {
        return number(0);
    };
    let wanted = size(machine, state, wanted)?;
    number(allocate_or_fail(
        machine,
        state,
        wanted,
        ALIGN,
        Filled::Zero,
    )?)
}

pub(crate) fn realloc(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let (pointer, wanted) = (word(machine, call, 0), word(machine, call, 1));
    resize(machine, state, (pointer, wanted), ALIGN, Failing::Told)
}

pub(crate) fn reallocarray(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let (n, each) = (word(machine, call, 1), word(machine, call, 2));
    let Some(wanted) = product(machine, state, n, each)? else {
        return number(0);
    };
    let pointer = word(machine, call, 0);
    resize(machine, state, (pointer, wanted), ALIGN, Failing::Told)
}

/// Moves an object to a new one of another size.
pub(crate) fn resize(
    machine: &mut Machine,
    state: &mut State,
    (pointer, wanted): (Value, Value),
    align: u64,
    failing: Failing,
) -> Step<Returned> {
    let old = freeable(machine, state, pointer)?;
    let none = equal(machine, wanted, Value::ZERO, 64);
    if old.is_some() && machine.decide(state, none)? {
        release(machine, state, old.as_deref());
        return number(0);
    }
    let wanted = size(machine, state, wanted)?;
    if failing == Failing::Told && allocation_fails(machine, state)? {
        return number(0);
    }
    let base = allocate(machine, state, wanted, align, Filled::Undefined);
    if let (Some(old), true) = (&old, base != 0) {
        let size = state.memory.find(base).map_or(0, |new| new.size);
        let len = old.size.min(size) as usize;
        machine.log_copies(true);
        machine.log_read(old.base, len as u64);
        machine.log_copies(false);
        if let Some(new) = machine.contents_mut(state, base, 0, len) {
            new.copy_from(0, &old.contents, 0, len);
        }
        release(machine, state, Some(old));
    }
    number(base)
}

pub(crate) fn free(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let pointer = word(machine, call, 0);
    let object = freeable(machine, state, pointer)?;
    release(machine, state, object.as_deref());
    Ok(Returned::Nothing)
}

pub(crate) fn release(machine: &mut Machine, state: &mut State, object: Option<&Object>) {
    if let Some(object) = object {
        machine.free_heap(state, object.base);
    }
}

/// The heap object that a pointer to be freed means; `None` for null.
pub(crate) fn freeable(
    machine: &mut Machine,
    state: &mut State,
    pointer: Value,
) -> Step<Option<Arc<Object>>> {
    if let Some(term) = pointer.term {
        let mut bases = vec![0];
        state.memory.for_each(|o| {
            if o.kind == Kind::Heap && o.freed.is_none() {
                bases.push(o.base);
            }
        });
        let t = &machine.terms;
        let any = bases.iter().fold(t.fls(), |any, base| {
            t.or(any, t.eq(term, t.constant(64, *base)))
        });
        let any = Value::from_term(t, any);
        machine.require(state, any, |m, s| {
            let address = m.example(s, pointer, 64).low_u64();
            bad_free(m, s, address)
        })?;
    }
    let address = machine.enumerate(state, pointer, 64)?.bits;
    if address == 0 {
        return Ok(None);
    }
    machine.log_object(Place::of(address).map_or(address, Place::base));
    match state.memory.find(address) {
        Some(o) if o.base == address && o.kind == Kind::Heap && o.freed.is_none() => {
            Ok(Some(Arc::clone(o)))
        }
        _ => error(bad_free(machine, state, address)),
    }
}

/// Why an address cannot be freed.
fn bad_free(machine: &Machine, state: &State, address: u64) -> Finding {
    let object = state.memory.find(address).cloned();
    let note = object
        .as_ref()
        .map(|o| machine.describe(state, o, address, 0));
    let (kind, message) = match (&object, &note) {
        (Some(o), Some(note)) => match o.kind {
            Kind::Heap if o.freed.is_some() && o.base == address => (
                ErrorKind::DoubleFree,
                format!(
                    "free of a heap object of {} bytes that was freed before",
                    o.size
                ),
            ),
            Kind::Heap => {
                let by = address - o.base;
                let place = match note.direction {
                    Direction::After(_) => "beyond the end of",
                    _ => "inside",
                };
                let text = format!(
                    "free of an address {} after the start, {place} a heap object of {}",
                    bytes(by),
                    bytes(o.size)
                );
                (ErrorKind::InvalidFree, text)
            }
            _ => (
                ErrorKind::InvalidFree,
                format!("free of a {}, which is not on the heap", note.what),
            ),
        },
        _ => (
            ErrorKind::InvalidFree,
            format!("free of {}", nowhere(address)),
        ),
    };
    let mut finding = machine.finding(state, kind, message);
    finding.object = note;
    finding.address = Some(address);
    finding
}

fn nowhere(address: u64) -> String {
    match Place::of(address).map(|p| p.segment) {
        Some(Segment::Stack) => "a local variable of a function that has returned".to_string(),
        Some(Segment::Function) => "a function".to_string(),
        _ => no_object(address),
    }
}

/// An alignment that the program asks for: a power of two.
fn alignment(machine: &mut Machine, state: &mut State, align: Value) -> Step<u64> {
    Ok(machine.enumerate(state, align, 64)?.bits)
}

/// `aligned_alloc(align, size)` and `memalign(align, size)`.
pub(crate) fn aligned_alloc(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let (align, wanted) = (word(machine, call, 0), word(machine, call, 1));
    let align = alignment(machine, state, align)?;
    let wanted = size(machine, state, wanted)?;
    if !align.is_power_of_two() {
        return number(0);
    }
    let align = align.max(ALIGN);
    number(allocate_or_fail(
        machine,
        state,
        wanted,
        align,
        Filled::Undefined,
    )?)
}

pub(crate) fn posix_memalign(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    const INVALID: u64 = 22;
    const NO_MEMORY: u64 = 12;
    let (align, wanted) = (word(machine, call, 1), word(machine, call, 2));
    let align = alignment(machine, state, align)?;
    if !align.is_power_of_two() || !align.is_multiple_of(8) {
        return number(INVALID);
    }
    let wanted = size(machine, state, wanted)?;
    let out = word(machine, call, 0);
    let out = machine.writable(state, out, 8)?;
    let align = align.max(ALIGN);
    let base = allocate_or_fail(machine, state, wanted, align, Filled::Undefined)?;
    if base == 0 {
        return number(NO_MEMORY);
    }
    machine.store_value(state, Value::concrete(out), 64, Value::concrete(base))?;
    number(0)
}

const PAGE: u64 = 4096;

pub(crate) fn valloc(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let wanted = word(machine, call, 0);
    let wanted = size(machine, state, wanted)?;
    number(allocate_or_fail(
        machine,
        state,
        wanted,
        PAGE,
        Filled::Undefined,
    )?)
}

pub(crate) fn pvalloc(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let wanted = word(machine, call, 0);
    let t = &machine.terms;
    let up = t.add(wanted.to_term(t, 64), t.constant(64, PAGE - 1));
    let whole = Value::from_term(t, t.and(up, t.constant(64, !(PAGE - 1))));
    let wanted = size(machine, state, whole)?;
    number(allocate_or_fail(
        machine,
        state,
        wanted,
        PAGE,
        Filled::Undefined,
    )?)
}

/// The size that was asked for; nothing beyond it may be used.
pub(crate) fn malloc_usable_size(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let pointer = word(machine, call, 0);
    let Some(object) = freeable(machine, state, pointer)? else {
        return number(0);
    };
    Ok(Returned::One(size_of(machine, &object)))
}

/// The usable size of an object.
pub(crate) fn size_of(machine: &Machine, object: &Object) -> Value {
    match object.bound {
        Some(bound) => resized(machine, Value::from_term(&machine.terms, bound), 64),
        None => Value::concrete(object.size),
    }
}
