//! How many paths a state stands for.

use pleach_interp::{Extension, Happening, Happenings, History, Joining, State};
use pleach_solver::{Answer, Chain};
use pleach_term::Term;
use std::any::Any;
use std::hash::Hasher;

/// Travels with a state while states are merged.
#[derive(Clone)]
pub(crate) struct Multiplicity {
    /// Some of them may not be possible any more, since the state has forked after it was joined.
    at_most: u64,
    /// Nothing but joins.
    joins: History<()>,
}

impl Default for Multiplicity {
    fn default() -> Self {
        Multiplicity {
            at_most: 1,
            joins: History::default(),
        }
    }
}

impl Multiplicity {
    pub fn at_most_of(state: &State) -> u64 {
        state
            .extensions
            .get()
            .map_or(1, |m: &Multiplicity| m.at_most)
    }
}

impl Extension for Multiplicity {
    fn fork(&self) -> Box<dyn Extension> {
        Box::new(self.clone())
    }

    fn merge(&mut self, other: &dyn Extension, joining: Joining<'_>) -> Result<(), &'static str> {
        let Some(other) = other.as_any().downcast_ref::<Multiplicity>() else {
            return Err("only one is counted");
        };
        self.at_most = self.at_most.saturating_add(other.at_most);
        self.joins.join(&other.joins, joining.guard);
        Ok(())
    }

    fn terms(&self, unseen: &mut dyn FnMut(*const ()) -> bool, show: &mut dyn FnMut(Term)) {
        self.joins.for_each_unseen(unseen, &mut |what, _| {
            what.err().into_iter().for_each(&mut *show);
        });
    }

    /// How many paths a state stands for makes no difference to what it does.
    fn hash(&self, _: &mut dyn Hasher) {}

    fn steers(&self) -> bool {
        false
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

/// How many paths a state stands for, at most: those that it was joined from. Some may have become
/// impossible when the state forked again.
pub fn at_most(state: &State) -> u64 {
    Multiplicity::at_most_of(state)
}

/// Exactly how many paths a state stands for, by asking about each. None if a question stays open.
pub fn exact(state: &State, solver: &mut Chain) -> Option<u64> {
    let Some(multiplicity) = state.extensions.get::<Multiplicity>() else {
        return Some(1);
    };
    let mut paths = 0;
    let mut open = vec![(
        state.condition().clone(),
        newest_first(multiplicity.joins.all()),
    )];
    while let Some((path, mut joins)) = open.pop() {
        // The oldest join is decided first: what is inside of it came before what is behind it.
        let Some(Happening::Either(guard, yes, no)) = joins.pop() else {
            paths += 1;
            continue;
        };
        let elsewhere = solver.terms().not(guard);
        for (guard, inside) in [(guard, yes), (elsewhere, no)] {
            match solver.check(&path, guard) {
                Answer::Sat(path) => {
                    let mut rest = joins.clone();
                    rest.extend(newest_first(inside));
                    open.push((path, rest));
                }
                Answer::Unsat => {}
                Answer::Unknown(_) => return None,
            }
        }
    }
    Some(paths)
}

fn newest_first(mut joins: Happenings<'_, ()>) -> Happenings<'_, ()> {
    joins.reverse();
    joins
}
