//! Conditions that the program must keep and that no instruction checks by itself: they are put
//! before the instruction as [`Inst::Require`]. Those that cost something, or that working programs
//! break, are there only on request ([`crate::InsertedChecks`]). The libraries' own code is trusted.

use super::function::Body;
use super::memory::Step;
use super::{Lowered, bits};
use crate::llvm::{Type, Value};
use crate::{
    BinOp, CastOp, Const, FPred, FUnOp, InsertedChecks, Inst, Opnd, Origin, Pred, Violation,
};
use llvm_sys::LLVMOpcode;

/// What the processor's instructions for whole vectors ask for.
const VECTOR_BYTES: u64 = 16;

impl Body<'_, '_> {
    fn asked(&self) -> InsertedChecks {
        match self.origin {
            Origin::Program => self.m.checks,
            Origin::Runtime => InsertedChecks::default(),
        }
    }

    fn require(&mut self, cond: Opnd, (subject, width): (Opnd, u32), violation: Violation) {
        self.b.emit(Inst::Require {
            cond,
            subject,
            width,
            violation,
        });
    }

    /// The address of a load or store. A vector at the wrong place ends the real program, so
    /// that is always an error.
    pub fn check_access(&mut self, inst: Value, ty: Type, addr: Opnd) {
        let is_vector = ty.is_vector() && self.m.layout.alloc_size(ty) >= VECTOR_BYTES;
        let align = match inst.alignment() {
            align if self.asked().alignment => align,
            align if is_vector && self.origin == Origin::Program => align.min(VECTOR_BYTES),
            _ => return,
        };
        if align >= VECTOR_BYTES || self.asked().alignment {
            self.require_aligned(addr, align, None);
        }
    }

    /// The alignment that a call promises for one of its arguments, which matters only if the
    /// length is not zero.
    pub fn check_argument(&mut self, call: Value, index: u32, len: (Opnd, u32)) -> Lowered<()> {
        if !self.asked().alignment {
            return Ok(());
        }
        let align = call.call_attribute(index, self.m.attributes.align);
        let addr = self.scalar(call.args()[index as usize])?;
        self.require_aligned(addr, align.map_or(1, |align| align.int_value()), Some(len));
        Ok(())
    }

    fn require_aligned(&mut self, addr: Opnd, align: u64, len: Option<(Opnd, u32)>) {
        let is_fine = self
            .b
            .known_int(addr)
            .is_some_and(|at| at % align.max(1) == 0);
        if align <= 1 || is_fine || len.is_some_and(|(len, _)| self.b.known_int(len) == Some(0)) {
            return;
        }
        let (rest, zero) = (self.b.int(64, align - 1), self.b.int(64, 0));
        let rest = self.b.bin(BinOp::And, 64, addr, rest);
        let mut fine = self.b.cmp(Pred::Eq, 64, rest, zero);
        if let Some((len, width)) = len.filter(|(len, _)| self.b.known_int(*len).is_none()) {
            let zero = self.b.int(width, 0);
            let nothing = self.b.cmp(Pred::Eq, width, len, zero);
            fine = self.b.bin(BinOp::Or, 1, fine, nothing);
        }
        self.require(fine, (addr, 64), Violation::Misaligned(align));
    }

    /// `ctz(0)` and `clz(0)`, where the program says that they do not occur.
    pub fn check_count(&mut self, inst: Value, value: Opnd, width: u32) {
        let is_promised = inst.args().get(1).is_some_and(|arg| arg.int_value() != 0);
        if is_promised && self.origin == Origin::Program && !self.is_guarded_count(inst) {
            let zero = self.b.int(width, 0);
            let fine = self.b.cmp(Pred::Ne, width, value, zero);
            self.require(fine, (value, width), Violation::CountOfZero);
        }
    }

    /// A float of `from` bits that becomes an integer of `to` bits.
    pub fn check_conversion(&mut self, inst: Value, value: Opnd, from: u32, to: u32) {
        if !self.asked().float || self.is_speculative(inst) {
            return;
        }
        let is_signed = inst.opcode() == LLVMOpcode::LLVMFPToSI;
        let whole = self.b.fun(FUnOp::Trunc, from, value);
        let (Some(end), Some(least)) = (
            power_of_two(from, to - u32::from(is_signed), false),
            power_of_two(from, to - 1, true),
        ) else {
            return;
        };
        let least = match is_signed {
            true => least,
            false => bits::int(from, 0),
        };
        // An infinite bound is itself out of range.
        let is_infinite = is_signed && Some(&least) == power_of_two(from, u32::MAX, true).as_ref();
        let above = if is_infinite { FPred::Ogt } else { FPred::Oge };
        let (end, least) = (self.b.constant(end), self.b.constant(least));
        let below = self.b.fcmp(FPred::Olt, from, whole, end);
        let above = self.b.fcmp(above, from, whole, least);
        let fine = self.b.bin(BinOp::And, 1, below, above);
        self.require(fine, (value, from), Violation::FloatConversion(to));
    }

    /// A loaded value that its type does not have: outside of the load's `!range`, or a `_Bool`
    /// that is neither 0 nor 1, which unoptimised code only shows by cutting off all but one bit.
    pub fn check_loaded(&mut self, inst: Value, loaded: &[Opnd]) -> Lowered<()> {
        let &[value] = loaded else { return Ok(()) };
        if !self.asked().value {
            return Ok(());
        }
        let width = self.width(inst)?;
        let ranges = match inst.instruction_metadata(self.m.metadata.range) {
            Some(ranges) if !self.may_be_poison(inst) => ranges,
            Some(_) => return Ok(()),
            None if width == 8 && is_cut_to_bool(inst) => {
                let (zero, two) = (self.b.int(8, 0), self.b.int(8, 2));
                self.require_range(value, 8, &[(zero, two)]);
                return Ok(());
            }
            None => return Ok(()),
        };
        let mut pairs = Vec::new();
        for pair in ranges.chunks_exact(2) {
            pairs.push((self.scalar(pair[0])?, self.scalar(pair[1])?));
        }
        if width <= 64 {
            self.require_range(value, width, &pairs);
        }
        Ok(())
    }

    /// A value outside of its range is poison, unless the load also says that it is none.
    fn may_be_poison(&self, inst: Value) -> bool {
        let promised = inst.instruction_metadata(self.m.metadata.noundef).is_some();
        !promised && self.is_speculative(inst)
    }

    /// One of the ranges, each without its end, has the value.
    fn require_range(&mut self, value: Opnd, width: u32, ranges: &[(Opnd, Opnd)]) {
        let mut fine = self.b.int(1, 0);
        for &(low, high) in ranges {
            let from_low = self.b.bin(BinOp::Sub, width, value, low);
            let length = self.b.bin(BinOp::Sub, width, high, low);
            let inside = self.b.cmp(Pred::Ult, width, from_low, length);
            fine = self.b.bin(BinOp::Or, 1, fine, inside);
        }
        self.require(fine, (value, width), Violation::InvalidValue);
    }

    /// The size of a variable-length array. clang extends an `int` as if it had no sign, so what
    /// counts is the number before that.
    pub fn check_array_size(&mut self, count: Value) -> Lowered<()> {
        let is_extended = count.kind() == llvm_sys::LLVMValueKind::LLVMInstructionValueKind
            && matches!(count.opcode(), LLVMOpcode::LLVMZExt);
        let number = if is_extended { count.operand(0) } else { count };
        let (value, width) = (self.scalar(number)?, self.width(number)?);
        if self.b.known(value).is_none() && self.origin == Origin::Program && width >= 32 {
            let zero = self.b.int(width, 0);
            let fine = self.b.cmp(Pred::Sge, width, value, zero);
            self.require(fine, (value, width), Violation::NegativeSize);
        }
        Ok(())
    }

    /// `base + fixed + sum of index * scale`, computed without wrapping around. `nuw` code takes
    /// the indices as unsigned.
    pub fn check_pointer(&mut self, inst: Value, base: Opnd, fixed: i64, steps: &[Step]) {
        if !self.asked().pointer || inst.gep_wraps() || self.is_speculative(inst) {
            return;
        }
        // The address of a field: what matters is the access.
        if steps.is_empty() && inst.gep_source_type().is_struct() {
            return;
        }
        let is_unsigned = inst.gep_is_unsigned();
        let (extend, mul, mul_wraps, add_wraps) = match is_unsigned {
            true => (
                CastOp::ZExt,
                BinOp::Mul,
                BinOp::UMulOverflow,
                BinOp::UAddOverflow,
            ),
            false => (
                CastOp::SExt,
                BinOp::Mul,
                BinOp::SMulOverflow,
                BinOp::SAddOverflow,
            ),
        };
        let mut total = self.b.signed(64, fixed);
        let mut wraps = self.b.int(1, 0);
        for &(index, width, scale) in steps {
            let index = self.b.resize(extend, width, 64, index);
            let mut part = index;
            if scale != 1 {
                let scale = self.b.signed(64, scale);
                part = self.b.bin(mul, 64, index, scale);
                let wrapped = self.b.bin(mul_wraps, 64, index, scale);
                wraps = self.b.bin(BinOp::Or, 1, wraps, wrapped);
            }
            if self.b.known_int(total) != Some(0) {
                let wrapped = self.b.bin(add_wraps, 64, total, part);
                wraps = self.b.bin(BinOp::Or, 1, wraps, wrapped);
                part = self.b.bin(BinOp::Add, 64, total, part);
            }
            total = part;
        }
        self.require_no_wrap(base, total, wraps, is_unsigned);
    }

    fn require_no_wrap(&mut self, base: Opnd, total: Opnd, wraps: Opnd, is_unsigned: bool) {
        let zero = self.b.int(64, 0);
        let result = self.b.bin(BinOp::Add, 64, base, total);
        let backwards = match is_unsigned {
            true => self.b.int(1, 0),
            false => self.b.cmp(Pred::Slt, 64, total, zero),
        };
        let less = self.b.cmp(Pred::Ult, 64, result, base);
        let wrong_way = self.b.bin(BinOp::Xor, 1, less, backwards);
        let wraps = self.b.bin(BinOp::Or, 1, wraps, wrong_way);
        let one = self.b.int(1, 1);
        let there = self.b.cmp(Pred::Ne, 64, base, zero);
        let stays = self.b.cmp(Pred::Eq, 64, result, zero);
        let fine = self.b.bin(BinOp::Or, 1, there, stays);
        self.require(fine, (base, 64), Violation::NullPointerOffset);
        let fine = self.b.bin(BinOp::Xor, 1, wraps, one);
        self.require(fine, (base, 64), Violation::PointerOverflow);
    }
}

/// Whether all that is used of a byte is whether it is odd.
fn is_cut_to_bool(inst: Value) -> bool {
    let users = inst.users();
    !users.is_empty()
        && users
            .into_iter()
            .all(|user| user.opcode() == LLVMOpcode::LLVMTrunc && user.ty().int_width() == 1)
}

/// `2^exponent`, or its negative, in a float format; infinite where the format has no such number.
fn power_of_two(width: u32, exponent: u32, negative: bool) -> Option<Const> {
    let (exponent_bits, fraction, leading) = match width {
        16 => (5, 10, 0),
        32 => (8, 23, 0),
        64 => (11, 52, 0),
        80 => (15, 64, 1 << 63),
        128 => (15, 112, 0),
        _ => return None,
    };
    let bias = (1_u32 << (exponent_bits - 1)) - 1;
    let biased = exponent.saturating_add(bias).min(2 * bias + 1);
    let sign = u128::from(negative) << (width - 1);
    let number = sign | u128::from(biased) << fraction | leading;
    Some(bits::from_limbs(
        width,
        vec![number as u64, (number >> 64) as u64],
    ))
}
