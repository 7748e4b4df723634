//! A vector folded to one scalar.

use super::super::Lowered;
use super::super::function::Body;
use crate::llvm::Value;
use crate::{BinOp, FBinOp, Opnd};

enum Fold {
    Int(BinOp),
    Float(FBinOp),
    /// With a start value, in order.
    FloatFrom(FBinOp),
}

impl Body<'_, '_> {
    pub(super) fn reduction(&mut self, inst: Value, base: &str) -> Lowered<bool> {
        let Some(name) = base.strip_prefix("vector.reduce.") else {
            return Ok(false);
        };
        let fold = match name {
            "add" => Fold::Int(BinOp::Add),
            "mul" => Fold::Int(BinOp::Mul),
            "and" => Fold::Int(BinOp::And),
            "or" => Fold::Int(BinOp::Or),
            "xor" => Fold::Int(BinOp::Xor),
            "smin" => Fold::Int(BinOp::SMin),
            "smax" => Fold::Int(BinOp::SMax),
            "umin" => Fold::Int(BinOp::UMin),
            "umax" => Fold::Int(BinOp::UMax),
            "fmin" => Fold::Float(FBinOp::MinNum),
            "fmax" => Fold::Float(FBinOp::MaxNum),
            "fminimum" => Fold::Float(FBinOp::Minimum),
            "fmaximum" => Fold::Float(FBinOp::Maximum),
            "fadd" => Fold::FloatFrom(FBinOp::Add),
            "fmul" => Fold::FloatFrom(FBinOp::Mul),
            _ => return Ok(false),
        };
        let args = inst.args();
        let width = match fold {
            Fold::Int(_) => self.width(inst)?,
            Fold::Float(_) | Fold::FloatFrom(_) => self.float_width(inst)?,
        };
        let mut parts: Vec<Opnd> = Vec::new();
        for &arg in &args {
            parts.extend(self.value(arg)?);
        }
        let mut rest = parts.into_iter();
        let Some(mut result) = rest.next() else {
            return Ok(false);
        };
        for part in rest {
            result = match fold {
                Fold::Int(op) => self.b.bin(op, width, result, part),
                Fold::Float(op) | Fold::FloatFrom(op) => self.b.fbin(op, width, result, part),
            };
        }
        self.define(inst, vec![result]);
        Ok(true)
    }
}
