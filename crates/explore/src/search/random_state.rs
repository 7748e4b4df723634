//! Uniform over the live states.

use super::{Rng, Searcher};
use pleach_interp::{State, StateId};
use rand::Rng as _;
use rustc_hash::FxHashMap;

#[derive(Default)]
pub struct RandomState {
    states: Vec<StateId>,
    position: FxHashMap<StateId, usize>,
}

impl RandomState {
    fn take_at(&mut self, at: usize) -> StateId {
        let id = self.states.swap_remove(at);
        self.position.remove(&id);
        if let Some(moved) = self.states.get(at) {
            self.position.insert(*moved, at);
        }
        id
    }
}

impl Searcher for RandomState {
    fn take(&mut self, rng: &mut Rng) -> Option<StateId> {
        if self.states.is_empty() {
            return None;
        }
        let at = rng.random_range(0..self.states.len());
        Some(self.take_at(at))
    }

    fn put(&mut self, _: StateId, back: Option<&State>, added: &[&State]) {
        for state in back.into_iter().chain(added.iter().copied()) {
            self.position.insert(state.id, self.states.len());
            self.states.push(state.id);
        }
    }

    fn remove(&mut self, gone: StateId) {
        if let Some(at) = self.position.get(&gone) {
            self.take_at(*at);
        }
    }
}
