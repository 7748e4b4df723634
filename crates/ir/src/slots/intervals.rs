//! From where to where a slot is in use, in the order of the code.

use crate::live::Registers;
use crate::tables::bits;
use crate::*;

/// First and last position of each slot that is used at all.
pub fn intervals(function: &Function, live: &Registers) -> Vec<Option<(u32, u32)>> {
    let mut all = Intervals(vec![None; function.slots as usize]);
    for param in 0..function.params.len() as u32 {
        all.cover(Slot(param), 0);
    }
    for (i, block) in function.blocks.iter().enumerate() {
        let (first, last) = (2 * block.first, 2 * (block.first + block.len - 1) + 1);
        all.cover_set(live.at_begin(i), first);
        all.cover_set(live.at_end(i), last);
        for at in block.first..block.first + block.len {
            function.code[at as usize].visit(&mut |part| match part {
                Part::Read(operand) => slot_of(operand)
                    .into_iter()
                    .for_each(|slot| all.cover(slot, 2 * at)),
                Part::Write(slot) => all.cover(slot, 2 * at + 1),
                // Moves are in order, so their slots must all be told apart,
                // also from what the instruction reads and writes.
                Part::Edge(edge) => {
                    for &(dst, src) in &function.edges[edge.index()].moves {
                        for slot in slot_of(src).into_iter().chain([dst]) {
                            all.cover(slot, 2 * at);
                            all.cover(slot, 2 * at + 1);
                        }
                    }
                }
            });
        }
    }
    all.0
}

struct Intervals(Vec<Option<(u32, u32)>>);

impl Intervals {
    fn cover(&mut self, slot: Slot, position: u32) {
        let interval = &mut self.0[slot.index()];
        *interval = Some(match *interval {
            Some((start, end)) => (start.min(position), end.max(position)),
            None => (position, position),
        });
    }

    fn cover_set(&mut self, set: &[u64], position: u32) {
        bits::members(set).for_each(|slot| self.cover(Slot(slot as u32), position));
    }
}

/// The slots that an operand reads: one or none.
fn slot_of(operand: Opnd) -> Option<Slot> {
    match operand.kind() {
        OpndKind::Slot(slot) => Some(slot),
        OpndKind::Const(_) => None,
    }
}
