//! What a merger can do.

use super::{MergeTotals, Multiplicity};
use pleach_interp::{Difference, Extension, Joiner, Refusal, State, StateId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// A state that was run, and what became of it.
pub struct Batch<'a> {
    pub parent: StateId,
    /// The states that forked off.
    pub forked: &'a [StateId],
}

/// What a merger did: the coordinator tells the others.
#[derive(Default)]
pub(crate) struct Effects {
    /// Whether they were held before, of states that were held or released since.
    before: BTreeMap<StateId, bool>,
    /// States that are part of another one now.
    pub absorbed: Vec<Absorbed>,
}

impl Effects {
    /// States that are held now and were not, and those that are not and were.
    pub fn changes(&self, held: &FxHashSet<StateId>) -> (Vec<StateId>, Vec<StateId>) {
        let changed = self
            .before
            .iter()
            .filter(|(id, was)| held.contains(id) != **was);
        let (released, held): (Vec<_>, Vec<_>) = changed.partition(|(_, was)| **was);
        let ids = |all: Vec<(&StateId, &bool)>| all.into_iter().map(|(id, _)| *id).collect();
        (ids(held), ids(released))
    }
}

pub(crate) struct Absorbed {
    pub state: Box<State>,
    pub into: StateId,
    /// What the other one was before, if it had newly covered something.
    pub before: Option<Box<State>>,
}

/// The states that nobody runs, as a merger sees them.
pub struct Floor<'a> {
    pub(crate) pool: &'a mut FxHashMap<StateId, Box<State>>,
    pub(crate) joiner: &'a mut Joiner,
    pub(crate) held: &'a mut FxHashSet<StateId>,
    pub(crate) effects: &'a mut Effects,
    pub(crate) totals: &'a mut MergeTotals,
}

impl Floor<'_> {
    /// None if it is running, or gone.
    pub fn state(&self, id: StateId) -> Option<&State> {
        self.pool.get(&id).map(|state| &**state)
    }

    /// What the merger keeps with a state.
    pub fn note<T: Extension + Default>(&mut self, id: StateId) -> Option<&mut T> {
        let state = self.pool.get_mut(&id)?;
        Some(state.extensions.get_or_insert_with(T::default))
    }

    /// What the program said about merging where the state stands; it is not said again.
    pub(crate) fn take_mark(&mut self, id: StateId) -> Option<pleach_interp::MergeMark> {
        self.pool.get_mut(&id)?.standing.merge_mark.take()
    }

    /// The state does not run before it is released.
    pub fn hold(&mut self, id: StateId) {
        let was_held = !self.held.insert(id);
        self.effects.before.entry(id).or_insert(was_held);
    }

    pub fn release(&mut self, id: StateId) {
        let was_held = self.held.remove(&id);
        self.effects.before.entry(id).or_insert(was_held);
    }

    /// What differs between two states; an error says why they cannot be joined, and counts.
    pub fn compare(&mut self, a: StateId, b: StateId) -> Result<Vec<Difference>, Refusal> {
        let mut other = self.pool.remove(&b).ok_or(Refusal::Place)?;
        let first = self.pool.get_mut(&a).ok_or(Refusal::Place);
        let compared = first.and_then(|first| self.joiner.compare(first, &mut other));
        self.pool.insert(b, other);
        compared
    }

    /// Makes one state of two: the first is left, with the number that it had.
    pub fn join(&mut self, a: StateId, b: StateId) -> Result<(), Refusal> {
        self.totals.tried += 1;
        let joined = self.try_join(a, b);
        match joined {
            Ok(_) => self.totals.made += 1,
            Err(refusal) => self.refuse(refusal.reason()),
        }
        joined
    }

    /// Counts a join that the merger itself does not want.
    pub fn refuse(&mut self, reason: &'static str) {
        *self.totals.refused.entry(reason).or_default() += 1;
    }

    fn try_join(&mut self, a: StateId, b: StateId) -> Result<(), Refusal> {
        let mut state = self.pool.remove(&b).ok_or(Refusal::Place)?;
        let joined = match self.pool.get_mut(&a) {
            Some(into) => join_into(self.joiner, into, &mut state),
            None => Err(Refusal::Place),
        };
        let before = match joined {
            Ok(before) => before,
            Err(refusal) => {
                self.pool.insert(b, state);
                return Err(refusal);
            }
        };
        self.held.remove(&b);
        self.effects.before.remove(&b);
        self.effects.absorbed.push(Absorbed {
            state,
            into: a,
            before,
        });
        let paths = self.state(a).map_or(1, Multiplicity::at_most_of);
        let largest = &mut self.totals.largest_multiplicity;
        *largest = (*largest).max(paths);
        Ok(())
    }
}

/// The path of a joined state may know nothing of what led to either side, and its model may go
/// anywhere: what the first state newly covered is in nobody's test. Returns what it was, if so.
fn join_into(
    joiner: &mut Joiner,
    first: &mut State,
    other: &mut State,
) -> Result<Option<Box<State>>, Refusal> {
    let before = first.standing.covers_new.then(|| first.snapshot());
    joiner.join(first, other)?;
    first.standing.covers_new = false;
    Ok(before)
}
