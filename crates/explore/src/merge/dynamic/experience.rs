//! What became of joins: a place where joined states are soon taken apart again is no place to join.

use crate::merge::place::Place;
use parking_lot::Mutex;
use pleach_interp::{Difference, State};
use pleach_term::Term;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Instructions that a join and a fork together may take as long as.
const WORTH: u64 = 10_000;

/// A place, and what differed there between two states.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Occasion {
    place: Place,
    differences: u64,
}

impl Occasion {
    pub fn place(&self) -> Place {
        self.place
    }

    pub fn new(place: Place, differences: &[Difference]) -> Occasion {
        let mut hasher = FxHasher::default();
        for difference in differences.iter().filter(|d| d.is_known) {
            difference.variable.hash(&mut hasher);
        }
        Occasion {
            place,
            differences: hasher.finish(),
        }
    }
}

/// A join that a state has behind it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Join {
    pub occasion: Occasion,
    /// No other join of the run has it.
    pub number: u64,
    /// Over which it was.
    pub guard: Term,
    /// Of the joined state, right behind it.
    pub instructions: u64,
    pub depth: u32,
}

impl Join {
    /// Whether less was done once instead of twice than the join took.
    pub fn was_in_vain(&self, state: &State) -> bool {
        state.instructions - self.instructions < WORTH && state.depth == self.depth
    }
}

/// A join in vain.
struct Regret {
    occasion: Occasion,
    /// Where it would not have been.
    later: Option<Place>,
}

/// Joins in vain, as the workers find them.
#[derive(Clone, Default)]
pub(super) struct Regrets(Arc<Mutex<Vec<Regret>>>);

impl Regrets {
    pub fn add(&self, occasion: Occasion, later: Option<Place>) {
        self.0.lock().push(Regret { occasion, later });
    }
}

#[derive(Default)]
struct Record {
    joins: u64,
    in_vain: u64,
    later: Option<Place>,
}

/// What became of joins so far.
#[derive(Default)]
pub(super) struct Experience {
    records: FxHashMap<Occasion, Record>,
    regrets: Regrets,
}

/// What to do on an occasion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Advice {
    Join,
    Apart,
    /// Join behind this place.
    After(Place),
}

impl Experience {
    pub fn regrets(&self) -> Regrets {
        self.regrets.clone()
    }

    /// Learns from what the workers found.
    pub fn learn(&mut self) {
        for Regret { occasion, later } in self.regrets.0.lock().drain(..) {
            let record = self.records.entry(occasion).or_default();
            record.in_vain += 1;
            record.later = later.or(record.later);
        }
    }

    /// A join that should not have been made.
    pub fn regret(&mut self, occasion: Occasion) {
        self.records.entry(occasion).or_default().in_vain += 1;
    }

    pub fn joined(&mut self, occasion: Occasion) {
        self.records.entry(occasion).or_default().joins += 1;
    }

    pub fn advice(&self, occasion: Occasion) -> Advice {
        match self.records.get(&occasion) {
            Some(record) if 2 * record.in_vain > record.joins => match record.later {
                Some(place) => Advice::After(place),
                None => Advice::Apart,
            },
            _ => Advice::Join,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pleach_interp::{Cell, Variable};
    use pleach_ir::Slot;

    const HERE: Place = Place { node: 3, depth: 1 };
    const LATER: Place = Place { node: 8, depth: 1 };

    fn difference(slot: u32, is_known: bool) -> Difference {
        Difference {
            variable: Variable::Register {
                frame: 0,
                slot: Slot(slot),
            },
            cell: Cell::Register { depth: 1, slot },
            is_known,
        }
    }

    #[test]
    fn an_occasion_is_a_place_and_the_numbers_that_differ_there() {
        let one = Occasion::new(HERE, &[difference(1, true)]);
        assert_eq!(
            one,
            Occasion::new(HERE, &[difference(1, true), difference(2, false)])
        );
        assert_ne!(one, Occasion::new(HERE, &[difference(2, true)]));
        assert_ne!(one, Occasion::new(LATER, &[difference(1, true)]));
        assert_eq!(one.place(), HERE);
    }

    #[test]
    fn joins_go_on_until_most_were_in_vain() {
        let occasion = Occasion::new(HERE, &[difference(1, true)]);
        let mut experience = Experience::default();
        assert_eq!(
            experience.advice(occasion),
            Advice::Join,
            "nothing is known"
        );
        experience.joined(occasion);
        experience.joined(occasion);
        experience.regrets().add(occasion, None);
        experience.learn();
        assert_eq!(experience.advice(occasion), Advice::Join, "one of two");
        experience.regrets().add(occasion, None);
        assert_eq!(experience.advice(occasion), Advice::Join, "not learned yet");
        experience.learn();
        assert_eq!(experience.advice(occasion), Advice::Apart);
        let other = Occasion::new(HERE, &[difference(2, true)]);
        assert_eq!(experience.advice(other), Advice::Join);
    }

    #[test]
    fn a_place_behind_the_question_is_remembered() {
        let occasion = Occasion::new(HERE, &[difference(1, true)]);
        let mut experience = Experience::default();
        experience.joined(occasion);
        experience.regrets().add(occasion, Some(LATER));
        experience.regrets().add(occasion, None);
        experience.learn();
        assert_eq!(experience.advice(occasion), Advice::After(LATER));
    }
}
