use std::sync::Arc;

use pleach_term::{Evaluator, Term, Terms, VarId};
use proptest::prelude::*;

use super::PathCondition;
use crate::{Answer, Chain, SharedCache, SolverConfig, testing};

fn chain(terms: &Arc<Terms>) -> Chain {
    Chain::new(
        terms.clone(),
        Arc::new(SharedCache::default()),
        SolverConfig::default(),
    )
}

fn byte_is(terms: &Terms, var: u32, value: u64) -> Term {
    terms.eq(terms.var(VarId(var)), terms.constant(8, value))
}

fn grow(chain: &mut Chain, pc: &PathCondition, term: Term) -> PathCondition {
    match chain.check(pc, term) {
        Answer::Sat(grown) => grown,
        _ => panic!("satisfiable"),
    }
}

#[test]
fn forks_share_and_stay_apart() {
    let terms = Arc::new(Terms::new());
    terms.input("x", 0, 300);
    let mut chain = chain(&terms);
    let mut pc = PathCondition::new();
    for var in 0..300 {
        pc = grow(
            &mut chain,
            &pc,
            byte_is(&terms, var, u64::from(var % 200 + 1)),
        );
    }
    assert_eq!((pc.len(), pc.groups().len()), (300, 300));
    let equal = terms.ult(terms.var(VarId(7)), terms.var(VarId(290)));
    let joined = grow(&mut chain, &pc, equal);
    assert_eq!((joined.groups().len(), pc.groups().len()), (299, 300));
    assert_eq!(joined.conjuncts().last(), Some(&equal));
    assert_eq!(joined.conjuncts()[..300], pc.conjuncts()[..]);
    assert_eq!(
        (joined.value_of(VarId(299)), joined.value_of(VarId(100_000))),
        (100, 0)
    );
}

#[test]
fn conjunctions_are_split_and_repetitions_dropped() {
    let terms = Arc::new(Terms::new());
    terms.input("x", 0, 4);
    let mut chain = chain(&terms);
    let (a, b) = (byte_is(&terms, 0, 5), byte_is(&terms, 1, 6));
    let pc = grow(&mut chain, &PathCondition::new(), terms.and(a, b));
    assert_eq!((pc.len(), pc.groups().len()), (2, 2));
    let again = grow(&mut chain, &pc, terms.and(b, byte_is(&terms, 2, 7)));
    assert_eq!(again.len(), 3);
    assert!(chain.check(&again, terms.not(b)).is_unsat());
}

#[test]
fn long_paths_are_dropped_without_recursion() {
    let mut pc = PathCondition::new();
    let terms = Terms::new();
    for _ in 0..500_000 {
        pc.append(terms.tru());
    }
    let fork = pc.clone();
    drop(pc);
    assert_eq!(fork.len(), 500_000);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// The invariants: groups are disjoint, cover the conjuncts, and the model satisfies all.
    #[test]
    fn groups_partition_the_conjuncts(steps in testing::steps(30)) {
        let terms = Arc::new(Terms::new());
        let mut chain = chain(&terms);
        let mut pc = PathCondition::new();
        let mut evaluator = Evaluator::new();
        for condition in testing::build(&terms, &steps, 6, 8) {
            if let Answer::Sat(grown) = chain.check(&pc, condition) {
                pc = grown;
            }
            let mut vars: Vec<VarId> = Vec::new();
            let mut constraints: Vec<Term> = Vec::new();
            for group in pc.groups() {
                vars.extend(group.vars.iter());
                constraints.extend(group.constraints.iter());
                for term in group.constraints.iter() {
                    let inside = |v: &VarId| group.vars.binary_search(v).is_ok();
                    prop_assert!(terms.vars(*term).iter().all(inside));
                }
            }
            let count = vars.len();
            vars.sort_unstable();
            vars.dedup();
            prop_assert_eq!(vars.len(), count);
            let mut conjuncts = pc.conjuncts();
            for term in &conjuncts {
                prop_assert!(pc.eval(&terms, &mut evaluator, *term).is_one());
            }
            conjuncts.sort_unstable();
            constraints.sort_unstable();
            prop_assert_eq!(conjuncts, constraints);
        }
    }
}
