//! Variadic arguments in the layout of the x86-64 calling convention. All of
//! them are put into the overflow area: the `va_list` says that the registers
//! are used up, which compiled `va_arg` code has to understand anyway.

use crate::{Access, Machine, State, Step, Value};
use pleach_ir::{Arg, Opnd, Slot};
use pleach_memory::{Byte, Contents};
use std::sync::Arc;

/// Offsets at which the register save area is used up.
const GP_OFFSET: u64 = 48;
const FP_OFFSET: u64 = 304;
const VA_LIST_BYTES: u64 = 24;

impl Machine {
    /// The arguments behind the fixed ones, as bytes of an overflow area.
    pub(crate) fn vararg_area(
        &mut self,
        state: &mut State,
        args: &[Arg],
        values: &[Value],
        fixed: usize,
    ) -> Step<Arc<[Byte]>> {
        let mut area = Vec::new();
        for (arg, value) in args
            .get(fixed..)
            .unwrap_or(&[])
            .iter()
            .zip(values.get(fixed..).unwrap_or(&[]))
        {
            match arg.by_value {
                Some(by_value) => {
                    let contents = self.snapshot(state, *value, by_value)?;
                    align(&mut area, by_value.align.max(8) as usize);
                    area.extend((0..contents.len()).map(|i| contents.get(i)));
                }
                None => {
                    align(&mut area, if arg.width > 64 { 16 } else { 8 });
                    let len = arg.width.div_ceil(8);
                    let term = self
                        .terms
                        .zext(value.to_term(&self.terms, arg.width), len * 8);
                    let bytes = self.split_bytes(term, len);
                    area.extend(bytes.into_iter().map(|t| self.to_byte(t)));
                }
            }
            align(&mut area, 8);
        }
        Ok(area.into())
    }

    pub(crate) fn va_start(&mut self, state: &mut State, list: Opnd) -> Step<()> {
        let list = self.read(state, list);
        let (object, at) =
            self.resolve(state, list, Value::concrete(VA_LIST_BYTES), Access::Write)?;
        let at = self.enumerate(state, at, 64)?.bits as usize;
        let area = state.stack.top().varargs.clone().unwrap_or_default();
        let mut contents = Contents::zero(area.len());
        area.iter()
            .enumerate()
            .for_each(|(i, byte)| contents.set(i, *byte));
        let base = self.push_stack_object(state, area.len() as u64, 16)?;
        if let Some(object) = self.memory_mut(state).object_mut(base) {
            object.contents = contents;
        }
        let mut bytes = Vec::with_capacity(VA_LIST_BYTES as usize);
        bytes.extend_from_slice(&(GP_OFFSET | FP_OFFSET << 32).to_le_bytes());
        bytes.extend_from_slice(&base.to_le_bytes());
        bytes.extend_from_slice(&0u64.to_le_bytes());
        self.write_bytes(state, object.base, at, &bytes);
        Ok(())
    }

    pub(crate) fn va_copy(&mut self, state: &mut State, dst: Opnd, src: Opnd) -> Step<()> {
        let (dst, src) = (self.read(state, dst), self.read(state, src));
        self.copy(state, dst, src, Value::concrete(VA_LIST_BYTES))
    }

    /// The next argument of a list, from its overflow area.
    pub fn next_vararg(&mut self, state: &mut State, list: Value, width: u32) -> Step<Value> {
        let pointer = self.add_offset(list, 8);
        let area = self.load_value(state, pointer, 64)?;
        let area = self.enumerate(state, area, 64)?.bits;
        let area = if width > 64 {
            area.next_multiple_of(16)
        } else {
            area
        };
        let value = self.load_value(state, Value::concrete(area), width)?;
        let next = area + u64::from(width.div_ceil(64)) * 8;
        self.store_value(state, pointer, 64, Value::concrete(next))?;
        Ok(value)
    }

    pub(crate) fn va_arg(
        &mut self,
        state: &mut State,
        dst: Slot,
        list: Opnd,
        width: u32,
    ) -> Step<()> {
        let list = self.read(state, list);
        let value = self.next_vararg(state, list, width)?;
        self.set(state, dst, value);
        Ok(())
    }

    /// An address some bytes further on.
    pub fn add_offset(&self, address: Value, by: u64) -> Value {
        match address.term {
            None => Value::concrete(address.bits.wrapping_add(by)),
            Some(t) => {
                Value::from_term(&self.terms, self.terms.add(t, self.terms.constant(64, by)))
            }
        }
    }
}

fn align(area: &mut Vec<Byte>, to: usize) {
    area.resize(area.len().next_multiple_of(to), Byte::Concrete(0));
}
