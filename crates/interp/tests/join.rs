//! Two states become one: what is left of both.

mod common;

use common::{Pair, input};
use pleach_interp::{Checks, Refusal};
use pleach_ir::address::Segment;
use pleach_memory::Apart;
use pleach_solver::Answer;
use pleach_term::Term;

#[test]
fn registers_become_a_choice_and_the_path_knows_nothing() {
    let program = "int main(void) { int n = unknown(); if (n < 0) n = -n; meet(); return n; }";
    let mut joined = Pair::new(program).joined();
    assert!(joined.state.path.is_empty());
    let terms = joined.machine.terms.clone();
    let n = input(&terms, &joined.state, 0);
    let expected = terms.ite(joined.negative, terms.neg(n), n);
    assert_eq!(joined.result(), expected);
}

/// A word in memory is one choice, not one for each of its bytes.
#[test]
fn words_in_memory_become_one_choice() {
    let program = "
        int word = 0x01020304;
        int main(void) { if (unknown() < 0) word = 0x05060708; meet(); return word; }";
    let mut joined = Pair::new(program).joined();
    let terms = joined.machine.terms.clone();
    let (negative, other) = (
        terms.constant(32, 0x05060708),
        terms.constant(32, 0x01020304),
    );
    let expected = terms.ite(joined.negative, negative, other);
    assert_eq!(joined.result(), expected);
}

/// What nobody reads any more does not become unknown.
#[test]
fn dead_values_are_left_alone() {
    let program = "
        int main(void) {
          int x = unknown(), dead[2] = {1, 1};
          if (x < 0) { dead[x & 1] = 2; prefer(dead[0] + unknown()); }
          meet();
          return 10;
        }";
    let pair = Pair::new(program);
    let regs = pair.negative.stack.regs().to_vec();
    let memory = pair.negative.memory.clone();
    assert_ne!(pair.other.stack.regs(), regs, "a register is dead");
    assert!(!pair.other.memory.is_same(&memory), "a variable is dead");
    let mut joined = pair.joined();
    assert_eq!(joined.state.stack.regs(), regs);
    assert!(joined.state.memory.is_same(&memory));
    let result = joined.result();
    assert_eq!(joined.machine.terms.as_const(result), Some(10));
}

/// The pointer to it is null on the other side: there nobody finds it.
#[test]
fn an_object_of_one_side_stays() {
    let program = "
        int main(void) {
          char *made = 0;
          if (unknown() < 0) { made = make(); made[0] = 5; }
          meet();
          return made != 0;
        }";
    let pair = Pair::new(program);
    let before = pair.other.memory.object_count();
    let mut joined = pair.joined();
    assert_eq!(joined.state.memory.object_count(), before + 1);
    let terms = joined.machine.terms.clone();
    assert_eq!(joined.result(), terms.zext(joined.negative, 32));
}

#[test]
fn leaks_that_are_looked_for_keep_states_apart() {
    let program = "
        int main(void) { char *made = 0; if (unknown() < 0) made = make(); meet(); return !made; }";
    let leak = Checks {
        leak: true,
        ..Checks::default()
    };
    assert_eq!(Pair::with(program, leak).refusal(), Refusal::Leaks);
}

#[test]
fn an_object_that_is_freed_on_one_side_keeps_states_apart() {
    let program = "
        int main(void) { char *made = make(); if (unknown() < 0) destroy(made); meet(); return 0; }";
    let refusal = Pair::new(program).refusal();
    assert_eq!(refusal, Refusal::Memory(Apart::Freed(Segment::Heap)));
    assert_eq!(refusal.reason(), "an object is freed on one side");
}

#[test]
fn states_at_different_places_stay_apart() {
    let program = "int main(void) { if (unknown() < 0) { meet(); return 1; } meet(); return 0; }";
    assert_eq!(Pair::new(program).refusal(), Refusal::Place);
}

/// An input that one side asked for is part of the test only where that side is taken.
#[test]
fn inputs_of_one_side_are_asked_for_where_it_is_taken() {
    let program = "
        int main(void) { int y = 3; if (unknown() < 0) y = unknown(); meet(); return y; }";
    let mut joined = Pair::new(program).joined();
    let terms = joined.machine.terms.clone();
    let conditions: Vec<Option<Term>> = joined.state.inputs.iter().map(|o| o.only_if).collect();
    assert_eq!(conditions, [None, Some(joined.negative)]);
    let y = input(&terms, &joined.state, 1);
    let expected = terms.ite(joined.negative, y, terms.constant(32, 3));
    assert_eq!(joined.result(), expected);

    // Nothing is known about the first input now: the model has 0.
    assert!(joined.state.path.is_empty());
    assert_eq!(joined.state.asked_inputs(&terms).len(), 1);
    let negative = joined
        .machine
        .solver
        .check(&joined.state.path, joined.negative);
    let Answer::Sat(negative) = negative else {
        panic!("the input can be negative");
    };
    joined.state.path = negative;
    assert_eq!(joined.state.asked_inputs(&terms).len(), 2);
}

/// What one side prefers is preferred where it is taken; what both did before stays as it is.
#[test]
fn preferences_hold_on_their_side() {
    let program = "
        int main(void) {
          int x = unknown();
          prefer(x == 9);
          if (x < 0) prefer(x == -4);
          meet();
          return 0;
        }";
    let joined = Pair::new(program).joined();
    let terms = &joined.machine.terms;
    let x = input(terms, &joined.state, 0);
    let is = |value: i32| terms.eq(x, terms.constant(32, u64::from(value as u32)));
    let wishes: Vec<Term> = joined.state.preferences.oldest_first().copied().collect();
    assert_eq!(
        wishes,
        [is(9), terms.or(terms.not(joined.negative), is(-4))]
    );
}
