//! Which location splits some sets best.

use super::store::Store;
use super::{LocationId, SetId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;

/// Locations that tell some sets apart, and how well.
pub(super) struct Tally {
    by_location: FxHashMap<LocationId, Seen>,
    sets: usize,
}

/// What is seen of one location.
struct Seen {
    first: u64,
    distinct: usize,
    /// Sets that have the location.
    present: usize,
}

/// Which locations are worth counting. To count others as well does no harm.
#[derive(Clone, Copy)]
pub(super) enum Among<'a> {
    All,
    /// Below a split only those can tell sets apart that did so above.
    Only(&'a [LocationId]),
}

impl Tally {
    pub(super) fn of<T>(sets: &[SetId], store: &Store<T>, among: Among<'_>) -> Tally {
        let mut counting = Counting::default();
        for id in sets {
            let plain = store.plain(*id);
            match among {
                // To find a location in a set takes some steps: few are found, many are passed by.
                Among::Only(few) if few.len() * 4 < plain.entries().len() => few
                    .iter()
                    .filter_map(|l| plain.value(*l).map(|value| (*l, value)))
                    .for_each(|(location, value)| counting.see(location, value)),
                _ => plain
                    .entries()
                    .iter()
                    .for_each(|(location, value)| counting.see(*location, *value)),
            }
        }
        Tally {
            by_location: counting.by_location,
            sets: sets.len(),
        }
    }

    /// The location with most distinct values; of several the one with the lowest number. `None`
    /// when the sets are all the same.
    pub(super) fn best(&self) -> Option<LocationId> {
        let separating = self.by_location.iter().filter(|(_, s)| self.separates(s));
        separating
            .max_by_key(|(location, seen)| (self.worth(seen), Reverse(**location)))
            .map(|(location, _)| *location)
    }

    /// Locations that tell some of the sets apart.
    pub(super) fn separating(&self) -> Vec<LocationId> {
        let separating = self.by_location.iter().filter(|(_, s)| self.separates(s));
        let mut locations: Vec<_> = separating.map(|(location, _)| *location).collect();
        locations.sort_unstable();
        locations
    }

    pub(super) fn distinct(&self, location: LocationId) -> usize {
        self.by_location.get(&location).map_or(0, |s| s.distinct)
    }

    fn separates(&self, seen: &Seen) -> bool {
        seen.distinct > 1 || seen.present < self.sets
    }

    /// Where no location has two values, some sets have it and others do not: halves are best.
    fn worth(&self, seen: &Seen) -> (usize, usize) {
        let smaller_half = seen.present.min(self.sets - seen.present);
        let balance = if seen.distinct == 1 { smaller_half } else { 0 };
        (seen.distinct, balance)
    }
}

#[derive(Default)]
struct Counting {
    by_location: FxHashMap<LocationId, Seen>,
    /// Values other than the first of their location. Most locations have one value only, and
    /// cost no entry here.
    others: FxHashSet<(LocationId, u64)>,
}

impl Counting {
    fn see(&mut self, location: LocationId, value: u64) {
        let seen = self.by_location.entry(location).or_insert(Seen {
            first: value,
            distinct: 1,
            present: 0,
        });
        seen.present += 1;
        if value != seen.first && self.others.insert((location, value)) {
            seen.distinct += 1;
        }
    }
}
