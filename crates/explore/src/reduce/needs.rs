//! What a state must have in common with one that came by before, so that nothing new can come of it:
//! the relevant locations of the paper (`L_k`), and the branches that control how they came about (`C_k`).

use pleach_ir::address::Place;
use pleach_ir::{BlockId, Slot};
use rustc_hash::{FxHashMap, FxHashSet};

/// Bytes of memory are kept account of in words of so many.
pub(super) const WORD: u64 = 8;

/// Stands for the arguments of a frame beyond the fixed ones.
pub(super) const VARARGS: Slot = Slot(u32::MAX);

/// A frame's part.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct FrameNeeds {
    registers: FxHashSet<u32>,
    /// Blocks whose last branch decided about something that is needed.
    control: FxHashSet<BlockId>,
    /// Whether it matters that the function was called.
    pub matters: bool,
}

impl FrameNeeds {
    pub fn has(&self, slot: Slot) -> bool {
        self.registers.contains(&slot.0)
    }

    pub fn add(&mut self, slot: Slot) {
        self.registers.insert(slot.0);
    }

    /// True if it was needed.
    pub fn remove(&mut self, slot: Slot) -> bool {
        self.registers.remove(&slot.0)
    }

    pub fn add_control(&mut self, blocks: &[BlockId]) {
        self.matters = true;
        self.control.extend(blocks);
    }

    /// True if it was there.
    pub fn remove_control(&mut self, block: BlockId) -> bool {
        self.control.remove(&block)
    }

    pub fn registers(&self) -> impl Iterator<Item = Slot> + '_ {
        self.registers.iter().map(|slot| Slot(*slot))
    }

    fn join(&mut self, other: &FrameNeeds) {
        self.registers.extend(&other.registers);
        self.control.extend(&other.control);
        self.matters |= other.matters;
    }
}

/// What is needed at one point of a path.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Needs {
    /// The outermost frame first.
    pub frames: Vec<FrameNeeds>,
    /// By the address of a word: which of its bytes.
    bytes: FxHashMap<u64, u8>,
    /// Heap objects whose size and life matter.
    objects: FxHashSet<u64>,
    /// Names of heap objects whose next address matters, and an object of that name.
    names: FxHashSet<(u64, u64)>,
}

impl Needs {
    /// Of a state with so many frames, of which nothing is needed.
    pub fn nothing(frames: usize) -> Needs {
        Needs {
            frames: vec![FrameNeeds::default(); frames],
            ..Needs::default()
        }
    }

    pub fn top(&mut self) -> &mut FrameNeeds {
        self.frames.last_mut().expect("a path has a frame")
    }

    pub fn join(&mut self, other: &Needs) {
        debug_assert_eq!(self.frames.len(), other.frames.len());
        for (mine, theirs) in self.frames.iter_mut().zip(&other.frames) {
            mine.join(theirs);
        }
        for (word, mask) in &other.bytes {
            *self.bytes.entry(*word).or_default() |= mask;
        }
        self.objects.extend(&other.objects);
        self.names.extend(&other.names);
    }

    pub fn has_memory(&self) -> bool {
        !self.bytes.is_empty()
    }

    pub fn words(&self) -> impl Iterator<Item = (u64, u8)> + '_ {
        self.bytes.iter().map(|(word, mask)| (*word, *mask))
    }

    pub fn add_bytes(&mut self, address: u64, len: u64) {
        for (word, mask) in words(address, len) {
            *self.bytes.entry(word).or_default() |= mask;
        }
    }

    pub fn add_word(&mut self, word: u64, mask: u8) {
        *self.bytes.entry(word).or_default() |= mask;
    }

    /// True if any was needed.
    pub fn remove_bytes(&mut self, address: u64, len: u64) -> bool {
        if self.bytes.is_empty() {
            return false;
        }
        let mut removed = false;
        // A large object has more words than there are needs.
        if len / WORD > self.bytes.len() as u64 {
            let range = address..address.saturating_add(len);
            self.bytes.retain(|word, mask| {
                for at in 0..WORD {
                    if *mask >> at & 1 == 1 && range.contains(&(*word + at)) {
                        removed = true;
                        *mask &= !(1 << at);
                    }
                }
                *mask != 0
            });
            return removed;
        }
        for (word, mask) in words(address, len) {
            if let Some(needed) = self.bytes.get_mut(&word) {
                removed |= *needed & mask != 0;
                *needed &= !mask;
                if *needed == 0 {
                    self.bytes.remove(&word);
                }
            }
        }
        removed
    }

    pub fn add_object(&mut self, base: u64) {
        self.objects.insert(base);
    }

    pub fn remove_object(&mut self, base: u64) -> bool {
        self.objects.remove(&base)
    }

    pub fn objects(&self) -> impl Iterator<Item = u64> + '_ {
        self.objects.iter().copied()
    }

    pub fn add_name(&mut self, name: u64, base: u64) {
        self.names.insert((name, class_base(base)));
    }

    pub fn names(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.names.iter().copied()
    }

    pub fn has_objects(&self) -> bool {
        !self.objects.is_empty() || !self.names.is_empty()
    }

    /// How many locations there are.
    pub fn len(&self) -> usize {
        let registers = self.frames.iter().map(|frame| frame.registers.len());
        let bytes = self.bytes.values().map(|mask| mask.count_ones() as usize);
        registers.sum::<usize>() + bytes.sum::<usize>() + self.objects.len() + self.names.len()
    }
}

/// The words that some bytes lie in, and which of their bytes these are.
pub(super) fn words(address: u64, len: u64) -> impl Iterator<Item = (u64, u8)> {
    let end = address.saturating_add(len);
    let first = address & !(WORD - 1);
    (first..end).step_by(WORD as usize).map(move |word| {
        let from = address.saturating_sub(word).min(WORD);
        let to = (end - word).min(WORD);
        let below = |n: u64| ((1u16 << n) - 1) as u8;
        (word, below(to) & !below(from))
    })
}

/// Stands for all objects of the same size and owner.
fn class_base(base: u64) -> u64 {
    Place::of(base).map_or(base, |place| Place { index: 1, ..place }.base())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_lie_in_words() {
        let all = |address, len| words(address, len).collect::<Vec<_>>();
        assert_eq!(all(0x10, 8), [(0x10, 0xff)]);
        assert_eq!(all(0x12, 2), [(0x10, 0b1100)]);
        assert_eq!(all(0x16, 4), [(0x10, 0b1100_0000), (0x18, 0b11)]);
        assert_eq!(all(0x10, 0), []);
    }

    #[test]
    fn what_is_written_is_needed_no_more() {
        let mut needs = Needs::nothing(1);
        needs.add_bytes(0x10, 8);
        assert!(needs.remove_bytes(0x12, 2));
        assert!(!needs.remove_bytes(0x12, 2));
        assert_eq!(needs.len(), 6);
        assert!(needs.remove_bytes(0, 1000));
        assert_eq!(needs.len(), 0);
    }
}
