//! Instructions: one call per opcode.

use llvm_sys::{LLVMIntPredicate, LLVMOpcode, LLVMRealPredicate};

use super::cleanup::never_takes_default;
use super::function::Body;
use super::types::Kind;
use super::{Lowered, Unsupported, bits};
use crate::llvm::{Block, Value};
use crate::*;

impl Body<'_, '_> {
    pub fn instruction(&mut self, inst: Value) -> Lowered<()> {
        use LLVMOpcode::*;
        match inst.opcode() {
            LLVMAdd | LLVMSub | LLVMMul | LLVMUDiv | LLVMSDiv | LLVMURem | LLVMSRem | LLVMShl
            | LLVMLShr | LLVMAShr | LLVMAnd | LLVMOr | LLVMXor => self.arithmetic(inst),
            LLVMFAdd | LLVMFSub | LLVMFMul | LLVMFDiv | LLVMFRem => self.float_arithmetic(inst),
            LLVMFNeg => self.float_neg(inst),
            LLVMICmp => self.int_compare(inst),
            LLVMFCmp => self.float_compare(inst),
            LLVMTrunc | LLVMZExt | LLVMSExt => self.int_cast(inst),
            LLVMFPTrunc | LLVMFPExt | LLVMFPToUI | LLVMFPToSI | LLVMUIToFP | LLVMSIToFP => {
                self.float_cast(inst)
            }
            LLVMPtrToInt | LLVMPtrToAddr | LLVMIntToPtr => self.pointer_cast(inst),
            LLVMBitCast | LLVMAddrSpaceCast => self.bit_cast(inst),
            LLVMSelect => self.select(inst),
            LLVMFreeze => self.freeze(inst),
            LLVMPHI => self.phi(inst).map(|_| ()),
            LLVMAlloca => self.alloca(inst),
            LLVMLoad => self.load(inst),
            LLVMStore => self.store(inst),
            LLVMGetElementPtr => self.gep(inst),
            LLVMFence => Ok(()),
            LLVMAtomicRMW => self.atomic_rmw(inst),
            LLVMAtomicCmpXchg => self.compare_exchange(inst),
            LLVMExtractValue => self.extract_value(inst),
            LLVMInsertValue => self.insert_value(inst),
            LLVMExtractElement => self.extract_element(inst),
            LLVMInsertElement => self.insert_element(inst),
            LLVMShuffleVector => self.shuffle(inst),
            LLVMCall => self.call(inst),
            LLVMInvoke => self.invoke(inst),
            LLVMLandingPad => self.landing_pad(inst),
            LLVMResume => self.resume(inst),
            LLVMVAArg => self.va_arg(inst),
            LLVMRet => self.ret(inst),
            LLVMBr => self.branch(inst),
            LLVMSwitch => self.switch(inst),
            LLVMIndirectBr => self.indirect_branch(inst),
            LLVMUnreachable => {
                self.b.emit(Inst::Unreachable);
                Ok(())
            }
            other => Err(Unsupported(format!("instruction {}", opcode_name(other)))),
        }
    }

    fn arithmetic(&mut self, inst: Value) -> Lowered<()> {
        use LLVMOpcode::*;
        let (op, mut flags) = match inst.opcode() {
            LLVMAdd => (BinOp::Add, wrap_flags(inst)),
            LLVMSub => (BinOp::Sub, wrap_flags(inst)),
            LLVMMul => (BinOp::Mul, wrap_flags(inst)),
            LLVMShl => (BinOp::Shl, wrap_flags(inst)),
            LLVMUDiv => (BinOp::UDiv, exact_flag(inst)),
            LLVMSDiv => (BinOp::SDiv, exact_flag(inst)),
            LLVMLShr => (BinOp::LShr, exact_flag(inst)),
            LLVMAShr => (BinOp::AShr, exact_flag(inst)),
            LLVMURem => (BinOp::URem, ArithFlags::default()),
            LLVMSRem => (BinOp::SRem, ArithFlags::default()),
            LLVMAnd => (BinOp::And, ArithFlags::default()),
            LLVMOr => (BinOp::Or, ArithFlags::default()),
            _ => (BinOp::Xor, ArithFlags::default()),
        };
        let is_shift = matches!(op, BinOp::Shl | BinOp::LShr | BinOp::AShr);
        flags.speculative = (is_shift || flags.nsw) && self.is_speculative(inst);
        let width = self.width(inst)?;
        self.pairwise(inst, |body, a, b| {
            Ok(body.b.bin_flags(op, flags, width, a, b))
        })
    }

    /// Applies `f` to the operands element by element.
    fn pairwise(
        &mut self,
        inst: Value,
        mut f: impl FnMut(&mut Self, Opnd, Opnd) -> Lowered<Opnd>,
    ) -> Lowered<()> {
        let a = self.value(inst.operand(0))?;
        let b = self.value(inst.operand(1))?;
        let results: Lowered<Vec<Opnd>> =
            a.into_iter().zip(b).map(|(a, b)| f(self, a, b)).collect();
        self.define(inst, results?);
        Ok(())
    }

    /// Applies `f` to the first operand element by element.
    fn each(&mut self, inst: Value, mut f: impl FnMut(&mut Self, Opnd) -> Opnd) -> Lowered<()> {
        let a = self.value(inst.operand(0))?;
        let results = a.into_iter().map(|a| f(self, a)).collect();
        self.define(inst, results);
        Ok(())
    }

    /// Width of a float type whose arithmetic is known.
    pub fn float_width(&mut self, value: Value) -> Lowered<u32> {
        let flat = self.m.flat(value.ty())?;
        match flat.scalars.first() {
            Some(scalar) if scalar.kind == Kind::BFloat => {
                Err(Unsupported("bfloat arithmetic".to_owned()))
            }
            Some(scalar) => Ok(scalar.width),
            None => Err(Unsupported(format!("an empty {}", value.ty().text()))),
        }
    }

    fn float_arithmetic(&mut self, inst: Value) -> Lowered<()> {
        use LLVMOpcode::*;
        let op = match inst.opcode() {
            LLVMFAdd => FBinOp::Add,
            LLVMFSub => FBinOp::Sub,
            LLVMFMul => FBinOp::Mul,
            LLVMFDiv => FBinOp::Div,
            _ => FBinOp::Rem,
        };
        let width = self.float_width(inst)?;
        self.pairwise(inst, |body, a, b| Ok(body.b.fbin(op, width, a, b)))
    }

    fn float_neg(&mut self, inst: Value) -> Lowered<()> {
        let width = self.float_width(inst)?;
        self.each(inst, |body, a| body.b.fun(FUnOp::Neg, width, a))
    }

    fn int_compare(&mut self, inst: Value) -> Lowered<()> {
        let pred = int_pred(inst.int_predicate());
        let width = self.width(inst.operand(0))?;
        self.pairwise(inst, |body, a, b| Ok(body.b.cmp(pred, width, a, b)))
    }

    fn float_compare(&mut self, inst: Value) -> Lowered<()> {
        let pred = float_pred(inst.float_predicate());
        let width = self.float_width(inst.operand(0))?;
        self.pairwise(inst, |body, a, b| Ok(body.b.fcmp(pred, width, a, b)))
    }

    fn int_cast(&mut self, inst: Value) -> Lowered<()> {
        let extend = if inst.opcode() == LLVMOpcode::LLVMSExt {
            CastOp::SExt
        } else {
            CastOp::ZExt
        };
        let (from, to) = (self.width(inst.operand(0))?, self.width(inst)?);
        self.each(inst, |body, a| body.b.resize(extend, from, to, a))
    }

    /// Pointers have 64 bits; other widths are zero-extended or cut off.
    fn pointer_cast(&mut self, inst: Value) -> Lowered<()> {
        let (from, to) = (self.width(inst.operand(0))?, self.width(inst)?);
        self.each(inst, |body, a| body.b.resize(CastOp::ZExt, from, to, a))
    }

    fn float_cast(&mut self, inst: Value) -> Lowered<()> {
        use LLVMOpcode::*;
        let op = match inst.opcode() {
            LLVMFPTrunc | LLVMFPExt => FCastOp::FConv,
            LLVMFPToUI => FCastOp::FToU,
            LLVMFPToSI => FCastOp::FToS,
            LLVMUIToFP => FCastOp::UToF,
            _ => FCastOp::SToF,
        };
        let (from, to) = (self.float_width(inst.operand(0))?, self.float_width(inst)?);
        let is_checked = matches!(op, FCastOp::FToS | FCastOp::FToU);
        self.each(inst, |body, a| {
            if is_checked {
                body.check_conversion(inst, a, from, to);
            }
            body.b.fcast(op, from, to, a)
        })
    }

    fn bit_cast(&mut self, inst: Value) -> Lowered<()> {
        let from = self.widths(inst.operand(0))?;
        let to = self.widths(inst)?;
        let operands = self.value(inst.operand(0))?;
        let result = self.repack(operands, &from, &to);
        self.define(inst, result);
        Ok(())
    }

    fn select(&mut self, inst: Value) -> Lowered<()> {
        let conds = self.value(inst.operand(0))?;
        let a = self.value(inst.operand(1))?;
        let b = self.value(inst.operand(2))?;
        let widths = self.widths(inst)?;
        let vector = inst.operand(0).ty().is_vector();
        let mut results = Vec::with_capacity(a.len());
        for (i, width) in widths.into_iter().enumerate() {
            let cond = conds[if vector { i } else { 0 }];
            results.push(self.b.select(width, cond, a[i], b[i]));
        }
        self.define(inst, results);
        Ok(())
    }

    fn freeze(&mut self, inst: Value) -> Lowered<()> {
        let operands = self.value(inst.operand(0))?;
        let widths = self.widths(inst)?;
        let results = operands
            .into_iter()
            .zip(widths)
            .map(|(a, width)| self.b.copy(width, a))
            .collect();
        self.define(inst, results);
        Ok(())
    }

    fn ret(&mut self, inst: Value) -> Lowered<()> {
        let values = if inst.operand_count() == 0 {
            Vec::new()
        } else {
            self.value(inst.operand(0))?
        };
        self.b.emit(Inst::Return {
            values: values.into(),
        });
        Ok(())
    }

    fn branch(&mut self, inst: Value) -> Lowered<()> {
        let from = self.block;
        if inst.is_marked(self.m.nosanitize) {
            self.b.mark_check();
        }
        let inst_edges = match inst.successors()[..] {
            [only] => Inst::Jump {
                edge: self.edge(from, only)?,
            },
            [yes, no] if yes == no => Inst::Jump {
                edge: self.edge(from, yes)?,
            },
            [yes, no] => {
                let cond = self.scalar(inst.operand(0))?;
                let (then_edge, else_edge) = (self.edge(from, yes)?, self.edge(from, no)?);
                Inst::Branch {
                    cond,
                    then_edge,
                    else_edge,
                }
            }
            _ => return Err(Unsupported("a branch of an unknown form".to_owned())),
        };
        self.b.emit(inst_edges);
        Ok(())
    }

    /// One edge per distinct target: phis take the same value from a block
    /// however often it leads to them.
    fn shared_edges(&mut self, targets: &[Block]) -> Lowered<Vec<EdgeId>> {
        let from = self.block;
        let mut known: std::collections::HashMap<Block, EdgeId> = std::collections::HashMap::new();
        let mut edges = Vec::with_capacity(targets.len());
        for &target in targets {
            let edge = match known.get(&target) {
                Some(&edge) => edge,
                None => self.edge(from, target)?,
            };
            known.insert(target, edge);
            edges.push(edge);
        }
        Ok(edges)
    }

    fn switch(&mut self, inst: Value) -> Lowered<()> {
        let value = self.scalar(inst.operand(0))?;
        let width = self.width(inst.operand(0))?;
        let mut targets = inst.successors();
        let is_complete = never_takes_default(inst);
        if is_complete {
            targets[0] = targets[targets.len() - 1];
        }
        let edges = self.shared_edges(&targets)?;
        let mut cases = Vec::with_capacity(edges.len());
        let end = edges.len() - usize::from(is_complete);
        for (i, &edge) in edges.iter().enumerate().take(end).skip(1) {
            cases.push((self.m.constant_scalar(inst.case_value(i as u32))?, edge));
        }
        cases.sort_by_cached_key(|(constant, _)| {
            let mut limbs = bits::limbs_of(constant);
            limbs.reverse();
            limbs
        });
        let cases = cases
            .into_iter()
            .map(|(constant, edge)| (self.b.constant_index(constant), edge))
            .collect();
        self.b.emit(Inst::Switch(Box::new(Switch {
            width,
            value,
            cases,
            default: edges[0],
        })));
        Ok(())
    }

    fn indirect_branch(&mut self, inst: Value) -> Lowered<()> {
        let addr = self.scalar(inst.operand(0))?;
        let mut targets = self.shared_edges(&inst.successors())?;
        targets.sort();
        targets.dedup();
        self.b.emit(Inst::IndirectJump {
            addr,
            targets: targets.into(),
        });
        Ok(())
    }
}

fn wrap_flags(inst: Value) -> ArithFlags {
    ArithFlags {
        nsw: inst.nsw(),
        nuw: inst.nuw(),
        ..ArithFlags::default()
    }
}

fn exact_flag(inst: Value) -> ArithFlags {
    ArithFlags {
        exact: inst.exact(),
        ..ArithFlags::default()
    }
}

/// `LLVMCatchSwitch` and the like, without the prefix.
fn opcode_name(opcode: LLVMOpcode) -> String {
    format!("{opcode:?}")
        .trim_start_matches("LLVM")
        .to_ascii_lowercase()
}

fn int_pred(pred: LLVMIntPredicate) -> Pred {
    use LLVMIntPredicate::*;
    match pred {
        LLVMIntEQ => Pred::Eq,
        LLVMIntNE => Pred::Ne,
        LLVMIntUGT => Pred::Ugt,
        LLVMIntUGE => Pred::Uge,
        LLVMIntULT => Pred::Ult,
        LLVMIntULE => Pred::Ule,
        LLVMIntSGT => Pred::Sgt,
        LLVMIntSGE => Pred::Sge,
        LLVMIntSLT => Pred::Slt,
        LLVMIntSLE => Pred::Sle,
    }
}

fn float_pred(pred: LLVMRealPredicate) -> FPred {
    use LLVMRealPredicate::*;
    match pred {
        LLVMRealPredicateFalse => FPred::False,
        LLVMRealOEQ => FPred::Oeq,
        LLVMRealOGT => FPred::Ogt,
        LLVMRealOGE => FPred::Oge,
        LLVMRealOLT => FPred::Olt,
        LLVMRealOLE => FPred::Ole,
        LLVMRealONE => FPred::One,
        LLVMRealORD => FPred::Ord,
        LLVMRealUNO => FPred::Uno,
        LLVMRealUEQ => FPred::Ueq,
        LLVMRealUGT => FPred::Ugt,
        LLVMRealUGE => FPred::Uge,
        LLVMRealULT => FPred::Ult,
        LLVMRealULE => FPred::Ule,
        LLVMRealUNE => FPred::Une,
        LLVMRealPredicateTrue => FPred::True,
    }
}
