//! Decision trees over relevant constraint sets, one per program point.
//!
//! Each set wants plain values at some locations and carries a payload with whatever else it
//! wants. A state that comes to the point asks which sets agree with it; the tree answers after
//! few look-ups in the state, where a list would look up every location of every set.
//!
//! After Bugrara and Engler, "Redundant State Detection for Dynamic Symbolic Execution", section
//! 3.7: a node looks at the location with most distinct values among the sets below it, sets
//! without that location are below its `undef` child, and a set is taken in only when somebody
//! searches. Unlike the paper's search, [`DecisionTree::find`] is complete: it goes to the
//! `undef` child as well, for a set that says nothing about a location agrees with any value.

mod grow;
mod plain;
mod search;
mod shape;
#[cfg(test)]
mod show;
mod split;
mod store;
#[cfg(test)]
mod tests;

use plain::Plain;
use shape::Shape;
use std::collections::BTreeSet;
use store::{Place, Store};

/// A location, by the number that it was given when it was first seen at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct LocationId(pub u32);

/// One set of a tree, for as long as it lives. Later sets have higher numbers; none is used twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct SetId(pub u32);

/// What a tree did so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TreeStatistics {
    /// Locations that were looked up in states.
    pub lookups: u64,
    pub searches: u64,
    /// Sets that agreed on all plain values and were decided on by their payload.
    pub decided: u64,
    pub matches: u64,
    /// Subtrees that were built anew because another location splits them better.
    pub rebuilds: u64,
    /// Sets that went because there were too many.
    pub crowded_out: u64,
    /// Sets there are now.
    pub sets: u64,
}

/// What [`DecisionTree::add`] did.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Added<T> {
    pub id: SetId,
    /// The set that had to go for it.
    pub crowded_out: Option<(SetId, T)>,
}

#[derive(Debug)]
pub(crate) struct DecisionTree<T> {
    store: Store<T>,
    shape: Shape,
    /// Sets that the shape does not know yet, oldest first.
    queue: BTreeSet<SetId>,
    memo: search::Memo,
    statistics: TreeStatistics,
    limit: usize,
}

impl<T> DecisionTree<T> {
    /// A tree of at most `limit` sets, and at least one.
    pub(crate) fn new(limit: usize) -> Self {
        DecisionTree {
            store: Store::default(),
            shape: Shape::default(),
            queue: BTreeSet::new(),
            memo: search::Memo::default(),
            statistics: TreeStatistics::default(),
            limit: limit.max(1),
        }
    }

    /// Adds a set. Of a location that is named twice the last value counts.
    pub(crate) fn add(
        &mut self,
        values: impl IntoIterator<Item = (LocationId, u64)>,
        payload: T,
    ) -> Added<T> {
        let crowded_out = self.make_room();
        let id = self.store.add(Plain::new(values), payload);
        self.queue.insert(id);
        Added { id, crowded_out }
    }

    /// Takes a set out. `None` when it is gone already.
    pub(crate) fn remove(&mut self, id: SetId) -> Option<T> {
        self.take_out(id);
        self.store.remove(id)
    }

    /// Makes a set say nothing about the locations that are not to be kept. Says whether it changed.
    pub(crate) fn restrict(&mut self, id: SetId, keep: impl Fn(LocationId) -> bool) -> bool {
        self.change(id, |plain| plain.restricted(keep))
    }

    /// Gives a set locations back, or other values. Says whether it changed.
    pub(crate) fn widen(
        &mut self,
        id: SetId,
        values: impl IntoIterator<Item = (LocationId, u64)>,
    ) -> bool {
        self.change(id, |plain| plain.widened(values))
    }

    /// What is decided on at last. It may change at any time: the tree's form has nothing of it.
    pub(crate) fn payload(&self, id: SetId) -> Option<&T> {
        self.store.get(id).map(|set| &set.payload)
    }

    pub(crate) fn payload_mut(&mut self, id: SetId) -> Option<&mut T> {
        self.store.get_mut(id).map(|set| &mut set.payload)
    }

    /// The plain values of a set, by location.
    pub(crate) fn values(&self, id: SetId) -> Option<&[(LocationId, u64)]> {
        self.store.get(id).map(|set| set.plain.entries())
    }

    #[cfg(test)]
    pub(crate) fn contains(&self, id: SetId) -> bool {
        self.store.get(id).is_some()
    }

    /// All sets, oldest first.
    pub(crate) fn ids(&self) -> Vec<SetId> {
        self.store.ids()
    }

    #[cfg(test)]
    pub(crate) fn len(&self) -> usize {
        self.store.len()
    }

    #[cfg(test)]
    pub(crate) fn is_empty(&self) -> bool {
        self.store.len() == 0
    }

    #[cfg(test)]
    pub(crate) fn statistics(&self) -> TreeStatistics {
        TreeStatistics {
            sets: self.store.len() as u64,
            rebuilds: self.shape.rebuilds(),
            ..self.statistics
        }
    }

    fn make_room(&mut self) -> Option<(SetId, T)> {
        if self.store.len() < self.limit {
            return None;
        }
        let least = self.store.least_useful()?;
        self.statistics.crowded_out += 1;
        self.remove(least).map(|payload| (least, payload))
    }

    /// Gives a set other plain values. It waits in the queue then, as if it were new.
    fn change(&mut self, id: SetId, to: impl FnOnce(&Plain) -> Plain) -> bool {
        let Some(set) = self.store.get(id) else {
            return false;
        };
        let plain = to(&set.plain);
        if plain == set.plain {
            return false;
        }
        self.take_out(id);
        self.queue.insert(id);
        self.store.put(id, plain);
        true
    }

    /// Makes neither shape nor queue know a set.
    fn take_out(&mut self, id: SetId) {
        match self.store.get(id).map(|set| set.place) {
            Some(Place::Shape) => self.shape.remove(id, &self.store),
            Some(Place::Queue) => {
                self.queue.remove(&id);
            }
            None => {}
        }
    }

    /// Makes the shape know the sets that wait.
    fn take_in(&mut self) {
        let waiting = std::mem::take(&mut self.queue);
        let known = self.store.len() - waiting.len();
        if waiting.len() >= known {
            // Most are new: once from scratch is cheaper than one after the other.
            self.shape.build(self.store.ids(), &self.store);
        } else {
            for id in &waiting {
                self.shape.insert(*id, &self.store);
            }
        }
        for id in waiting {
            self.store.taken_in(id);
        }
    }
}

impl<T: PartialEq> DecisionTree<T> {
    #[cfg(test)]
    /// Drops the sets that another one with an equal payload makes superfluous, because it wants
    /// nothing that they do not want as well. Sets become like this when they are restricted.
    /// What is dropped does not come back when the other is widened.
    pub(crate) fn drop_implied(&mut self) -> Vec<SetId> {
        self.take_in();
        let mut dropped = Vec::new();
        for id in self.store.ids() {
            if self.is_implied(id) {
                self.remove(id);
                dropped.push(id);
            }
        }
        dropped
    }
}
