//! Uniform over the live states.

use super::shape::Bag;
use super::{BatchSummary, Searcher, Turn};
use pleach_interp::StateId;

#[derive(Default)]
pub struct RandomState {
    states: Bag,
}

impl Searcher for RandomState {
    fn take(&mut self, turn: &mut Turn<'_>) -> Option<StateId> {
        self.states.draw(turn.rng)
    }

    fn put(&mut self, done: &BatchSummary<'_>) {
        done.states().for_each(|s| self.states.insert(s.id()));
    }

    fn remove(&mut self, gone: StateId) {
        self.states.remove(gone);
    }
}
