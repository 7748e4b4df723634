//! Circuits against evaluation.

use std::sync::Arc;

use pleach_term::{Evaluator, FCmp, Op, Term, Terms, VarId};
use proptest::prelude::*;

use crate::backends::{Backend, Blaster, Budget, Query, Verdict};
use crate::testing;

/// Asks the blaster about `constraints` with all variables pinned to `values`: exactly the
/// circuits' values can satisfy it, so the answer must be what evaluation says.
fn pinned(terms: &Terms, blaster: &mut Blaster, constraint: Term, values: &[u8]) -> bool {
    let vars: Vec<VarId> = (0..values.len() as u32).map(VarId).collect();
    let mut constraints: Vec<Term> = vars
        .iter()
        .zip(values)
        .map(|(v, x)| terms.eq(terms.var(*v), terms.constant(8, u64::from(*x))))
        .collect();
    constraints.push(constraint);
    constraints.sort_unstable();
    constraints.dedup();
    let query = Query {
        constraints: &constraints,
        fresh: &constraints,
        vars: &vars,
        hint: values,
    };
    match blaster.solve(terms, query, Budget::default()) {
        Verdict::Sat(model) => {
            assert_eq!(&*model, values);
            true
        }
        Verdict::Unsat(core) => {
            assert!(core.is_some_and(|core| core.iter().all(|t| constraints.contains(t))));
            false
        }
        Verdict::Unknown(reason) => panic!("{reason}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn circuits_compute_what_evaluation_does(
        steps in testing::steps(25),
        width in prop::sample::select(vec![1u32, 5, 8, 13, 32, 64, 70]),
        values in prop::collection::vec(any::<u8>(), 3),
    ) {
        let terms = Arc::new(Terms::new());
        let conditions = testing::build(&terms, &steps, 3, width);
        let mut blaster = Blaster::new(20_000);
        let mut evaluator = Evaluator::new();
        for condition in conditions {
            if terms.op(condition) == Op::Const {
                continue;
            }
            let expected = evaluator.eval(&terms, condition, &|v| values[v.index()]) == 1;
            prop_assert_eq!(pinned(&terms, &mut blaster, condition, &values), expected);
        }
    }
}

#[test]
fn an_instance_is_recycled_and_goes_on() {
    let terms = Terms::new();
    let mut blaster = Blaster::new(40);
    let input = terms.input("x", 0, 8);
    for (i, var) in input.vars().enumerate() {
        let term = terms.ult(terms.var(var), terms.constant(8, 3 + i as u64));
        let query = Query {
            constraints: &[term],
            fresh: &[term],
            vars: &[var],
            hint: &[200],
        };
        assert_eq!(
            blaster.solve(&terms, query, Budget::default()).name(),
            "sat"
        );
    }
    assert!(blaster.recycled() > 0);
    assert!(blaster.size() < 80);
}

#[test]
fn floats_are_guessed_or_left_to_others() {
    let terms = Terms::new();
    let input = terms.input("x", 0, 4);
    let bytes: Vec<Term> = input.vars().map(|v| terms.var(v)).collect();
    let x = terms.concat_bytes(&bytes);
    let number = |value: f32| terms.constant(32, u64::from(value.to_bits()));
    let vars: Vec<VarId> = input.vars().collect();
    let verdict = |term: Term| {
        let query = Query {
            constraints: &[term],
            fresh: &[term],
            vars: &vars,
            hint: &[0; 4],
        };
        Blaster::new(100)
            .solve(&terms, query, Budget::default())
            .name()
    };
    assert_eq!(verdict(terms.flt(x, number(1.5))), "sat");
    let only = terms.fcmp(FCmp::Oeq, terms.fadd(x, number(1.5)), number(4000.25));
    assert_eq!(verdict(only), "unknown");
}
