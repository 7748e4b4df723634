use pleach_interp::StateId;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// States in a row. One that is taken keeps its place in case it comes back.
#[derive(Default)]
pub(crate) struct Line {
    waiting: BTreeMap<u64, StateId>,
    place: FxHashMap<StateId, u64>,
    next: u64,
}

impl Line {
    /// States that can be taken.
    pub fn len(&self) -> usize {
        self.waiting.len()
    }

    pub fn take_first(&mut self) -> Option<StateId> {
        self.waiting.pop_first().map(|(_, id)| id)
    }

    pub fn take_last(&mut self) -> Option<StateId> {
        self.waiting.pop_last().map(|(_, id)| id)
    }

    /// Takes this one.
    pub fn take(&mut self, id: StateId) {
        if let Some(place) = self.place.get(&id) {
            self.waiting.remove(place);
        }
    }

    pub fn push(&mut self, id: StateId) {
        self.remove(id);
        self.place.insert(id, self.next);
        self.waiting.insert(self.next, id);
        self.next += 1;
    }

    /// Back to its place; at the end if it has none.
    pub fn give_back(&mut self, id: StateId) {
        match self.place.get(&id) {
            Some(place) => {
                self.waiting.insert(*place, id);
            }
            None => self.push(id),
        }
    }

    /// The state is gone, also if it was taken.
    pub fn remove(&mut self, id: StateId) {
        if let Some(place) = self.place.remove(&id) {
            self.waiting.remove(&place);
        }
    }
}
