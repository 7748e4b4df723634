//! Several strategies taking turns, all of them knowing all states.

use super::{Rng, Searcher};
use pleach_interp::{State, StateId};

pub struct Interleaved {
    parts: Vec<Box<dyn Searcher>>,
    turn: usize,
}

impl Interleaved {
    pub fn new(parts: Vec<Box<dyn Searcher>>) -> Self {
        Interleaved { parts, turn: 0 }
    }
}

impl Searcher for Interleaved {
    fn take(&mut self, rng: &mut Rng) -> Option<StateId> {
        let turn = self.turn % self.parts.len();
        self.turn = turn + 1;
        let id = self.parts[turn].take(rng)?;
        for (i, part) in self.parts.iter_mut().enumerate() {
            if i != turn {
                part.taken_elsewhere(id);
            }
        }
        Some(id)
    }

    fn put(&mut self, parent: StateId, back: Option<&State>, added: &[&State]) {
        self.parts
            .iter_mut()
            .for_each(|p| p.put(parent, back, added));
    }

    fn remove(&mut self, gone: StateId) {
        self.parts.iter_mut().for_each(|p| p.remove(gone));
    }

    fn taken_elsewhere(&mut self, id: StateId) {
        self.parts.iter_mut().for_each(|p| p.taken_elsewhere(id));
    }

    fn at_every_fork(&self) -> bool {
        self.parts.iter().any(|p| p.at_every_fork())
    }
}
