//! What was learned of states that came by: where, what they held, and what was needed of it.

use super::held::{Held, Location, Locations, masked, plain};
use super::matching::Unknowns;
use super::needs::{Need, Needs};
use super::tree::{DecisionTree, LocationId, SetId};
use pleach_interp::State;
use pleach_term::{Term, Terms};
use rustc_hash::FxHashMap;

/// Sets that are kept for one place.
const MOST_SETS: usize = 2_000;

/// Looks in vain until a place is looked at less often.
const PATIENCE: u32 = 32;
const MOST_PASS: u32 = 1_000;

/// What was learned of one state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Set {
    place: u64,
    id: SetId,
}

/// What is known of a place.
pub(super) struct KnownPlace {
    sets: DecisionTree<Unknowns>,
    /// Looks in vain, less for each that was not.
    misses: u32,
    /// States that pass before the next one is looked at.
    pass: u32,
}

impl Default for KnownPlace {
    fn default() -> Self {
        KnownPlace {
            sets: DecisionTree::new(MOST_SETS),
            misses: 0,
            pass: 0,
        }
    }
}

impl KnownPlace {
    /// Where states are hardly ever found to be redundant, most of them pass unseen.
    pub fn is_worth_a_look(&mut self) -> bool {
        let is_worth_it = self.pass == 0;
        self.pass = self.pass.saturating_sub(1);
        is_worth_it
    }

    fn looked(&mut self, found: bool) {
        match found {
            true => self.misses = self.misses.saturating_sub(PATIENCE),
            false => self.misses += 1,
        }
        self.pass = (self.misses / PATIENCE).min(MOST_PASS);
    }
}

#[derive(Default)]
pub(super) struct Sets {
    locations: Locations,
    /// By place.
    known: FxHashMap<u64, KnownPlace>,
    /// By the mark in the log where the state came by.
    of_mark: FxHashMap<u64, Set>,
}

impl Sets {
    pub fn at(&mut self, place: u64) -> &mut KnownPlace {
        self.known.entry(place).or_default()
    }

    pub fn add(&mut self, mark: u64, place: u64, plain: &[(Location, u64)], unknowns: Unknowns) {
        let locations = &mut self.locations;
        let plain: Vec<_> = plain
            .iter()
            .map(|(location, value)| (locations.number(*location), *value))
            .collect();
        let id = self.at(place).sets.add(plain, unknowns).id;
        self.of_mark.insert(mark, Set { place, id });
    }

    /// A set that a state agrees with on all plain numbers, and of whose other locations this is true.
    pub fn find(
        &mut self,
        place: u64,
        state: &State,
        covers: impl FnMut(&Unknowns) -> bool,
    ) -> Option<Set> {
        let known = self.known.get_mut(&place)?;
        let locations = &self.locations;
        let found = known
            .sets
            .find(|at| plain(locations.get(at), state), covers);
        known.looked(found.is_some());
        found.map(|id| Set { place, id })
    }

    /// What is needed of a state with so many frames that comes to where a set was made.
    pub fn needs_of(&self, set: Set, frames: usize) -> Option<Needs> {
        let tree = &self.known.get(&set.place)?.sets;
        let plain = tree.values(set.id)?.iter();
        let plain = plain.map(|(at, _)| self.locations.get(*at));
        let unknowns = tree.payload(set.id)?;
        let mut needs = Needs::nothing(frames);
        let equal = plain.chain(unknowns.locations());
        equal.for_each(|location| needs.add(location, Need::Equal));
        for (location, interval) in unknowns.within() {
            needs.add(*location, Need::Within(*interval));
        }
        Some(needs)
    }

    /// Takes out of a set what is not needed any more. Whether there was anything.
    pub fn refine(&mut self, mark: u64, needs: &Needs, terms: &Terms) -> bool {
        let Some(Set { place, id }) = self.of_mark.get(&mark).copied() else {
            return false;
        };
        let Some(tree) = self.known.get_mut(&place).map(|known| &mut known.sets) else {
            return false;
        };
        let (Some(values), Some(unknowns)) = (tree.values(id), tree.payload(id)) else {
            return false;
        };
        let keeps = |location: Location| location.needed_part(needs) == Some(location);
        let refined = unknowns.refined(terms, keeps, Held::within(needs));
        let is_new = refined != *unknowns;
        let smaller: Vec<(LocationId, u64)> = values
            .iter()
            .filter_map(|(at, value)| {
                let whole = self.locations.get(*at);
                let part = whole.needed_part(needs).filter(|part| *part != whole)?;
                let Location::Bytes { mask, .. } = part else {
                    return None;
                };
                Some((self.locations.number(part), masked(*value, mask)))
            })
            .collect();
        let locations = &self.locations;
        let changed = tree.restrict(id, |at| keeps(locations.get(at)));
        tree.widen(id, smaller);
        if let Some(unknowns) = tree.payload_mut(id) {
            *unknowns = refined;
        }
        is_new || changed
    }

    pub fn for_each_term(&self, show: &mut dyn FnMut(Term)) {
        for known in self.known.values() {
            for id in known.sets.ids() {
                let set = known.sets.payload(id);
                set.into_iter().for_each(|set| set.terms(show));
            }
        }
    }
}

impl Needs {
    fn add(&mut self, location: Location, need: Need) {
        match (location, need) {
            (Location::Register { frame, slot }, need) => {
                self.frames[frame as usize].add(slot, need);
            }
            (Location::Number { address, len }, Need::Within(interval)) => {
                self.add_number(address, len, interval);
            }
            (Location::Number { address, len }, Need::Equal) => {
                self.add_bytes(address, u64::from(len));
            }
            (Location::Bytes { word, mask }, _) => self.add_word(word, mask),
            (Location::Object(base), _) => self.add_object(base),
            (Location::Next { name, like }, _) => self.add_name(name, like),
        }
    }
}
