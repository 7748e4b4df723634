//! The state whose last few branch decisions were run least often so far
//! (Li, Su, Wang, Li: Steering Symbolic Execution to Less Traveled Paths, 2013).

use super::shape::Bag;
use super::{BatchSummary, Searcher, Turn};
use pleach_interp::StateId;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// A sequence of decisions.
type Subpath = u64;

#[derive(Default)]
struct Group {
    runs: u64,
    states: Bag,
}

#[derive(Default)]
pub struct SubpathGuided {
    groups: FxHashMap<Subpath, Group>,
    /// Groups that have states, by how often they were run.
    order: BTreeSet<(u64, Subpath)>,
    subpath: FxHashMap<StateId, Subpath>,
}

impl SubpathGuided {
    /// Takes a state out, which `runs` its subpath once more or not.
    fn take_out(&mut self, id: StateId, runs: u64) {
        let Some(subpath) = self.subpath.remove(&id) else {
            return;
        };
        if let Some(group) = self.groups.get_mut(&subpath) {
            group.states.remove(id);
            self.order.remove(&(group.runs, subpath));
            group.runs += runs;
            if !group.states.is_empty() {
                self.order.insert((group.runs, subpath));
            }
        }
    }
}

impl Searcher for SubpathGuided {
    fn take(&mut self, turn: &mut Turn<'_>) -> Option<StateId> {
        let (runs, subpath) = self.order.pop_first()?;
        let group = self.groups.get_mut(&subpath)?;
        let id = group.states.draw(turn.rng)?;
        group.runs = runs + 1;
        if !group.states.is_empty() {
            self.order.insert((group.runs, subpath));
        }
        self.subpath.remove(&id);
        Some(id)
    }

    fn put(&mut self, done: &BatchSummary<'_>) {
        for state in done.states() {
            let subpath = state.subpath();
            self.subpath.insert(state.id(), subpath);
            let group = self.groups.entry(subpath).or_default();
            group.states.insert(state.id());
            self.order.insert((group.runs, subpath));
        }
    }

    fn remove(&mut self, gone: StateId) {
        self.take_out(gone, 0);
    }

    /// Whoever chose it: it is run.
    fn taken_elsewhere(&mut self, id: StateId) {
        self.take_out(id, 1);
    }
}
