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
    /// What both know, and that one of the two holds; the model is that of the first, for the variables
    /// that the joined path speaks of. None where one of them knows nothing that the other one does
    /// not know: they do not exclude each other.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Answer, Chain, SharedCache, SolverConfig, testing};
    use pleach_term::{Evaluator, VarId};
    use proptest::prelude::*;
    use std::sync::Arc;

    struct Bench {
        terms: Arc<Terms>,
        chain: Chain,
    }

    impl Bench {
        fn new() -> Bench {
            let terms = Arc::new(Terms::new());
            let cache = Arc::new(SharedCache::default());
            let chain = Chain::new(terms.clone(), cache, SolverConfig::default());
            Bench { terms, chain }
        }

        /// A path that knows also this.
        fn and(&mut self, path: &PathCondition, term: Term) -> PathCondition {
            match self.chain.check(path, term) {
                Answer::Sat(grown) => grown,
                _ => panic!("satisfiable"),
            }
        }

        fn all(&mut self, path: &PathCondition, terms: &[Term]) -> PathCondition {
            let and = |path, term: &Term| self.and(&path, *term);
            terms.iter().fold(path.clone(), and)
        }

        /// Something about a byte of its own.
        fn fact(&self, var: u32) -> Term {
            let byte = self.terms.var(VarId(var));
            self.terms.ult(byte, self.terms.constant(8, 100))
        }

        fn facts(&self, count: u32) -> Vec<Term> {
            self.terms.input("x", 0, count);
            (0..count).map(|var| self.fact(var)).collect()
        }

        fn join(&self, first: &PathCondition, other: &PathCondition) -> Option<JoinedPath> {
            PathJoiner::default().join(&self.terms, first, other)
        }
    }

    #[test]
    fn sides_of_one_branch_leave_nothing() {
        let mut bench = Bench::new();
        let [before, c] = bench.facts(2)[..] else {
            panic!("two facts");
        };
        let root = bench.and(&PathCondition::new(), before);
        let (yes, no) = (bench.and(&root, c), bench.and(&root, bench.terms.not(c)));
        let joined = bench.join(&yes, &no).expect("they exclude each other");
        assert_eq!(joined.path.conjuncts(), [before]);
        assert_eq!(joined.guard, c);
        assert_eq!(joined.path.conjuncts.common(&root.conjuncts), 1, "shared");
    }

    #[test]
    fn what_both_learned_is_taken_out() {
        let mut bench = Bench::new();
        let [c, both, mine] = bench.facts(3)[..] else {
            panic!("three facts");
        };
        let (root, not_c) = (PathCondition::new(), bench.terms.not(c));
        let first = bench.all(&root, &[c, mine, both]);
        let other = bench.all(&root, &[not_c, both]);
        let joined = bench.join(&first, &other).expect("they exclude each other");
        // c and mine, or not c: that is mine or not c.
        let either = bench.terms.or(mine, not_c);
        assert_eq!(joined.path.conjuncts(), [both, either]);
        assert_eq!(joined.guard, c);
    }

    /// Where no condition is the negation of another one, the shorter rest tells them apart.
    #[test]
    fn the_shorter_rest_is_the_guard() {
        let mut bench = Bench::new();
        let facts = bench.facts(2);
        let byte = bench.terms.var(VarId(0));
        let is = |value| bench.terms.eq(byte, bench.terms.constant(8, value));
        let (three, four) = (is(3), is(4));
        let root = PathCondition::new();
        let short = bench.all(&root, &[three]);
        let long = bench.all(&root, &[four, facts[1]]);
        let joined = bench.join(&short, &long).expect("they exclude each other");
        assert_eq!(joined.guard, three);
        let joined = bench.join(&long, &short).expect("they exclude each other");
        assert_eq!(joined.guard, bench.terms.not(three));
    }

    #[test]
    fn a_path_that_knows_nothing_more_is_not_joined() {
        let mut bench = Bench::new();
        let facts = bench.facts(2);
        let root = bench.and(&PathCondition::new(), facts[0]);
        let grown = bench.and(&root, facts[1]);
        assert!(bench.join(&root, &grown).is_none());
        assert!(bench.join(&grown, &root).is_none());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(60))]

        /// The joined path holds exactly where one of the two does, the guard tells which, and the
        /// model satisfies it.
        #[test]
        fn a_joined_path_is_one_of_the_two(
            steps in testing::steps(30),
            values in prop::collection::vec(any::<[u8; 6]>(), 50),
        ) {
            let mut bench = Bench::new();
            let terms = bench.terms.clone();
            let mut conditions = testing::build(&terms, &steps, 6, 8).into_iter();
            let mut sides: Vec<PathCondition> = vec![PathCondition::new()];
            // Some conditions for both, then one that parts them, then others in turn.
            for (i, condition) in conditions.by_ref().enumerate() {
                let sat = |path: &PathCondition, term, chain: &mut Chain| match chain.check(path, term) {
                    Answer::Sat(grown) => Some(grown),
                    _ => None,
                };
                if sides.len() == 1 && i >= 2 {
                    let yes = sat(&sides[0], condition, &mut bench.chain);
                    let no = sat(&sides[0], terms.not(condition), &mut bench.chain);
                    if let (Some(yes), Some(no)) = (yes, no) {
                        sides = vec![yes, no];
                    }
                    continue;
                }
                let at = i % sides.len();
                if let Some(grown) = sat(&sides[at], condition, &mut bench.chain) {
                    sides[at] = grown;
                }
            }
            prop_assume!(sides.len() == 2);
            let joined = bench.join(&sides[0], &sides[1]).expect("they parted");
            let mut evaluator = Evaluator::new();
            for term in joined.path.conjuncts() {
                prop_assert!(joined.path.eval(&terms, &mut evaluator, term).is_one());
            }
            for bytes in &values {
                let holds = |term: &Term| {
                    let value = |var: VarId| bytes[var.index() % 6];
                    Evaluator::new().eval_bits(&terms, *term, &value).is_one()
                };
                let of = |path: &PathCondition| path.conjuncts().iter().all(&holds);
                prop_assert_eq!(of(&joined.path), of(&sides[0]) || of(&sides[1]));
                if of(&joined.path) {
                    prop_assert_eq!(holds(&joined.guard), of(&sides[0]));
                }
            }
        }
    }
}
