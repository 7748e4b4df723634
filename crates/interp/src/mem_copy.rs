//! memcpy, memmove and memset.

use crate::mem::let_go;
use crate::resolve::bytes;
use crate::{Access, ErrorKind, Machine, State, Step, Value};
use pleach_ir::Opnd;
use pleach_memory::{Byte, Contents, Object};
use pleach_term::Term;
use std::sync::Arc;

impl Machine {
    pub(crate) fn mem_copy(
        &mut self,
        state: &mut State,
        dst: Opnd,
        src: Opnd,
        (len, len_width): (Opnd, u32),
        overlap: bool,
    ) -> Step<()> {
        let (dst, src) = (self.read(state, dst), self.read(state, src));
        let len = self.length(state, len, len_width);
        match overlap {
            true => self.copy(state, dst, src, len),
            false => self.copy_apart(state, dst, src, len),
        }
    }

    pub(crate) fn mem_set(
        &mut self,
        state: &mut State,
        dst: Opnd,
        value: Opnd,
        (len, len_width): (Opnd, u32),
    ) -> Step<()> {
        let (dst, value) = (self.read(state, dst), self.read(state, value));
        let len = self.length(state, len, len_width);
        self.fill(state, dst, value, len)
    }

    fn length(&mut self, state: &mut State, len: Opnd, width: u32) -> Value {
        let len = self.read(state, len);
        match len.term {
            None => len,
            Some(t) => Value::from_term(&self.terms, self.terms.zext(t, width.max(64))),
        }
    }

    /// Copies `len` bytes (a 64-bit value); regions may overlap.
    pub fn copy(&mut self, state: &mut State, dst: Value, src: Value, len: Value) -> Step<()> {
        self.copy_if(state, dst, src, len, |_, _, _| Ok(()))
    }

    /// Copies `len` bytes between regions that must be the same or lie apart.
    pub fn copy_apart(
        &mut self,
        state: &mut State,
        dst: Value,
        src: Value,
        len: Value,
    ) -> Step<()> {
        self.copy_if(state, dst, src, len, |machine, state, len| {
            machine.require_apart(state, dst, src, len)
        })
    }

    /// Requires that `len` bytes at two places are the same bytes or have none in common.
    pub fn require_apart(
        &mut self,
        state: &mut State,
        dst: Value,
        src: Value,
        len: Value,
    ) -> Step<()> {
        let t = &self.terms;
        let (to, from, n) = (dst.to_term(t, 64), src.to_term(t, 64), len.to_term(t, 64));
        let (ahead, behind) = (t.sub(to, from), t.sub(from, to));
        let apart = t.and(t.ule(n, ahead), t.ule(n, behind));
        let fine = Value::from_term(t, t.or(apart, t.eq(to, from)));
        self.require(state, fine, |m, s| {
            let [to, from, n] = [dst, src, len].map(|value| m.example(s, value, 64).low_u64());
            let distance = bytes(to.abs_diff(from));
            let side = if to > from { "behind" } else { "before" };
            let message = format!(
                "copy of {} to {distance} {side} their place: the ranges overlap",
                bytes(n)
            );
            let mut finding = m.finding(s, ErrorKind::OverlappingCopy, message);
            finding.address = Some(to);
            finding
        })
    }

    fn copy_if(
        &mut self,
        state: &mut State,
        dst: Value,
        src: Value,
        len: Value,
        check: impl FnOnce(&mut Machine, &mut State, Value) -> Step<()>,
    ) -> Step<()> {
        if len.as_concrete() == Some(0) {
            return Ok(());
        }
        self.log_copies(true);
        let copied = self.copy_some(state, dst, src, len, check);
        self.log_copies(false);
        copied
    }

    fn copy_some(
        &mut self,
        state: &mut State,
        dst: Value,
        src: Value,
        len: Value,
        check: impl FnOnce(&mut Machine, &mut State, Value) -> Step<()>,
    ) -> Step<()> {
        let len = self.possible_length(state, len)?;
        if len.as_concrete() == Some(0) {
            return Ok(());
        }
        let (to, to_at) = self.resolve(state, dst, len, Access::Write)?;
        let (from, from_at) = self.resolve(state, src, len, Access::Read)?;
        // Different objects lie apart.
        if to.base == from.base {
            check(self, state, len)?;
        }
        if let Some(n) = short(len).filter(|_| from_at.term.is_some() || to_at.term.is_some()) {
            let bytes = self.read_run(state, &from, from_at, n)?;
            drop(from);
            return self.write_run(state, to, to_at, &bytes);
        }
        // The objects are known; other symbolic offsets into them are taken one by one.
        let from_at = self.enumerate(state, from_at, 64)?.bits as usize;
        let to_at = self.enumerate(state, to_at, 64)?.bits as usize;
        match len.as_concrete() {
            Some(n) => {
                let cost = Contents::cost_of_copy(to_at, from_at, n as usize);
                self.reserve(cost as u64)?;
                let base = let_go(to);
                if let Some(contents) = self.contents_mut(state, base, to_at, n as usize) {
                    contents.copy_from(to_at, &from.contents, from_at, n as usize);
                }
            }
            None => {
                let most = self.longest(state, len, &[(&from, from_at), (&to, to_at)]);
                let bytes: Vec<Term> = (0..most)
                    .map(|i| self.byte_term(&from, from_at + i))
                    .collect();
                self.write_prefix(state, to, to_at, &bytes, len);
            }
        }
        Ok(())
    }

    /// Sets `len` bytes (a 64-bit value) to the low byte of `value`.
    pub fn fill(&mut self, state: &mut State, dst: Value, value: Value, len: Value) -> Step<()> {
        let len = self.possible_length(state, len)?;
        if len.as_concrete() == Some(0) {
            return Ok(());
        }
        let (to, at) = self.resolve(state, dst, len, Access::Write)?;
        let byte = match value.term {
            None => Byte::Concrete(value.bits as u8),
            Some(t) => self.to_byte(self.terms.extract(t, 0, 8)),
        };
        if let Some(n) = short(len).filter(|_| at.term.is_some()) {
            let byte = self.term_of_byte(byte);
            return self.write_run(state, to, at, &vec![byte; n as usize]);
        }
        let at = self.enumerate(state, at, 64)?.bits as usize;
        match (len.as_concrete(), byte) {
            (Some(n), Byte::Concrete(b)) => {
                self.reserve(if b == 0 { 0 } else { n })?;
                let base = let_go(to);
                if let Some(contents) = self.contents_mut(state, base, at, n as usize) {
                    contents.fill(at, n as usize, b);
                }
            }
            (Some(n), Byte::Symbolic(t)) => {
                self.reserve(n.saturating_mul(PER_SYMBOLIC_BYTE))?;
                let base = let_go(to);
                self.write_terms(state, base, at, &vec![t; n as usize]);
            }
            (None, _) => {
                let most = self.longest(state, len, &[(&to, at)]);
                let byte = self.term_of_byte(byte);
                self.write_prefix(state, to, at, &vec![byte; most], len);
            }
        }
        Ok(())
    }

    /// `len` bytes at an offset that may be symbolic.
    fn read_run(
        &mut self,
        state: &mut State,
        object: &Arc<Object>,
        at: Value,
        len: u64,
    ) -> Step<Vec<Term>> {
        (0..len)
            .map(|i| match at.as_concrete() {
                Some(at) => Ok(self.byte_term(object, (at + i) as usize)),
                None => {
                    let at = self.add_offset(at, i);
                    self.read_at(state, object, at, 1)
                }
            })
            .collect()
    }

    fn write_run(
        &mut self,
        state: &mut State,
        object: Arc<Object>,
        at: Value,
        bytes: &[Term],
    ) -> Step<()> {
        match at.as_concrete() {
            Some(at) => {
                let base = let_go(object);
                self.write_terms(state, base, at as usize, bytes);
                Ok(())
            }
            None => self.write_at(state, object, at, bytes),
        }
    }

    /// A symbolic length apart from zero: a length of nothing touches no memory and needs no object.
    fn possible_length(&mut self, state: &mut State, len: Value) -> Step<Value> {
        let Some(term) = len.term else { return Ok(len) };
        let none = self.terms.eq(term, self.terms.constant(64, 0));
        Ok(if self.decide_term(state, none)? {
            Value::ZERO
        } else {
            len
        })
    }

    /// The most bytes that a symbolic length can mean, given that it fits the objects.
    fn longest(&mut self, state: &State, len: Value, places: &[(&Arc<Object>, usize)]) -> usize {
        let room = places
            .iter()
            .map(|(o, at)| o.size as usize - at)
            .min()
            .unwrap_or(0);
        let len = len.to_term(&self.terms, 64);
        let most = self.most(state, len, crate::mem_symbolic::QUESTIONS);
        if most.exact {
            room.min(most.value.low_u64() as usize)
        } else {
            room
        }
    }

    /// Writes those of `bytes` whose index is below `len`.
    fn write_prefix(
        &mut self,
        state: &mut State,
        to: Arc<Object>,
        at: usize,
        bytes: &[Term],
        len: Value,
    ) {
        let len = len.to_term(&self.terms, 64);
        let new: Vec<Term> = bytes
            .iter()
            .enumerate()
            .map(|(i, byte)| {
                let copied = self.terms.ult(self.terms.constant(64, i as u64), len);
                self.terms.ite(copied, *byte, self.byte_term(&to, at + i))
            })
            .collect();
        let base = let_go(to);
        self.log_read(base + at as u64, new.len() as u64);
        self.write_terms(state, base, at, &new);
    }
}

/// Memory that a symbolic byte takes while it is written.
const PER_SYMBOLIC_BYTE: u64 = 32;

/// A length for which symbolic offsets become expressions instead of paths.
fn short(len: Value) -> Option<u64> {
    len.as_concrete().filter(|n| *n <= 64)
}
