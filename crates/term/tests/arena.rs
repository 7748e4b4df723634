//! The arena: one index per term from all threads, sweeping, deep terms.

use pleach_term::{Bits, Evaluator, Op, Term, Terms, VarId};

/// A chain over four bytes; every step depends on the one before.
fn chain(t: &Terms, steps: usize) -> Vec<Term> {
    let input = t.input("in", 0, 4);
    let word = t.concat_bytes(&input.vars().map(|v| t.var(v)).collect::<Vec<_>>());
    let mut all = vec![word];
    for i in 0..steps {
        let last = all[i];
        let step = match i % 3 {
            0 => t.mul(last, word),
            1 => t.xor(last, t.add(word, t.constant(32, i as u64))),
            _ => t.add(last, t.urem(word, last)),
        };
        all.push(step);
    }
    all
}

#[test]
fn threads_get_the_same_terms() {
    let terms = Terms::new();
    let results: Vec<Vec<Term>> = std::thread::scope(|scope| {
        let work = || {
            let all = chain(&terms, 20_000);
            all.iter().for_each(|&t| assert!(terms.vars(t).len() <= 4));
            all
        };
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(work)).collect();
        threads.into_iter().map(|t| t.join().unwrap()).collect()
    });
    assert!(results.iter().all(|r| *r == results[0]));
    let distinct: std::collections::HashSet<_> = results[0].iter().collect();
    assert_eq!(distinct.len(), results[0].len());
    assert!(terms.live() <= terms.allocated());
}

#[test]
fn option_of_term_is_four_bytes() {
    assert_eq!(size_of::<Option<Term>>(), 4);
}

#[test]
fn same_run_same_indices() {
    let (a, b) = (Terms::new(), Terms::new());
    assert_eq!(chain(&a, 1000), chain(&b, 1000));
}

#[test]
fn inputs_are_found_again() {
    let t = Terms::new();
    let a = t.input("a", 0, 3);
    let empty = t.input("none", 0, 0);
    let b = t.input("a", 1, 2);
    assert_eq!(t.input("a", 0, 3), a);
    assert_ne!(t.input("a", 0, 4), a);
    assert_eq!(empty.len, 0);
    let last = b.vars().last().unwrap();
    let name = t.var_name(last);
    assert_eq!((&*name.name, name.occurrence, name.byte), ("a", 1, 1));
    assert_eq!(t.var_name(a.first).byte, 0);
    assert_eq!(t.width(t.var(last)), 8);
}

#[test]
fn free_variables_are_sorted_sets() {
    let t = Terms::new();
    let input = t.input("in", 0, 6);
    let v: Vec<VarId> = input.vars().collect();
    let x = t.mul(t.var(v[5]), t.var(v[1]));
    let y = t.mul(t.var(v[1]), t.var(v[3]));
    let both = t.ult(x, y);
    assert_eq!(t.vars(both), [v[1], v[3], v[5]]);
    assert_eq!(t.vars(t.constant(8, 3)), []);
    assert_eq!(t.var_set(x), t.var_set(t.udiv(t.var(v[1]), t.var(v[5]))));
}

#[test]
fn sweep_frees_and_reuses() {
    let t = Terms::new();
    let all = chain(&t, 3000);
    let wide = t.constant_bits(&Bits::ones(200));
    let kept = all[30];
    let text = t.display(kept).to_string();
    let (live, allocated, generation) = (t.live(), t.allocated(), t.generation());
    let freed = t.sweep([kept]);
    assert!(freed > 2000);
    assert_eq!(t.live(), live - freed);
    assert_ne!(t.generation(), generation);
    // What was kept is unchanged and found again.
    assert_eq!(t.display(kept).to_string(), text);
    assert_eq!(chain(&t, 30)[30], kept);
    assert_eq!(t.vars(kept).len(), 4);
    // Freed places serve again: the same work needs no more room.
    chain(&t, 3000);
    assert!(t.allocated() <= allocated + 64 * 64);
    let again = t.constant_bits(&Bits::ones(200));
    assert_eq!(t.as_bits(again), Some(Bits::ones(200)));
    let _ = wide;
    // Nothing kept: variables and the two truth values stay.
    t.sweep([]);
    assert_eq!(t.live(), 6);
    assert_eq!(t.as_const(t.tru()), Some(1));
}

#[test]
fn wide_constants_survive_a_sweep_only_when_reached() {
    let t = Terms::new();
    let kept = t.constant_bits(&Bits::new(100, 1 << 90));
    for i in 0..100 {
        t.constant_bits(&Bits::new(100, i << 65));
    }
    t.sweep([kept]);
    for i in 0..100 {
        t.constant_bits(&Bits::new(100, i << 66));
    }
    assert_eq!(t.as_bits(kept), Some(Bits::new(100, 1 << 90)));
}

#[test]
fn deep_terms_need_no_deep_stack() {
    let work = || {
        let t = Terms::new();
        let all = chain(&t, 100_000);
        let deep = *all.last().unwrap();
        assert_eq!(t.vars(deep).len(), 4);
        let mut evaluator = Evaluator::new();
        let value = evaluator.eval(&t, deep, &|v| v.0 as u8 * 17 + 3);
        let constant = t.substitute(deep, |v| Some(v.0 as u8 * 17 + 3));
        assert_eq!(t.as_const(constant), Some(value));
        assert!(t.display(deep).to_string().len() > 100_000);
        assert!(t.smtlib(&[t.ult(deep, all[0])]).len() > 100_000);
        assert!(t.sweep([deep]) > 0);
        // Choices nested as deep, compared and sliced.
        let x = t.var(VarId(0));
        let mut nest = t.zext(x, 32);
        for i in 0..100_000u64 {
            let condition = t.eq(x, t.constant(8, i % 251));
            nest = t.ite(condition, t.constant(32, i), nest);
        }
        let condition = t.eq(nest, t.constant(32, 5));
        let byte = t.extract(nest, 8, 8);
        assert_eq!(t.vars(t.and(condition, t.eq(byte, t.zero(8)))).len(), 1);
        evaluator.eval(&t, condition, &|_| 250);
    };
    let thread = std::thread::Builder::new()
        .stack_size(256 << 10)
        .spawn(work)
        .unwrap();
    thread.join().unwrap();
}

#[test]
fn nodes_show_their_parts() {
    let t = Terms::new();
    let x = t.var(t.input("in", 0, 1).first);
    let slice = t.node(t.extract(x, 3, 2));
    assert_eq!(
        (slice.op, slice.width, slice.lo(), slice.arg(0)),
        (Op::Extract, 2, 3, x)
    );
    assert_eq!(slice.args().len(), 1);
    assert_eq!(
        t.node(t.constant(64, u64::MAX)).small_const(),
        Some(u64::MAX)
    );
    assert_eq!(t.as_bits(t.ones(65)), Some(Bits::ones(65)));
    assert!(t.is_const(t.zero(200)));
}
