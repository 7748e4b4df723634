//! What a state must have in common with one that came by before, so that nothing new can come of it:
//! the relevant locations of the paper (`L_k`), and the branches that control how they came about (`C_k`).

mod frame;

pub(super) use frame::{FrameNeeds, VARARGS};

use super::interval::Interval;
use pleach_ir::address::{Place, Segment};
use rustc_hash::{FxHashMap, FxHashSet};

/// Bytes of memory are kept account of in words of so many.
pub(super) const WORD: u64 = 8;

/// How much of a value is needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Need {
    /// The value itself.
    Equal,
    /// That it lies here.
    Within(Interval),
}

impl Need {
    /// What is needed by two.
    fn and(self, other: Need) -> Need {
        match (self, other) {
            (Need::Within(a), Need::Within(b)) => a.both(&b).map_or(Need::Equal, Need::Within),
            _ => Need::Equal,
        }
    }
}

/// What is needed at one point of a path.
#[derive(Debug, Clone, Default)]
pub(super) struct Needs {
    /// The outermost frame first.
    pub frames: Vec<FrameNeeds>,
    /// By the address of a word: which of its bytes.
    bytes: FxHashMap<u64, u8>,
    /// By the address and length of a number, which is at most a word's: where it must lie. None of its bytes is needed otherwise.
    /// Sorted: a list this short is copied and searched faster than a table.
    numbers: Vec<((u64, u8), Interval)>,
    /// By object, as the plan of addresses has it: how many words and numbers there are in it.
    places: FxHashMap<u64, u32>,
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
            self.add_word(*word, *mask);
        }
        for ((address, len), interval) in &other.numbers {
            self.add_number(*address, *len, *interval);
        }
        self.objects.extend(&other.objects);
        self.names.extend(&other.names);
    }

    pub fn has_memory(&self) -> bool {
        !self.places.is_empty()
    }

    /// Whether anything is needed of the object that an address belongs to.
    pub fn has_place(&self, address: u64) -> bool {
        self.places.contains_key(&place_of(address))
    }

    /// An address in each object of which something is needed.
    pub fn places(&self) -> impl Iterator<Item = u64> + '_ {
        self.places.keys().copied()
    }

    pub fn words(&self) -> impl Iterator<Item = (u64, u8)> + '_ {
        self.bytes.iter().map(|(word, mask)| (*word, *mask))
    }

    /// Which bytes of a word are needed.
    pub fn bytes_of(&self, word: u64) -> u8 {
        self.bytes.get(&word).copied().unwrap_or(0)
    }

    /// Addresses and lengths of numbers, and where they must lie.
    pub fn numbers(&self) -> impl Iterator<Item = ((u64, u8), Interval)> + '_ {
        self.numbers.iter().map(|(at, interval)| (*at, *interval))
    }

    pub fn add_bytes(&mut self, address: u64, len: u64) {
        if words(address, len).all(|(word, mask)| self.bytes_of(word) & mask == mask) {
            return;
        }
        self.dissolve_numbers(address, len);
        words(address, len).for_each(|(word, mask)| self.add_word_alone(word, mask));
    }

    pub fn add_word(&mut self, word: u64, mask: u8) {
        if self.bytes_of(word) & mask == mask {
            return;
        }
        let first = mask.trailing_zeros() as u64;
        let len = u64::from(8 - mask.leading_zeros()) - first;
        self.dissolve_numbers(word + first, len);
        self.add_word_alone(word, mask);
    }

    fn add_word_alone(&mut self, word: u64, mask: u8) {
        let known = self.bytes.entry(word).or_insert_with(|| {
            *self.places.entry(place_of(word)).or_default() += 1;
            0
        });
        *known |= mask;
    }

    /// A number of so many bytes must lie here.
    pub fn add_number(&mut self, address: u64, len: u8, interval: Interval) {
        let is_needed = |(word, mask)| self.bytes.get(&word).is_some_and(|known| known & mask != 0);
        if words(address, u64::from(len)).any(is_needed) {
            return self.add_bytes(address, u64::from(len));
        }
        let place = self.number_at(address, len);
        let both = match place {
            Ok(at) => self.numbers[at].1.both(&interval),
            Err(_) if self.overlapping(address, u64::from(len)).is_empty() => {
                *self.places.entry(place_of(address)).or_default() += 1;
                Some(interval)
            }
            Err(_) => None,
        };
        match (both, place) {
            (Some(both), Ok(at)) => self.numbers[at].1 = both,
            (Some(both), Err(at)) => self.numbers.insert(at, ((address, len), both)),
            (None, _) => self.add_bytes(address, u64::from(len)),
        }
    }

    /// Where a number must lie; it is not needed before that.
    pub fn take_number(&mut self, address: u64, len: u8) -> Option<Interval> {
        let at = self.number_at(address, len).ok()?;
        let (_, taken) = self.numbers.remove(at);
        self.leave(place_of(address));
        Some(taken)
    }

    fn overlapping(&self, address: u64, len: u64) -> Vec<(u64, u8)> {
        let first = address.saturating_sub(WORD - 1);
        let first = self.numbers.partition_point(|((at, _), _)| *at < first);
        let end = address.saturating_add(len);
        let near = self.numbers[first..].iter().map(|(number, _)| number);
        near.take_while(|(at, _)| *at < end)
            .filter(|(at, bytes)| address < *at + u64::from(*bytes))
            .copied()
            .collect()
    }

    /// Where a number stands in the list, or would stand.
    fn number_at(&self, address: u64, len: u8) -> Result<usize, usize> {
        self.numbers
            .binary_search_by_key(&(address, len), |(number, _)| *number)
    }

    /// Of numbers in this range all bytes are needed from now on.
    fn dissolve_numbers(&mut self, address: u64, len: u64) {
        if self.numbers.is_empty() {
            return;
        }
        for (at, bytes) in self.overlapping(address, len) {
            self.take_number(at, bytes);
            words(at, u64::from(bytes)).for_each(|(word, mask)| self.add_word_alone(word, mask));
        }
    }

    fn leave(&mut self, place: u64) {
        if let Some(count) = self.places.get_mut(&place) {
            *count -= 1;
            if *count == 0 {
                self.places.remove(&place);
            }
        }
    }

    /// True if any was needed.
    pub fn remove_bytes(&mut self, address: u64, len: u64) -> bool {
        // What is longer than a word may go beyond its object.
        if len <= WORD && !self.has_place_near(address, len) {
            return false;
        }
        self.dissolve_numbers(address, len);
        if len / WORD <= self.bytes.len() as u64 {
            return words(address, len).fold(false, |removed, (word, mask)| {
                self.remove_word(word, mask) | removed
            });
        }
        // A large object has more words than there are needs.
        let end = address.saturating_add(len);
        let inside = |word: &u64| *word + WORD > address && *word < end;
        let needed: Vec<u64> = self.bytes.keys().copied().filter(inside).collect();
        let mut removed = false;
        for word in needed {
            let first = address.max(word);
            for (word, mask) in words(first, end.min(word + WORD) - first) {
                removed |= self.remove_word(word, mask);
            }
        }
        removed
    }

    fn has_place_near(&self, address: u64, len: u64) -> bool {
        let (first, last) = (place_of(address), place_of(address + len));
        let has = |place| self.places.contains_key(&place);
        !self.places.is_empty() && (has(first) || last != first && has(last))
    }

    fn remove_word(&mut self, word: u64, mask: u8) -> bool {
        let Some(needed) = self.bytes.get_mut(&word) else {
            return false;
        };
        let removed = *needed & mask != 0;
        *needed &= !mask;
        if *needed == 0 {
            self.bytes.remove(&word);
            self.leave(place_of(word));
        }
        removed
    }

    pub fn add_object(&mut self, base: u64) {
        self.objects.insert(base);
    }

    pub fn remove_object(&mut self, base: u64) -> bool {
        self.objects.remove(&base)
    }

    pub fn has_object(&self, base: u64) -> bool {
        self.objects.contains(&base)
    }

    pub fn has_name(&self, name: u64, like: u64) -> bool {
        self.names.contains(&(name, like))
    }

    /// Whether it matters of a local variable whether it is there.
    pub fn has_locals(&self) -> bool {
        let is_local = |place: Place| place.segment == Segment::Stack;
        let mut bases = self.objects.iter();
        bases.any(|base| Place::of(*base).is_some_and(is_local))
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

/// The first address of the object that an address belongs to, as the plan of addresses has it.
pub(super) fn place_of(address: u64) -> u64 {
    Place::of(address).map_or(0, Place::base)
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
        assert_eq!(needs.words().collect::<Vec<_>>(), [(0x10, 0b1111_0011)]);
        assert!(needs.remove_bytes(0, 1000));
        assert!(!needs.has_memory());
    }

    /// A number may lie somewhere until one of its bytes is needed.
    #[test]
    fn numbers_become_bytes() {
        let mut needs = Needs::nothing(1);
        let small = Interval::new(0, 9, 32);
        needs.add_number(0x10, 4, small);
        assert_eq!(needs.take_number(0x10, 4), Some(small));
        assert!(!needs.has_memory());
        needs.add_number(0x10, 4, small);
        needs.add_number(0x10, 4, Interval::new(5, 20, 32));
        assert_eq!(
            needs.numbers().collect::<Vec<_>>(),
            [((0x10, 4), Interval::new(5, 9, 32))]
        );
        needs.add_bytes(0x12, 1);
        assert_eq!(needs.numbers().count(), 0);
        assert_eq!(needs.words().collect::<Vec<_>>(), [(0x10, 0b1111)]);
        needs.add_number(0x10, 4, small);
        assert_eq!(needs.numbers().count(), 0);
        assert!(needs.remove_bytes(0x10, 4));
        assert!(!needs.has_memory());
    }
}
