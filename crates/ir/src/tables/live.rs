//! What of a frame may still be read: registers, and what lies in local variables.
//!
//! What is not named live is dead: no continuation of the path reads it before it is written. The
//! reverse is not promised.

use std::borrow::Cow;

use super::bits::{self, Rows, SlotSet};
use super::*;

/// What a function keeps about its blocks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Live {
    /// Registers that are live where a block begins.
    pub(crate) registers: Rows,
    /// The `Alloca`s of variables that are known to be dead somewhere.
    pub(crate) variables: Box<[u32]>,
    /// By their number in `variables`: those that are live where a block begins.
    pub(crate) contents: Rows,
}

impl Live {
    /// Bytes of the tables.
    pub fn bytes(&self) -> usize {
        size_of::<Live>()
            + self.registers.bytes()
            + self.variables.len() * 4
            + self.contents.bytes()
    }
}

/// A question about one instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Moment {
    Before,
    /// Its operands were read, its results are not there yet.
    During,
}

impl Function {
    /// The block that an instruction is part of.
    pub fn block_of(&self, pc: u32) -> BlockId {
        let after = self.blocks.partition_point(|block| block.first <= pc);
        BlockId(after as u32 - 1)
    }

    /// Registers that may be read before they are written, where a block begins: the moves of the
    /// edge are done.
    pub fn live_at(&self, block: BlockId) -> SlotSet<'_> {
        SlotSet(match &self.live {
            Some(live) => Cow::Borrowed(live.registers.row(block.index())),
            None => Cow::Owned(self.all_registers()),
        })
    }

    /// The same before an instruction, which may be executed again from its start.
    pub fn live_before(&self, pc: u32) -> SlotSet<'_> {
        self.live_when(pc, Moment::Before)
    }

    /// Registers of a caller that are live while its call at `pc` runs. Those that only the call's
    /// results will be in are not.
    pub fn live_during(&self, pc: u32) -> SlotSet<'_> {
        self.live_when(pc, Moment::During)
    }

    fn live_when(&self, pc: u32, moment: Moment) -> SlotSet<'_> {
        SlotSet(Cow::Owned(match &self.live {
            Some(live) => self.flow_back(pc, moment, &live.registers),
            None => self.all_registers(),
        }))
    }

    fn all_registers(&self) -> Vec<u64> {
        let mut all = vec![0; (self.slots as usize).div_ceil(64)];
        (0..self.slots as usize).for_each(|slot| bits::set(&mut all, slot));
        all
    }

    /// The registers that are live at an instruction, from those that are live where blocks begin.
    fn flow_back(&self, pc: u32, moment: Moment, begins: &Rows) -> Vec<u64> {
        let block = self.blocks[self.block_of(pc).index()];
        let last = block.first + block.len - 1;
        let mut live = vec![0; begins.words()];
        self.code[last as usize].visit(&mut |part| {
            if let Part::Edge(edge) = part {
                bits::join(&mut live, &self.flow_over(last, edge, begins));
            }
        });
        for at in (pc..=last).rev() {
            let inst = &self.code[at as usize];
            // Where the results of a call are written, its edge has taken them out already.
            if !matches!(inst, Inst::Call(_)) {
                inst.visit(&mut |part| {
                    if let Part::Write(slot) = part {
                        bits::clear(&mut live, slot.index());
                    }
                });
            }
            if at > pc || moment == Moment::Before {
                inst.visit(&mut |part| {
                    if let Part::Read(operand) = part {
                        add(&mut live, operand);
                    }
                });
            }
        }
        live
    }

    /// The registers that are live where an instruction, at the end of its block, goes over one of
    /// its edges. The results of a call are written where it returns, but not where it unwinds.
    pub(crate) fn flow_over(&self, end: u32, edge: EdgeId, begins: &Rows) -> Vec<u64> {
        let taken = &self.edges[edge.index()];
        let mut live = begins.row(taken.target.index()).to_vec();
        for &(dst, src) in taken.moves.iter().rev() {
            bits::clear(&mut live, dst.index());
            add(&mut live, src);
        }
        if let Inst::Call(call) = &self.code[end as usize]
            && call.next == edge
        {
            let results = call.results.index();
            (results..results + call.result_widths.len())
                .for_each(|slot| bits::clear(&mut live, slot));
        }
        live
    }

    /// Local variables whose contents nobody reads any more where a block begins, before other
    /// contents are put there: the instructions that make them, in order.
    pub fn dead_variables_at(&self, block: BlockId) -> impl Iterator<Item = u32> + '_ {
        self.dead_in_all(vec![block])
    }

    /// The same of a caller while its call at `pc` runs.
    pub fn dead_variables_during(&self, pc: u32) -> impl Iterator<Item = u32> + '_ {
        let mut targets = Vec::new();
        self.code[pc as usize].visit(&mut |part| {
            if let Part::Edge(edge) = part {
                targets.push(self.edges[edge.index()].target);
            }
        });
        self.dead_in_all(targets)
    }

    fn dead_in_all(&self, blocks: Vec<BlockId>) -> impl Iterator<Item = u32> + '_ {
        self.live.iter().flat_map(move |live| {
            let blocks = blocks.clone();
            let numbered = live.variables.iter().enumerate();
            numbered.filter_map(move |(number, at)| {
                let lives = |block: &BlockId| bits::has(live.contents.row(block.index()), number);
                (!blocks.iter().any(lives)).then_some(*at)
            })
        })
    }
}

fn add(live: &mut [u64], operand: Opnd) {
    if let OpndKind::Slot(slot) = operand.kind() {
        bits::set(live, slot.index());
    }
}
