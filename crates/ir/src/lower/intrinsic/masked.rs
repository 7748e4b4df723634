//! Vectors in memory under a mask. Only the lanes whose bit is set touch
//! memory, so an unknown bit is a branch.

use super::super::function::Body;
use super::super::memory::pick;
use super::super::types::scalar_of;
use super::super::{Lowered, Unsupported};
use crate::llvm::Value;
use crate::{BinOp, Inst, Opnd, Pred};

impl Body<'_, '_> {
    pub(super) fn masked_intrinsic(&mut self, inst: Value, base: &str) -> Lowered<bool> {
        let args = inst.args();
        match base {
            "masked.load" | "masked.gather" => self.masked_load(inst, without_align(&args))?,
            "masked.store" | "masked.scatter" => self.masked_store(without_align(&args))?,
            "masked.expandload" => self.expand_load(inst, &args)?,
            "masked.compressstore" => self.compress_store(&args)?,
            "get.active.lane.mask" => self.active_lanes(inst, &args)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Bytes from one element to the next; elements that do not fill bytes are
    /// packed in memory and cannot be read one by one.
    fn element_bytes(&mut self, vector: Value) -> Lowered<(u32, u32)> {
        let width = scalar_of(vector.ty().element())?.width;
        if width % 8 != 0 {
            return Err(Unsupported(format!(
                "masked access to {}",
                vector.ty().text()
            )));
        }
        Ok((width, width / 8))
    }

    fn lane_address(&mut self, base: &[Opnd], lane: usize, bytes: u32) -> Opnd {
        if base.len() == 1 {
            self.b.offset(base[0], lane as i64 * i64::from(bytes))
        } else {
            base[lane]
        }
    }

    /// `(pointer or pointers, mask, value where the mask is off)`
    fn masked_load(&mut self, inst: Value, args: Vec<Value>) -> Lowered<()> {
        let (width, bytes) = self.element_bytes(inst)?;
        let (base, mask, other) = (
            self.value(args[0])?,
            self.value(args[1])?,
            self.value(args[2])?,
        );
        let mut results = Vec::with_capacity(other.len());
        for (lane, &a) in other.iter().enumerate() {
            let dst = self.b.slot();
            self.b.emit(Inst::Move { dst, a, width });
            let addr = self.lane_address(&base, lane, bytes);
            self.b.when(pick(&mask, lane), |b| {
                b.emit(Inst::Load { dst, width, addr })
            });
            results.push(Opnd::slot(dst));
        }
        self.define(inst, results);
        Ok(())
    }

    /// `(values, pointer or pointers, mask)`
    fn masked_store(&mut self, args: Vec<Value>) -> Lowered<()> {
        let (width, bytes) = self.element_bytes(args[0])?;
        let (values, base, mask) = (
            self.value(args[0])?,
            self.value(args[1])?,
            self.value(args[2])?,
        );
        for (lane, &value) in values.iter().enumerate() {
            let addr = self.lane_address(&base, lane, bytes);
            self.b
                .when(pick(&mask, lane), |b| b.store(width, addr, value));
        }
        Ok(())
    }

    /// Reads consecutive elements into the lanes whose bit is set.
    fn expand_load(&mut self, inst: Value, args: &[Value]) -> Lowered<()> {
        let (width, bytes) = self.element_bytes(inst)?;
        let (base, mask, other) = (
            self.scalar(args[0])?,
            self.value(args[1])?,
            self.value(args[2])?,
        );
        let cursor = self.b.slot();
        self.b.emit(Inst::Move {
            dst: cursor,
            a: base,
            width: 64,
        });
        let mut results = Vec::with_capacity(other.len());
        for (lane, &a) in other.iter().enumerate() {
            let dst = self.b.slot();
            self.b.emit(Inst::Move { dst, a, width });
            self.b.when(mask[lane], |b| {
                b.emit(Inst::Load {
                    dst,
                    width,
                    addr: Opnd::slot(cursor),
                });
                b.emit(Inst::Offset {
                    dst: cursor,
                    base: Opnd::slot(cursor),
                    offset: i64::from(bytes),
                });
            });
            results.push(Opnd::slot(dst));
        }
        self.define(inst, results);
        Ok(())
    }

    fn compress_store(&mut self, args: &[Value]) -> Lowered<()> {
        let (width, bytes) = self.element_bytes(args[0])?;
        let (values, base, mask) = (
            self.value(args[0])?,
            self.scalar(args[1])?,
            self.value(args[2])?,
        );
        let cursor = self.b.slot();
        self.b.emit(Inst::Move {
            dst: cursor,
            a: base,
            width: 64,
        });
        for (lane, &value) in values.iter().enumerate() {
            self.b.when(mask[lane], |b| {
                b.store(width, Opnd::slot(cursor), value);
                b.emit(Inst::Offset {
                    dst: cursor,
                    base: Opnd::slot(cursor),
                    offset: i64::from(bytes),
                });
            });
        }
        Ok(())
    }

    /// Bit `i` is `base + i < limit`, without wrapping.
    fn active_lanes(&mut self, inst: Value, args: &[Value]) -> Lowered<()> {
        let (base, limit) = (self.scalar(args[0])?, self.scalar(args[1])?);
        let width = self.width(args[0])?;
        let lanes = inst.ty().count();
        let mut results = Vec::new();
        for lane in 0..lanes {
            let number = self.b.int(width, lane);
            let index = self.b.bin(BinOp::UAddSat, width, base, number);
            results.push(self.b.cmp(Pred::Ult, width, index, limit));
        }
        self.define(inst, results);
        Ok(())
    }
}

/// Older bitcode gives the alignment as an argument between the others.
fn without_align(args: &[Value]) -> Vec<Value> {
    let is_other = |value: &&Value| {
        let ty = value.ty();
        !(value.is_int_constant()
            && !ty.is_vector()
            && ty.kind() == llvm_sys::LLVMTypeKind::LLVMIntegerTypeKind)
    };
    args.iter().filter(is_other).copied().collect()
}
