//! How many paths a state stands for.

use pleach_interp::{Extension, Joining, State};
use pleach_solver::{Answer, Chain, PathCondition};
use pleach_term::{Term, Terms};
use std::any::Any;
use std::hash::Hasher;
use std::sync::Arc;

/// Travels with a state while states are merged.
#[derive(Clone)]
pub(crate) struct Multiplicity {
    /// Some of them may not be possible any more, since the state has forked after it was joined.
    at_most: u64,
    last: Option<Arc<Join>>,
}

/// Two states were joined, each of which may have been joined from others since they had parted.
struct Join {
    guard: Term,
    yes: Option<Arc<Join>>,
    no: Option<Arc<Join>>,
    /// The joins before the two had parted.
    before: Option<Arc<Join>>,
    /// Joins up to this one, those inside of joins left out.
    count: u32,
}

impl Drop for Join {
    /// Long lists are dropped in a loop: recursion would exhaust our stack.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(join) = next {
            next = Arc::into_inner(join).and_then(|mut alone| alone.before.take());
        }
    }
}

impl Default for Multiplicity {
    fn default() -> Self {
        Multiplicity {
            at_most: 1,
            last: None,
        }
    }
}

type Last<'a> = Option<&'a Arc<Join>>;

fn is_same(a: Last<'_>, b: Last<'_>) -> bool {
    a.map(Arc::as_ptr) == b.map(Arc::as_ptr)
}

/// The last join that both have.
fn common(a: &Option<Arc<Join>>, b: &Option<Arc<Join>>) -> Option<Arc<Join>> {
    let count = |last: Last<'_>| last.map_or(0, |join| join.count);
    let (mut a, mut b) = (a.as_ref(), b.as_ref());
    while !is_same(a, b) {
        let (in_a, in_b) = (count(a), count(b));
        if in_a >= in_b {
            a = a.and_then(|join| join.before.as_ref());
        }
        if in_b >= in_a {
            b = b.and_then(|join| join.before.as_ref());
        }
    }
    a.cloned()
}

/// The joins behind `until`, the newest first.
fn since<'a>(last: &'a Option<Arc<Join>>, until: Last<'_>) -> Vec<&'a Join> {
    let all = std::iter::successors(last.as_ref(), |join| join.before.as_ref());
    let new = all.take_while(|join| !is_same(Some(join), until));
    new.map(|join| &**join).collect()
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
        let before = common(&self.last, &other.last);
        self.at_most = self.at_most.saturating_add(other.at_most);
        self.last = Some(Arc::new(Join {
            guard: joining.guard,
            yes: self.last.take(),
            no: other.last.clone(),
            count: before.as_ref().map_or(0, |join| join.count) + 1,
            before,
        }));
        Ok(())
    }

    fn terms(&self, unseen: &mut dyn FnMut(*const ()) -> bool, show: &mut dyn FnMut(Term)) {
        let mut open = vec![self.last.as_ref()];
        while let Some(last) = open.pop() {
            if let Some(join) = last.filter(|join| unseen(Arc::as_ptr(join).cast())) {
                show(join.guard);
                open.extend([join.yes.as_ref(), join.no.as_ref(), join.before.as_ref()]);
            }
        }
    }

    /// How many paths a state stands for makes no difference to what it does.
    fn hash(&self, _: &mut dyn Hasher) {}

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
    let first = since(&multiplicity.last, None);
    let mut open = vec![(state.condition().clone(), first)];
    let terms = solver.terms().clone();
    while let Some((path, mut joins)) = open.pop() {
        // The oldest join is decided first: what is inside of it came before what is behind it.
        let Some(join) = joins.pop() else {
            paths += 1;
            continue;
        };
        for (path, inside) in sides(&terms, solver, &path, join)? {
            let mut rest = joins.clone();
            rest.extend(inside);
            open.push((path, rest));
        }
    }
    Some(paths)
}

type Side<'a> = (PathCondition, Vec<&'a Join>);

/// The sides of a join that are possible, each with the joins inside of it.
fn sides<'a>(
    terms: &Terms,
    solver: &mut Chain,
    path: &PathCondition,
    join: &'a Join,
) -> Option<Vec<Side<'a>>> {
    let mut possible = Vec::new();
    let until = join.before.as_ref();
    for (guard, last) in [(join.guard, &join.yes), (terms.not(join.guard), &join.no)] {
        match solver.check(path, guard) {
            Answer::Sat(path) => possible.push((path, since(last, until))),
            Answer::Unsat => {}
            Answer::Unknown(_) => return None,
        }
    }
    Some(possible)
}
