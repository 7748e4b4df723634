//! States first that nothing alike was seen of (Bugrara, Engler 2013, section 3.6). Which those are is for
//! [`crate::reduce`] to say; the others run when there is nobody else.

use super::{BatchSummary, Pool, Searcher, Turn};
use pleach_interp::StateId;
use rustc_hash::FxHashSet;

pub struct Unfamiliar {
    /// Knows all states and may take those that are not familiar.
    first: Box<dyn Searcher>,
    /// May take all.
    any: Box<dyn Searcher>,
    /// Those that wait.
    familiar: FxHashSet<StateId>,
}

impl Unfamiliar {
    /// Both are the same strategy.
    pub fn new(first: Box<dyn Searcher>, any: Box<dyn Searcher>) -> Unfamiliar {
        Unfamiliar {
            first,
            any,
            familiar: FxHashSet::default(),
        }
    }
}

impl Searcher for Unfamiliar {
    fn take(&mut self, turn: &mut Turn<'_>) -> Option<StateId> {
        if let Some(id) = self.first.take(turn) {
            self.any.taken_elsewhere(id);
            return Some(id);
        }
        let id = self.any.take(turn)?;
        self.familiar.remove(&id);
        Some(id)
    }

    fn put(&mut self, done: &BatchSummary<'_>) {
        self.first.put(done);
        self.any.put(done);
    }

    fn remove(&mut self, gone: StateId) {
        self.familiar.remove(&gone);
        self.first.remove(gone);
        self.any.remove(gone);
    }

    fn taken_elsewhere(&mut self, id: StateId) {
        if !self.familiar.remove(&id) {
            self.first.taken_elsewhere(id);
        }
        self.any.taken_elsewhere(id);
    }

    fn targets_changed(&mut self, pool: &dyn Pool) {
        self.first.targets_changed(pool);
        self.any.targets_changed(pool);
    }

    fn is_familiar(&mut self, id: StateId) {
        if self.familiar.insert(id) {
            self.first.taken_elsewhere(id);
        }
    }

    fn at_every_fork(&self) -> bool {
        self.any.at_every_fork()
    }
}
