//! Ways out of scopes. Where variables have scopes, clang leads every `return`, `break` and
//! `goto` that leaves one through a block that ends the scope; a number says where to go on, and
//! the block ends with a switch over it. Once the variables are in registers, nothing is left of
//! such a block but phis and the switch: whoever jumps there knows where he will get to, and
//! goes there at once, as the source does.

use std::collections::HashMap;

use crate::llvm::{Block, Value};
use llvm_sys::{LLVMOpcode, LLVMValueKind};

/// Switches on the way of one jump; scopes are not nested deeper.
const MOST: usize = 32;

/// What is known of blocks: the phi that a switch looks at, if there is nothing else in the block.
#[derive(Default)]
pub struct Switchboards(HashMap<Block, Option<Value>>);

impl Switchboards {
    /// The blocks that a jump gets to: those with nothing but a switch whose answer is known
    /// beforehand, in order, and then the one where it ends.
    pub fn way(&mut self, from: Block, to: Block) -> Vec<Block> {
        let mut way = vec![to];
        while let Some(next) = self.next(from, &way) {
            way.push(next);
        }
        way
    }

    fn next(&mut self, from: Block, way: &[Block]) -> Option<Block> {
        let (&here, before) = way.split_last()?;
        let number = (*self.0.entry(here).or_insert_with(|| switched_on(here)))?;
        if way.len() > MOST || before.contains(&here) {
            return None;
        }
        let number = value_on_the_way(number, from, way);
        if !number.is_int_constant() {
            return None;
        }
        let switch = here.terminator()?;
        let targets = switch.successors();
        let case = (1..targets.len())
            .find(|&i| switch.case_value(i as u32).int_value() == number.int_value());
        Some(targets[case.unwrap_or(0)])
    }

    /// Where control may go at the end of a block.
    pub fn successors(&mut self, block: Block) -> Vec<Block> {
        let Some(terminator) = block.terminator() else {
            return Vec::new();
        };
        let skipped = usize::from(never_takes_default(terminator));
        let all = terminator.successors().into_iter().skip(skipped);
        all.filter_map(|to| self.way(block, to).pop()).collect()
    }
}

/// Whether a phi is there for the switch of its block and nobody else.
pub fn is_for_switch_only(phi: Value) -> bool {
    let users = phi.users();
    phi.parent().terminator().is_some_and(|end| {
        end.opcode() == LLVMOpcode::LLVMSwitch && users.iter().all(|user| *user == end)
    })
}

/// Whether a switch is over numbers that all have their own case.
pub fn never_takes_default(switch: Value) -> bool {
    if switch.opcode() != LLVMOpcode::LLVMSwitch || switch.successors().len() < 2 {
        return false;
    }
    let number = switch.operand(0);
    let cases: Vec<u64> = (1..switch.successors().len())
        .map(|i| switch.case_value(i as u32).int_value())
        .collect();
    is_phi(number)
        && number
            .incoming()
            .into_iter()
            .all(|(value, _)| value.is_int_constant() && cases.contains(&value.int_value()))
}

fn is_phi(value: Value) -> bool {
    value.kind() == LLVMValueKind::LLVMInstructionValueKind && value.opcode() == LLVMOpcode::LLVMPHI
}

/// What a phi of the last block of a way stands for, for a jump that comes from `from`.
fn value_on_the_way(value: Value, from: Block, way: &[Block]) -> Value {
    let Some((&here, before)) = way.split_last() else {
        return value;
    };
    if !is_phi(value) || value.parent() != here {
        return value;
    }
    let source = before.last().copied().unwrap_or(from);
    let incoming = value.incoming().into_iter().find(|(_, b)| *b == source);
    incoming.map_or(value, |(value, _)| value_on_the_way(value, from, before))
}

/// The phi that the block's switch looks at, where there are only phis besides.
fn switched_on(block: Block) -> Option<Value> {
    let switch = block.terminator()?;
    if switch.opcode() != LLVMOpcode::LLVMSwitch {
        return None;
    }
    let number = switch.operand(0);
    let mut others = block.instructions().filter(|inst| *inst != switch);
    (is_phi(number) && number.parent() == block && others.all(is_phi)).then_some(number)
}
