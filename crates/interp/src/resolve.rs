//! From an address to the object it means.

use crate::finding::SIGSEGV;
use crate::{
    Direction, End, ErrorKind, Finding, Incomplete, Interrupt, Machine, Question, State, Step,
    Value,
};
use pleach_ir::address::{Place, Segment};
use pleach_memory::{Kind, Object};
use pleach_term::{Op, Term};
use std::sync::Arc;

/// What is about to be done with memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    Read,
    Write,
}

/// Addresses below this are null pointers with an offset.
const NULL_PAGE: u64 = 4096;

/// How far before an object the constant part of its addresses may lie.
const FOLDED_INDEX: u64 = 1 << 16;

/// Parts of an address that are looked at to see whether it is chosen among constants.
const MOST_CHOICES: u32 = 10_000;

impl Machine {
    /// The object that `len` bytes at `address` lie in, and the offset there.
    /// Errors end their own path; where several objects are possible, so many
    /// states fork.
    pub fn resolve(
        &mut self,
        state: &mut State,
        address: Value,
        len: Value,
        access: Access,
    ) -> Step<(Arc<Object>, Value)> {
        let found = match address.term {
            None => self.resolve_concrete(state, address.bits, len, access),
            Some(term) => self.resolve_symbolic(state, term, len, access),
        }?;
        if self.log.is_some() && access == Access::Read {
            self.log_read_in(&found.0, found.1, len);
        }
        Ok(found)
    }

    /// Bytes of an object are read; all of them where it is not known which.
    fn log_read_in(&mut self, object: &Object, offset: Value, len: Value) {
        match (offset.as_concrete(), len.as_concrete()) {
            (Some(at), Some(len)) => self.log_read(object.base + at, len),
            (Some(at), None) => self.log_read(object.base + at, object.size.saturating_sub(at)),
            _ => self.log_read(object.base, object.size),
        }
    }

    fn resolve_concrete(
        &mut self,
        state: &mut State,
        address: u64,
        len: Value,
        access: Access,
    ) -> Step<(Arc<Object>, Value)> {
        let Some(object) = usable(state, address, access) else {
            return self.bad_access(state, address, len, access);
        };
        let object = Arc::clone(object);
        let offset = Value::concrete(address.wrapping_sub(object.base));
        if let (Some(n), None) = (len.as_concrete(), object.bound) {
            if !object.contains(address, n) {
                return self.bad_access(state, address, len, access);
            }
            return Ok((object, offset));
        }
        let fits = self.fits(&object, offset, len);
        self.require(state, fits, |m, s| {
            m.access_finding(s, address, len, access)
        })?;
        Ok((object, offset))
    }

    /// The address of `len` bytes that may be written: nothing is left to
    /// decide about writing there.
    pub fn writable(&mut self, state: &mut State, address: Value, len: u64) -> Step<u64> {
        let (object, offset) = self.resolve(state, address, Value::concrete(len), Access::Write)?;
        Ok(object.base + self.enumerate(state, offset, 64)?.bits)
    }

    /// Whether `len` bytes at `offset` lie inside the object, as a condition.
    pub(crate) fn fits(&self, object: &Object, offset: Value, len: Value) -> Value {
        let t = &self.terms;
        let size = object.bound.unwrap_or_else(|| t.constant(64, object.size));
        let (offset, len) = (offset.to_term(t, 64), len.to_term(t, 64));
        // offset <= size and len <= size - offset: no overflow possible.
        let inside = match (t.as_const(len), t.as_const(size)) {
            (Some(n), Some(size)) if n <= size => t.ule(offset, t.constant(64, size - n)),
            (Some(n), Some(size)) if n > size => t.fls(),
            _ => t.and(t.ule(offset, size), t.ule(len, t.sub(size, offset))),
        };
        Value::from_term(t, inside)
    }

    fn resolve_symbolic(
        &mut self,
        state: &mut State,
        address: Term,
        len: Value,
        access: Access,
    ) -> Step<(Arc<Object>, Value)> {
        let address = self.initialised(state, address, "an address")?;
        if let Some(address) = self.terms.as_const(address) {
            return self.resolve_concrete(state, address, len, access);
        }
        self.divide(state, address, Question::Value)?;
        if let Some(object) = self.base_object(state, address, len, access) {
            let offset = self.offset_in(&object, address);
            let fits = self.fits(&object, offset, len);
            self.require(state, fits, |m, s| {
                let example = m.example(s, symbolic(address), 64).low_u64();
                m.access_finding_in(s, Some(&object), example, len, access)
            })?;
            return Ok((object, offset));
        }
        self.resolve_by_example(state, address, len, access)
    }

    pub(crate) fn offset_in(&self, object: &Object, address: Term) -> Value {
        Value::from_term(
            &self.terms,
            self.terms
                .sub(address, self.terms.constant(64, object.base)),
        )
    }

    /// The object that the constant part of an address points into: what the
    /// program indexes. Other objects that a wild index might hit do not count.
    ///
    /// Compilers, and our terms, also fold the lowest index into the constant: `table[c - 'A']`
    /// becomes an index from before the table, where there may be another object. What the
    /// constant points into is meant only if the address can get there; else it is the object
    /// near by that the model leads to, if there is one. A state that comes back because it was
    /// left open whether the access fits is still about the same object. An address that is one of
    /// several known ones (the constant and an entry of a table of distances) means each of them.
    fn base_object(
        &mut self,
        state: &State,
        address: Term,
        len: Value,
        access: Access,
    ) -> Option<Arc<Object>> {
        let node = self.terms.node(address);
        if node.op != Op::Add {
            return None;
        }
        let base = node.args().find_map(|a| self.terms.as_const(a))?;
        let here = usable(state, base, access).filter(|here| here.contains(base, 0));
        let example = self.example(state, symbolic(address), 64).low_u64();
        if let Some(here) = here
            && (here.contains(example, 1)
                || self.is_outside(state, here, address, len)
                || self.may_reach(state, here, address))
        {
            return Some(here.clone());
        }
        if self.is_one_of_several(address, &mut { MOST_CHOICES }) {
            return None;
        }
        let object = usable(state, example, access).filter(|o| o.contains(example, 1))?;
        let near = object.base.saturating_sub(FOLDED_INDEX)..object.end() + FOLDED_INDEX;
        near.contains(&base).then(|| object.clone())
    }

    /// Whether a value is chosen among constants, at most `nodes` of its parts looked at.
    fn is_one_of_several(&self, value: Term, nodes: &mut u32) -> bool {
        if *nodes == 0 {
            return false;
        }
        *nodes -= 1;
        let node = self.terms.node(value);
        let mut parts = node.args();
        match node.op {
            Op::Const => return true,
            // The condition may be anything.
            Op::Ite => drop(parts.next()),
            Op::Add | Op::Sub | Op::Mul | Op::Shl => {}
            Op::ZExt | Op::SExt | Op::Extract | Op::Concat => {}
            _ => return false,
        }
        parts.all(|part| self.is_one_of_several(part, nodes))
    }

    /// Whether the path says in so many words that the access leaves the object.
    fn is_outside(&self, state: &State, object: &Object, address: Term, len: Value) -> bool {
        let fits = self.fits(object, self.offset_in(object, address), len);
        let outside = self.terms.not(fits.to_term(&self.terms, 1));
        state.path.contains(&self.terms, outside)
    }

    fn may_reach(&mut self, state: &State, object: &Object, address: Term) -> bool {
        let offset = self.offset_in(object, address);
        let inside = self.fits(object, offset, Value::concrete(1));
        let inside = inside.to_term(&self.terms, 1);
        self.may_hold(state, inside)
    }

    /// Tries the object that the state's model leads to; other possibilities fork off.
    fn resolve_by_example(
        &mut self,
        state: &mut State,
        address: Term,
        len: Value,
        access: Access,
    ) -> Step<(Arc<Object>, Value)> {
        let example = self.example(state, symbolic(address), 64).low_u64();
        let found = usable(state, example, access).cloned().map(|object| {
            let offset = self.offset_in(&object, address);
            let fits = self.fits(&object, offset, len);
            (object, offset, fits)
        });
        if let Some((object, offset, fits)) =
            found.filter(|(_, _, fits)| self.example(state, *fits, 1).is_one())
        {
            if state.resolutions >= self.config.max_resolutions {
                return Err(Interrupt::End(End::Incomplete(Incomplete::TooManyObjects)));
            }
            state.resolutions += 1;
            if self.decide(state, fits)? {
                state.resolutions = 0;
                return Ok((object, offset));
            }
            return self.resolve_symbolic(state, address, len, access);
        }
        self.resolve_any(state, address, len, access)
    }

    /// The model leads to no object: is there one that the address can reach?
    fn resolve_any(
        &mut self,
        state: &mut State,
        address: Term,
        len: Value,
        access: Access,
    ) -> Step<(Arc<Object>, Value)> {
        let mut objects = Vec::new();
        state.memory.for_each(|o| {
            if o.freed.is_none() && !(o.constant && access == Access::Write) {
                objects.push(Arc::clone(o));
            }
        });
        let mut any = self.terms.fls();
        for object in &objects {
            let offset = self.offset_in(object, address);
            let fits = self.fits(object, offset, len).to_term(&self.terms, 1);
            any = self.terms.or(any, fits);
        }
        let any = Value::from_term(&self.terms, any);
        self.require(state, any, |m, s| {
            let example = m.example(s, symbolic(address), 64).low_u64();
            m.access_finding(s, example, len, access)
        })?;
        self.resolve_by_example(state, address, len, access)
    }

    fn bad_access<T>(
        &mut self,
        state: &State,
        address: u64,
        len: Value,
        access: Access,
    ) -> Step<T> {
        Err(Interrupt::End(End::Error(Box::new(
            self.access_finding(state, address, len, access),
        ))))
    }

    /// The error that an access to this address is.
    pub fn access_finding(
        &mut self,
        state: &State,
        address: u64,
        len: Value,
        access: Access,
    ) -> Finding {
        let object = nearest(state, address);
        self.access_finding_in(state, object.as_ref(), address, len, access)
    }

    fn access_finding_in(
        &mut self,
        state: &State,
        object: Option<&Arc<Object>>,
        address: u64,
        len: Value,
        access: Access,
    ) -> Finding {
        // Elsewhere there may be something at this address.
        self.log_object(Place::of(address).map_or(address, Place::base));
        let len = self.example(state, len, 64).low_u64();
        let verb = if access == Access::Write {
            "write"
        } else {
            "read"
        };
        let kind = access_kind(address, object, access);
        let note = object.map(|o| self.describe(state, o, address, len));
        let message = match (kind, &note) {
            (ErrorKind::NullDereference, _) => format!(
                "{verb} of {} through a null pointer ({address:#x})",
                bytes(len)
            ),
            (ErrorKind::UseAfterFree, Some(n)) => {
                format!("{verb} of {} in a {} that was freed", bytes(len), n.what)
            }
            (ErrorKind::UseAfterScope, Some(n)) => {
                format!(
                    "{verb} of {} in a {} outside of its scope",
                    bytes(len),
                    n.what
                )
            }
            (ErrorKind::UseAfterReturn, _) => {
                format!(
                    "{verb} of {} in a local variable of a function that has returned",
                    bytes(len)
                )
            }
            (ErrorKind::WriteToConstant, Some(n)) => {
                format!("write of {} to constant memory ({})", bytes(len), n.what)
            }
            (_, Some(n)) => {
                format!(
                    "{verb} of {}, {} {} of {}",
                    bytes(len),
                    place(n.direction),
                    n.what,
                    bytes(n.size)
                )
            }
            (_, None) => format!("{verb} of {} at {}", bytes(len), no_object(address)),
        };
        let mut finding = self.finding(state, kind, message);
        finding.object = note;
        finding.address = Some(address);
        // Where there is an object, or was one, native programs mostly go on.
        let is_wild = object.is_none() && kind != ErrorKind::UseAfterReturn;
        finding.signal = finding.signal.or(is_wild.then_some(SIGSEGV));
        finding
    }
}

fn symbolic(term: Term) -> Value {
    Value {
        bits: 0,
        term: Some(term),
    }
}

/// The live object in whose slot the address lies, if it may be accessed so.
fn usable(state: &State, address: u64, access: Access) -> Option<&Arc<Object>> {
    state
        .memory
        .find(address)
        .filter(|o| o.freed.is_none() && !(o.constant && access == Access::Write))
}

/// The object that an address that hits none most likely was meant for: the one
/// whose slot it is in, or the next one if the address is right before that.
fn nearest(state: &State, address: u64) -> Option<Arc<Object>> {
    let here = state.memory.find(address);
    let next = Place::of(address).and_then(|p| {
        let base = Place {
            index: p.index + 1,
            ..p
        }
        .base();
        state.memory.find(base)
    });
    match (here, next) {
        // Something that is no longer there is not meant where something is.
        (Some(h), Some(n)) if n.freed.is_some() && h.freed.is_none() => Some(h.clone()),
        (Some(h), Some(n)) if !h.contains(address, 0) && n.base - address < address - h.end() => {
            Some(n.clone())
        }
        (Some(h), _) => Some(h.clone()),
        (None, Some(n)) if n.base - address <= 64 => Some(n.clone()),
        _ => None,
    }
}

fn access_kind(address: u64, object: Option<&Arc<Object>>, access: Access) -> ErrorKind {
    if address < NULL_PAGE {
        return ErrorKind::NullDereference;
    }
    match object {
        Some(o) if o.freed.is_some() && o.kind == Kind::Stack => ErrorKind::UseAfterScope,
        Some(o) if o.freed.is_some() => ErrorKind::UseAfterFree,
        Some(o) if o.constant && access == Access::Write && o.contains(address, 1) => {
            ErrorKind::WriteToConstant
        }
        None if Place::of(address).is_some_and(|p| p.segment == Segment::Stack) => {
            ErrorKind::UseAfterReturn
        }
        _ if access == Access::Write => ErrorKind::OutOfBoundsWrite,
        _ => ErrorKind::OutOfBoundsRead,
    }
}

/// An address that belongs to no object that is known, in words.
pub fn no_object(address: u64) -> String {
    let why = match Place::of(address).map(|place| place.segment) {
        Some(Segment::Heap) => "heap memory that was freed long ago or never allocated",
        _ => "where there is no object",
    };
    format!("{address:#x}, {why}")
}

/// A number of bytes in words.
pub fn bytes(n: u64) -> String {
    if n == 1 {
        "1 byte".to_string()
    } else {
        format!("{n} bytes")
    }
}

fn place(direction: Direction) -> String {
    match direction {
        Direction::Inside => "inside".into(),
        Direction::Before(by) => format!("{} before the start of", bytes(by)),
        Direction::After(by) => format!("{} beyond the end of", bytes(by)),
    }
}
