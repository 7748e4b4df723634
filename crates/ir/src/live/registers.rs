//! Which registers may still be read, at the boundaries of blocks.

use crate::tables::bits::{self, Rows};
use crate::*;

/// Bits of liveness per function; what is larger is not looked at.
const MOST_BITS: u64 = 1 << 31;

/// Per block, as bit sets over slots.
pub struct Registers {
    begin: Rows,
    end: Rows,
}

/// What a block does to the registers that are live at its end.
struct Effect {
    /// Read before any write.
    used: Vec<u64>,
    written: Vec<u64>,
    successors: Vec<EdgeId>,
}

impl Registers {
    /// `None` if the function has no body, or one that is too large.
    pub fn of(function: &Function) -> Option<Registers> {
        let (slots, blocks) = (function.slots as usize, function.blocks.len());
        if blocks == 0 || (slots * blocks) as u64 > MOST_BITS {
            return None;
        }
        let effects: Vec<Effect> = (0..blocks).map(|i| effect(function, i)).collect();
        let mut all = Registers {
            begin: Rows::new(blocks, slots),
            end: Rows::new(blocks, slots),
        };
        let mut changed = true;
        while changed {
            changed = false;
            for (i, effect) in effects.iter().enumerate().rev() {
                changed |= all.update(function, i, effect);
            }
        }
        Some(all)
    }

    fn update(&mut self, function: &Function, block: usize, effect: &Effect) -> bool {
        let Block { first, len, .. } = function.blocks[block];
        let mut through = vec![0; self.begin.words()];
        for &edge in &effect.successors {
            let over = function.flow_over(first + len - 1, edge, &self.begin);
            bits::join(&mut through, &over);
        }
        self.end.row_mut(block).copy_from_slice(&through);
        for (word, through) in through.iter_mut().enumerate() {
            *through = effect.used[word] | (*through & !effect.written[word]);
        }
        bits::join(self.begin.row_mut(block), &through)
    }

    pub fn at_begin(&self, block: usize) -> &[u64] {
        self.begin.row(block)
    }

    pub fn at_end(&self, block: usize) -> &[u64] {
        self.end.row(block)
    }

    /// What is live where blocks begin.
    pub fn into_rows(self) -> Rows {
        self.begin
    }

    /// The same where `map` says which of `count` registers each slot shares with others that are
    /// never live at the same time.
    pub fn into_shared_rows(self, map: &[Slot], count: u32, blocks: usize) -> Rows {
        let mut rows = Rows::new(blocks, count as usize);
        for block in 0..blocks {
            let row = rows.row_mut(block);
            bits::members(self.begin.row(block)).for_each(|slot| bits::set(row, map[slot].index()));
        }
        rows
    }
}

fn effect(function: &Function, block: usize) -> Effect {
    let words = (function.slots as usize).div_ceil(64);
    let block = function.blocks[block];
    let mut effect = Effect {
        used: vec![0; words],
        written: vec![0; words],
        successors: Vec::new(),
    };
    for at in block.first..block.first + block.len {
        let inst = &function.code[at as usize];
        // What a call writes depends on the edge that it leaves by.
        let is_call = matches!(inst, Inst::Call(_));
        inst.visit(&mut |part| match part {
            Part::Read(operand) => {
                if let OpndKind::Slot(slot) = operand.kind()
                    && !bits::has(&effect.written, slot.index())
                {
                    bits::set(&mut effect.used, slot.index());
                }
            }
            Part::Write(slot) if !is_call => bits::set(&mut effect.written, slot.index()),
            Part::Write(_) => {}
            Part::Edge(edge) => effect.successors.push(edge),
        });
    }
    effect
}
