//! A term built through the folding constructors means what the tree says that it was built from.

mod common;

use common::{Grower, Tree, VARS, to_bits};
use pleach_term::{Choices, Evaluator, LANES, Tape, Terms, VarId};
use proptest::prelude::*;

/// Special bytes make rules' corner cases likely.
fn models() -> impl Strategy<Value = Vec<[u8; VARS as usize]>> {
    let byte = prop_oneof![
        Just(0),
        Just(1),
        Just(255),
        Just(128),
        Just(127),
        any::<u8>()
    ];
    prop::collection::vec(prop::array::uniform4(byte), 6)
}

fn check(tree: &Tree, models: &[[u8; VARS as usize]]) -> Result<(), TestCaseError> {
    let terms = Terms::new();
    let input = terms.input("x", 0, VARS);
    let t = tree.build(&terms, input.first);
    prop_assert_eq!(terms.width(t) as usize, tree.width());
    let mut evaluator = Evaluator::new();
    let mut choices = Choices::default();
    for model in models {
        let expected = to_bits(&tree.eval(model));
        let lookup = |v: VarId| model[(v.0 - input.first.0) as usize];
        let got = evaluator.eval_bits(&terms, t, &lookup);
        prop_assert_eq!(&got, &expected, "{} under {:?}", terms.display(t), model);
        let substituted = terms.substitute(t, |v| Some(lookup(v)));
        prop_assert_eq!(terms.as_bits(substituted), Some(expected));
        // Bounds hold.
        if let (Some(range), Some(value)) = (terms.range(t), got.to_u64()) {
            prop_assert!(range.lo <= value && value <= range.hi, "{:?}", range);
        }
        if let (Some(values), Some(value)) = (choices.of(&terms, t), got.to_u64()) {
            prop_assert!(values.contains(&value), "{:?}", values);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6000, ..ProptestConfig::default() })]

    #[test]
    fn of_any_width(choices in prop::collection::vec(any::<u32>(), 1..60), models in models()) {
        let mut grower = Grower::new(&choices);
        let width = grower.width();
        let tree = grower.grow(width, 4);
        check(&tree, &models)?;
    }

    #[test]
    fn of_conditions(choices in prop::collection::vec(any::<u32>(), 1..60), models in models()) {
        let tree = Grower::new(&choices).grow(1, 5);
        check(&tree, &models)?;
    }

    /// Two levels only, many of them: nearly every pair of a rule's shapes comes up.
    #[test]
    fn of_small_terms(choices in prop::collection::vec(any::<u32>(), 1..30), models in models()) {
        let mut grower = Grower::new(&choices);
        let width = [1, 8, 16, 9][grower.pick(4)];
        let tree = grower.grow(width, 2);
        check(&tree, &models)?;
    }

    #[test]
    fn of_repeated_operands(choices in prop::collection::vec(any::<u32>(), 1..60), models in models()) {
        check(&Grower::new(&choices).dense(4), &models)?;
        check(&Grower::new(&choices).dense_condition(3), &models)?;
    }

    /// Part of the variables replaced: the rest is still the same function.
    #[test]
    fn of_partial_substitution(choices in prop::collection::vec(any::<u32>(), 1..60), models in models()) {
        let terms = Terms::new();
        let input = terms.input("x", 0, VARS);
        let t = Grower::new(&choices).grow(32, 4).build(&terms, input.first);
        let mut evaluator = Evaluator::new();
        for model in &models {
            let lookup = |v: VarId| model[v.index()];
            let part = terms.substitute(t, |v| (v.0 % 2 == 0).then(|| lookup(v)));
            prop_assert!(terms.vars(part).iter().all(|v| v.0 % 2 == 1));
            let (whole, part) = (evaluator.eval(&terms, t, &lookup), evaluator.eval(&terms, part, &lookup));
            prop_assert_eq!(whole, part);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    /// Many models at once, and one after the other: the same.
    #[test]
    fn on_a_tape(
        choices in prop::collection::vec(any::<u32>(), 1..60),
        bytes in prop::collection::vec(prop::array::uniform16(any::<u8>()), VARS as usize),
    ) {
        let terms = Terms::new();
        let input = terms.input("x", 0, VARS);
        let vars: Vec<VarId> = input.vars().collect();
        let mut grower = Grower::new(&choices);
        let conditions = [1, 4].map(|depth| grower.grow(1, depth).build(&terms, input.first));
        let Some(mut tape) = Tape::new(&terms, &conditions, &vars) else {
            return Ok(()); // wider than 64 bits inside
        };
        let mut evaluator = Evaluator::new();
        let expected = (0..LANES).find(|lane| {
            let model = |v: VarId| bytes[v.index()][*lane];
            conditions.iter().all(|c| evaluator.eval(&terms, *c, &model) == 1)
        });
        prop_assert_eq!(tape.first_satisfied(&bytes), expected);
    }
}
