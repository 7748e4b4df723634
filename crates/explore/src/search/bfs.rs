//! Breadth first: a state that forked has gone one level down and waits behind the others.

use super::shape::Line;
use super::{BatchSummary, Searcher, Turn};
use pleach_interp::StateId;

#[derive(Default)]
pub struct Bfs {
    states: Line,
}

impl Searcher for Bfs {
    fn take(&mut self, _: &mut Turn<'_>) -> Option<StateId> {
        self.states.take_first()
    }

    fn put(&mut self, done: &BatchSummary<'_>) {
        match done.back {
            Some(state) if done.added.is_empty() => self.states.give_back(state.id()),
            Some(state) => self.states.push(state.id()),
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
