//! What typical conditions of C programs come out as.

use pleach_term::{Op, Term, Terms};

struct Bench {
    t: Terms,
    x: Term,
    y: Term,
    /// Four bytes of input as a little-endian word.
    word: Term,
    bytes: Vec<Term>,
}

fn bench() -> Bench {
    let t = Terms::new();
    let input = t.input("in", 0, 8);
    let bytes: Vec<Term> = input.vars().map(|v| t.var(v)).collect();
    let (x, y) = (bytes[0], bytes[1]);
    let word = t.concat_bytes(&bytes[..4]);
    Bench {
        x,
        y,
        word,
        bytes,
        t,
    }
}

#[track_caller]
fn same(t: &Terms, got: Term, expected: Term) {
    assert_eq!(
        got,
        expected,
        "got {}, expected {}",
        t.display(got),
        t.display(expected)
    );
}

#[test]
fn zero_extended_comparison_is_the_comparison() {
    let Bench { t, x, y, .. } = bench();
    let less = t.ult(x, y);
    let int = t.zext(less, 32);
    same(&t, t.ne(int, t.zero(32)), less);
    same(&t, t.eq(int, t.zero(32)), t.ule(y, x));
    same(&t, t.eq(int, t.constant(32, 1)), less);
    same(&t, t.eq(int, t.constant(32, 2)), t.fls());
    same(&t, t.trunc(int, 1), less);
    same(
        &t,
        t.ite(t.ne(int, t.zero(32)), t.constant(32, 1), t.zero(32)),
        int,
    );
}

#[test]
fn word_compared_with_constant_is_bytes_compared() {
    let Bench { t, word, bytes, .. } = bench();
    let condition = t.eq(word, t.constant(32, 0x6c6c_6568));
    let byte = |i: usize, v| t.eq(bytes[i], t.constant(8, v));
    let high = t.and(byte(3, 0x6c), byte(2, 0x6c));
    let expected = t.and(t.and(high, byte(1, 0x65)), byte(0, 0x68));
    same(&t, condition, expected);
    assert_eq!(t.vars(condition).len(), 4);
}

#[test]
fn stored_bytes_join_when_loaded() {
    let Bench { t, word, x, y, .. } = bench();
    let values = [
        t.add(word, t.constant(32, 77)),
        t.xor(word, t.constant(32, 0x1234_5678)),
        t.zext(x, 32),
        t.sext(x, 32),
        t.sext(t.concat(y, x), 32),
        t.ite(t.ult(x, y), t.constant(32, 0xdead_beef), t.constant(32, 17)),
        t.ite(t.ult(x, y), word, t.zext(x, 32)),
        t.mul(word, word),
        t.zext(t.eq(x, y), 32),
        t.concat(y, t.extract(word, 3, 24)),
    ];
    for value in values {
        let stored: Vec<Term> = (0..4).map(|i| t.extract(value, 8 * i, 8)).collect();
        same(&t, t.concat_bytes(&stored), value);
    }
}

#[test]
fn digit_test_stays_small() {
    let Bench { t, x, .. } = bench();
    // (unsigned)c - '0' < 10, on the character widened to int.
    let wide = t.zext(x, 32);
    let condition = t.ult(t.sub(wide, t.constant(32, 48)), t.constant(32, 10));
    assert!(size(&t, condition) <= 6, "{}", t.display(condition));
    // c >= '0' && c <= '9'
    let low = t.sge(t.sext(x, 32), t.constant(32, 48));
    assert_eq!(size(&t, low), 3, "{}", t.display(low));
}

#[test]
fn comparisons_of_widened_bytes_are_on_bytes() {
    let Bench { t, x, y, .. } = bench();
    let (a, b) = (t.zext(x, 32), t.zext(y, 32));
    same(&t, t.ult(a, b), t.ult(x, y));
    same(&t, t.slt(a, b), t.ult(x, y));
    same(&t, t.eq(a, b), t.eq(x, y));
    same(&t, t.slt(t.sext(x, 32), t.sext(y, 32)), t.slt(x, y));
    same(&t, t.ult(a, t.constant(32, 256)), t.tru());
    same(&t, t.slt(a, t.constant(32, 0)), t.fls());
    same(&t, t.sgt(a, t.constant(32, 9)), t.ugt(x, t.constant(8, 9)));
    same(&t, t.eq(a, t.constant(32, 300)), t.fls());
    same(&t, t.ule(t.zext(x, 100), t.constant(100, 255)), t.tru());
    same(&t, t.ne(t.sub(a, b), t.zero(32)), t.ne(x, y));
}

#[test]
fn shifts_and_masks_are_slices() {
    let Bench {
        t,
        x,
        y,
        word,
        bytes,
    } = bench();
    let c = |v| t.constant(32, v);
    same(&t, t.and(word, c(0xff)), t.zext(x, 32));
    same(&t, t.and(t.lshr(word, c(8)), c(0xff)), t.zext(y, 32));
    same(
        &t,
        t.and(word, c(0xff00)),
        t.zext(t.concat(y, t.zero(8)), 32),
    );
    let shifted = |i: usize| t.shl(t.zext(bytes[i], 32), c(8 * i as u64));
    let assembled = t.or(t.or(t.or(shifted(0), shifted(1)), shifted(2)), shifted(3));
    same(&t, assembled, word);
    let summed = t.add(t.add(t.add(shifted(3), shifted(2)), shifted(1)), shifted(0));
    same(&t, summed, word);
    same(&t, t.mul(word, c(8)), t.shl(word, c(3)));
    same(&t, t.udiv(word, c(16)), t.lshr(word, c(4)));
    same(&t, t.urem(word, c(256)), t.zext(x, 32));
    same(&t, t.bswap(t.bswap(word)), word);
    same(&t, t.ashr(t.shl(word, c(24)), c(24)), t.sext(x, 32));
}

#[test]
fn boolean_connectives_fold() {
    let Bench { t, x, y, .. } = bench();
    let (p, q) = (t.ult(x, y), t.eq(x, y));
    same(&t, t.and(p, t.not(p)), t.fls());
    same(&t, t.or(p, t.not(p)), t.tru());
    same(&t, t.and(q, t.not(q)), t.fls());
    same(&t, t.and(p, t.or(p, q)), p);
    same(&t, t.or(p, t.and(p, q)), p);
    same(&t, t.and(p, t.or(t.not(p), q)), t.and(p, q));
    same(&t, t.not(t.not(q)), q);
    same(&t, t.not(p), t.ule(y, x));
    same(&t, t.ite(t.not(q), x, y), t.ite(q, y, x));
    same(&t, t.ite(p, t.tru(), t.fls()), p);
    same(&t, t.ite(p, t.ite(p, x, y), y), t.ite(p, x, y));
    let (five, six) = (t.constant(8, 5), t.constant(8, 6));
    same(&t, t.and(t.eq(x, five), t.eq(x, six)), t.fls());
    same(&t, t.and(t.eq(x, five), t.ne(x, six)), t.eq(x, five));
    same(&t, t.and(t.ult(x, five), t.uge(x, five)), t.fls());
}

#[test]
fn arithmetic_is_canonical() {
    let Bench { t, word, bytes, .. } = bench();
    let other = t.concat_bytes(&bytes[4..]);
    let c = |v| t.constant(32, v);
    same(&t, t.add(t.add(word, c(3)), c(4)), t.add(word, c(7)));
    same(&t, t.sub(t.add(word, c(3)), c(3)), word);
    same(
        &t,
        t.add(t.add(word, c(3)), other),
        t.add(t.add(other, word), c(3)),
    );
    same(&t, t.sub(t.add(word, other), other), word);
    same(
        &t,
        t.mul(t.add(word, c(2)), c(12)),
        t.add(t.mul(word, c(12)), c(24)),
    );
    same(&t, t.eq(t.add(word, c(1)), c(1)), t.eq(word, c(0)));
    same(&t, t.eq(t.mul(word, c(3)), c(9)), t.eq(word, c(3)));
    same(&t, t.neg(t.sub(word, other)), t.sub(other, word));
    same(&t, t.sub(t.add(word, c(8)), t.add(word, c(3))), c(5));
}

#[test]
fn tables_fold_equal_halves() {
    let Bench { t, x, y, .. } = bench();
    let items = vec![y; 256];
    same(&t, t.select_table(&items, x), y);
    let mut items = vec![t.zero(8); 256];
    items[65] = t.constant(8, 1);
    let chosen = t.select_table(&items, t.zext(x, 64));
    assert!(size(&t, chosen) <= 40, "{}", t.display(chosen));
    let condition = t.ne(chosen, t.zero(8));
    assert_eq!(t.op(condition), Op::And);
}

#[test]
fn printing_names_what_is_shared() {
    let Bench { t, x, y, .. } = bench();
    let less = t.ult(x, y);
    assert_eq!(t.display(less).to_string(), "(ult in[0] in[1])");
    let product = t.mul(x, y);
    let square = t.mul(product, product);
    let text = t.display(square).to_string();
    assert!(text.starts_with("(mul $1=(mul in["), "{text}");
    assert!(text.ends_with(" $1)"), "{text}");
    let other = t.var(t.input("file", 2, 3).first);
    assert_eq!(
        t.display(t.zext(other, 16)).to_string(),
        "(zext file#2[0] 16)"
    );
}

#[test]
fn scripts_declare_variables_and_assert_conditions() {
    let Bench { t, x, y, .. } = bench();
    let script = t.smtlib(&[t.ult(x, y), t.eq(x, t.constant(8, 3))]);
    assert!(
        script.starts_with("(set-logic QF_BV)\n(declare-const v"),
        "{script}"
    );
    assert!(
        script.contains("(assert (= (ite (bvult v0 v1) #b1 #b0) #b1))"),
        "{script}"
    );
    assert!(
        script.contains("(assert (= (bvcomp v0 (_ bv3 8)) #b1))"),
        "{script}"
    );
    assert!(script.ends_with("(check-sat)\n"), "{script}");
    let float = t.concat_bytes(&[x; 8]);
    let script = t.smtlib(&[t.flt(t.fadd(float, float), float)]);
    assert!(script.starts_with("(set-logic QF_BVFP)"), "{script}");
    assert!(script.contains("(fp.add RNE "), "{script}");
}

/// The number of distinct nodes.
fn size(t: &Terms, root: Term) -> usize {
    let mut seen = std::collections::HashSet::new();
    let mut stack = vec![root];
    while let Some(term) = stack.pop() {
        if seen.insert(term) {
            stack.extend(t.node(term).args());
        }
    }
    seen.len()
}
