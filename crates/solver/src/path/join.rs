//! Two paths that began as one become one again.

use super::{List, PathCondition, Reach, Slicer};
use pleach_term::{Term, Terms};
use rustc_hash::FxHashSet;

/// A path that stands for two.
pub struct JoinedPath {
    pub path: PathCondition,
    /// Holds on the first of the two, and does not hold on the other one.
    pub guard: Term,
}

/// Joins paths: two that exclude each other, as two states that forked do.
#[derive(Default)]
pub struct PathJoiner {
    slicer: Slicer,
}

impl PathJoiner {
    /// What both know, and that one of the two holds; the model is that of the first. None where one
    /// of them knows nothing that the other one does not know: they do not exclude each other.
    pub fn join(
        &mut self,
        terms: &Terms,
        first: &PathCondition,
        other: &PathCondition,
    ) -> Option<JoinedPath> {
        let common = first.conjuncts.common(&other.conjuncts);
        let (mine, theirs) = (rest(first, common), rest(other, common));
        let both: FxHashSet<Term> = theirs.iter().copied().collect();
        let (shared, mine): (Vec<Term>, Vec<Term>) =
            mine.into_iter().partition(|term| both.contains(term));
        let both: FxHashSet<Term> = shared.iter().copied().collect();
        let theirs: Vec<Term> = theirs.into_iter().filter(|t| !both.contains(t)).collect();
        if mine.is_empty() || theirs.is_empty() {
            return None;
        }
        let mut conjuncts = first.conjuncts.prefix(common);
        shared.into_iter().for_each(|term| conjuncts.push(term));
        either(terms, &mine, &theirs)
            .into_iter()
            .for_each(|term| conjuncts.push(term));
        Some(JoinedPath {
            path: self.conjunction(terms, conjuncts, first),
            guard: guard(terms, &mine, &theirs),
        })
    }

    /// The path of these conjuncts, all of which the model of `witness` satisfies.
    fn conjunction(
        &mut self,
        terms: &Terms,
        conjuncts: List<Term>,
        witness: &PathCondition,
    ) -> PathCondition {
        let all: Vec<Term> = conjuncts.oldest_first().copied().collect();
        let mut path = PathCondition {
            conjuncts,
            ..PathCondition::new()
        };
        let none = PathCondition::new();
        for component in self.slicer.components(terms, &none, &all, Reach::Touched) {
            let model = component.vars.iter().map(|v| witness.value_of(*v));
            path.absorb(&component, model.collect());
        }
        path
    }
}

/// The conjuncts of a path behind the oldest ones.
fn rest(path: &PathCondition, common: usize) -> Vec<Term> {
    let newest = path.conjuncts.newest_first().take(path.len() - common);
    let mut rest: Vec<Term> = newest.copied().collect();
    rest.reverse();
    rest
}

fn all(terms: &Terms, conjuncts: &[Term]) -> Term {
    let and = |all, term: &Term| terms.and(all, *term);
    conjuncts.iter().fold(terms.tru(), and)
}

/// The conjuncts that say that one of the two holds; none if that is always so.
fn either(terms: &Terms, mine: &[Term], theirs: &[Term]) -> Vec<Term> {
    // c or (not c and d) is c or d.
    let without = |conjuncts: &[Term], only: &[Term]| -> Vec<Term> {
        let [only] = only else {
            return conjuncts.to_vec();
        };
        let negated = terms.not(*only);
        let others = conjuncts.iter().filter(|term| **term != negated);
        others.copied().collect()
    };
    let (a, b) = (without(mine, theirs), without(theirs, mine));
    let one = terms.or(all(terms, &a), all(terms, &b));
    match terms.as_const(one) {
        Some(_) => Vec::new(),
        None => vec![one],
    }
}

/// Tells the first from the other where one of them holds: a condition that one has and the other one
/// has negated, as it is where they forked, or else all of the shorter one.
fn guard(terms: &Terms, mine: &[Term], theirs: &[Term]) -> Term {
    let is_negated = |term: &&Term| theirs.contains(&terms.not(**term));
    if let Some(parted) = mine.iter().find(is_negated) {
        return *parted;
    }
    match mine.len() <= theirs.len() {
        true => all(terms, mine),
        false => terms.not(all(terms, theirs)),
    }
}
