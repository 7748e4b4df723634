//! The sets themselves, and which of them is of least use.

use super::plain::Plain;
use super::{LocationId, SetId};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Who knows a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Queue,
    Shape,
}

#[derive(Debug)]
pub(super) struct Stored<T> {
    pub plain: Plain,
    pub payload: T,
    pub place: Place,
    /// The number of the search that it answered last; 0 is none.
    last_match: u64,
}

#[derive(Debug)]
pub(super) struct Store<T> {
    /// Never iterated: the order of a hash map is nobody's business.
    sets: FxHashMap<SetId, Stored<T>>,
    /// Least useful first: those that never matched, the oldest of them, then those whose last
    /// match is longest ago.
    by_use: BTreeSet<(u64, SetId)>,
    next: u32,
}

impl<T> Default for Store<T> {
    fn default() -> Self {
        Store {
            sets: FxHashMap::default(),
            by_use: BTreeSet::new(),
            next: 0,
        }
    }
}

impl<T> Store<T> {
    pub(super) fn add(&mut self, plain: Plain, payload: T) -> SetId {
        let id = SetId(self.next);
        self.next += 1;
        self.by_use.insert((0, id));
        self.sets.insert(
            id,
            Stored {
                plain,
                payload,
                place: Place::Queue,
                last_match: 0,
            },
        );
        id
    }

    pub(super) fn remove(&mut self, id: SetId) -> Option<T> {
        let gone = self.sets.remove(&id)?;
        self.by_use.remove(&(gone.last_match, id));
        Some(gone.payload)
    }

    pub(super) fn get(&self, id: SetId) -> Option<&Stored<T>> {
        self.sets.get(&id)
    }

    pub(super) fn get_mut(&mut self, id: SetId) -> Option<&mut Stored<T>> {
        self.sets.get_mut(&id)
    }

    /// Gives a set that waits in the queue other plain values.
    pub(super) fn put(&mut self, id: SetId, plain: Plain) {
        if let Some(set) = self.sets.get_mut(&id) {
            set.plain = plain;
            set.place = Place::Queue;
        }
    }

    pub(super) fn taken_in(&mut self, id: SetId) {
        if let Some(set) = self.sets.get_mut(&id) {
            set.place = Place::Shape;
        }
    }

    pub(super) fn matched(&mut self, id: SetId, search: u64) {
        if let Some(set) = self.sets.get_mut(&id) {
            self.by_use.remove(&(set.last_match, id));
            set.last_match = search;
            self.by_use.insert((search, id));
        }
    }

    pub(super) fn least_useful(&self) -> Option<SetId> {
        self.by_use.first().map(|(_, id)| *id)
    }

    /// All sets, oldest first.
    pub(super) fn ids(&self) -> Vec<SetId> {
        let mut ids: Vec<_> = self.by_use.iter().map(|(_, id)| *id).collect();
        ids.sort_unstable();
        ids
    }

    pub(super) fn len(&self) -> usize {
        self.sets.len()
    }

    /// What a set that is known to be there wants.
    pub(super) fn plain(&self, id: SetId) -> &Plain {
        &self.sets[&id].plain
    }

    pub(super) fn value(&self, id: SetId, location: LocationId) -> Option<u64> {
        self.plain(id).value(location)
    }
}
