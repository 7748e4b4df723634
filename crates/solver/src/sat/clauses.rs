//! Clause storage: one flat array, so that following a clause reference touches one cache line.

use super::Lit;

/// Position of a clause's header in the arena.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ClauseRef(pub u32);

impl ClauseRef {
    /// Stands for "no clause".
    pub const NONE: ClauseRef = ClauseRef(u32::MAX);
}

const HEADER: usize = 2;
const LEARNT: u32 = 1;
const DELETED: u32 = 2;
const SHIFT: u32 = 2;

/// Layout per clause: `length << 2 | flags`, then the LBD (learnt clauses), then the literals.
#[derive(Default)]
pub(super) struct Clauses {
    data: Vec<u32>,
    wasted: usize,
}

impl Clauses {
    pub fn add(&mut self, lits: &[Lit], learnt_lbd: Option<u32>) -> ClauseRef {
        let at = ClauseRef(self.data.len() as u32);
        let flags = if learnt_lbd.is_some() { LEARNT } else { 0 };
        self.data.push(((lits.len() as u32) << SHIFT) | flags);
        self.data.push(learnt_lbd.unwrap_or(0));
        self.data.extend(lits.iter().map(|l| l.code() as u32));
        at
    }

    pub fn len(&self, at: ClauseRef) -> usize {
        (self.data[at.0 as usize] >> SHIFT) as usize
    }

    pub fn lit(&self, at: ClauseRef, i: usize) -> Lit {
        Lit::from_code(self.data[at.0 as usize + HEADER + i])
    }

    /// The literals' codes; raw so that propagation can swap them in place.
    pub fn codes_mut(&mut self, at: ClauseRef) -> &mut [u32] {
        let start = at.0 as usize;
        let len = (self.data[start] >> SHIFT) as usize;
        &mut self.data[start + HEADER..start + HEADER + len]
    }

    pub fn is_learnt(&self, at: ClauseRef) -> bool {
        self.data[at.0 as usize] & LEARNT != 0
    }

    pub fn is_deleted(&self, at: ClauseRef) -> bool {
        self.data[at.0 as usize] & DELETED != 0
    }

    pub fn lbd(&self, at: ClauseRef) -> u32 {
        self.data[at.0 as usize + 1]
    }

    pub fn set_lbd(&mut self, at: ClauseRef, lbd: u32) {
        self.data[at.0 as usize + 1] = lbd;
    }

    pub fn delete(&mut self, at: ClauseRef) {
        self.wasted += self.len(at) + HEADER;
        self.data[at.0 as usize] |= DELETED;
    }

    pub fn worth_compacting(&self) -> bool {
        self.wasted * 3 > self.data.len()
    }

    /// Drops deleted clauses. Afterwards `forward` of the old arena gives each survivor's new place.
    pub fn compact(&mut self) -> Forwarding {
        let mut kept = Vec::with_capacity(self.data.len() - self.wasted);
        let mut at = 0;
        while at < self.data.len() {
            let size = (self.data[at] >> SHIFT) as usize + HEADER;
            if self.data[at] & DELETED == 0 {
                let new = kept.len() as u32;
                kept.extend_from_slice(&self.data[at..at + size]);
                self.data[at + 1] = new;
            }
            at += size;
        }
        self.wasted = 0;
        Forwarding {
            old: std::mem::replace(&mut self.data, kept),
        }
    }
}

/// The arena before compaction, each survivor's header holding its new position.
pub(super) struct Forwarding {
    old: Vec<u32>,
}

impl Forwarding {
    /// The new place of a clause, or none if it was deleted.
    pub fn of(&self, at: ClauseRef) -> Option<ClauseRef> {
        let at = at.0 as usize;
        (self.old[at] & DELETED == 0).then(|| ClauseRef(self.old[at + 1]))
    }
}
