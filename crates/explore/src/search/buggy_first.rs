//! Paths on which an error was already seen come first: code that is wrong in
//! one place was not tested well. An error is seen by a path when the case in
//! which it happens splits off and the path itself goes on.

use super::shape::Bag;
use super::{BatchSummary, Searcher, Turn};
use pleach_interp::StateId;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

#[derive(Default)]
pub struct BuggyFirst {
    /// By the number of errors seen; among equals, chance decides.
    by_errors: BTreeMap<u64, Bag>,
    errors: FxHashMap<StateId, u64>,
}

impl BuggyFirst {
    fn take_out(&mut self, id: StateId) {
        let Some(errors) = self.errors.get(&id) else {
            return;
        };
        if let Some(bag) = self.by_errors.get_mut(errors) {
            bag.remove(id);
            if bag.is_empty() {
                self.by_errors.remove(errors);
            }
        }
    }
}

impl Searcher for BuggyFirst {
    fn take(&mut self, turn: &mut Turn<'_>) -> Option<StateId> {
        let mut most = self.by_errors.last_entry()?;
        let id = most.get_mut().draw(turn.rng)?;
        if most.get().is_empty() {
            most.remove();
        }
        Some(id)
    }

    fn put(&mut self, done: &BatchSummary<'_>) {
        let errors = self.errors.remove(&done.parent).unwrap_or(0) + done.errors;
        for state in done.states() {
            self.errors.insert(state.id(), errors);
            self.by_errors.entry(errors).or_default().insert(state.id());
        }
    }

    fn remove(&mut self, gone: StateId) {
        self.take_out(gone);
        self.errors.remove(&gone);
    }

    fn taken_elsewhere(&mut self, id: StateId) {
        self.take_out(id);
    }

    /// So that a state inherits exactly the errors before its fork.
    fn at_every_fork(&self) -> bool {
        true
    }
}
