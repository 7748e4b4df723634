//! What all sets of a place have in common: mostly what libraries set up once and nobody changes
//! ("single-valued locations", section 3.5). It is kept once and compared once, and an object that was
//! found to hold it is not looked into again until somebody has written to it.

use super::held::{Location, plain};
use super::interval::Interval;
use super::matching::{Comparison, lie_within};
use super::needs::place_of;
use pleach_interp::State;
use pleach_ir::address::Place;
use pleach_memory::Object;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Plain numbers and what must lie somewhere, both sorted by location.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Wanted {
    pub plain: Vec<(Location, u64)>,
    pub within: Vec<(Location, Interval)>,
}

#[derive(Default)]
pub(super) struct Common {
    wanted: Wanted,
    /// By object; none if something was changed since.
    parts: Option<Vec<Part>>,
    /// Whether there was a set.
    is_known: bool,
}

/// What is wanted of one object, or of a state's registers.
#[derive(Default)]
struct Part {
    object: Option<u64>,
    wanted: Wanted,
    /// The object as somebody had it that held all this.
    seen: Option<Arc<Object>>,
}

impl Common {
    pub fn wanted(&self) -> &Wanted {
        &self.wanted
    }

    /// A set wants this. What is left of it is its own; what is common no longer is the second.
    pub fn share(&mut self, wanted: Wanted) -> (Wanted, Wanted) {
        if !self.is_known {
            self.is_known = true;
            self.wanted = wanted;
            self.parts = None;
            return Default::default();
        }
        let lost = self.keep_only(&wanted);
        (wanted.without(&self.wanted), lost)
    }

    /// Keeps what is wanted here as well, and gives the rest.
    pub fn keep_only(&mut self, wanted: &Wanted) -> Wanted {
        let lost = self.wanted.without(wanted);
        if !lost.is_empty() {
            self.wanted = self.wanted.without(&lost);
            self.parts = None;
        }
        lost
    }

    /// Whether a state has all of it.
    pub fn holds(&mut self, state: &State, with: &mut Comparison<'_>) -> bool {
        let parts = self.parts.get_or_insert_with(|| parts(&self.wanted));
        let missing = parts.iter_mut().position(|part| !part.holds(state, with));
        // What one state lacks the next may lack as well.
        missing.inspect(|at| parts.swap(0, *at)).is_none()
    }
}

impl Part {
    fn holds(&mut self, state: &State, with: &mut Comparison<'_>) -> bool {
        let object = self.object.and_then(|at| state.memory.find(at));
        if let (Some(seen), Some(object)) = (&self.seen, object)
            && Arc::ptr_eq(seen, object)
        {
            return true;
        }
        let Wanted {
            plain: numbers,
            within,
        } = &self.wanted;
        if !numbers
            .iter()
            .all(|(at, value)| plain(*at, state) == Some(*value))
        {
            return false;
        }
        let lies = |(at, interval): &(Location, Interval)| {
            plain(*at, state).is_some_and(|number| interval.contains(number))
        };
        if within.iter().all(lies) {
            self.seen = object.cloned();
            return true;
        }
        // What is not known depends on the path as well.
        lie_within(within, state, with)
    }
}

fn parts(wanted: &Wanted) -> Vec<Part> {
    let mut parts = vec![Part::default()];
    let mut numbers: FxHashMap<u64, usize> = FxHashMap::default();
    let mut part_of = |location: Location, parts: &mut Vec<Part>| {
        let Some(address) = object_of(location) else {
            return 0;
        };
        *numbers.entry(address).or_insert_with(|| {
            parts.push(Part {
                object: Some(address),
                ..Part::default()
            });
            parts.len() - 1
        })
    };
    for (location, value) in &wanted.plain {
        let at = part_of(*location, &mut parts);
        parts[at].wanted.plain.push((*location, *value));
    }
    for (location, interval) in &wanted.within {
        let at = part_of(*location, &mut parts);
        parts[at].wanted.within.push((*location, *interval));
    }
    parts
}

/// The object that a location belongs to wholly; none where that cannot be told from its address.
fn object_of(location: Location) -> Option<u64> {
    let address = match location {
        Location::Bytes { word, .. } => word,
        Location::Number { address, .. } => address,
        Location::Object(base) => base,
        Location::Register { .. } | Location::Next { .. } => return None,
    };
    Place::of(address).map(|_| place_of(address))
}

impl Wanted {
    pub fn is_empty(&self) -> bool {
        self.plain.is_empty() && self.within.is_empty()
    }

    /// What is not in the other one.
    pub fn without(&self, other: &Wanted) -> Wanted {
        Wanted {
            plain: without(&self.plain, &other.plain),
            within: without(&self.within, &other.within),
        }
    }
}

/// Both are sorted by location and name none twice.
fn without<T: Copy + PartialEq>(
    these: &[(Location, T)],
    others: &[(Location, T)],
) -> Vec<(Location, T)> {
    let mut others = others.iter().peekable();
    let mut left = Vec::new();
    for one in these {
        while others.next_if(|other| other.0 < one.0).is_some() {}
        if others.peek().is_none_or(|other| *other != one) {
            left.push(*one);
        }
    }
    left
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(plain: &[(u64, u64)]) -> Wanted {
        Wanted {
            plain: plain
                .iter()
                .map(|(at, value)| (Location::Object(*at), *value))
                .collect(),
            within: Vec::new(),
        }
    }

    #[test]
    fn a_second_value_is_common_no_longer() {
        let mut common = Common::default();
        let first = common.share(wanted(&[(1, 10), (2, 20), (3, 30)]));
        assert_eq!(first, Default::default());
        let (own, lost) = common.share(wanted(&[(1, 10), (3, 31), (4, 40)]));
        assert_eq!(own, wanted(&[(3, 31), (4, 40)]));
        assert_eq!(lost, wanted(&[(2, 20), (3, 30)]));
        assert_eq!(*common.wanted(), wanted(&[(1, 10)]));
        let (own, lost) = common.share(wanted(&[(1, 10), (2, 20)]));
        assert_eq!(own, wanted(&[(2, 20)]));
        assert!(lost.is_empty());
    }
}
