//! What a join saves: all the work that one of the two states would have had ahead of it. Where states have
//! little ahead of them, a join takes longer than it saves.

use crate::merge::place::Place;
use crate::merge::{Batch, Floor};
use pleach_interp::StateId;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// So many states must have gone on from a place until it is judged.
const ENOUGH: u64 = 12;

/// Batches and forks that states have ahead of them, on the average, where joining them is worth it.
const LEAST: u64 = 2;

/// Places that are remembered with each state.
const MOST_PLACES: usize = 12;

#[derive(Default)]
struct Record {
    /// States that went on from here.
    passed: u64,
    /// What they and those that forked off them did since.
    work: u64,
}

/// What lies ahead of places where states meet, as far as it was seen.
#[derive(Default)]
pub(super) struct Worth {
    records: FxHashMap<Place, Record>,
    /// The places where each state was, the last one behind.
    behind: FxHashMap<StateId, VecDeque<Place>>,
}

impl Worth {
    /// A batch counts for all places behind its state.
    pub fn note(&mut self, batch: &Batch<'_>, floor: &Floor<'_>) {
        let Some(places) = self.behind.get(&batch.parent).cloned() else {
            return;
        };
        for place in &places {
            if let Some(record) = self.records.get_mut(place) {
                record.work += 1 + batch.forked.len() as u64;
            }
        }
        for id in batch.forked {
            self.behind.insert(*id, places.clone());
        }
        if floor.state(batch.parent).is_none() {
            self.behind.remove(&batch.parent);
        }
    }

    /// A state has come to a place.
    pub fn pass(&mut self, state: StateId, place: Place) {
        self.records.entry(place).or_default().passed += 1;
        let places = self.behind.entry(state).or_default();
        // Once is enough, and once for each round of a loop would be too much.
        if let Some(at) = places.iter().position(|other| *other == place) {
            places.remove(at);
        }
        places.push_back(place);
        if places.len() > MOST_PLACES
            && let Some(far) = places.pop_front()
            && let Some(record) = self.records.get_mut(&far)
        {
            // There was more ahead than is remembered.
            record.work += LEAST;
        }
    }

    pub fn forget(&mut self, state: StateId) {
        self.behind.remove(&state);
    }

    /// Whether states that come here have enough ahead of them.
    pub fn is_enough(&self, place: Place) -> bool {
        let record = self.records.get(&place);
        record.is_none_or(|record| record.passed < ENOUGH || record.work >= LEAST * record.passed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(node: u32) -> Place {
        Place { node, depth: 1 }
    }

    fn state(number: u64) -> StateId {
        StateId(number)
    }

    #[test]
    fn a_place_is_judged_when_enough_have_passed() {
        let mut worth = Worth::default();
        for i in 0..ENOUGH {
            assert!(worth.is_enough(place(0)), "after {i}");
            worth.pass(state(i), place(0));
        }
        assert!(!worth.is_enough(place(0)), "nobody did anything since");
        assert!(worth.is_enough(place(1)), "nothing is known of it");
    }

    /// Who comes to a place again and again has much ahead of it.
    #[test]
    fn what_lies_too_far_back_was_worth_it() {
        let mut worth = Worth::default();
        for i in 0..ENOUGH {
            worth.pass(state(i), place(0));
            (1..=MOST_PLACES as u32).for_each(|node| worth.pass(state(i), place(node)));
        }
        assert!(worth.is_enough(place(0)));
        assert!(!worth.is_enough(place(MOST_PLACES as u32)));
    }

    #[test]
    fn a_place_counts_once_for_each_state() {
        let mut worth = Worth::default();
        for _ in 0..2 * MOST_PLACES {
            worth.pass(state(0), place(0));
        }
        assert_eq!(worth.behind[&state(0)], [place(0)]);
        worth.forget(state(0));
        assert!(worth.behind.is_empty());
    }
}
