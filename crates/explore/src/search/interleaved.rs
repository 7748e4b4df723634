//! Several strategies taking turns, all of them knowing all states.

use super::{BatchSummary, Pool, Searcher, Turn};
use pleach_interp::StateId;

pub struct Interleaved {
    parts: Vec<Box<dyn Searcher>>,
    turn: usize,
}

impl Interleaved {
    pub fn new(parts: Vec<Box<dyn Searcher>>) -> Self {
        // The first turn is the first one's.
        let turn = parts.len() - 1;
        Interleaved { parts, turn }
    }
}

impl Searcher for Interleaved {
    fn take(&mut self, turn: &mut Turn<'_>) -> Option<StateId> {
        self.turn = (self.turn + 1) % self.parts.len();
        let id = self.parts[self.turn].take(turn)?;
        for (i, part) in self.parts.iter_mut().enumerate() {
            if i != self.turn {
                part.taken_elsewhere(id);
            }
        }
        Some(id)
    }

    fn put(&mut self, done: &BatchSummary<'_>) {
        self.parts.iter_mut().for_each(|p| p.put(done));
    }

    fn remove(&mut self, gone: StateId) {
        self.parts.iter_mut().for_each(|p| p.remove(gone));
    }

    fn taken_elsewhere(&mut self, id: StateId) {
        self.parts.iter_mut().for_each(|p| p.taken_elsewhere(id));
    }

    fn is_familiar(&mut self, id: StateId) {
        self.parts.iter_mut().for_each(|p| p.is_familiar(id));
    }

    fn targets_changed(&mut self, pool: &dyn Pool) {
        self.parts.iter_mut().for_each(|p| p.targets_changed(pool));
    }

    /// As the one wants it whose turn it was.
    fn at_every_fork(&self) -> bool {
        self.parts[self.turn].at_every_fork()
    }
}
