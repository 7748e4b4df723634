use std::sync::Arc;
use std::time::Duration;

use pleach_term::{Bits, FCmp, Op, Rounding, Term, Terms, VarId};
use proptest::prelude::*;

use super::Chain;
use crate::backends::{Backend, Budget, Query, Verdict, Z3};
use crate::{
    Another, Answer, Branch, CheckWith, Effort, LayerId, LayerSwitches, PathCondition, SecondTier,
    SharedCache, SolverConfig, Truth, UnknownReason, testing,
};

fn chain_with(terms: &Arc<Terms>, config: SolverConfig) -> Chain {
    Chain::new(terms.clone(), Arc::new(SharedCache::new(&config)), config)
}

fn chain(terms: &Arc<Terms>) -> Chain {
    chain_with(terms, SolverConfig::default())
}

/// All on, each one off, none but a back end.
fn configurations() -> Vec<SolverConfig> {
    let all = LayerSwitches::default();
    let none = LayerSwitches {
        model: false,
        slice: false,
        exact: false,
        recent: false,
        cores: false,
        blaster: false,
    };
    let switches = [
        all,
        LayerSwitches {
            model: false,
            ..all
        },
        LayerSwitches {
            slice: false,
            ..all
        },
        LayerSwitches {
            exact: false,
            ..all
        },
        LayerSwitches {
            recent: false,
            ..all
        },
        LayerSwitches {
            cores: false,
            ..all
        },
        LayerSwitches {
            blaster: true,
            ..none
        },
    ];
    let with = |layers| SolverConfig {
        layers,
        recycle_at: 2_000,
        ..SolverConfig::default()
    };
    switches.into_iter().map(with).collect()
}

fn z3_says(terms: &Terms, z3: &mut Z3, conjuncts: &[Term]) -> Option<bool> {
    let mut constraints: Vec<Term> = Vec::new();
    for &term in conjuncts {
        match terms.as_const(term) {
            Some(0) => return Some(false),
            Some(_) => {}
            None => constraints.push(term),
        }
    }
    let query = Query {
        constraints: &constraints,
        fresh: &constraints,
        vars: &[],
        hint: &[],
    };
    match z3.solve(terms, query, Budget::default()) {
        Verdict::Sat(_) => Some(true),
        Verdict::Unsat(_) => Some(false),
        Verdict::Unknown(_) => None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_configuration_answers_like_bare_z3(
        steps in testing::steps(20),
        width in prop::sample::select(vec![8u32, 12, 16]),
    ) {
        let terms = Arc::new(Terms::new());
        let conditions = testing::build(&terms, &steps, 5, width);
        let mut z3 = Z3::new();
        let mut chains: Vec<(Chain, PathCondition)> = configurations()
            .into_iter()
            .map(|config| (chain_with(&terms, config), PathCondition::new()))
            .collect();
        let mut path: Vec<Term> = Vec::new();
        for condition in conditions {
            path.push(condition);
            let Some(expected) = z3_says(&terms, &mut z3, &path) else { break };
            if !expected {
                path.pop();
            }
            for (chain, pc) in &mut chains {
                match chain.check(pc, condition) {
                    Answer::Sat(grown) => {
                        prop_assert!(expected);
                        *pc = grown;
                    }
                    Answer::Unsat => prop_assert!(!expected),
                    Answer::Unknown(reason) => prop_assert!(false, "{}", reason),
                }
            }
        }
        for (chain, _) in &chains {
            prop_assert_eq!(chain.statistics().model_mismatches, 0);
        }
    }

    #[test]
    fn branches_are_the_two_checks(steps in testing::steps(15)) {
        let terms = Arc::new(Terms::new());
        let config = SolverConfig { check_with: Some(CheckWith::Z3), ..SolverConfig::default() };
        let mut chain = chain_with(&terms, config);
        let mut pc = PathCondition::new();
        for condition in testing::build(&terms, &steps, 4, 8) {
            let yes = chain.check(&pc, condition).is_sat();
            let no = chain.check(&pc, terms.not(condition)).is_sat();
            match chain.branch(&pc, condition) {
                Branch::True => prop_assert_eq!((yes, no), (true, false)),
                Branch::False => prop_assert_eq!((yes, no), (false, true)),
                Branch::Both { yes: taken, no: other } => {
                    prop_assert_eq!((yes, no), (true, true));
                    prop_assert!(chain.value(&taken, condition).is_one());
                    prop_assert!(chain.value(&other, condition).is_zero());
                    pc = taken;
                }
                Branch::OnlyKnown { reason, .. } => prop_assert!(false, "{}", reason),
            }
        }
        prop_assert!(chain.statistics().disagreements.is_empty());
    }

    /// For one input, the answer is what the condition is for it; nobody is asked, and the path stays that input's.
    #[test]
    fn one_input_answers_for_itself(steps in testing::steps(15)) {
        let terms = Arc::new(Terms::new());
        let mut chain = chain(&terms);
        let mut pc = PathCondition::new();
        for condition in testing::build(&terms, &steps, 4, 8) {
            if let Answer::Sat(path) = chain.check(&pc, condition) {
                pc = path;
            }
        }
        chain.answer_for_own_model_only(true);
        chain.take_statistics();
        for condition in testing::build(&terms, &steps, 4, 8) {
            let holds = chain.value(&pc, condition).is_one();
            match chain.check(&pc, condition) {
                Answer::Sat(path) => {
                    prop_assert!(holds);
                    prop_assert!(chain.value(&path, condition).is_one());
                    pc = path;
                }
                answer => prop_assert!(!holds && answer.is_unsat()),
            }
            let branch = chain.branch(&pc, condition);
            prop_assert!(matches!((branch, holds), (Branch::True, true) | (Branch::False, false)));
        }
        prop_assert_eq!(chain.statistics().queries, 0);
    }

    /// Float encodings: with all inputs pinned, Z3 must agree with evaluation.
    #[test]
    fn floats_mean_the_same_to_z3(
        a in any::<[u8; 8]>(),
        b in any::<[u8; 8]>(),
        width in prop::sample::select(vec![16u32, 32, 64]),
        op in 0..16u8,
        near in any::<bool>(),
    ) {
        let terms = Arc::new(Terms::new());
        let bytes = width / 8;
        let (x, y) = (terms.input("a", 0, bytes), terms.input("b", 0, bytes));
        let word = |input: pleach_term::Input| {
            let bytes: Vec<Term> = input.vars().map(|v| terms.var(v)).collect();
            terms.concat_bytes(&bytes)
        };
        let b = if near { a } else { b };
        let (p, q) = (word(x), word(y));
        let result = float_operation(&terms, op, p, q, width);
        let mut evaluator = pleach_term::Evaluator::new();
        let value = |v: VarId| {
            if v.0 < x.first.0 + bytes { a[v.index()] } else { b[(v.0 - y.first.0) as usize] }
        };
        let expected = evaluator.eval_bits(&terms, result, &value);
        let mut constraints: Vec<Term> = x.vars().chain(y.vars())
            .map(|v| terms.eq(terms.var(v), terms.constant(8, u64::from(value(v)))))
            .collect();
        constraints.push(terms.eq(result, terms.constant_bits(&expected)));
        constraints.retain(|t| terms.op(*t) != Op::Const);
        prop_assert_eq!(z3_says(&terms, &mut Z3::new(), &constraints), Some(true));
    }
}

fn float_operation(terms: &Terms, op: u8, p: Term, q: Term, width: u32) -> Term {
    match op {
        0 => terms.fadd(p, q),
        1 => terms.fsub(p, q),
        2 => terms.fmul(p, q),
        3 => terms.fdiv(p, q),
        4 => terms.fsqrt(p),
        5 => terms.fround(p, Rounding::Floor),
        6 => terms.fround(p, Rounding::TiesAway),
        7 => terms.fcmp(FCmp::Olt, p, q),
        8 => terms.fcmp(FCmp::Ueq, p, q),
        9 => terms.f_to_si(p, 32),
        10 => terms.f_to_ui(p, 16),
        11 => terms.si_to_f(p, width),
        12 => terms.ui_to_f(p, width),
        13 => terms.fconv(p, if width == 32 { 64 } else { 32 }),
        14 => terms.fconv(p, 80),
        _ => terms.fcmp(FCmp::Uno, p, q),
    }
}

/// `x` and `y`, each of `bytes` bytes.
fn two_words(terms: &Terms, bytes: u32) -> (Term, Term) {
    let word = |name| {
        let input = terms.input(name, 0, bytes);
        let bytes: Vec<Term> = input.vars().map(|v| terms.var(v)).collect();
        terms.concat_bytes(&bytes)
    };
    (word("x"), word("y"))
}

#[test]
fn hard_arithmetic_goes_to_the_second_tier() {
    let terms = Arc::new(Terms::new());
    let (x, y) = two_words(&terms, 4);
    let left = terms.mul(x, terms.add(y, terms.constant(32, 1)));
    let right = terms.add(terms.mul(x, y), x);
    let config = SolverConfig {
        conflict_budget: 200,
        ..SolverConfig::default()
    };
    let mut chain = chain_with(&terms, config);
    assert!(
        chain
            .check(&PathCondition::new(), terms.ne(left, right))
            .is_unsat()
    );
    assert_eq!(chain.statistics().layer(LayerId::SecondTier).answered, 1);
}

#[test]
fn a_question_may_be_worth_more_the_next_time() {
    let terms = Arc::new(Terms::new());
    let (x, y) = two_words(&terms, 4);
    let left = terms.mul(x, terms.add(y, terms.constant(32, 1)));
    let right = terms.add(terms.mul(x, y), x);
    let mut chain = chain_with(&terms, SolverConfig::default());
    let pc = PathCondition::new();
    let mut ask = |effort| {
        let question = terms.ne(left, right);
        let answer = chain.within(effort, |chain| chain.check(&pc, question));
        let asked = |layer| chain.statistics().layer(layer).asked;
        (answer, asked(LayerId::Blaster), asked(LayerId::SecondTier))
    };
    for (effort, times) in [(Effort::Quick, 1), (Effort::Quick, 1), (Effort::Long, 2)] {
        let (answer, blaster, second) = ask(effort);
        let open = matches!(answer, Answer::Unknown(UnknownReason::EffortLimit));
        assert!(open && blaster == times && second == 0, "{effort:?}");
    }
    assert!(ask(Effort::Full).0.is_unsat());
    // What is known is known, however little it is worth.
    assert!(ask(Effort::Quick).0.is_unsat());
}

#[test]
fn without_a_second_tier_hard_questions_stay_open() {
    let terms = Arc::new(Terms::new());
    let (x, y) = two_words(&terms, 4);
    let left = terms.mul(x, terms.add(y, terms.constant(32, 1)));
    let right = terms.add(terms.mul(x, y), x);
    let config = SolverConfig {
        conflict_budget: 200,
        second_tier: SecondTier::Off,
        ..SolverConfig::default()
    };
    let mut chain = chain_with(&terms, config);
    let pc = PathCondition::new();
    let question = terms.ne(left, right);
    for _ in 0..2 {
        let answer = chain.check(&pc, question);
        assert!(matches!(
            answer,
            Answer::Unknown(UnknownReason::ConflictLimit)
        ));
    }
    // Asked again, it is not tried again.
    assert_eq!(chain.statistics().layer(LayerId::Blaster).asked, 1);
    let branch = chain.branch(&pc, question);
    assert!(matches!(branch, Branch::OnlyKnown { side: false, .. }));
    assert_eq!(chain.must_be_true(&pc, question), Truth::No);
}

#[test]
fn a_time_limit_ends_the_second_tier() {
    let terms = Arc::new(Terms::new());
    let (x, y) = two_words(&terms, 8);
    // Factors of a product of two large primes: neither tier finds them at once.
    let wide = terms.mul(terms.zext(x, 128), terms.zext(y, 128));
    let product = Bits::new(128, 1_000_000_000_000_000_003 * 3_333_333_333_333_333_271);
    let one = terms.constant(64, 1);
    let question = [
        terms.eq(wide, terms.constant_bits(&product)),
        terms.ugt(x, one),
        terms.ugt(y, one),
    ];
    let config = SolverConfig {
        conflict_budget: 100,
        time_limit: Some(Duration::from_millis(300)),
        ..SolverConfig::default()
    };
    let mut chain = chain_with(&terms, config);
    let answer = chain.check_all(&PathCondition::new(), &question);
    assert!(matches!(answer, Answer::Unknown(_)));
    assert_eq!(chain.statistics().unknown, 1);
}

#[test]
fn values_of_a_term() {
    let terms = Arc::new(Terms::new());
    let (x, _) = two_words(&terms, 4);
    let mut chain = chain(&terms);
    let c = |v| terms.constant(32, v);
    let range = terms.and(terms.ugt(x, c(1000)), terms.ult(x, c(1_000_000)));
    let Answer::Sat(pc) = chain.check(&PathCondition::new(), range) else {
        panic!("satisfiable")
    };
    let (low, high) = (chain.min(&pc, x, 100), chain.max(&pc, x, 100));
    assert_eq!((low.value.to_u64(), low.exact), (Some(1001), true));
    assert_eq!((high.value.to_u64(), high.exact), (Some(999_999), true));
    assert!(!chain.max(&pc, x, 1).exact);
    assert_eq!(chain.unique_value(&pc, x), None);
    let mut seen: Vec<Bits> = Vec::new();
    let third = terms.udiv(x, c(400_000));
    while let Another::Value(value, fixed) = chain.another_value(&pc, third, &seen) {
        assert_eq!(chain.unique_value(&fixed, third).as_ref(), Some(&value));
        assert_eq!(fixed.len(), pc.len() + 1);
        seen.push(value);
    }
    seen.sort();
    assert_eq!(seen, [0, 1, 2].map(|v| Bits::new(32, v)));
}

#[test]
fn sweeps_void_what_is_remembered() {
    let terms = Arc::new(Terms::new());
    let (x, y) = two_words(&terms, 2);
    let mut chain = chain(&terms);
    let pc = PathCondition::new();
    for round in 0..6 {
        let sum = terms.add(x, terms.mul(y, terms.constant(16, round * 2)));
        // Odd exactly when x is; the terms of the rounds reuse each other's indices.
        let odd = terms.eq(terms.extract(sum, 0, 1), terms.tru());
        let even = terms.eq(terms.extract(x, 0, 1), terms.fls());
        let Answer::Sat(path) = chain.check(&pc, odd) else {
            panic!("round {round}")
        };
        assert!(chain.check(&path, even).is_unsat());
        terms.sweep([x, y]);
    }
}

#[test]
fn workers_share_what_they_find() {
    let terms = Arc::new(Terms::new());
    let (x, y) = two_words(&terms, 1);
    let config = SolverConfig::default();
    let shared = Arc::new(SharedCache::new(&config));
    let question = terms.eq(terms.mul(x, y), terms.constant(8, 77));
    for worker in 0..2 {
        let mut chain = Chain::new(terms.clone(), shared.clone(), config.clone());
        assert!(chain.check(&PathCondition::new(), question).is_sat());
        assert_eq!(chain.statistics().layer(LayerId::Exact).answered, worker);
    }
}

#[test]
fn queries_are_logged_with_their_answers() {
    let terms = Arc::new(Terms::new());
    let (x, y) = two_words(&terms, 1);
    let path = std::env::temp_dir().join(format!("pleach-log-{}.smt2", std::process::id()));
    let config = SolverConfig {
        log: Some(path.clone()),
        ..SolverConfig::default()
    };
    let mut chain = chain_with(&terms, config);
    assert!(chain.check(&PathCondition::new(), terms.ult(y, x)).is_sat());
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    assert!(text.contains("(check-sat)") && text.contains("; answer: sat"));
    assert_eq!(chain.statistics().log_failures, 0);
}

#[test]
fn statistics_add_up() {
    let terms = Arc::new(Terms::new());
    let (x, y) = two_words(&terms, 1);
    let mut chain = chain(&terms);
    let pc = PathCondition::new();
    chain.check(&pc, terms.ult(x, y));
    chain.check(&pc, terms.fls());
    let mut sum = chain.take_statistics();
    assert_eq!((sum.queries, sum.sat, sum.unsat), (2, 1, 1));
    assert_eq!(chain.statistics().queries, 0);
    let other = sum.clone();
    sum.merge(&other);
    assert_eq!((sum.queries, sum.layer(LayerId::Fold).answered), (4, 2));
}

/// What `check_models` is for: a path whose model is wrong does not go unseen.
#[test]
#[should_panic(expected = "a path's model does not satisfy its conjuncts")]
fn a_wrong_model_is_found() {
    let terms = Arc::new(Terms::new());
    let config = SolverConfig {
        check_models: true,
        ..SolverConfig::default()
    };
    let mut chain = chain_with(&terms, config);
    let x = terms.var(terms.input("x", 0, 1).first);
    let is = |n| terms.eq(x, terms.constant(8, n));
    let Answer::Sat(mut path) = chain.check(&PathCondition::new(), is(7)) else {
        panic!("x can be 7")
    };
    // Only the chain adds conjuncts, and never without a model for them.
    path.append(is(8));
    chain.expect_satisfied(&path);
}

/// A number of 64 bits that is chosen among constants by comparisons of one byte, again and again.
fn chosen_number(terms: &Terms, byte: Term, random: &mut impl FnMut() -> u64) -> Term {
    let mut number = terms.constant(64, 100);
    let mut before = number;
    for _ in 0..2 + random() % 10 {
        let limit = terms.constant(8, random() % 256);
        let condition = terms.ult(byte, limit);
        let constant = terms.constant(64, random() % 8);
        let next = match random() % 4 {
            0 => terms.ite(condition, terms.add(number, constant), before),
            1 => terms.ite(condition, constant, number),
            2 => terms.add(number, terms.zext(condition, 64)),
            _ => terms.ite(terms.slt(number, constant), before, number),
        };
        before = std::mem::replace(&mut number, next);
    }
    number
}

/// Answers, extremes and choices of joined values are those of all inputs in turn.
#[test]
fn what_is_known_of_choices_is_so() {
    let mut seed = 1u64;
    let mut random = move || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        seed >> 33
    };
    let terms = Arc::new(Terms::new());
    let byte = terms.var(terms.input("x", 0, 1).first);
    let mut chain = chain(&terms);
    let mut evaluator = pleach_term::Evaluator::new();
    for _ in 0..150 {
        let number = chosen_number(&terms, byte, &mut random);
        let mut path = PathCondition::new();
        let mut inputs: Vec<u8> = (0..=255).collect();
        for _ in 0..10 {
            let moved = terms.add(number, terms.constant(64, random() % 4));
            let limit = terms.constant(64, (90 + random() % 30) % 110);
            let cond = match random() % 4 {
                0 => terms.ult(moved, limit),
                1 => terms.slt(limit, moved),
                2 => terms.eq(moved, limit),
                _ => terms.ult(byte, terms.constant(8, random() % 256)),
            };
            let mut value = |term, input: &u8| evaluator.eval(&terms, term, &|_| *input);
            let (yes, no): (Vec<u8>, Vec<u8>) =
                inputs.iter().partition(|input| value(cond, input) != 0);
            let numbers: Vec<u64> = inputs.iter().map(|input| value(number, input)).collect();
            let extremes = [chain.min(&path, number, 100), chain.max(&path, number, 100)];
            let found = extremes.map(|extreme| extreme.value.to_u64());
            assert_eq!(
                found,
                [numbers.iter().min().copied(), numbers.iter().max().copied()]
            );
            if let Some(choices) = chain.choices(&path, number) {
                assert!(numbers.iter().all(|number| choices.contains(number)));
            }
            match chain.branch(&path, cond) {
                Branch::True => assert!(no.is_empty()),
                Branch::False => assert!(yes.is_empty()),
                Branch::Both { yes: taken, .. } if random() % 2 == 0 => {
                    (path, inputs) = (taken, yes);
                }
                Branch::Both { no: taken, .. } => (path, inputs) = (taken, no),
                Branch::OnlyKnown { reason, .. } => panic!("{reason:?}"),
            }
            assert!(!inputs.is_empty());
        }
    }
}
