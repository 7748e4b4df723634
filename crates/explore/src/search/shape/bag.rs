use crate::search::Rng;
use pleach_interp::StateId;
use rand::Rng as _;
use rustc_hash::FxHashMap;

/// States without an order, to draw from.
#[derive(Default)]
pub(crate) struct Bag {
    states: Vec<StateId>,
    position: FxHashMap<StateId, usize>,
}

impl Bag {
    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    pub fn insert(&mut self, id: StateId) {
        if !self.position.contains_key(&id) {
            self.position.insert(id, self.states.len());
            self.states.push(id);
        }
    }

    pub fn draw(&mut self, rng: &mut Rng) -> Option<StateId> {
        if self.states.is_empty() {
            return None;
        }
        let at = rng.random_range(0..self.states.len());
        Some(self.take_at(at))
    }

    pub fn remove(&mut self, id: StateId) {
        if let Some(at) = self.position.get(&id) {
            self.take_at(*at);
        }
    }

    fn take_at(&mut self, at: usize) -> StateId {
        let id = self.states.swap_remove(at);
        self.position.remove(&id);
        if let Some(moved) = self.states.get(at) {
            self.position.insert(*moved, at);
        }
        id
    }
}
