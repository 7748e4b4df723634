//! Loads, stores, stack objects and address arithmetic.

use super::constant::GepStep;
use super::function::Body;
use super::types::Piece;
use super::{Lowered, Unsupported, bits};
use crate::llvm::{Type, Value};
use crate::{CastOp, Inst, Opnd};

/// A part of an address: an index, its width, and what it is multiplied with.
pub type Step = (Opnd, u32, i64);

impl Body<'_, '_> {
    pub fn alloca(&mut self, inst: Value) -> Lowered<()> {
        let ty = inst.allocated_type();
        if !ty.is_sized() || ty.kind() == llvm_sys::LLVMTypeKind::LLVMScalableVectorTypeKind {
            return Err(Unsupported(format!("a variable of type {}", ty.text())));
        }
        self.check_array_size(inst.operand(0))?;
        let count = self.scalar(inst.operand(0))?;
        let count_width = self.width(inst.operand(0))?;
        let size = self.m.layout.alloc_size(ty);
        let align = inst.alignment().max(1);
        let variable = self.variables.get(&inst).copied().unwrap_or(0);
        let dst = self.b.slot();
        self.b.emit(Inst::Alloca {
            dst,
            size,
            count,
            count_width,
            align,
            variable,
        });
        self.define(inst, vec![Opnd::slot(dst)]);
        Ok(())
    }

    pub fn load(&mut self, inst: Value) -> Lowered<()> {
        if self.load_of_signature(inst)? {
            return Ok(());
        }
        let addr = self.scalar(inst.operand(0))?;
        self.check_access(inst, inst.ty(), addr);
        let result = self.load_at(inst.ty(), addr)?;
        self.check_loaded(inst, &result)?;
        self.define(inst, result);
        Ok(())
    }

    /// Reads all scalars of a type.
    pub fn load_at(&mut self, ty: Type, addr: Opnd) -> Lowered<Vec<Opnd>> {
        let flat = self.m.flat(ty)?;
        let mut result = Vec::with_capacity(flat.scalars.len());
        for piece in &flat.pieces {
            match *piece {
                Piece::One { offset, width } => {
                    let at = self.b.offset(addr, offset as i64);
                    result.push(self.b.load(width, at));
                }
                Piece::Packed {
                    offset,
                    width,
                    count,
                } => {
                    let at = self.b.offset(addr, offset as i64);
                    let whole = self.b.load(width * count, at);
                    for i in 0..count {
                        result.push(self.b.extract(whole, width * count, i * width, width));
                    }
                }
            }
        }
        Ok(result)
    }

    pub fn store(&mut self, inst: Value) -> Lowered<()> {
        let value = self.value(inst.operand(0))?;
        let addr = self.scalar(inst.operand(1))?;
        self.check_access(inst, inst.operand(0).ty(), addr);
        self.store_at(inst.operand(0).ty(), addr, &value)
    }

    /// Writes all scalars of a type.
    pub fn store_at(&mut self, ty: Type, addr: Opnd, value: &[Opnd]) -> Lowered<()> {
        let flat = self.m.flat(ty)?;
        let mut rest = value;
        for piece in &flat.pieces {
            match *piece {
                Piece::One { offset, width } => {
                    let at = self.b.offset(addr, offset as i64);
                    self.b.store(width, at, rest[0]);
                    rest = &rest[1..];
                }
                Piece::Packed {
                    offset,
                    width,
                    count,
                } => {
                    let at = self.b.offset(addr, offset as i64);
                    let (parts, others) = rest.split_at(count as usize);
                    let whole = self.b.concat(width, parts);
                    self.b.store(width * count, at, whole);
                    rest = others;
                }
            }
        }
        Ok(())
    }

    pub fn gep(&mut self, inst: Value) -> Lowered<()> {
        let lanes = if inst.ty().is_vector() {
            inst.ty().count() as usize
        } else {
            1
        };
        let bases = self.value(inst.operand(0))?;
        let indices: Vec<Value> = inst.operands().skip(1).collect();
        let mut fixed = 0_i64;
        let mut scaled = Vec::new();
        for step in self.m.gep_steps(inst.gep_source_type(), &indices)? {
            match step {
                GepStep::Fixed(offset) => fixed = fixed.wrapping_add(offset),
                GepStep::Scaled { index, scale } => {
                    let width = self.width(index)?;
                    scaled.push((self.value(index)?, width, scale));
                }
            }
        }
        let mut results = Vec::with_capacity(lanes);
        for lane in 0..lanes {
            let steps: Vec<Step> = scaled
                .iter()
                .map(|(index, width, scale)| (pick(index, lane), *width, *scale))
                .collect();
            let (offset, steps) = self.fold_steps(fixed, &steps);
            if lanes == 1 {
                self.check_pointer(inst, bases[0], offset, &steps);
            }
            results.push(self.address(pick(&bases, lane), offset, &steps));
        }
        self.define(inst, results);
        Ok(())
    }

    /// `fixed + sum of index * scale` with the constants folded.
    fn fold_steps(&self, fixed: i64, steps: &[Step]) -> (i64, Vec<Step>) {
        let mut offset = fixed;
        let mut variable = Vec::new();
        for &(index, width, scale) in steps {
            match self.b.known(index).and_then(bits::as_i64) {
                Some(index) => offset = offset.wrapping_add(index.wrapping_mul(scale)),
                None => variable.push((index, width, scale)),
            }
        }
        (offset, variable)
    }

    /// `base + offset + sum of index * scale`
    fn address(&mut self, base: Opnd, mut offset: i64, steps: &[Step]) -> Opnd {
        if steps.is_empty() {
            return self.b.offset(base, offset);
        }
        let mut address = base;
        for &(index, width, scale) in steps {
            let (index, index_width) = if width > 64 {
                (self.b.resize(CastOp::Trunc, width, 64, index), 64)
            } else {
                (index, width)
            };
            let dst = self.b.slot();
            self.b.emit(Inst::Lea {
                dst,
                base: address,
                offset,
                index,
                index_width,
                scale,
            });
            address = Opnd::slot(dst);
            offset = 0;
        }
        address
    }
}

/// One lane of a vector, or the scalar that stands for all lanes.
pub fn pick(operands: &[Opnd], lane: usize) -> Opnd {
    if operands.len() == 1 {
        operands[0]
    } else {
        operands[lane]
    }
}
