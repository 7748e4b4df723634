//! What is needed of a frame.

use super::Need;
use crate::reduce::interval::Interval;
use pleach_ir::{BlockId, Slot, bits};

/// Stands for the arguments of a frame beyond the fixed ones.
pub(in crate::reduce) const VARARGS: Slot = Slot(u32::MAX);

/// A set of small numbers that is as wide as its largest member asks for: most frames need little.
#[derive(Debug, Clone, Default)]
struct Members(Vec<u64>);

impl Members {
    #[inline]
    fn has(&self, at: u32) -> bool {
        bits::has(&self.0, at as usize)
    }

    #[inline]
    fn add(&mut self, at: u32) {
        let word = at as usize / 64;
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        bits::set(&mut self.0, at as usize);
    }

    /// True if it was there.
    #[inline]
    fn remove(&mut self, at: u32) -> bool {
        let was_there = self.has(at);
        if was_there {
            bits::clear(&mut self.0, at as usize);
        }
        was_there
    }

    fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        bits::members(&self.0).map(|at| at as u32)
    }
}

/// A frame's part.
#[derive(Debug, Clone, Default)]
pub(in crate::reduce) struct FrameNeeds {
    /// Registers of which something is needed.
    registers: Members,
    /// Where those must lie that are not needed themselves. Sorted.
    within: Vec<(Slot, Interval)>,
    has_varargs: bool,
    /// Blocks whose last branch decided about something that is needed.
    control: Members,
    /// Whether it matters that the function was called.
    pub matters: bool,
}

impl FrameNeeds {
    #[inline]
    pub fn has(&self, slot: Slot) -> bool {
        match slot {
            VARARGS => self.has_varargs,
            _ => self.registers.has(slot.0),
        }
    }

    pub fn add(&mut self, slot: Slot, need: Need) {
        let need = match self.need_of(slot) {
            Some(Need::Equal) => return,
            Some(known) => known.and(need),
            None => need,
        };
        let place = self.within_at(slot);
        match (need, place) {
            (Need::Within(interval), Ok(at)) => self.within[at].1 = interval,
            (Need::Within(interval), Err(at)) => self.within.insert(at, (slot, interval)),
            (Need::Equal, Ok(at)) => _ = self.within.remove(at),
            (Need::Equal, Err(_)) => {}
        }
        match slot {
            VARARGS => self.has_varargs = true,
            _ => self.registers.add(slot.0),
        }
    }

    fn within_at(&self, slot: Slot) -> Result<usize, usize> {
        self.within.binary_search_by_key(&slot, |(slot, _)| *slot)
    }

    /// What was needed of a register, if anything was.
    #[inline]
    pub fn remove(&mut self, slot: Slot) -> Option<Need> {
        self.registers
            .remove(slot.0)
            .then(|| match self.within_at(slot) {
                Ok(at) => Need::Within(self.within.remove(at).1),
                Err(_) => Need::Equal,
            })
    }

    pub fn add_control(&mut self, blocks: &[BlockId]) {
        self.matters = true;
        blocks.iter().for_each(|block| self.control.add(block.0));
    }

    /// True if it was there.
    pub fn remove_control(&mut self, block: BlockId) -> bool {
        self.control.remove(block.0)
    }

    pub fn need_of(&self, slot: Slot) -> Option<Need> {
        self.has(slot).then(|| match self.within_at(slot) {
            Ok(at) => Need::Within(self.within[at].1),
            Err(_) => Need::Equal,
        })
    }

    /// Whether one of these registers is needed.
    pub fn has_any(&self, registers: &[u64]) -> bool {
        bits::intersect(&self.registers.0, registers)
    }

    pub fn registers(&self) -> impl Iterator<Item = (Slot, Need)> + '_ {
        let varargs = self.has_varargs.then_some(VARARGS);
        let slots = self.registers.iter().map(Slot).chain(varargs);
        slots.map(|slot| (slot, self.need_of(slot).expect("it is listed")))
    }

    pub(super) fn join(&mut self, other: &FrameNeeds) {
        other
            .registers()
            .for_each(|(slot, need)| self.add(slot, need));
        other
            .control
            .iter()
            .for_each(|block| self.control.add(block));
        self.matters |= other.matters;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_somewhere_may_be_needed_itself() {
        let mut frame = FrameNeeds::default();
        let small = Interval::new(0, 9, 32);
        frame.add(Slot(70), Need::Within(small));
        frame.add(VARARGS, Need::Equal);
        let all = |frame: &FrameNeeds| frame.registers().collect::<Vec<_>>();
        let varargs = (VARARGS, Need::Equal);
        assert_eq!(all(&frame), [(Slot(70), Need::Within(small)), varargs]);
        frame.add(Slot(70), Need::Within(Interval::new(5, 20, 32)));
        let both = Need::Within(Interval::new(5, 9, 32));
        assert_eq!(frame.need_of(Slot(70)), Some(both));
        frame.add(Slot(70), Need::Equal);
        assert_eq!(frame.remove(Slot(70)), Some(Need::Equal));
        assert_eq!(frame.remove(Slot(70)), None);
        assert_eq!(all(&frame), [varargs]);
    }
}
