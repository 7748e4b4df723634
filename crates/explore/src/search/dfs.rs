//! Depth first: always the state that was added last.

use super::shape::Line;
use super::{BatchSummary, Searcher, Turn};
use pleach_interp::StateId;

#[derive(Default)]
pub struct Dfs {
    states: Line,
}

impl Searcher for Dfs {
    fn take(&mut self, _: &mut Turn<'_>) -> Option<StateId> {
        self.states.take_last()
    }

    fn put(&mut self, done: &BatchSummary<'_>) {
        match done.back {
            Some(state) => self.states.give_back(state.id()),
            None => self.states.remove(done.parent),
        }
        done.added.iter().for_each(|s| self.states.push(s.id()));
    }

    fn remove(&mut self, gone: StateId) {
        self.states.remove(gone);
    }

    fn taken_elsewhere(&mut self, id: StateId) {
        self.states.take(id);
    }

    fn at_every_fork(&self) -> bool {
        true
    }
}
