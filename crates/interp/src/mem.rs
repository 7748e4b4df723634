//! Loads, stores and stack objects.

use crate::value::mask;
use crate::{Access, Machine, State, Step, Value};
use pleach_ir::{Opnd, Slot};
use pleach_memory::{Byte, Contents, Object};
use pleach_term::Term;
use std::sync::Arc;

impl Machine {
    pub(crate) fn load(
        &mut self,
        state: &mut State,
        dst: Slot,
        width: u32,
        addr: Opnd,
    ) -> Step<()> {
        let addr = self.read(state, addr);
        let value = self.load_value(state, addr, width)?;
        self.set(state, dst, value);
        Ok(())
    }

    pub(crate) fn store(
        &mut self,
        state: &mut State,
        width: u32,
        addr: Opnd,
        value: Opnd,
    ) -> Step<()> {
        let addr = self.read(state, addr);
        let value = self.read(state, value);
        self.store_value(state, addr, width, value)
    }

    /// Reads a value of `width` bits.
    pub fn load_value(&mut self, state: &mut State, addr: Value, width: u32) -> Step<Value> {
        let len = width.div_ceil(8);
        let (object, offset) =
            self.resolve(state, addr, Value::concrete(u64::from(len)), Access::Read)?;
        let whole = match offset.as_concrete() {
            Some(at) => {
                if len <= 8
                    && let Some(bits) = object.contents.read_u64(at as usize, len as usize)
                {
                    return Ok(Value::concrete(bits & mask(width)));
                }
                self.bytes_term(&object, at as usize, len as usize)
            }
            None => self.read_at(state, &object, offset, len)?,
        };
        Ok(Value::from_term(
            &self.terms,
            self.terms.trunc(whole, width),
        ))
    }

    /// Writes the low `width` bits of a value, zero-extended to whole bytes.
    pub fn store_value(
        &mut self,
        state: &mut State,
        addr: Value,
        width: u32,
        value: Value,
    ) -> Step<()> {
        let len = width.div_ceil(8);
        let (object, offset) =
            self.resolve(state, addr, Value::concrete(u64::from(len)), Access::Write)?;
        if let (Some(at), Some(bits), true) = (offset.as_concrete(), value.as_concrete(), len <= 8)
        {
            let bytes = bits.to_le_bytes();
            let base = let_go(object);
            self.write_bytes(state, base, at as usize, &bytes[..len as usize]);
            return Ok(());
        }
        let whole = self.terms.zext(value.to_term(&self.terms, width), len * 8);
        let bytes = self.split_bytes(whole, len);
        match offset.as_concrete() {
            Some(at) => {
                let base = let_go(object);
                self.write_terms(state, base, at as usize, &bytes);
            }
            None => self.write_at(state, object, offset, &bytes)?,
        }
        Ok(())
    }

    pub(crate) fn byte_term(&self, object: &Object, at: usize) -> Term {
        self.term_of_byte(object.contents.get(at))
    }

    pub(crate) fn term_of_byte(&self, byte: Byte) -> Term {
        match byte {
            Byte::Concrete(b) => self.terms.constant(8, u64::from(b)),
            Byte::Symbolic(t) => t,
        }
    }

    /// `len` bytes as one term, little endian.
    pub(crate) fn bytes_term(&self, object: &Object, at: usize, len: usize) -> Term {
        let bytes: Vec<Term> = (at..at + len).map(|i| self.byte_term(object, i)).collect();
        self.terms.concat_bytes(&bytes)
    }

    /// The bytes of a term, the lowest first.
    pub fn split_bytes(&self, whole: Term, len: u32) -> Vec<Term> {
        (0..len)
            .map(|i| self.terms.extract(whole, i * 8, 8))
            .collect()
    }

    pub(crate) fn to_byte(&self, term: Term) -> Byte {
        match self.terms.as_const(term) {
            Some(b) => Byte::Concrete(b as u8),
            None => Byte::Symbolic(term),
        }
    }

    /// Contents of memory that nobody has written: zero, or tracked as uninitialised.
    pub fn fresh_contents(&mut self, state: &mut State, size: u64) -> Contents {
        let mut contents = Contents::zero(size as usize);
        if self.config.checks.uninit && size > MAX_TRACKED {
            self.warn_once(format!(
                "objects of more than {MAX_TRACKED} bytes are not followed by --check uninit"
            ));
        } else if self.config.checks.uninit {
            let bytes = self.fresh_bytes(state, crate::uninit::UNINITIALISED, size as u32);
            for (i, term) in bytes.into_iter().enumerate() {
                contents.set(i, Byte::Symbolic(term));
            }
        }
        contents
    }
}

/// Lets go of an object that is about to be written, and keeps its base: whoever still holds the
/// object makes the write copy all of it first.
pub(crate) fn let_go(object: Arc<Object>) -> u64 {
    object.base
}

/// Larger objects are not followed byte by byte for uninitialised values.
const MAX_TRACKED: u64 = 1 << 16;
