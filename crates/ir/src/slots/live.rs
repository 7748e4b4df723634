//! Which slots may still be read, at the boundaries of blocks.

use crate::*;

/// Per block, as bit sets over slots.
pub struct Liveness {
    words: usize,
    live_in: Vec<u64>,
    live_out: Vec<u64>,
}

/// What of a block matters to others.
struct Effect {
    /// Read before any write.
    used: Vec<u64>,
    written: Vec<u64>,
    successors: Vec<Successor>,
}

/// An edge out of a block.
struct Successor {
    edge: EdgeId,
    /// The results of a call are written where it returns, but not where it unwinds.
    results: Option<(Slot, u32)>,
}

fn set(bits: &mut [u64], slot: Slot) {
    bits[slot.index() / 64] |= 1 << (slot.index() % 64);
}

fn has(bits: &[u64], slot: Slot) -> bool {
    bits[slot.index() / 64] >> (slot.index() % 64) & 1 == 1
}

fn clear(bits: &mut [u64], slot: Slot) {
    bits[slot.index() / 64] &= !(1 << (slot.index() % 64));
}

/// The slots that an operand reads: one or none.
fn slot_of(operand: Opnd) -> Option<Slot> {
    match operand.kind() {
        OpndKind::Slot(slot) => Some(slot),
        OpndKind::Const(_) => None,
    }
}

impl Liveness {
    pub fn of(function: &Function) -> Liveness {
        let words = (function.slots as usize).div_ceil(64);
        let blocks = function.blocks.len();
        let effects: Vec<Effect> = (0..blocks).map(|i| effect(function, i, words)).collect();
        let mut all = Liveness {
            words,
            live_in: vec![0; words * blocks],
            live_out: vec![0; words * blocks],
        };
        let mut changed = true;
        while changed {
            changed = false;
            for (i, effect) in effects.iter().enumerate().rev() {
                changed |= all.update(function, i, effect);
            }
        }
        all
    }

    fn update(&mut self, function: &Function, block: usize, effect: &Effect) -> bool {
        let mut out = vec![0; self.words];
        for successor in &effect.successors {
            let edge = &function.edges[successor.edge.index()];
            let mut through = self.live_in(edge.target.index()).to_vec();
            for &(dst, src) in edge.moves.iter().rev() {
                clear(&mut through, dst);
                if let Some(src) = slot_of(src) {
                    set(&mut through, src);
                }
            }
            if let Some((first, count)) = successor.results {
                (0..count).for_each(|i| clear(&mut through, Slot(first.0 + i)));
            }
            out.iter_mut()
                .zip(&through)
                .for_each(|(out, through)| *out |= through);
        }
        let range = block * self.words..(block + 1) * self.words;
        let mut changed = false;
        let ins = &mut self.live_in[range.clone()];
        for (word, in_word) in ins.iter_mut().enumerate() {
            let now = effect.used[word] | (out[word] & !effect.written[word]);
            changed |= now != *in_word;
            *in_word = now;
        }
        self.live_out[range].copy_from_slice(&out);
        changed
    }

    fn live_in(&self, block: usize) -> &[u64] {
        &self.live_in[block * self.words..(block + 1) * self.words]
    }

    fn live_out(&self, block: usize) -> &[u64] {
        &self.live_out[block * self.words..(block + 1) * self.words]
    }

    /// First and last position of each slot that is used at all.
    pub fn intervals(&self, function: &Function) -> Vec<Option<(u32, u32)>> {
        let mut all = Intervals(vec![None; function.slots as usize]);
        for param in 0..function.params.len() as u32 {
            all.cover(Slot(param), 0);
        }
        for (i, block) in function.blocks.iter().enumerate() {
            let (first, last) = (2 * block.first, 2 * (block.first + block.len - 1) + 1);
            all.cover_set(self.live_in(i), first);
            all.cover_set(self.live_out(i), last);
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

    fn cover_set(&mut self, bits: &[u64], position: u32) {
        for (word, &bits) in bits.iter().enumerate() {
            let mut rest = bits;
            while rest != 0 {
                self.cover(Slot(word as u32 * 64 + rest.trailing_zeros()), position);
                rest &= rest - 1;
            }
        }
    }
}

fn effect(function: &Function, block: usize, words: usize) -> Effect {
    let block = function.blocks[block];
    let mut effect = Effect {
        used: vec![0; words],
        written: vec![0; words],
        successors: Vec::new(),
    };
    for at in block.first..block.first + block.len {
        let inst = &function.code[at as usize];
        let call = match inst {
            Inst::Call(call) => Some(call),
            _ => None,
        };
        inst.visit(&mut |part| match part {
            Part::Read(operand) => {
                if let Some(slot) = slot_of(operand)
                    && !has(&effect.written, slot)
                {
                    set(&mut effect.used, slot);
                }
            }
            Part::Write(slot) if call.is_none() => set(&mut effect.written, slot),
            Part::Write(_) => {}
            Part::Edge(edge) => {
                let returns = call.filter(|call| call.next == edge);
                let results = returns.map(|call| (call.results, call.result_widths.len() as u32));
                effect.successors.push(Successor { edge, results });
            }
        });
    }
    effect
}
