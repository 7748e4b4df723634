//! Breadth first until there are `--bfs-dfs-width` states, then each of these
//! depth first: many beginnings, each followed to its end.

use super::shape::Line;
use super::{BatchSummary, SearchOptions, Searcher, Turn};
use pleach_interp::StateId;
use rustc_hash::FxHashSet;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Broad,
    Deep,
}

pub struct BfsDfs {
    width: usize,
    phase: Phase,
    /// All states while it goes breadth first; then those that are not begun yet.
    queue: Line,
    /// What came out of the one that is being followed.
    stack: Line,
    taken: FxHashSet<StateId>,
}

impl BfsDfs {
    pub fn new(options: &SearchOptions) -> BfsDfs {
        BfsDfs {
            width: options.bfs_dfs_width,
            phase: Phase::Broad,
            queue: Line::default(),
            stack: Line::default(),
            taken: FxHashSet::default(),
        }
    }

    fn put_broad(&mut self, done: &BatchSummary<'_>) {
        match done.back {
            Some(state) if done.added.is_empty() => self.queue.give_back(state.id()),
            Some(state) => self.queue.push(state.id()),
            None => self.queue.remove(done.parent),
        }
        done.added.iter().for_each(|s| self.queue.push(s.id()));
        if self.queue.len() + self.taken.len() >= self.width {
            self.phase = Phase::Deep;
        }
    }

    fn put_deep(&mut self, done: &BatchSummary<'_>) {
        self.queue.remove(done.parent);
        match done.back {
            Some(state) => self.stack.give_back(state.id()),
            None => self.stack.remove(done.parent),
        }
        done.added.iter().for_each(|s| self.stack.push(s.id()));
    }
}

impl Searcher for BfsDfs {
    fn take(&mut self, _: &mut Turn<'_>) -> Option<StateId> {
        let id = self.stack.take_last().or_else(|| self.queue.take_first())?;
        self.taken.insert(id);
        Some(id)
    }

    fn put(&mut self, done: &BatchSummary<'_>) {
        self.taken.remove(&done.parent);
        match self.phase {
            Phase::Broad => self.put_broad(done),
            Phase::Deep => self.put_deep(done),
        }
    }

    fn remove(&mut self, gone: StateId) {
        self.taken.remove(&gone);
        self.queue.remove(gone);
        self.stack.remove(gone);
    }

    fn taken_elsewhere(&mut self, id: StateId) {
        self.taken.insert(id);
        self.queue.take(id);
        self.stack.take(id);
    }

    fn at_every_fork(&self) -> bool {
        true
    }
}
