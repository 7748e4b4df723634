//! Path conditions: what is known about the inputs on a path, with inputs that satisfy it.

mod join;
mod list;
mod slice;
mod varmap;

use std::sync::Arc;

use pleach_term::{Bits, Evaluator, Term, Terms, VarId};

pub use join::{JoinedPath, PathJoiner};
pub use list::List;
pub(crate) use slice::{Component, Reach, Slicer};
use varmap::VarMap;

/// Constraints connected through shared variables, and values that satisfy them.
pub struct Group {
    /// Sorted, without duplicates.
    pub constraints: Box<[Term]>,
    /// Sorted; exactly the variables of the constraints.
    pub vars: Arc<[VarId]>,
    /// One value per variable; satisfies every constraint.
    pub model: Arc<[u8]>,
}

impl Group {
    pub fn value_of(&self, var: VarId) -> Option<u8> {
        self.vars.binary_search(&var).ok().map(|i| self.model[i])
    }
}

/// A satisfiable conjunction together with a model of it. Cloning copies two pointers; forks
/// share all groups that they do not change.
///
/// Invariants: no two groups share a variable; the model (zero for unconstrained variables)
/// satisfies every conjunct. Only the solver chain adds conjuncts, because adding one takes a
/// model.
#[derive(Clone, Default)]
pub struct PathCondition {
    groups: VarMap,
    conjuncts: List<Term>,
}

impl PathCondition {
    pub fn new() -> PathCondition {
        PathCondition::default()
    }

    /// The number of conjuncts.
    pub fn len(&self) -> usize {
        self.conjuncts.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The conjuncts in the order in which they were added. They are also the roots that a sweep
    /// of the terms needs from this path.
    pub fn conjuncts(&self) -> Vec<Term> {
        self.conjuncts.oldest_first().copied().collect()
    }

    /// The conjuncts behind the first `len`, in the order in which they were added.
    pub fn since(&self, len: usize) -> Vec<Term> {
        let newest = self.newest_first().take(self.len().saturating_sub(len));
        let mut since: Vec<Term> = newest.collect();
        since.reverse();
        since
    }

    /// Whether the two have come about through the same conjuncts.
    pub(crate) fn is_same(&self, other: &PathCondition) -> bool {
        self.conjuncts.is_same(&other.conjuncts)
    }

    /// The conjuncts, the last one first.
    pub(crate) fn newest_first(&self) -> impl Iterator<Item = Term> {
        self.conjuncts.newest_first().copied()
    }

    /// Shows every term of the path, what forks share only where `unseen` says so.
    pub fn for_each_term(
        &self,
        unseen: &mut impl FnMut(*const ()) -> bool,
        f: &mut impl FnMut(Term),
    ) {
        self.conjuncts.for_each_unseen(unseen, &mut |term| f(*term));
        for group in self.groups() {
            if Arc::strong_count(group) == 1 || unseen(Arc::as_ptr(group).cast()) {
                group.constraints.iter().for_each(|term| f(*term));
            }
        }
    }

    /// The independent groups, ordered by their smallest variable.
    pub fn groups(&self) -> Vec<&Arc<Group>> {
        self.groups.groups()
    }

    /// The group of the conjuncts about a variable.
    pub fn group_of(&self, var: VarId) -> Option<&Arc<Group>> {
        self.groups.get(var)
    }

    /// The variable's value in the model; zero when nothing constrains it.
    pub fn value_of(&self, var: VarId) -> u8 {
        self.group_of(var)
            .and_then(|group| group.value_of(var))
            .unwrap_or(0)
    }

    /// The term's value under the model.
    pub fn eval(&self, terms: &Terms, evaluator: &mut Evaluator, term: Term) -> Bits {
        evaluator.eval_bits(terms, term, &|var| self.value_of(var))
    }

    /// Is the term literally one of the conjuncts?
    pub fn contains(&self, terms: &Terms, term: Term) -> bool {
        let group = terms.vars(term).first().and_then(|var| self.group_of(*var));
        group.is_some_and(|group| group.constraints.binary_search(&term).is_ok())
    }

    /// Replaces the groups that `component` was made of by one with the given model, and appends
    /// the component's new conjuncts. `model` is parallel to the component's variables.
    pub(crate) fn absorb(&mut self, component: &Component, model: Arc<[u8]>) {
        let group = Arc::new(Group {
            constraints: component.constraints.as_slice().into(),
            vars: component.vars.clone(),
            model,
        });
        for var in group.vars.iter() {
            self.groups.set(*var, &group);
        }
    }

    pub(crate) fn append(&mut self, conjunct: Term) {
        self.conjuncts.push(conjunct);
    }
}

#[cfg(test)]
mod tests;
