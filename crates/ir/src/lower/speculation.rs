//! What an optimiser may have moved to where the source does not execute it.
//!
//! A shift by too much and a signed overflow are errors of the source, but in LLVM they only
//! make a poison value, which harms nobody unless it is used. Optimisers therefore execute such
//! instructions early and drop the result where it is not wanted. In optimised code an
//! instruction counts as an error only if something in its own block is certain to use it.

use super::Lowering;
use super::function::Body;
use crate::Paths;
use crate::llvm::Value;
use llvm_sys::LLVMOpcode;

/// Steps from an instruction to a select that drops it; longer chains are not followed, and then
/// the result counts as one that may be dropped.
const DEPTH: u32 = 8;

impl Lowering<'_> {
    /// Whether an optimiser has seen the function. Without debug information nobody knows, and
    /// an error that is not one would be worse than one that is missed.
    pub fn is_optimized(&mut self, function: Value) -> bool {
        if self.paths != Paths::Source {
            return true;
        }
        let unit = function
            .subprogram()
            .and_then(|scope| scope.subprogram_unit(self.context));
        let Some(unit) = unit else { return true };
        let context = self.context;
        *self
            .optimized_units
            .entry(unit)
            .or_insert_with(|| unit.unit_is_optimized(context))
    }
}

impl Body<'_, '_> {
    pub fn is_speculative(&self, inst: Value) -> bool {
        self.optimized && may_be_dropped(inst, DEPTH)
    }

    /// The same for what clang itself computes too early: `ffs(x)` is a count of `x` even where
    /// `x` is zero, and a select then drops it.
    pub fn is_guarded_count(&self, inst: Value) -> bool {
        self.is_speculative(inst) || feeds_select(inst, DEPTH)
    }
}

fn feeds_select(inst: Value, depth: u32) -> bool {
    use LLVMOpcode::*;
    inst.users().into_iter().any(|user| match user.opcode() {
        LLVMSelect => user.operand(0) != inst,
        LLVMAdd | LLVMSub | LLVMXor | LLVMTrunc | LLVMZExt | LLVMSExt => {
            depth > 0 && feeds_select(user, depth - 1)
        }
        _ => false,
    })
}

/// Whether some use of the result may not count.
fn may_be_dropped(inst: Value, depth: u32) -> bool {
    let home = inst.parent();
    inst.users().into_iter().any(|user| {
        use LLVMOpcode::*;
        if user.parent() != home {
            return true;
        }
        match user.opcode() {
            LLVMPHI => true,
            // A poison condition is itself no error where the select is dropped in turn.
            LLVMSelect if user.operand(0) != inst => true,
            LLVMFreeze => true,
            LLVMCall if user.callee().name().starts_with("llvm.") => {
                depth == 0 || may_be_dropped(user, depth - 1)
            }
            // These have an effect, or are an error at once if their operand is poison.
            LLVMStore | LLVMCall | LLVMInvoke | LLVMRet | LLVMBr | LLVMSwitch | LLVMLoad
            | LLVMIndirectBr | LLVMAtomicRMW | LLVMAtomicCmpXchg => false,
            LLVMUDiv | LLVMSDiv | LLVMURem | LLVMSRem if user.operand(1) == inst => false,
            _ => depth == 0 || may_be_dropped(user, depth - 1),
        }
    })
}
