//! Atomic operations: the program has one thread, so they are plain sequences.

use llvm_sys::LLVMAtomicRMWBinOp;

use super::Lowered;
use super::function::Body;
use crate::llvm::Value;
use crate::{BinOp, FBinOp, Opnd, Pred};

impl Body<'_, '_> {
    pub fn atomic_rmw(&mut self, inst: Value) -> Lowered<()> {
        let addr = self.scalar(inst.operand(0))?;
        self.check_access(inst, inst.ty(), addr);
        let new = self.value(inst.operand(1))?;
        let old = self.load_at(inst.ty(), addr)?;
        let op = inst.rmw_op();
        let mut stored = Vec::with_capacity(new.len());
        for (&old, &value) in old.iter().zip(&new) {
            stored.push(self.rmw_result(inst, op, old, value)?);
        }
        self.store_at(inst.ty(), addr, &stored)?;
        self.define(inst, old);
        Ok(())
    }

    fn rmw_result(
        &mut self,
        inst: Value,
        op: LLVMAtomicRMWBinOp,
        old: Opnd,
        value: Opnd,
    ) -> Lowered<Opnd> {
        use LLVMAtomicRMWBinOp::*;
        let width = self.width(inst)?;
        let plain = match op {
            LLVMAtomicRMWBinOpXchg => return Ok(value),
            LLVMAtomicRMWBinOpAdd => BinOp::Add,
            LLVMAtomicRMWBinOpSub => BinOp::Sub,
            LLVMAtomicRMWBinOpAnd => BinOp::And,
            LLVMAtomicRMWBinOpOr => BinOp::Or,
            LLVMAtomicRMWBinOpXor => BinOp::Xor,
            LLVMAtomicRMWBinOpMax => BinOp::SMax,
            LLVMAtomicRMWBinOpMin => BinOp::SMin,
            LLVMAtomicRMWBinOpUMax => BinOp::UMax,
            LLVMAtomicRMWBinOpUMin => BinOp::UMin,
            LLVMAtomicRMWBinOpUSubSat => BinOp::USubSat,
            LLVMAtomicRMWBinOpNand => {
                let and = self.b.bin(BinOp::And, width, old, value);
                let ones = self.b.signed(width, -1);
                return Ok(self.b.bin(BinOp::Xor, width, and, ones));
            }
            LLVMAtomicRMWBinOpUIncWrap => return Ok(self.increment_wrapping(width, old, value)),
            LLVMAtomicRMWBinOpUDecWrap => return Ok(self.decrement_wrapping(width, old, value)),
            LLVMAtomicRMWBinOpUSubCond => {
                let fits = self.b.cmp(Pred::Uge, width, old, value);
                let less = self.b.bin(BinOp::Sub, width, old, value);
                return Ok(self.b.select(width, fits, less, old));
            }
            LLVMAtomicRMWBinOpFAdd => return self.rmw_float(inst, FBinOp::Add, old, value),
            LLVMAtomicRMWBinOpFSub => return self.rmw_float(inst, FBinOp::Sub, old, value),
            LLVMAtomicRMWBinOpFMax => return self.rmw_float(inst, FBinOp::MaxNum, old, value),
            LLVMAtomicRMWBinOpFMin => return self.rmw_float(inst, FBinOp::MinNum, old, value),
            LLVMAtomicRMWBinOpFMaximum => return self.rmw_float(inst, FBinOp::Maximum, old, value),
            LLVMAtomicRMWBinOpFMinimum => return self.rmw_float(inst, FBinOp::Minimum, old, value),
        };
        Ok(self.b.bin(plain, width, old, value))
    }

    fn rmw_float(&mut self, inst: Value, op: FBinOp, old: Opnd, value: Opnd) -> Lowered<Opnd> {
        let width = self.float_width(inst)?;
        Ok(self.b.fbin(op, width, old, value))
    }

    /// `old >= value ? 0 : old + 1`
    fn increment_wrapping(&mut self, width: u32, old: Opnd, value: Opnd) -> Opnd {
        let wraps = self.b.cmp(Pred::Uge, width, old, value);
        let (zero, one) = (self.b.int(width, 0), self.b.int(width, 1));
        let more = self.b.bin(BinOp::Add, width, old, one);
        self.b.select(width, wraps, zero, more)
    }

    /// `old == 0 || old > value ? value : old - 1`
    fn decrement_wrapping(&mut self, width: u32, old: Opnd, value: Opnd) -> Opnd {
        let (zero, one) = (self.b.int(width, 0), self.b.int(width, 1));
        let is_zero = self.b.cmp(Pred::Eq, width, old, zero);
        let above = self.b.cmp(Pred::Ugt, width, old, value);
        let wraps = self.b.bin(BinOp::Or, 1, is_zero, above);
        let less = self.b.bin(BinOp::Sub, width, old, one);
        self.b.select(width, wraps, value, less)
    }

    /// Writes back the old value where they differ, as the machine's instruction does.
    pub fn compare_exchange(&mut self, inst: Value) -> Lowered<()> {
        let addr = self.scalar(inst.operand(0))?;
        let expected = self.scalar(inst.operand(1))?;
        let new = self.scalar(inst.operand(2))?;
        let width = self.width(inst.operand(1))?;
        self.check_access(inst, inst.operand(1).ty(), addr);
        let old = self.b.load(width, addr);
        let same = self.b.cmp(Pred::Eq, width, old, expected);
        let stored = self.b.select(width, same, new, old);
        self.b.store(width, addr, stored);
        self.define(inst, vec![old, same]);
        Ok(())
    }
}
