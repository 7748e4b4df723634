//! Float operators against the processor's own arithmetic, and the software formats against it
//! where a wider format contains a narrower one.

// The unordered predicates are negated ordered ones; that is what is tested.
#![allow(
    clippy::neg_cmp_op_on_partial_ord,
    clippy::nonminimal_bool,
    clippy::double_comparisons
)]

use pleach_term::{Evaluator, FCmp, Rounding, Term, Terms};
use proptest::prelude::*;

struct Fixture {
    t: Terms,
    /// Three doubles of eight input bytes each.
    d: [Term; 3],
}

fn fixture() -> Fixture {
    let t = Terms::new();
    let v: Vec<Term> = t.input("in", 0, 24).vars().map(|v| t.var(v)).collect();
    let d = [0, 8, 16].map(|i| t.concat_bytes(&v[i..i + 8]));
    Fixture { t, d }
}

impl Fixture {
    fn eval(&self, values: [f64; 3], term: Term) -> u64 {
        let bytes = values.map(f64::to_le_bytes).concat();
        let got = Evaluator::new().eval(&self.t, term, &|v| bytes[v.index()]);
        let folded = self.t.substitute(term, |v| Some(bytes[v.index()]));
        assert_eq!(
            self.t.as_const(folded),
            Some(got),
            "folding and evaluation differ"
        );
        got
    }
}

fn double() -> impl Strategy<Value = f64> {
    prop_oneof![
        Just(0.0),
        Just(-0.0),
        Just(1.0),
        Just(-1.5),
        Just(f64::INFINITY),
        Just(f64::NEG_INFINITY),
        Just(f64::NAN),
        Just(f64::MIN_POSITIVE),
        Just(5e-324),
        Just(f64::MAX),
        Just(2.5),
        Just(0.5),
        Just(9.3e18),
        Just(-9.3e18),
        Just(4294967296.5),
        any::<i32>().prop_map(f64::from),
        any::<f32>().prop_map(f64::from),
        any::<u64>().prop_map(f64::from_bits),
        -1e3..1e3,
    ]
}

/// Equal bits, or both NaN.
fn agree(got: u64, expected: f64) -> bool {
    got == expected.to_bits() || f64::from_bits(got).is_nan() && expected.is_nan()
}

type Operation = (fn(&Terms, [Term; 3]) -> Term, fn([f64; 3]) -> f64);

/// Float operators and what they are in Rust.
const OPERATIONS: [Operation; 14] = [
    (|t, [a, b, _]| t.fadd(a, b), |[a, b, _]| a + b),
    (|t, [a, b, _]| t.fsub(a, b), |[a, b, _]| a - b),
    (|t, [a, b, _]| t.fmul(a, b), |[a, b, _]| a * b),
    (|t, [a, b, _]| t.fdiv(a, b), |[a, b, _]| a / b),
    (|t, [a, b, _]| t.frem(a, b), |[a, b, _]| a % b),
    (|t, [a, _, _]| t.fsqrt(a), |[a, _, _]| a.sqrt()),
    (|t, [a, b, c]| t.ffma(a, b, c), |[a, b, c]| a.mul_add(b, c)),
    (|t, [a, _, _]| t.fneg(a), |[a, _, _]| -a),
    (|t, [a, _, _]| t.fabs(a), |[a, _, _]| a.abs()),
    (|t, [a, b, _]| t.fcopysign(a, b), |[a, b, _]| a.copysign(b)),
    (
        |t, [a, _, _]| t.fround(a, Rounding::Floor),
        |[a, _, _]| a.floor(),
    ),
    (
        |t, [a, _, _]| t.fround(a, Rounding::TiesAway),
        |[a, _, _]| a.round(),
    ),
    (
        |t, [a, _, _]| t.fround(a, Rounding::NearestEven),
        |[a, _, _]| a.round_ties_even(),
    ),
    (
        |t, [a, _, _]| t.fround(a, Rounding::Trunc),
        |[a, _, _]| a.trunc(),
    ),
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn doubles_are_the_processors(v in prop::array::uniform3(double())) {
        let f = fixture();
        for (build, expected) in OPERATIONS {
            let got = f.eval(v, build(&f.t, f.d));
            prop_assert!(agree(got, expected(v)), "{:e} for {:?}", f64::from_bits(got), v);
        }
    }

    /// A double operation done in x87 or quad precision and rounded back: for exact results
    /// (remainder, rounding) and, without double rounding, for products and square roots in quad.
    #[test]
    fn software_formats_contain_doubles(v in prop::array::uniform3(double())) {
        let f = fixture();
        let t = &f.t;
        for width in [80, 128] {
            let wide = f.d.map(|d| t.fconv(d, width));
            prop_assert!(agree(f.eval(v, t.fconv(wide[0], 64)), v[0]));
            // In the x87 format sums and products would be rounded twice.
            let exact = if width == 128 { &[2, 4, 5, 7, 8, 10, 11, 12, 13][..] } else { &[4, 7, 8, 10, 11, 12, 13] };
            for &i in exact {
                let (build, expected) = OPERATIONS[i];
                let narrowed = t.fconv(build(t, wide), 64);
                // A subnormal product is rounded at another place.
                if i == 2 && expected(v).abs() < 1e-300 { continue; }
                prop_assert!(agree(f.eval(v, narrowed), expected(v)), "operation {i} in {width} bits, {:?}", v);
            }
        }
    }

    #[test]
    fn singles_are_the_processors(a in any::<f32>(), b in any::<f32>()) {
        let f = fixture();
        let t = &f.t;
        let (x, y) = (t.fconv(f.d[0], 32), t.fconv(f.d[1], 32));
        let v = [f64::from(a), f64::from(b), 0.0];
        let check = |term, expected: f32| {
            let got = f.eval(v, term) as u32;
            got == expected.to_bits() || f32::from_bits(got).is_nan() && expected.is_nan()
        };
        prop_assert!(check(x, a));
        prop_assert!(check(t.fadd(x, y), a + b));
        prop_assert!(check(t.fmul(x, y), a * b));
        prop_assert!(check(t.fdiv(x, y), a / b));
        prop_assert!(check(t.fsqrt(x), a.sqrt()));
    }

    #[test]
    fn comparisons_are_the_processors(a in double(), b in double()) {
        let f = fixture();
        let cases = [
            (FCmp::Oeq, a == b), (FCmp::Ogt, a > b), (FCmp::Oge, a >= b), (FCmp::Olt, a < b),
            (FCmp::Ole, a <= b), (FCmp::One, a < b || a > b), (FCmp::Ord, !(a.is_nan() || b.is_nan())),
            (FCmp::Uno, a.is_nan() || b.is_nan()), (FCmp::Ueq, !(a < b || a > b)), (FCmp::Ugt, !(a <= b)),
            (FCmp::Uge, !(a < b)), (FCmp::Ult, !(a >= b)), (FCmp::Ule, !(a > b)), (FCmp::Une, a != b),
        ];
        for (predicate, expected) in cases {
            let term = f.t.fcmp(predicate, f.d[0], f.d[1]);
            prop_assert_eq!(f.eval([a, b, 0.0], term), u64::from(expected), "{:?}", predicate);
            let wide = f.t.fcmp(predicate, f.t.fconv(f.d[0], 80), f.t.fconv(f.d[1], 80));
            prop_assert_eq!(f.eval([a, b, 0.0], wide), u64::from(expected), "{:?} in x87", predicate);
        }
        let min = f64::from_bits(f.eval([a, b, 0.0], f.t.fmin(f.d[0], f.d[1])));
        let max = f64::from_bits(f.eval([a, b, 0.0], f.t.fmax(f.d[0], f.d[1])));
        prop_assert!(min == a.min(b) || min.is_nan() && a.is_nan() && b.is_nan());
        prop_assert!(max == a.max(b) || max.is_nan() && a.is_nan() && b.is_nan());
    }

    #[test]
    fn conversions_are_the_processors(a in double(), n in any::<i64>()) {
        let f = fixture();
        let t = &f.t;
        let v = [a, f64::from_bits(n as u64), 0.0];
        let x = f.d[0];
        for x in [x, t.fconv(x, 80), t.fconv(x, 128)] {
            let fits = |lo: f64, hi: f64| a.trunc() >= lo && a.trunc() < hi;
            if fits(-9223372036854775808.0, 9223372036854775808.0) {
                prop_assert_eq!(f.eval(v, t.f_to_si(x, 64)), a as i64 as u64);
                prop_assert_eq!(f.eval(v, t.f_to_ui(x, 32)), u64::from(a as i64 as u32));
                prop_assert_eq!(f.eval(v, t.trunc(t.f_to_si(x, 200), 64)), a as i64 as u64);
            } else {
                prop_assert_eq!(f.eval(v, t.f_to_si(x, 64)), 1 << 63);
            }
            if fits(-2147483648.0, 2147483648.0) {
                prop_assert_eq!(f.eval(v, t.f_to_si(x, 32)), u64::from(a as i32 as u32));
                prop_assert_eq!(f.eval(v, t.f_to_si(x, 8)), u64::from(a as i32 as u8));
            } else {
                prop_assert_eq!(f.eval(v, t.f_to_si(x, 32)), 1 << 31);
            }
            if fits(0.0, 18446744073709551616.0) {
                prop_assert_eq!(f.eval(v, t.f_to_ui(x, 64)), a as u64);
            }
        }
        let word = f.d[1];
        prop_assert!(agree(f.eval(v, t.si_to_f(word, 64)), n as f64));
        prop_assert!(agree(f.eval(v, t.ui_to_f(word, 64)), n as u64 as f64));
        prop_assert_eq!(f.eval(v, t.si_to_f(word, 32)), u64::from((n as f32).to_bits()));
        // Through wide integers and through x87, which holds every i64 exactly.
        prop_assert!(agree(f.eval(v, t.si_to_f(t.sext(word, 300), 64)), n as f64));
        prop_assert!(agree(f.eval(v, t.fconv(t.si_to_f(word, 80), 64)), n as f64));
        prop_assert_eq!(f.eval(v, t.f_to_si(t.si_to_f(word, 80), 64)), n as u64);
    }
}

#[test]
fn nan_results_follow_the_rule() {
    let t = Terms::new();
    let c = |v: u64| t.constant(64, v);
    let default = c(0xfff8_0000_0000_0000);
    assert_eq!(t.fdiv(c(0), c(0)), default);
    assert_eq!(t.fsqrt(c((-1f64).to_bits())), default);
    let signalling = c(0x7ff0_0000_0000_0123);
    assert_eq!(t.fadd(c(0), signalling), c(0x7ff8_0000_0000_0123));
    assert_eq!(t.fmul(signalling, default), c(0x7ff8_0000_0000_0123));
    assert_eq!(
        t.fconv(c(0x7ff8_0000_2000_0000), 32),
        t.constant(32, 0x7fc0_0001)
    );
    let one = t.constant_bits(&pleach_term::Bits::new(80, 0x3fff_8000_0000_0000_0000));
    assert_eq!(t.fconv(c(1f64.to_bits()), 80), one);
    let zero = t.zero(80);
    let nan = pleach_term::Bits::new(80, 0xffff_c000_0000_0000_0000);
    assert_eq!(t.as_bits(t.fdiv(zero, zero)), Some(nan));
    assert_eq!(
        t.fadd(t.constant(16, 0x3c00), t.constant(16, 0x3c00)),
        t.constant(16, 0x4000)
    );
}

/// Doubles whose quotient has few bits, so that the remainder is more than zero or the dividend.
fn near() -> impl Strategy<Value = (f64, f64)> {
    let parts = || (any::<u64>(), 0u64..2046);
    (parts(), parts(), -70i64..70, any::<bool>()).prop_map(|((a, e), (b, _), apart, sparse)| {
        let fraction = |bits: u64| bits & ((1 << 52) - 1) & if sparse { !0 << 40 } else { !0 };
        let other = (e as i64 - apart).clamp(0, 2046) as u64;
        let sign = a & 1 << 63;
        let of = |bits, exponent: u64| f64::from_bits(sign | exponent << 52 | fraction(bits));
        (of(a, e), of(b, other).abs())
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    /// The remainder as bit-vector arithmetic is the processor's, wherever it says so.
    #[test]
    fn remainders_of_doubles_are_exact(
        (a, b) in prop_oneof![near(), (double(), double()), (near(), double()).prop_map(|(n, d)| (n.0, d))]
    ) {
        let f = fixture();
        let made = f.t.remainder(f.d[0], f.d[1]);
        let exact = f.eval([a, b, 0.0], made.exact) == 1;
        let got = f.eval([a, b, 0.0], made.bits);
        prop_assert!(!exact || agree(got, a % b), "{a:e} % {b:e} = {:e}", f64::from_bits(got));
        let quotient = (a / b).abs();
        prop_assert!(exact || quotient > 2f64.powi(63), "{a:e} % {b:e}");
    }

    #[test]
    fn remainders_in_other_formats_are_exact(v in prop::array::uniform2(near())) {
        let t = Terms::new();
        let (a, b) = (v[0].0, v[1].1);
        for width in [16, 32, 80, 128] {
            for (a, b) in [v[0], (a, b), (a.rem_euclid(1e4), 0.1 + b.rem_euclid(3.0))] {
                let number = |x: f64| t.fconv(t.constant(64, x.to_bits()), width);
                let made = t.remainder(number(a), number(b));
                if !t.is_true(made.exact) {
                    continue;
                }
                let (bits, expected) = (made.bits, t.frem(number(a), number(b)));
                let both_nan = t.and(t.funo(bits, bits), t.funo(expected, expected));
                prop_assert!(bits == expected || t.is_true(both_nan), "{a:e} % {b:e}, {width} bits");
            }
        }
    }
}
