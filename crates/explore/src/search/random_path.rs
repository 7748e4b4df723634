//! A walk from the root of the execution tree, a fair coin at each inner node.

use super::{BatchSummary, Searcher, Turn};
use crate::tree::Tree;
use pleach_interp::StateId;
use rand::Rng as _;

#[derive(Default)]
pub struct RandomPath {
    tree: Tree,
}

impl Searcher for RandomPath {
    fn take(&mut self, turn: &mut Turn<'_>) -> Option<StateId> {
        let id = self.tree.walk(|| turn.rng.random())?;
        self.tree.detach(id);
        Some(id)
    }

    fn put(&mut self, done: &BatchSummary<'_>) {
        self.tree.attach(done.parent);
        for state in done.added {
            self.tree.fork(done.parent, state.id());
        }
        if done.back.is_none() {
            self.tree.remove(done.parent);
        }
    }

    fn remove(&mut self, gone: StateId) {
        self.tree.remove(gone);
    }

    /// Its place in the tree is remembered: forks of it go there.
    fn taken_elsewhere(&mut self, id: StateId) {
        self.tree.detach(id);
    }
}
