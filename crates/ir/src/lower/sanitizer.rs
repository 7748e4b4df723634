//! What sanitizers leave in a program beside plain calls of their runtime.

use super::constant::GepStep;
use super::function::Body;
use super::{Lowered, Lowering};
use crate::llvm::{Meta, Value};
use llvm_sys::LLVMOpcode;

/// `llvm.ubsantrap` is a call of this function, with the number of the check.
const TRAP: &str = "__pleach_ubsan_trap";

/// What the engine calls this check, which has no number.
const LOCAL_BOUNDS: u64 = 26;

/// How the names of functions begin that only say what a trap is about.
const REASON: &str = "__clang_trap_msg$";

/// The first clang that gives reasons.
const FIRST_WITH_REASONS: u32 = 22;

/// A load of what stands before a function's first byte is a call of this function.
const SIGNATURE: &str = "__pleach_function_signature";

/// Whether this is what sanitized code calls where a check failed.
pub fn is_sanitizer(function: &str) -> bool {
    function == TRAP || function.starts_with("__ubsan_handle_")
}

impl Lowering<'_> {
    /// What `-fsanitize=function` has the linker place before a function.
    pub(super) fn sanitizer_signature(&self, function: Value) -> Option<[u32; 2]> {
        if !function.is_function() {
            return None;
        }
        let node = function.metadata(self.func_sanitize)?;
        let part = |index| node.operand_int(self.context, index).map(|n| n as u32);
        Some([part(0)?, part(1)?])
    }

    /// Whether a trap is of `-fsanitize=local-bounds`, which is a pass of the optimiser: its
    /// numbers only keep traps apart. Those of the front end give their reason in the debug
    /// information, if there is any.
    fn is_trap_of_optimizer(&self, trap: Value) -> bool {
        let Some(scope) = trap.location().and_then(Meta::location_scope) else {
            return false;
        };
        let name = scope.function_name(self.context).unwrap_or_default();
        let function = trap.parent().function();
        let unit = function
            .subprogram()
            .and_then(|subprogram| subprogram.subprogram_unit(self.context));
        let version = unit.and_then(|unit| unit.unit_clang_version(self.context));
        version >= Some(FIRST_WITH_REASONS) && !name.starts_with(REASON)
    }
}

impl Body<'_, '_> {
    pub fn sanitizer_trap(&mut self, inst: Value) -> Lowered<()> {
        let number = match self.m.is_trap_of_optimizer(inst) {
            true => LOCAL_BOUNDS,
            false => inst.args()[0].int_value(),
        };
        let number = self.b.int(64, number);
        self.library_call(TRAP, &[(number, 64, false)], &[]);
        Ok(())
    }

    /// Functions are no memory, so the sanitizer's look at the eight bytes before one is asked
    /// of the engine. Tells whether this was such a load.
    pub fn load_of_signature(&mut self, inst: Value) -> Lowered<bool> {
        if !inst.is_marked(self.m.nosanitize) || self.width(inst).ok() != Some(32) {
            return Ok(false);
        }
        let Some((function, offset)) = self.fixed_offset(inst.operand(0))? else {
            return Ok(false);
        };
        let part = match offset {
            -8 => 0,
            -4 => 1,
            _ => return Ok(false),
        };
        let function = self.scalar(function)?;
        let part = self.b.int(64, part);
        let args = [(function, 64, false), (part, 64, false)];
        let loaded = self.library_call(SIGNATURE, &args, &[32]);
        self.define(inst, loaded);
        Ok(true)
    }

    /// A pointer as another one and a number of bytes that is known.
    fn fixed_offset(&mut self, pointer: Value) -> Lowered<Option<(Value, i64)>> {
        if !is_address_arithmetic(pointer) {
            return Ok(None);
        }
        let indices: Vec<Value> = pointer.operands().skip(1).collect();
        let mut offset = 0_i64;
        for step in self.m.gep_steps(pointer.gep_source_type(), &indices)? {
            match step {
                GepStep::Fixed(by) => offset = offset.wrapping_add(by),
                GepStep::Scaled { .. } => return Ok(None),
            }
        }
        Ok(Some((pointer.operand(0), offset)))
    }
}

fn is_address_arithmetic(pointer: Value) -> bool {
    use llvm_sys::LLVMValueKind::{LLVMConstantExprValueKind, LLVMInstructionValueKind};
    match pointer.kind() {
        LLVMInstructionValueKind => pointer.opcode() == LLVMOpcode::LLVMGetElementPtr,
        LLVMConstantExprValueKind => pointer.const_opcode() == LLVMOpcode::LLVMGetElementPtr,
        _ => false,
    }
}
