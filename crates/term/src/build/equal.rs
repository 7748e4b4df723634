//! Equality.

use super::DEPTH;
use crate::{Bits, Op, Term, Terms};

impl Terms {
    pub fn ne(&self, a: Term, b: Term) -> Term {
        self.not(self.eq(a, b))
    }

    pub fn eq(&self, a: Term, b: Term) -> Term {
        self.eq_at(a, b, DEPTH)
    }

    fn eq_at(&self, a: Term, b: Term, depth: u32) -> Term {
        let width = self.same_width(a, b);
        if a == b {
            return self.tru();
        }
        if let Some(t) = self.fold(Op::Eq, 1, &[a, b], 0) {
            return t;
        }
        let (a, b) = self.ordered(a, b);
        if width == 1 {
            return match () {
                _ if self.is_true(b) => a,
                _ if self.is_false(b) => self.not(a),
                _ => self.not(self.xor(a, b)),
            };
        }
        let rewritten = match self.as_bits(b) {
            Some(c) => self
                .eq_invert(a, b)
                .or_else(|| self.eq_extension(a, &c, depth))
                .or_else(|| self.eq_range(a, &c))
                .or_else(|| self.eq_masked(a, &c))
                .or_else(|| self.eq_zero(a, &c))
                .or_else(|| self.lift_ite(a, |k| self.eq(k, b)))
                .or_else(|| self.eq_choice(a, b, depth)),
            None => self
                .eq_cancel(a, b)
                .or_else(|| self.eq_part(a, b))
                .or_else(|| self.eq_part(b, a))
                .or_else(|| self.eq_extensions(a, b)),
        };
        rewritten
            .or_else(|| self.eq_concat(a, b))
            .unwrap_or_else(|| self.node2(Op::Eq, 1, a, b))
    }

    /// match: x + d = c | d - x = c | -x = c | ~x = c | x ^ d = c | x * d = c, d odd
    /// result: x = c - d | x = d - c | x = -c | x = ~c | x = c ^ d | x = c * d^-1
    fn eq_invert(&self, a: Term, c: Term) -> Option<Term> {
        let node = self.node(a);
        let (x, value) = match node.op {
            Op::Add => self
                .as2_const(a, Op::Add)
                .map(|(x, d)| (x, self.sub(c, d)))?,
            Op::Xor => self
                .as2_const(a, Op::Xor)
                .map(|(x, d)| (x, self.xor(c, d)))?,
            Op::Sub if self.is_const(node.arg(0)) => (node.arg(1), self.sub(node.arg(0), c)),
            Op::Neg => (node.arg(0), self.neg(c)),
            Op::Not => (node.arg(0), self.not(c)),
            Op::Mul => {
                let (x, d) = self.as2_const(a, Op::Mul)?;
                let inverse = inverse(&self.as_bits(d)?)?;
                (x, self.mul(c, self.constant_bits(&inverse)))
            }
            _ => return None,
        };
        Some(self.eq(x, value))
    }

    /// match: zext(x) = c | sext(x) = c
    /// result: x = c at x's width, or false when c is no extension
    fn eq_extension(&self, a: Term, c: &Bits, depth: u32) -> Option<Term> {
        let node = self.node(a);
        if !matches!(node.op, Op::ZExt | Op::SExt) {
            return None;
        }
        let x = node.arg(0);
        let low = c.extract(0, self.width(x));
        let back = if node.op == Op::ZExt {
            low.zext(c.width())
        } else {
            low.sext(c.width())
        };
        if back != *c {
            return Some(self.fls());
        }
        Some(self.eq_at(x, self.constant_bits(&low), depth))
    }

    /// match: x = c, c out of x's bounds
    /// result: false
    fn eq_range(&self, a: Term, c: &Bits) -> Option<Term> {
        let (range, c) = (self.range(a)?, c.to_u64()?);
        (c < range.lo || c > range.hi).then(|| self.fls())
    }

    /// match: (x & d) = c, c having a bit that d has not | (x | d) = c, d having a bit that c has not
    /// result: false
    fn eq_masked(&self, a: Term, c: &Bits) -> Option<Term> {
        let impossible = if let Some((_, d)) = self.as2_const(a, Op::And) {
            !c.and(&self.as_bits(d)?.not()).is_zero()
        } else {
            let (_, d) = self.as2_const(a, Op::Or)?;
            !self.as_bits(d)?.and(&c.not()).is_zero()
        };
        impossible.then(|| self.fls())
    }

    /// match: x - y = 0 | x ^ y = 0 | (x | y) = 0 | (x & y) = ones
    /// result: x = y | x = y | x = 0 & y = 0 | x = ones & y = ones
    fn eq_zero(&self, a: Term, c: &Bits) -> Option<Term> {
        let node = self.node(a);
        let both = || {
            let c = self.constant_bits(c);
            self.and(self.eq(node.arg(0), c), self.eq(node.arg(1), c))
        };
        match node.op {
            Op::Sub | Op::Xor if c.is_zero() => Some(self.eq(node.arg(0), node.arg(1))),
            Op::Or if c.is_zero() => Some(both()),
            Op::And if c.is_ones() => Some(both()),
            _ => None,
        }
    }

    /// match: (d ? k : y) = c | (d ? x : k) = c, where k is a constant
    /// result: k = c: d | y = c, else ~d & y = c; likewise for the other branch
    fn eq_choice(&self, a: Term, c: Term, depth: u32) -> Option<Term> {
        let (d, x, y) = self.as_ite(a).filter(|_| depth > 0)?;
        let (chosen, k, rest) = match (self.is_const(x), self.is_const(y)) {
            (true, false) => (d, x, y),
            (false, true) => (self.not(d), y, x),
            _ => return None,
        };
        let rest = self.eq_at(rest, c, depth - 1);
        Some(if k == c {
            self.or(chosen, rest)
        } else {
            self.and(self.not(chosen), rest)
        })
    }

    /// match: x + y = x + z | x + c1 = x + c2 | x ^ y = x ^ z | -x = -y | ~x = ~y | x - y = x - z
    /// result: y = z | false | y = z | x = y | x = y | y = z
    fn eq_cancel(&self, a: Term, b: Term) -> Option<Term> {
        let (x, y) = (self.node(a), self.node(b));
        if x.op != y.op {
            return None;
        }
        match x.op {
            Op::Neg | Op::Not => Some(self.eq(x.arg(0), y.arg(0))),
            Op::Add | Op::Xor => {
                let ((p, q), (r, s)) = ((x.arg(0), x.arg(1)), (y.arg(0), y.arg(1)));
                match () {
                    _ if p == r => Some(self.eq(q, s)),
                    _ if p == s => Some(self.eq(q, r)),
                    _ if q == r => Some(self.eq(p, s)),
                    _ if q == s => Some(self.eq(p, r)),
                    _ => None,
                }
            }
            Op::Sub if x.arg(0) == y.arg(0) => Some(self.eq(x.arg(1), y.arg(1))),
            Op::Sub if x.arg(1) == y.arg(1) => Some(self.eq(x.arg(0), y.arg(0))),
            _ => None,
        }
    }

    /// match: x + y = x | x ^ y = x | x - y = x | ~x = x
    /// result: y = 0 | y = 0 | y = 0 | false
    fn eq_part(&self, a: Term, x: Term) -> Option<Term> {
        let node = self.node(a);
        let rest = match node.op {
            Op::Not if node.arg(0) == x => return Some(self.fls()),
            Op::Add | Op::Xor if node.arg(0) == x => node.arg(1),
            Op::Add | Op::Xor | Op::Sub if node.arg(1) == x && node.op != Op::Sub => node.arg(0),
            Op::Sub if node.arg(0) == x => node.arg(1),
            _ => return None,
        };
        Some(self.eq(rest, self.zero(node.width)))
    }

    /// match: zext(x) = zext(y) | sext(x) = sext(y)
    /// result: x = y, at the larger of the inner widths
    fn eq_extensions(&self, a: Term, b: Term) -> Option<Term> {
        let (x, y) = (self.node(a), self.node(b));
        if x.op != y.op || !matches!(x.op, Op::ZExt | Op::SExt) {
            return None;
        }
        let inner = self.width(x.arg(0)).max(self.width(y.arg(0)));
        Some(self.eq(self.extract(a, 0, inner), self.extract(b, 0, inner)))
    }

    /// match: concat(x, y) = concat(z, w), split at the same place | concat(x, y) = c
    ///        | concat(x, y) = zext(z), z not longer than y
    /// result: x = z & y = w | x = c.hi & y = c.lo | x = 0 & y = zext(z)
    ///
    /// A loop over the parts: concatenations lean right and may be long.
    fn eq_concat(&self, a: Term, b: Term) -> Option<Term> {
        let (mut a, mut b) = (a, b);
        let mut result = None;
        while let Some(at) = self.split_place(a, b) {
            let high = self.width(a) - at;
            let part = self.eq(self.extract(a, at, high), self.extract(b, at, high));
            let all = result.map_or(part, |all| self.and(all, part));
            if self.is_false(all) {
                return Some(all);
            }
            result = Some(all);
            (a, b) = (self.extract(a, 0, at), self.extract(b, 0, at));
        }
        result.map(|all| self.and(all, self.eq(a, b)))
    }

    /// Where both terms come apart without extractions from opaque terms.
    fn split_place(&self, a: Term, b: Term) -> Option<u32> {
        let low = |t: Term| self.as2(t, Op::Concat).map(|(_, low)| self.width(low));
        let splits = |t: Term, at: u32| match self.node(t) {
            node if node.op == Op::ZExt => self.width(node.arg(0)) <= at,
            node => node.op == Op::Const,
        };
        match (low(a), low(b)) {
            (Some(x), Some(y)) => (x == y).then_some(x),
            (Some(x), None) => splits(b, x).then_some(x),
            (None, Some(y)) => splits(a, y).then_some(y),
            (None, None) => None,
        }
    }
}

/// The inverse of an odd number modulo `2^width`, by Newton's iteration: each step doubles the
/// number of correct low bits, of which an odd number has three at the start.
fn inverse(d: &Bits) -> Option<Bits> {
    if !d.bit(0) {
        return None;
    }
    let two = Bits::new(d.width(), 2);
    let mut x = d.clone();
    let mut correct = 3;
    while correct < d.width() {
        x = x.mul(&two.sub(&d.mul(&x)));
        correct *= 2;
    }
    Some(x)
}
