//! Order. Equality has its own file.
//!
//! With a constant on one side only the strict forms are stored: `x <= c` is `x < c + 1`.

use crate::range::Range;
use crate::{Bits, Op, Term, Terms};

/// Unsigned bounds of the two sides, computed once per comparison.
#[derive(Clone, Copy)]
struct Bounds {
    a: Option<Range>,
    b: Option<Range>,
}

impl Terms {
    pub fn ugt(&self, a: Term, b: Term) -> Term {
        self.ult(b, a)
    }

    pub fn uge(&self, a: Term, b: Term) -> Term {
        self.ule(b, a)
    }

    pub fn sgt(&self, a: Term, b: Term) -> Term {
        self.slt(b, a)
    }

    pub fn sge(&self, a: Term, b: Term) -> Term {
        self.sle(b, a)
    }

    pub fn ult(&self, a: Term, b: Term) -> Term {
        self.compare(Op::Ult, a, b)
    }

    pub fn ule(&self, a: Term, b: Term) -> Term {
        self.compare(Op::Ule, a, b)
    }

    pub fn slt(&self, a: Term, b: Term) -> Term {
        self.compare(Op::Slt, a, b)
    }

    pub fn sle(&self, a: Term, b: Term) -> Term {
        self.compare(Op::Sle, a, b)
    }

    pub(super) fn compare(&self, op: Op, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if a == b {
            return self.bool(matches!(op, Op::Ule | Op::Sle));
        }
        if let Some(t) = self.fold(op, 1, &[a, b], 0) {
            return t;
        }
        if width == 1 {
            return self.compare_bit(op, a, b);
        }
        if let Some(t) = self.compare_strict(op, a, b) {
            return t;
        }
        let bounds = Bounds {
            a: self.range(a),
            b: self.range(b),
        };
        self.compare_unsigned(op, a, b, bounds)
            .or_else(|| self.compare_sign(op, a, b, bounds))
            .or_else(|| self.compare_range(op, bounds))
            .or_else(|| self.compare_limit(op, a, b, bounds))
            .or_else(|| self.compare_zext(op, a, b))
            .or_else(|| self.compare_sext(op, a, b))
            .or_else(|| self.compare_prefix(op, a, b))
            .or_else(|| self.compare_high(op, a, b))
            .or_else(|| self.compare_choice(op, a, b))
            .unwrap_or_else(|| self.node2(op, 1, a, b))
    }

    /// match: a < b | a <= b, of width 1, where a signed 1 is -1
    /// result: ~a & b | ~a | b; signed: a & ~b | a | ~b
    fn compare_bit(&self, op: Op, a: Term, b: Term) -> Term {
        match op {
            Op::Ult => self.and(self.not(a), b),
            Op::Ule => self.or(self.not(a), b),
            Op::Slt => self.and(a, self.not(b)),
            _ => self.or(a, self.not(b)),
        }
    }

    /// match: x <= c | c <= x
    /// result: x < c + 1 | c - 1 < x, or true when there is no such constant
    fn compare_strict(&self, op: Op, a: Term, b: Term) -> Option<Term> {
        let strict = match op {
            Op::Ule => Op::Ult,
            Op::Sle => Op::Slt,
            _ => return None,
        };
        if !self.is_const(a) && !self.is_const(b) {
            return None;
        }
        let (least, greatest) = limits(strict, self.width(a));
        if let Some(c) = self.as_bits(b) {
            if c == greatest {
                return Some(self.tru());
            }
            let next = c.add(&Bits::one(c.width()));
            return Some(self.compare(strict, a, self.constant_bits(&next)));
        }
        let c = self.as_bits(a)?;
        if c == least {
            return Some(self.tru());
        }
        let previous = c.sub(&Bits::one(c.width()));
        Some(self.compare(strict, self.constant_bits(&previous), b))
    }

    /// match: signed comparison of operands that are never negative
    /// result: the unsigned one
    fn compare_unsigned(&self, op: Op, a: Term, b: Term, bounds: Bounds) -> Option<Term> {
        let unsigned = match op {
            Op::Slt => Op::Ult,
            Op::Sle => Op::Ule,
            _ => return None,
        };
        let both = self.never_negative_in(a, bounds.a) && self.never_negative_in(b, bounds.b);
        both.then(|| self.compare(unsigned, a, b))
    }

    /// match: x < 0 | -1 < x | x < c, x never negative and c negative | the reverse
    /// result: the sign bit of x | its complement | false | true
    fn compare_sign(&self, op: Op, a: Term, b: Term, bounds: Bounds) -> Option<Term> {
        if op != Op::Slt {
            return None;
        }
        let top = self.width(a) - 1;
        let negative = |t| self.as_bits(t).is_some_and(|c: Bits| c.sign());
        match () {
            _ if self.is_zero(b) => Some(self.extract(a, top, 1)),
            _ if self.is_ones(a) => Some(self.not(self.extract(b, top, 1))),
            _ if negative(b) && self.never_negative_in(a, bounds.a) => Some(self.fls()),
            _ if negative(a) && self.never_negative_in(b, bounds.b) => Some(self.tru()),
            _ => None,
        }
    }

    /// match: an unsigned comparison that the bounds of its operands decide
    /// result: true | false
    fn compare_range(&self, op: Op, bounds: Bounds) -> Option<Term> {
        let (x, y) = bounds.a.zip(bounds.b)?;
        let (always, never) = match op {
            Op::Ult => (x.hi < y.lo, x.lo >= y.hi),
            Op::Ule => (x.hi <= y.lo, x.lo > y.hi),
            _ => return None,
        };
        match (always, never) {
            (true, _) => Some(self.tru()),
            (_, true) => Some(self.fls()),
            _ => None,
        }
    }

    /// match: x < c, where c is the least value of x plus 1 or its greatest | c < x, likewise
    /// result: x = c - 1 or ~(x = c) | ~(x = c) or x = c + 1
    fn compare_limit(&self, op: Op, a: Term, b: Term, bounds: Bounds) -> Option<Term> {
        if !matches!(op, Op::Ult | Op::Slt) || !self.is_const(a) && !self.is_const(b) {
            return None;
        }
        let width = self.width(a);
        let one = Bits::one(width);
        let ends = |range: Option<Range>| match range {
            Some(r) if op == Op::Ult => {
                (Bits::new(width, r.lo.into()), Bits::new(width, r.hi.into()))
            }
            _ => limits(op, width),
        };
        if let Some(c) = self.as_bits(b) {
            let (lo, hi) = ends(bounds.a);
            return match () {
                _ if c == lo => Some(self.fls()),
                _ if c == lo.add(&one) => Some(self.eq(a, self.constant_bits(&lo))),
                _ if c == hi => Some(self.ne(a, b)),
                _ => None,
            };
        }
        let c = self.as_bits(a)?;
        let (lo, hi) = ends(bounds.b);
        match () {
            _ if c == hi => Some(self.fls()),
            _ if c == hi.sub(&one) => Some(self.eq(b, self.constant_bits(&hi))),
            _ if c == lo => Some(self.ne(b, a)),
            _ => None,
        }
    }

    /// match: zext(x) < zext(y) | zext(x) < c | c < zext(x), unsigned
    /// result: the same at the larger of the inner widths
    fn compare_zext(&self, op: Op, a: Term, b: Term) -> Option<Term> {
        let narrow = self.zext_width(a)?.max(self.zext_width(b)?);
        let shrinks = narrow < self.width(a) && matches!(op, Op::Ult | Op::Ule);
        shrinks.then(|| self.compare(op, self.extract(a, 0, narrow), self.extract(b, 0, narrow)))
    }

    /// The width that holds the value of a zero extension or a constant.
    fn zext_width(&self, t: Term) -> Option<u32> {
        match self.as1(t, Op::ZExt) {
            Some(x) => Some(self.width(x)),
            None => Some(self.as_bits(t)?.significant().max(1)),
        }
    }

    /// match: sext(x) < sext(y) | sext(x) < c | c < sext(x), signed or unsigned
    /// result: the same at the larger of the inner widths
    ///
    /// Sign extension keeps both orders. A constant that is no sign extension is above or below
    /// all values, signed; unsigned, it lies between those of the positive and the negative x.
    fn compare_sext(&self, op: Op, a: Term, b: Term) -> Option<Term> {
        let (x, y) = (self.as1(a, Op::SExt), self.as1(b, Op::SExt));
        let inner = x.into_iter().chain(y).map(|t| self.width(t)).max()?;
        let fits = |t: Term, extension: Option<Term>| match (extension, self.as_bits(t)) {
            (Some(_), _) => Some(true),
            (None, Some(c)) => Some(c.extract(0, inner).sext(c.width()) == c),
            (None, None) => None,
        };
        match (fits(a, x)?, fits(b, y)?) {
            (true, true) => {
                Some(self.compare(op, self.extract(a, 0, inner), self.extract(b, 0, inner)))
            }
            (true, false) => Some(self.sext_below(op, a, b)),
            (false, _) => Some(self.not(self.sext_below(op, b, a))),
        }
    }

    /// `t < c`, where the constant `c` is not a value that the sign extension `t` can have.
    fn sext_below(&self, op: Op, t: Term, c: Term) -> Term {
        match op {
            Op::Ult | Op::Ule => self.not(self.extract(t, self.width(t) - 1, 1)),
            _ => self.bool(self.as_bits(c).is_some_and(|c| !c.sign())),
        }
    }

    /// match: (d ? k1 : k2) < c | c < (d ? k1 : k2)
    /// result: d ? k1 < c : k2 < c | d ? c < k1 : c < k2
    fn compare_choice(&self, op: Op, a: Term, b: Term) -> Option<Term> {
        if self.is_const(b) {
            return self.lift_ite(a, |k| self.compare(op, k, b));
        }
        if self.is_const(a) {
            self.lift_ite(b, |k| self.compare(op, a, k))
        } else {
            None
        }
    }

    /// match: concat(h, x) < concat(h, y)
    /// result: x < y, unsigned
    fn compare_prefix(&self, op: Op, a: Term, b: Term) -> Option<Term> {
        let ((h1, x), (h2, y)) = (self.as2(a, Op::Concat)?, self.as2(b, Op::Concat)?);
        let unsigned = if matches!(op, Op::Ult | Op::Slt) {
            Op::Ult
        } else {
            Op::Ule
        };
        (h1 == h2 && self.width(x) == self.width(y)).then(|| self.compare(unsigned, x, y))
    }

    /// match: concat(h, x) < (k, 0) | (k, ones) < concat(h, x), strict
    /// result: h < k | k < h
    fn compare_high(&self, op: Op, a: Term, b: Term) -> Option<Term> {
        if !matches!(op, Op::Ult | Op::Slt) {
            return None;
        }
        let split = |t: Term, c: Term| {
            let (h, x) = self.as2(t, Op::Concat)?;
            let at = self.width(x);
            let c = self.as_bits(c)?;
            Some((h, c.extract(at, c.width() - at), c.extract(0, at)))
        };
        if let Some((h, k, low)) = split(a, b) {
            return low
                .is_zero()
                .then(|| self.compare(op, h, self.constant_bits(&k)));
        }
        let (h, k, low) = split(b, a)?;
        low.is_ones()
            .then(|| self.compare(op, self.constant_bits(&k), h))
    }
}

/// The least and the greatest value in the order of `op`.
fn limits(op: Op, width: u32) -> (Bits, Bits) {
    if matches!(op, Op::Ult | Op::Ule) {
        return (Bits::zero(width), Bits::ones(width));
    }
    let least = Bits::one(width).shl(&Bits::from_big(width, (width - 1).into()));
    (least.clone(), least.not())
}
