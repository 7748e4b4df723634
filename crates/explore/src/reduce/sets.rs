//! What was learned of states that came by: where, what they held, and what was needed of it.

use super::common::{Common, Wanted};
use super::held::{Held, Location, Locations, masked, plain};
use super::matching::{Comparison, Unknowns};
use super::needs::{Need, Needs, words};
use super::tree::{DecisionTree, LocationId, SetId};
use pleach_interp::State;
use pleach_solver::PathCondition;
use pleach_term::{Term, Terms};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::hash::BuildHasher;

/// Sets that are kept for one place.
const MOST_SETS: usize = 2_000;

/// Sets whose needs are kept as such.
const MOST_NEEDS: usize = 5_000;

/// Looks in vain until a place is looked at less often.
const PATIENCE: u32 = 32;
const MOST_PASS: u32 = 1_000;

/// What was learned of one state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Set {
    place: u64,
    id: SetId,
}

/// Sets whose terms are compared with those of one state.
const MOST_TRIES: u32 = 16;

/// What is known of a place.
pub(super) struct KnownPlace {
    common: Common,
    /// Without what is common.
    sets: DecisionTree<Unknowns>,
    /// What was added, by number.
    learned: FxHashSet<u64>,
    /// Looks in vain, less for each that was not.
    misses: u32,
    /// States that pass before the next one is looked at.
    pass: u32,
}

impl Default for KnownPlace {
    fn default() -> Self {
        KnownPlace {
            common: Common::default(),
            sets: DecisionTree::new(MOST_SETS),
            learned: FxHashSet::default(),
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

    /// Every set wants this itself from now on.
    fn give_back(&mut self, lost: &Wanted, locations: &mut Locations) {
        if lost.is_empty() {
            return;
        }
        let plain = locations.numbers(&lost.plain);
        for id in self.sets.ids() {
            self.sets.widen(id, plain.iter().copied());
            if let Some(unknowns) = self.sets.payload_mut(id) {
                unknowns.widen(&lost.within);
            }
        }
    }
}

#[derive(Default)]
pub(super) struct Sets {
    locations: Locations,
    /// By place.
    known: FxHashMap<u64, KnownPlace>,
    /// By the mark in the log where the state came by.
    of_mark: FxHashMap<u64, Set>,
    /// What sets need that have covered states.
    needs: FxHashMap<Set, Needs>,
}

impl Sets {
    pub fn at(&mut self, place: u64) -> &mut KnownPlace {
        self.known.entry(place).or_default()
    }

    /// Adds what a state held and what its path said about it. False if that was known.
    pub fn add(
        &mut self,
        mark: u64,
        place: u64,
        held: Held,
        path: &PathCondition,
        terms: &Terms,
    ) -> bool {
        let known = self.known.entry(place).or_default();
        let wanted = Wanted {
            plain: held.plain,
            within: held.within,
        };
        let (own, lost) = known.common.share(wanted);
        known.give_back(&lost, &mut self.locations);
        let unknowns = Unknowns::new(terms, held.unknown, own.within, path);
        let left = known.common.wanted().plain.len();
        let number = FxBuildHasher.hash_one((left, &own.plain, &unknowns));
        if !known.learned.insert(number) {
            return false;
        }
        let plain = self.locations.numbers(&own.plain);
        let id = known.sets.add(plain, unknowns).id;
        self.of_mark.insert(mark, Set { place, id });
        true
    }

    /// A set that covers all that a state may do.
    pub fn find(&mut self, place: u64, state: &State, with: &mut Comparison<'_>) -> Option<Set> {
        let known = self.known.get_mut(&place)?;
        let locations = &self.locations;
        let mut left = MOST_TRIES;
        let found = match known.common.holds(state, with) {
            true => known.sets.find(
                |at| plain(locations.get(at), state),
                |unknowns| {
                    left -= u32::from(left > 0);
                    left > 0 && unknowns.cover(state, with)
                },
            ),
            false => None,
        };
        known.looked(found.is_some());
        found.map(|id| Set { place, id })
    }

    /// What is needed of a state with so many frames that comes to where a set was made.
    pub fn needs_of(&mut self, set: Set, frames: usize) -> Option<Needs> {
        if let Some(needs) = self.needs.get(&set) {
            return Some(needs.clone());
        }
        let needs = self.find_needs(set, frames)?;
        if self.needs.len() >= MOST_NEEDS {
            self.needs.clear();
        }
        self.needs.insert(set, needs.clone());
        Some(needs)
    }

    fn find_needs(&self, set: Set, frames: usize) -> Option<Needs> {
        let known = self.known.get(&set.place)?;
        let plain = known.sets.values(set.id)?.iter();
        let plain = plain.map(|(at, _)| self.locations.get(*at));
        let unknowns = known.sets.payload(set.id)?;
        let Wanted {
            plain: common,
            within,
        } = known.common.wanted();
        let common = common.iter().map(|(location, _)| *location);
        let mut needs = Needs::nothing(frames);
        let equal = plain.chain(common).chain(unknowns.locations());
        equal.for_each(|location| needs.add(location, Need::Equal));
        for (location, interval) in unknowns.within().iter().chain(within) {
            needs.add(*location, Need::Within(*interval));
        }
        Some(needs)
    }

    /// How many locations a set names that was made of a state which came by here.
    pub fn size(&self, mark: u64) -> usize {
        let size = |set: &Set| {
            let known = self.known.get(&set.place)?;
            let unknowns = known.sets.payload(set.id)?;
            let others = unknowns.locations().count() + unknowns.within().len();
            let common = known.common.wanted();
            let plain = known.sets.values(set.id)?.len();
            Some(plain + others + common.plain.len() + common.within.len())
        };
        self.of_mark.get(&mark).and_then(size).unwrap_or(0)
    }

    /// Takes out of a set what is not needed any more. Whether there was anything.
    pub fn refine(&mut self, mark: u64, needs: &Needs, terms: &Terms) -> bool {
        let Some(Set { place, id }) = self.of_mark.get(&mark).copied() else {
            return false;
        };
        let Some(known) = self.known.get_mut(&place) else {
            return false;
        };
        let Some(unknowns) = known.sets.payload(id) else {
            return false;
        };
        // Which of several conditions on a number can be said as one interval is no question of how many
        // there are: fewer may need the number itself, which the set does not have.
        let mut within = unknowns
            .within()
            .iter()
            .chain(&known.common.wanted().within);
        if within.any(|(location, _)| needs.has_equal(*location)) {
            return false;
        }
        let keeps = |location: Location| location.needed_part(needs) == Some(location);
        let within = Held::within(needs);
        let all = known.common.wanted().plain.iter();
        let wanted = Wanted {
            plain: all.filter(|(at, _)| keeps(*at)).copied().collect(),
            within,
        };
        let lost = known.common.keep_only(&wanted);
        known.give_back(&lost, &mut self.locations);
        let own = wanted.without(known.common.wanted()).within;
        let tree = &mut known.sets;
        let (Some(values), Some(unknowns)) = (tree.values(id), tree.payload(id)) else {
            return false;
        };
        self.needs.remove(&Set { place, id });
        let refined = unknowns.refined(terms, keeps, own);
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
    /// Whether any of this is needed as it is, wherever it may lie.
    fn has_equal(&self, location: Location) -> bool {
        match location {
            Location::Register { frame, slot } => {
                let frame = self.frames.get(frame as usize);
                frame.is_some_and(|frame| frame.need_of(slot) == Some(Need::Equal))
            }
            Location::Number { address, len } => {
                words(address, u64::from(len)).any(|(word, mask)| self.bytes_of(word) & mask != 0)
            }
            Location::Bytes { word, mask } => self.bytes_of(word) & mask != 0,
            Location::Object(_) | Location::Next { .. } => false,
        }
    }

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
