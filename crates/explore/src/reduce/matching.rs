//! Whether all that a state may do was done by one that came by before.
//!
//! The earlier state held terms over inputs, and its path said something about these. The state matches if
//! every way to give values to its own inputs gives values to those of the earlier one under which that one
//! held the same, on a path that existed. The values are looked for by matching terms: an input of the
//! earlier state that a location held as it was stands for whatever the state holds there.

use super::held::{Location, bytes_at, plain, term_at};
use super::interval::Interval;
use pleach_interp::{State, Value, unset_variables};
use pleach_memory::Byte;
use pleach_solver::{Chain, PathCondition, Truth};
use pleach_term::{Evaluator, Op, Term, Terms, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// What an earlier state held that is not a plain number, and what its path said about it.
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub(super) struct Unknowns {
    held: Box<[(Location, Term)]>,
    /// About the inputs in what it held, and those that hang together with them.
    conditions: Box<[Term]>,
    /// What had to lie somewhere.
    within: Box<[(Location, Interval)]>,
}

/// What is needed to compare.
pub(super) struct Comparison<'a> {
    pub terms: &'a Terms,
    pub solver: &'a mut Chain,
    pub evaluator: &'a mut Evaluator,
    /// Whether a decision on bytes that nobody has written is an error, so that they are like no input.
    pub checks_unset: bool,
}

impl Comparison<'_> {
    fn is_unset(&self, term: Term) -> bool {
        self.checks_unset && !unset_variables(self.terms, term).is_empty()
    }
}

impl Unknowns {
    pub fn new(
        terms: &Terms,
        held: Vec<(Location, Term)>,
        within: Vec<(Location, Interval)>,
        path: &PathCondition,
    ) -> Unknowns {
        let mut vars: Vec<VarId> = Vec::new();
        for (_, term) in &held {
            vars.extend(terms.vars(*term));
        }
        vars.sort_unstable();
        vars.dedup();
        let mut conditions = Vec::new();
        let mut seen: Vec<*const pleach_solver::Group> = Vec::new();
        for group in vars.iter().filter_map(|var| path.group_of(*var)) {
            if !seen.contains(&std::sync::Arc::as_ptr(group)) {
                seen.push(std::sync::Arc::as_ptr(group));
                conditions.extend_from_slice(&group.constraints);
            }
        }
        Unknowns {
            held: held.into(),
            conditions: conditions.into(),
            within: within.into(),
        }
    }

    /// The same where less is needed: only what is kept, and what must lie somewhere.
    pub fn refined(
        &self,
        terms: &Terms,
        keep: impl Fn(Location) -> bool,
        within: Vec<(Location, Interval)>,
    ) -> Unknowns {
        let held: Vec<_> = self
            .held
            .iter()
            .filter(|(at, _)| keep(*at))
            .copied()
            .collect();
        let mut vars: FxHashSet<VarId> = FxHashSet::default();
        held.iter()
            .for_each(|(_, term)| vars.extend(terms.vars(*term)));
        let mut rest = self.conditions.to_vec();
        let mut conditions = Vec::new();
        loop {
            let hangs_together =
                |term: &mut Term| terms.vars(*term).iter().any(|var| vars.contains(var));
            let found: Vec<Term> = rest.extract_if(.., hangs_together).collect();
            if found.is_empty() {
                break;
            }
            found.iter().for_each(|term| vars.extend(terms.vars(*term)));
            conditions.extend(found);
        }
        Unknowns {
            held: held.into(),
            conditions: conditions.into(),
            within: within.into(),
        }
    }

    pub fn within(&self) -> &[(Location, Interval)] {
        &self.within
    }

    /// What has to lie somewhere as well.
    pub fn widen(&mut self, within: &[(Location, Interval)]) {
        let all = self.within.iter().chain(within).copied();
        let mut all: Vec<_> = all.collect();
        all.sort_unstable_by_key(|(location, _)| *location);
        self.within = all.into();
    }

    pub fn locations(&self) -> impl Iterator<Item = Location> + '_ {
        self.held.iter().map(|(location, _)| *location)
    }

    pub fn terms(&self, show: &mut dyn FnMut(Term)) {
        self.held.iter().for_each(|(_, term)| show(*term));
        self.conditions.iter().for_each(|term| show(*term));
    }

    /// Whether a state that has the right plain numbers can do only what the earlier one could.
    pub fn cover(&self, state: &State, with: &mut Comparison<'_>) -> bool {
        let terms = with.terms;
        let Some(bound) = self.bind(state, with) else {
            return false;
        };
        let is_itself = |var: &VarId| {
            bound.get(var).is_none_or(|term| {
                let node = terms.node(*term);
                node.op == Op::Var && node.var() == *var
            })
        };
        let said = |condition: &&Term| {
            let vars = terms.vars(**condition);
            vars.iter().all(is_itself) && is_said(&state.path, **condition, vars)
        };
        let open: Vec<Term> = self
            .conditions
            .iter()
            .filter(|c| !said(c))
            .copied()
            .collect();
        if !hold_under_model(&open, &bound, state, with) || !lie_within(&self.within, state, with) {
            return false;
        }
        open.iter().all(|condition| {
            let same = terms.vars(*condition).iter().all(is_itself);
            let condition = match same {
                true => *condition,
                false => terms.replace(*condition, |var| bound.get(&var).copied()),
            };
            with.solver.must_be_true(&state.path, condition) == Truth::Yes
        })
    }

    /// What each input of the earlier state stands for; those that are not named stand for themselves.
    fn bind(&self, state: &State, with: &Comparison<'_>) -> Option<FxHashMap<VarId, Term>> {
        let terms = with.terms;
        let mut bound: FxHashMap<VarId, Term> = FxHashMap::default();
        let mut others = Vec::new();
        for (location, wanted) in &self.held {
            let found = match term_at(*location, state)? {
                Ok(term) => term,
                Err(bits) => Value::concrete(bits).to_term(terms, terms.width(*wanted)),
            };
            if terms.width(found) != terms.width(*wanted) {
                return None;
            }
            let node = terms.node(*wanted);
            if with.is_unset(*wanted) || with.is_unset(found) {
                let is_one = |term: Term| terms.node(term).op == Op::Var && with.is_unset(term);
                if !is_one(*wanted) || !is_one(found) {
                    return None;
                }
            }
            if node.op != Op::Var {
                others.push((*wanted, found));
            } else if *bound.entry(node.var()).or_insert(found) != found {
                return None;
            }
        }
        let agrees = |(wanted, found): &(Term, Term)| {
            terms.replace(*wanted, |var| bound.get(&var).copied()) == *found
        };
        others.iter().all(agrees).then_some(bound)
    }
}

/// Whether one of the inputs that the state has could have led the earlier one's way. Mostly it is not so,
/// and then nothing else has to be asked.
fn hold_under_model(
    conditions: &[Term],
    bound: &FxHashMap<VarId, Term>,
    state: &State,
    with: &mut Comparison<'_>,
) -> bool {
    if conditions.is_empty() {
        return true;
    }
    let (terms, evaluator) = (with.terms, &mut *with.evaluator);
    let mut given = |(var, term): (&VarId, &Term)| {
        let value = state.path.eval(terms, evaluator, *term).low_u64() as u8;
        (*var, value)
    };
    let values: FxHashMap<VarId, u8> = bound.iter().map(&mut given).collect();
    let value = |var: VarId| match values.get(&var) {
        Some(value) => *value,
        None => state.path.value_of(var),
    };
    let mut holds = |condition: &Term| evaluator.eval_bits(terms, *condition, &value).is_one();
    conditions.iter().all(&mut holds)
}

/// Whether a path says this as it is.
fn is_said(path: &PathCondition, condition: Term, vars: &[VarId]) -> bool {
    let group = vars.first().and_then(|var| path.group_of(*var));
    group.is_some_and(|group| group.constraints.binary_search(&condition).is_ok())
}

/// Whether everything lies where it has to.
pub(super) fn lie_within(
    within: &[(Location, Interval)],
    state: &State,
    with: &mut Comparison<'_>,
) -> bool {
    let terms = with.terms;
    within.iter().all(|(location, interval)| {
        if let Some(number) = plain(*location, state) {
            return interval.contains(number);
        }
        let width = interval.width;
        let Some(term) = number_at(*location, width, state, terms) else {
            return false;
        };
        let value = state.path.eval(terms, with.evaluator, term).low_u64();
        if !interval.contains(value) || with.is_unset(term) {
            return false;
        }
        let length = interval.high.wrapping_sub(interval.low);
        let from_low = terms.sub(term, terms.constant(width, interval.low));
        let most = Value::concrete(length & (u64::MAX >> (64 - width)));
        let inside = terms.ule(from_low, most.to_term(terms, width));
        with.solver.must_be_true(&state.path, inside) == Truth::Yes
    })
}

/// What a state holds at a location, as a term of this width.
fn number_at(location: Location, width: u32, state: &State, terms: &Terms) -> Option<Term> {
    let Location::Number { address, len } = location else {
        let term = term_at(location, state)?.ok()?;
        return (terms.width(term) == width).then_some(term);
    };
    let bytes = bytes_at(state, address, len)?
        .into_iter()
        .map(|byte| match byte {
            Byte::Concrete(byte) => terms.constant(8, u64::from(byte)),
            Byte::Symbolic(term) => term,
        });
    let whole = terms.concat_bytes(&bytes.collect::<Vec<_>>());
    (terms.width(whole) == width).then_some(whole)
}
