//! Operations built from others, against Rust's own integers.

use pleach_term::{Evaluator, Term, Terms};
use proptest::prelude::*;

/// The value of `f(x, y)` under `x = a, y = b`, both as words of two variables and as constants;
/// the two must agree.
fn at(a: u16, b: u16, f: impl Fn(&Terms, Term, Term) -> Term) -> u64 {
    let t = Terms::new();
    let input = t.input("in", 0, 4);
    let v: Vec<Term> = input.vars().map(|v| t.var(v)).collect();
    let term = f(&t, t.concat_bytes(&v[..2]), t.concat_bytes(&v[2..]));
    let bytes = [a.to_le_bytes(), b.to_le_bytes()].concat();
    let value = Evaluator::new().eval(&t, term, &|v| bytes[v.index()]);
    let folded = f(&t, t.constant(16, a.into()), t.constant(16, b.into()));
    assert_eq!(
        t.as_const(folded),
        Some(value),
        "folding and evaluation differ"
    );
    value
}

fn word() -> impl Strategy<Value = u16> {
    prop_oneof![
        Just(0),
        Just(1),
        Just(0xffff),
        Just(0x8000),
        Just(0x7fff),
        0u16..40,
        any::<u16>()
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn bits(a in word(), b in word()) {
        prop_assert_eq!(at(a, b, |t, x, _| t.ctpop(x)), u64::from(a.count_ones()));
        prop_assert_eq!(at(a, b, |t, x, _| t.ctlz(x)), u64::from(a.leading_zeros()));
        prop_assert_eq!(at(a, b, |t, x, _| t.cttz(x)), u64::from(a.trailing_zeros()));
        prop_assert_eq!(at(a, b, |t, x, _| t.bswap(x)), u64::from(a.swap_bytes()));
        prop_assert_eq!(at(a, b, |t, x, _| t.bitreverse(x)), u64::from(a.reverse_bits()));
        let (both, by) = (u32::from(a) << 16 | u32::from(b), u32::from(b % 16));
        prop_assert_eq!(at(a, b, |t, x, y| t.fshl(x, y, y)), u64::from((both << by >> 16) as u16));
        prop_assert_eq!(at(a, b, |t, x, y| t.fshr(x, y, y)), u64::from((both >> by) as u16));
        prop_assert_eq!(at(a, b, |t, x, y| t.fshl(x, x, y)), u64::from(a.rotate_left(by)));
    }

    #[test]
    fn choices(a in word(), b in word()) {
        let (s, r) = (a as i16, b as i16);
        prop_assert_eq!(at(a, b, |t, x, y| t.umin(x, y)), u64::from(a.min(b)));
        prop_assert_eq!(at(a, b, |t, x, y| t.umax(x, y)), u64::from(a.max(b)));
        prop_assert_eq!(at(a, b, |t, x, y| t.smin(x, y)), u64::from(s.min(r) as u16));
        prop_assert_eq!(at(a, b, |t, x, y| t.smax(x, y)), u64::from(s.max(r) as u16));
        prop_assert_eq!(at(a, b, |t, x, _| t.abs(x)), u64::from(s.wrapping_abs() as u16));
    }

    #[test]
    fn overflow(a in word(), b in word()) {
        let (s, r) = (a as i16, b as i16);
        let flag = |o: bool| u64::from(o);
        prop_assert_eq!(at(a, b, |t, x, y| t.uadd_overflow(x, y)), flag(a.checked_add(b).is_none()));
        prop_assert_eq!(at(a, b, |t, x, y| t.usub_overflow(x, y)), flag(a.checked_sub(b).is_none()));
        prop_assert_eq!(at(a, b, |t, x, y| t.umul_overflow(x, y)), flag(a.checked_mul(b).is_none()));
        prop_assert_eq!(at(a, b, |t, x, y| t.sadd_overflow(x, y)), flag(s.checked_add(r).is_none()));
        prop_assert_eq!(at(a, b, |t, x, y| t.ssub_overflow(x, y)), flag(s.checked_sub(r).is_none()));
        prop_assert_eq!(at(a, b, |t, x, y| t.smul_overflow(x, y)), flag(s.checked_mul(r).is_none()));
    }

    #[test]
    fn saturation(a in word(), b in word()) {
        let (s, r) = (a as i16, b as i16);
        prop_assert_eq!(at(a, b, |t, x, y| t.uadd_sat(x, y)), u64::from(a.saturating_add(b)));
        prop_assert_eq!(at(a, b, |t, x, y| t.usub_sat(x, y)), u64::from(a.saturating_sub(b)));
        prop_assert_eq!(at(a, b, |t, x, y| t.sadd_sat(x, y)), u64::from(s.saturating_add(r) as u16));
        prop_assert_eq!(at(a, b, |t, x, y| t.ssub_sat(x, y)), u64::from(s.saturating_sub(r) as u16));
        if b < 16 {
            let wide = u32::from(a) << b;
            prop_assert_eq!(at(a, b, |t, x, y| t.ushl_sat(x, y)), u64::from(wide.min(0xffff)));
            let wide = (i64::from(s) << b).clamp(i16::MIN.into(), i16::MAX.into());
            prop_assert_eq!(at(a, b, |t, x, y| t.sshl_sat(x, y)), u64::from(wide as u16));
        }
    }

    #[test]
    fn table(items in prop::collection::vec(any::<u8>(), 1..70), index in 0u16..80) {
        let expected = *items.get(usize::from(index)).unwrap_or(&items[items.len() - 1]);
        let got = at(index, 0, |t, x, _| {
            let items: Vec<Term> = items.iter().map(|&i| t.constant(8, i.into())).collect();
            t.select_table(&items, x)
        });
        prop_assert_eq!(got, u64::from(expected));
        // An index too narrow for the table.
        let got = at(index, 0, |t, x, _| {
            let items: Vec<Term> = items.iter().map(|&i| t.constant(8, i.into())).collect();
            t.select_table(&items, t.trunc(x, 3))
        });
        let place = usize::from(index % 8).min(items.len() - 1);
        prop_assert_eq!(got, u64::from(items[place]));
    }
}
