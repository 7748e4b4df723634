//! Variadic arguments in the layout of the x86-64 calling convention: a save area for those that
//! come in registers, an overflow area for the others.
//!
//! Those that came in registers lie at the end of their part of the save area, as if registers
//! that nobody filled had been used up. A `va_arg` too many then looks into the overflow area,
//! beyond its end, which is an error; behind the last register it would find what happens to be
//! there.

use crate::{Access, Machine, State, Step, Value};
use pleach_ir::convention::{Class, GENERAL, GENERAL_BYTES, Location, Used, VECTOR, VECTOR_BYTES};
use pleach_ir::{Arg, Opnd, Slot};
use pleach_memory::{Byte, Contents};
use std::sync::Arc;

const VA_LIST_BYTES: u64 = 24;
/// Offsets in the save area at which the registers of a kind are used up.
const GENERAL_END: u32 = GENERAL * GENERAL_BYTES;
const VECTOR_END: u32 = GENERAL_END + VECTOR * VECTOR_BYTES;
/// The parts of a `va_list`: how far each kind of registers is used up, the next argument in the
/// overflow area, the save area.
const FIELDS: [u64; 4] = [0, 4, 8, 16];
const FIELD_WIDTHS: [u32; 4] = [32, 32, 64, 64];

/// A `va_list` as it was read; taking arguments from it does not change the program's.
#[derive(Debug, Clone, Copy)]
pub struct VaList {
    fields: [u64; FIELDS.len()],
}

impl VaList {
    /// The address of the next argument, which is of this class.
    pub fn next(&mut self, class: Class) -> u64 {
        let [general, vector, overflow, save] = &mut self.fields;
        let saved = match class {
            Class::General(n) => Some((general, n * GENERAL_BYTES, GENERAL_END)),
            Class::Vector { .. } => Some((vector, VECTOR_BYTES, VECTOR_END)),
            Class::Memory { .. } => None,
        };
        if let Some((offset, size, end)) = saved
            && *offset + u64::from(size) <= u64::from(end)
        {
            let at = save.wrapping_add(*offset);
            *offset += u64::from(size);
            return at;
        }
        let (size, align) = class.on_stack();
        let at = overflow.next_multiple_of(align);
        *overflow = at + size.next_multiple_of(8);
        at
    }
}

/// The variadic arguments of a frame, laid out for `va_start`.
#[derive(Debug, PartialEq, Eq)]
pub struct Varargs {
    /// The save area from its first register in use on, then the overflow area.
    pub area: Box<[Byte]>,
    align: u64,
    general_offset: u32,
    vector_offset: u32,
    /// The offset in the save area at which `area` begins.
    begin: u32,
    /// Where in `area` the overflow area begins.
    overflow: usize,
    /// Bytes that the arguments take, without gaps.
    pub given: u64,
}

/// An argument with its bytes.
struct Placed {
    location: Location,
    bytes: Vec<Byte>,
}

impl Machine {
    /// The arguments behind the fixed ones, which have used up some registers.
    pub(crate) fn varargs(
        &mut self,
        state: &mut State,
        args: &[Arg],
        values: &[Value],
        (fixed, used): (usize, Used),
    ) -> Step<Arc<Varargs>> {
        let mut next = used;
        let mut placed = Vec::new();
        for (arg, value) in args.iter().zip(values).skip(fixed) {
            let location = next.place(Class::of(arg));
            let bytes = match arg.by_value {
                Some(by_value) => {
                    let contents = self.snapshot(state, *value, by_value)?;
                    (0..contents.len()).map(|i| contents.get(i)).collect()
                }
                None => self.argument_bytes(*value, arg.width),
            };
            placed.push(Placed { location, bytes });
        }
        Ok(Arc::new(Varargs::new(used, next, &placed)))
    }

    fn argument_bytes(&self, value: Value, width: u32) -> Vec<Byte> {
        let len = width.div_ceil(8);
        let term = self.terms.zext(value.to_term(&self.terms, width), len * 8);
        let bytes = self.split_bytes(term, len);
        bytes.into_iter().map(|t| self.to_byte(t)).collect()
    }

    pub(crate) fn va_start(&mut self, state: &mut State, list: Opnd) -> Step<()> {
        let list = self.read(state, list);
        let (object, at) =
            self.resolve(state, list, Value::concrete(VA_LIST_BYTES), Access::Write)?;
        let at = self.enumerate(state, at, 64)?.bits as usize;
        let varargs = match &state.stack.top().varargs {
            Some(varargs) => Arc::clone(varargs),
            None => Arc::new(Varargs::new(Used::default(), Used::default(), &[])),
        };
        let mut contents = Contents::zero(varargs.area.len());
        for (i, byte) in varargs.area.iter().enumerate() {
            contents.set(i, *byte);
        }
        let (size, site) = (varargs.area.len() as u64, self.site(state));
        let base = self.push_stack_object(state, size, varargs.align, site)?;
        self.replace_contents(state, base, contents);
        let mut bytes = Vec::with_capacity(VA_LIST_BYTES as usize);
        bytes.extend_from_slice(&varargs.general_offset.to_le_bytes());
        bytes.extend_from_slice(&varargs.vector_offset.to_le_bytes());
        bytes.extend_from_slice(&(base + varargs.overflow as u64).to_le_bytes());
        bytes.extend_from_slice(&(base - u64::from(varargs.begin)).to_le_bytes());
        self.write_bytes(state, object.base, at, &bytes);
        Ok(())
    }

    pub(crate) fn va_copy(&mut self, state: &mut State, dst: Opnd, src: Opnd) -> Step<()> {
        let (dst, src) = (self.read(state, dst), self.read(state, src));
        self.copy(state, dst, src, Value::concrete(VA_LIST_BYTES))
    }

    pub(crate) fn va_arg(
        &mut self,
        state: &mut State,
        dst: Slot,
        list: Opnd,
        (width, float): (u32, bool),
    ) -> Step<()> {
        let list = self.read(state, list);
        let before = self.va_list(state, list)?;
        let mut after = before;
        let at = after.next(Class::of_scalar(width, float));
        let value = self.load_value(state, Value::concrete(at), width)?;
        for (i, offset) in FIELDS.into_iter().enumerate() {
            if before.fields[i] != after.fields[i] {
                let field = self.add_offset(list, offset);
                self.store_value(
                    state,
                    field,
                    FIELD_WIDTHS[i],
                    Value::concrete(after.fields[i]),
                )?;
            }
        }
        self.set(state, dst, value);
        Ok(())
    }

    /// What a `va_list` says.
    pub fn va_list(&mut self, state: &mut State, list: Value) -> Step<VaList> {
        let mut fields = [0; FIELDS.len()];
        for (i, offset) in FIELDS.into_iter().enumerate() {
            let field = self.add_offset(list, offset);
            let value = self.load_value(state, field, FIELD_WIDTHS[i])?;
            fields[i] = self.enumerate(state, value, FIELD_WIDTHS[i])?.bits;
        }
        Ok(VaList { fields })
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

impl Varargs {
    /// `before` and `after`: what is used up without them and with them.
    fn new(before: Used, after: Used, placed: &[Placed]) -> Varargs {
        let general = (after.general - before.general) * GENERAL_BYTES;
        let vector = (after.vector - before.vector) * VECTOR_BYTES;
        let general_offset = GENERAL_END - general;
        let vector_offset = VECTOR_END - vector;
        let (begin, end) = match (general, vector) {
            (0, 0) => (0, 0),
            (_, 0) => (general_offset, GENERAL_END),
            (0, _) => (vector_offset, VECTOR_END),
            _ => (general_offset, VECTOR_END),
        };
        // Vectors are aligned in the save area, and so is where it begins.
        let begin = begin - begin % VECTOR_BYTES;
        let align = placed.iter().fold(16, |most: u64, p| match p.location {
            Location::Stack { align, .. } => most.max(align),
            _ => most,
        });
        // What the fixed arguments take on the stack shifts the others, not more than alignment needs.
        let origin = before.stack - before.stack % align;
        let saved = u64::from(end - begin).next_multiple_of(align);
        let overflow = saved + before.stack - origin;
        let len = match after.stack > before.stack {
            true => saved + after.stack - origin,
            false => overflow,
        };
        let mut area = vec![Byte::Concrete(0); len as usize];
        for Placed { location, bytes } in placed {
            let at = match *location {
                Location::General(i) => {
                    u64::from(general_offset + (i - before.general) * GENERAL_BYTES - begin)
                }
                Location::Vector(i) => {
                    u64::from(vector_offset + (i - before.vector) * VECTOR_BYTES - begin)
                }
                Location::Stack { offset, .. } => saved + offset - origin,
            } as usize;
            area[at..at + bytes.len()].copy_from_slice(bytes);
        }
        let words = u64::from(after.vector - before.vector) * 8;
        Varargs {
            area: area.into(),
            align,
            general_offset,
            vector_offset,
            begin,
            overflow: overflow as usize,
            given: u64::from(general) + words + (after.stack - before.stack),
        }
    }
}
