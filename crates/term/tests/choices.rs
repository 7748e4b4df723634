//! Terms that are chosen among constants.

use pleach_term::{Choices, Evaluator, Term, Terms, VarId};
use proptest::prelude::*;

/// A number of 64 bits computed from choices over the bits of one input byte, as in states that
/// were joined again and again.
fn number(t: &Terms, byte: Term, steps: &[(u8, u64)]) -> Term {
    let mut all = vec![t.constant(64, 7)];
    for (i, &(what, value)) in steps.iter().enumerate() {
        let last = all[all.len() - 1];
        let other = all[value as usize % all.len()];
        let bit = t.extract(byte, (i % 8) as u32, 1);
        let constant = t.constant(64, value % 16);
        all.push(match what % 6 {
            0 => t.ite(bit, t.add(last, constant), other),
            1 => t.ite(bit, constant, last),
            2 => t.add(last, constant),
            3 => t.ite(t.ult(last, constant), other, last),
            4 => t.add(last, t.zext(bit, 64)),
            _ => t.mul(t.zext(t.trunc(last, 16), 64), constant),
        });
    }
    all[all.len() - 1]
}

/// Values with this property have no item.
fn has_item(value: u64) -> bool {
    value % 5 != 3
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, ..ProptestConfig::default() })]

    #[test]
    fn every_value_is_among_the_choices(steps in prop::collection::vec(any::<(u8, u64)>(), 1..16)) {
        let t = Terms::new();
        let input = t.input("x", 0, 1);
        let byte = t.var(input.first);
        let term = number(&t, byte, &steps);
        let mut choices = Choices::default();
        let mut evaluator = Evaluator::new();
        let Some(values) = choices.of(&t, term).cloned() else { return Ok(()) };
        prop_assert!(values.is_sorted());
        let items = |v: u64| has_item(v).then(|| t.constant(32, v.wrapping_mul(3)));
        let chosen = t.chosen(&mut choices, term, items);
        prop_assert_eq!(chosen.is_some(), values.iter().any(|v| has_item(*v)));
        for model in 0..=255u8 {
            let model = |_: VarId| model;
            let value = evaluator.eval(&t, term, &model);
            prop_assert!(values.contains(&value));
            if let Some(chosen) = chosen.filter(|_| has_item(value)) {
                let item = evaluator.eval(&t, chosen, &model);
                prop_assert_eq!(item, value.wrapping_mul(3) & 0xffff_ffff);
            }
        }
    }
}

/// Both sides of each choice are larger than the constant they are compared with.
#[test]
fn comparisons_that_all_choices_decide_are_decided() {
    let t = Terms::new();
    let byte = t.var(t.input("x", 0, 1).first);
    let mut address = t.constant(64, 1000);
    for i in 0..100u64 {
        let longer = t.add(address, t.constant(64, 1));
        let is_so = t.ult(byte, t.constant(8, 2 * i + 1));
        address = t.ite(is_so, longer, address);
    }
    let mut choices = Choices::default();
    assert_eq!(
        choices.of(&t, address).map(|values| values.len()),
        Some(101)
    );
    let below = |limit| t.ult(address, t.constant(64, limit));
    assert_eq!(choices.single(&t, below(1101)), Some(1));
    assert_eq!(choices.single(&t, below(1000)), Some(0));
    assert_eq!(choices.single(&t, below(1050)), None);
    assert_eq!(choices.of(&t, byte), None);
}
