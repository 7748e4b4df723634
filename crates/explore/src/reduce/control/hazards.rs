//! Which instructions may be errors of the program.

use super::calls::{Calls, Runs};
use super::hosts;
use pleach_interp::Checks;
use pleach_ir::{BinOp, Callee, Const, Function, Inst, Module, Opnd, OpndKind};

/// Whether executing an instruction may be an error. `is_safe` says whether all memory that it accesses
/// is known and there.
pub(super) fn may_fail(
    module: &Module,
    function: &Function,
    pc: u32,
    calls: &Calls,
    checks: Checks,
    is_safe: impl Fn() -> bool,
) -> bool {
    let inst = &function.code[pc as usize];
    match inst {
        Inst::Bin { .. } => calculation_may_fail(function, inst, checks),
        // Bytes that nobody has written decide nothing.
        Inst::Branch { .. } | Inst::Switch(_) => checks.uninit,
        Inst::Load { .. } | Inst::Store { .. } | Inst::MemCopy { .. } | Inst::MemSet { .. } => {
            !is_safe()
        }
        Inst::Alloca { count, .. } => number(function, *count).is_none(),
        Inst::VaStart { .. } | Inst::VaCopy { .. } | Inst::VaEnd { .. } | Inst::VaArg { .. } => {
            true
        }
        Inst::Require { .. }
        | Inst::Resume { .. }
        | Inst::IndirectJump { .. }
        | Inst::Unreachable
        | Inst::Trap { .. }
        | Inst::Asm { .. }
        | Inst::Unsupported { .. } => true,
        Inst::Call(call) => match call.callee {
            Callee::Indirect(_) => true,
            Callee::Direct(id) => match calls.runs(id) {
                // Nobody knows how deep a recursion is: the stack may be exhausted.
                Runs::Bitcode => {
                    calls.is_recursive(id) || !fits(&module.functions[id.index()], call)
                }
                Runs::Host => hosts::may_fail(&module.functions[id.index()].name),
                Runs::Nothing => true,
            },
        },
        _ => false,
    }
}

/// Whether the numbers that an instruction calculates with may be an error.
pub(in crate::reduce) fn calculation_may_fail(
    function: &Function,
    inst: &Inst,
    checks: Checks,
) -> bool {
    let Inst::Bin {
        op,
        flags,
        b,
        width,
        ..
    } = inst
    else {
        return false;
    };
    let checked = checks.overflow && !flags.speculative;
    let divisor = number(function, *b).is_none_or(|b| b == 0);
    let distance = number(function, *b).is_none_or(|b| b >= u64::from(*width));
    match op {
        BinOp::SDiv | BinOp::SRem => divisor || checked,
        BinOp::UDiv | BinOp::URem => divisor,
        BinOp::Shl | BinOp::LShr | BinOp::AShr => {
            (distance && !flags.speculative) || (checked && flags.nsw)
        }
        _ => checked && flags.nsw,
    }
}

/// Whether a call agrees with what it calls about parameters and results.
fn fits(callee: &Function, call: &pleach_ir::Call) -> bool {
    let by_value = callee.params.iter().any(|param| param.by_value.is_some());
    let fixed = call.fixed_args as usize == callee.params.len();
    fixed && !by_value && call.result_widths.len() <= callee.results.len()
}

fn number(function: &Function, operand: Opnd) -> Option<u64> {
    match operand.kind() {
        OpndKind::Slot(_) => None,
        OpndKind::Const(index) => match function.consts[index as usize] {
            Const::Int { bits, .. } => Some(bits),
            _ => None,
        },
    }
}
