//! What is looked up at each step back, by instruction.

use super::Rules;
use super::undo::may_fail;
use pleach_interp::leaves_event;
use pleach_ir::{BlockId, FuncId, Function, Inst, Module, Part, Slot};

/// By function and instruction.
pub(in crate::reduce) struct Steps(Vec<Box<[Step]>>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Step {
    block: BlockId,
    /// The one register that is written, where nothing else matters of the instruction: it touches no
    /// memory and is no error.
    only: Option<Slot>,
}

impl Steps {
    pub fn new(module: &Module, rules: Rules) -> Steps {
        let functions = module.functions.iter();
        Steps(functions.map(|f| steps(f, rules)).collect())
    }

    pub(super) fn block(&self, function: FuncId, pc: u32) -> BlockId {
        self.0[function.index()][pc as usize].block
    }

    pub(super) fn only(&self, function: FuncId, pc: u32) -> Option<Slot> {
        self.0[function.index()][pc as usize].only
    }
}

fn steps(function: &Function, rules: Rules) -> Box<[Step]> {
    let blocks = function.blocks.iter().enumerate();
    let pcs = blocks.flat_map(|(number, block)| {
        let block_id = BlockId(number as u32);
        (block.first..block.first + block.len).map(move |pc| (block_id, pc))
    });
    pcs.map(|(block, pc)| Step {
        block,
        only: only(function, &function.code[pc as usize], rules),
    })
    .collect()
}

fn only(function: &Function, inst: &Inst, rules: Rules) -> Option<Slot> {
    let fails = rules
        .errors
        .is_some_and(|checks| may_fail(function, inst, checks));
    if rules.all_reads || leaves_event(inst) || fails {
        return None;
    }
    let (mut only, mut count) = (None, 0);
    inst.visit(&mut |part| {
        if let Part::Write(slot) = part {
            (only, count) = (Some(slot), count + 1);
        }
    });
    only.filter(|_| count == 1)
}
