//! Complement, and, or, exclusive or; on width 1 these are the Boolean connectives.

use crate::{Bits, Op, Term, Terms};

impl Terms {
    pub fn not(&self, a: Term) -> Term {
        let width = self.width(a);
        if let Some(t) = self.fold(Op::Not, width, &[a], 0) {
            return t;
        }
        self.not_inside(a)
            .or_else(|| self.not_comparison(a))
            .or_else(|| self.lift_ite(a, |k| self.not(k)))
            .unwrap_or_else(|| self.node1(Op::Not, width, a))
    }

    /// match: ~~x | ~(-x) | ~sext(x) | ~(c - x)
    /// result: x | x + (-1) | sext(~x) | x + ~c
    fn not_inside(&self, a: Term) -> Option<Term> {
        let width = self.width(a);
        if let Some(x) = self.as1(a, Op::Not) {
            return Some(x);
        }
        if let Some(x) = self.as1(a, Op::Neg) {
            return Some(self.add(x, self.ones(width)));
        }
        if let Some(x) = self.as1(a, Op::SExt) {
            return Some(self.sext(self.not(x), width));
        }
        let (c, x) = self.as2(a, Op::Sub)?;
        self.is_const(c).then(|| self.add(x, self.not(c)))
    }

    /// match: ~(x < y) | ~(x <= y), signed or unsigned
    /// result: y <= x | y < x
    fn not_comparison(&self, a: Term) -> Option<Term> {
        let node = self.node(a);
        let swapped = match node.op {
            Op::Ult => Op::Ule,
            Op::Ule => Op::Ult,
            Op::Slt => Op::Sle,
            Op::Sle => Op::Slt,
            _ => return None,
        };
        let (x, y) = (node.arg(0), node.arg(1));
        if self.is_const(x) || self.is_const(y) {
            return Some(self.compare(swapped, y, x));
        }
        // Without constants the rules of order are symmetric: none applied before, none does now.
        Some(self.node2(swapped, 1, y, x))
    }

    /// Whether `a` is `~b`, seen from the two nodes alone.
    pub(super) fn complementary(&self, a: Term, b: Term) -> bool {
        let (x, y) = (self.node(a), self.node(b));
        match (x.op, y.op) {
            (Op::Not, _) if x.arg(0) == b => true,
            (_, Op::Not) if y.arg(0) == a => true,
            (Op::Ult, Op::Ule) | (Op::Ule, Op::Ult) | (Op::Slt, Op::Sle) | (Op::Sle, Op::Slt) => {
                x.arg(0) == y.arg(1) && x.arg(1) == y.arg(0)
            }
            (Op::Ult, Op::Ult) | (Op::Slt, Op::Slt) => self.meets(&x, &y) || self.meets(&y, &x),
            _ => false,
        }
    }

    /// match: `z < c` against `c - 1 < z`
    fn meets(&self, below: &crate::Node, above: &crate::Node) -> bool {
        let (Some(c), Some(d)) = (self.as_bits(below.arg(1)), self.as_bits(above.arg(0))) else {
            return false;
        };
        // `c` is not the least value: that comparison would have folded.
        below.arg(0) == above.arg(1) && c == d.add(&Bits::one(d.width()))
    }

    pub fn and(&self, a: Term, b: Term) -> Term {
        self.and_or(Op::And, a, b)
    }

    pub fn or(&self, a: Term, b: Term) -> Term {
        self.and_or(Op::Or, a, b)
    }

    /// `And` and `Or` are each other's dual: for `Or` swap zeros and ones in the rules below.
    fn and_or(&self, op: Op, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if let Some(t) = self.fold(op, width, &[a, b], 0) {
            return t;
        }
        let (a, b) = self.ordered(a, b);
        let rewritten = if self.is_const(b) {
            self.and_or_trivial(op, a, b)
                .or_else(|| self.and_or_constants(op, a, b))
                .or_else(|| self.bitwise_slices(op, a, b))
                .or_else(|| self.mask_slice(op, a, b))
                .or_else(|| self.lift_ite(a, |k| self.and_or(op, k, b)))
        } else {
            self.and_or_same(op, a, b)
                .or_else(|| self.absorb(op, a, b))
                .or_else(|| self.absorb(op, b, a))
                .or_else(|| self.hoist_constant(op, a, b))
                .or_else(|| self.hoist_constant(op, b, a))
                .or_else(|| self.and_sign(op, a, b))
                .or_else(|| self.and_sign(op, b, a))
                .or_else(|| self.exclusive(op, a, b))
                .or_else(|| self.bitwise_extended(op, a, b))
                .or_else(|| {
                    if op == Op::Or {
                        self.join_disjoint(a, b)
                    } else {
                        None
                    }
                })
        };
        rewritten.unwrap_or_else(|| self.node2(op, width, a, b))
    }

    fn bitwise(&self, op: Op, a: Term, b: Term) -> Term {
        if op == Op::Xor {
            self.xor(a, b)
        } else {
            self.and_or(op, a, b)
        }
    }

    /// match: x & 0 | x & ones
    /// result: 0 | x
    fn and_or_trivial(&self, op: Op, a: Term, c: Term) -> Option<Term> {
        let (zero, ones) = (self.is_zero(c), self.is_ones(c));
        match op {
            Op::And if zero => Some(c),
            Op::And if ones => Some(a),
            Op::Or if ones => Some(c),
            Op::Or if zero => Some(a),
            _ => None,
        }
    }

    /// match: (x & c1) & c2 | (x | c1) & c2 where c1 & c2 = 0
    /// result: x & (c1 & c2) | x & c2
    fn and_or_constants(&self, op: Op, a: Term, c: Term) -> Option<Term> {
        if let Some((x, d)) = self.as2_const(a, op) {
            return Some(self.and_or(op, x, self.and_or(op, d, c)));
        }
        let dual = if op == Op::And { Op::Or } else { Op::And };
        let (x, d) = self.as2_const(a, dual)?;
        let combined = self.and_or(op, d, c);
        let vanishes = if op == Op::And {
            self.is_zero(combined)
        } else {
            self.is_ones(combined)
        };
        vanishes.then(|| self.and_or(op, x, c))
    }

    /// match: concat(x, y) op c | zext(x) op c, for and, or, xor
    /// result: concat(x op c.hi, y op c.lo), a zero extension being concat(0, x)
    fn bitwise_slices(&self, op: Op, a: Term, c: Term) -> Option<Term> {
        let node = self.node(a);
        let low = match node.op {
            Op::Concat => node.arg(1),
            Op::ZExt => node.arg(0),
            _ => return None,
        };
        let at = self.width(low);
        let c_high = self.extract(c, at, node.width - at);
        let high = match node.op {
            Op::Concat => self.bitwise(op, node.arg(0), c_high),
            _ if op == Op::And => self.zero(node.width - at),
            _ => c_high,
        };
        Some(self.concat(high, self.bitwise(op, low, self.extract(c, 0, at))))
    }

    /// match: x & c, the ones of c being contiguous
    /// result: concat(0, that slice of x, 0); for or, a slice between ones
    fn mask_slice(&self, op: Op, a: Term, c: Term) -> Option<Term> {
        let value = self.as_bits(c)?;
        let mask = if op == Op::And { value } else { value.not() };
        let (lo, hi) = (mask.trailing_zeros(), mask.significant());
        let ones = Bits::ones(hi - lo).zext(mask.width());
        if mask != ones.shl(&Bits::from_big(mask.width(), lo.into())) {
            return None;
        }
        let fill = |width| {
            if op == Op::And {
                self.zero(width)
            } else {
                self.ones(width)
            }
        };
        let mut t = self.extract(a, lo, hi - lo);
        if lo > 0 {
            t = self.concat(t, fill(lo));
        }
        Some(if hi < mask.width() {
            self.concat(fill(mask.width() - hi), t)
        } else {
            t
        })
    }

    /// match: x & x | x & ~x
    /// result: x | 0
    fn and_or_same(&self, op: Op, a: Term, b: Term) -> Option<Term> {
        if a == b {
            return Some(a);
        }
        let width = self.width(a);
        let opposite = || {
            if op == Op::And {
                self.zero(width)
            } else {
                self.ones(width)
            }
        };
        self.complementary(a, b).then(opposite)
    }

    /// match: x & (x | y) | x & (~x | y) | x & (x & y) | x & (~x & y) | x & ~(x & y) | x & ~(x | y)
    /// result: x | x & y | x & y | 0 | x & ~y | 0
    fn absorb(&self, op: Op, x: Term, b: Term) -> Option<Term> {
        let dual = if op == Op::And { Op::Or } else { Op::And };
        let limit = || {
            if op == Op::And {
                self.zero(self.width(x))
            } else {
                self.ones(self.width(x))
            }
        };
        if let Some(inner) = self.as1(b, Op::Not) {
            let node = self.node(inner);
            if node.op != op && node.op != dual {
                return None;
            }
            let (y, z) = (node.arg(0), node.arg(1));
            return match (x == y, x == z) {
                (false, false) => None,
                _ if node.op == dual => Some(limit()),
                (true, _) => Some(self.and_or(op, x, self.not(z))),
                _ => Some(self.and_or(op, x, self.not(y))),
            };
        }
        let node = self.node(b);
        if node.op != op && node.op != dual {
            return None;
        }
        let (y, z) = (node.arg(0), node.arg(1));
        if x == y || x == z {
            return Some(if node.op == dual { x } else { b });
        }
        let rest = if self.complementary(x, y) {
            z
        } else if self.complementary(x, z) {
            y
        } else {
            return None;
        };
        Some(if node.op == dual {
            self.and_or(op, x, rest)
        } else {
            limit()
        })
    }

    /// match: (x & c) & y
    /// result: (x & y) & c
    fn hoist_constant(&self, op: Op, a: Term, b: Term) -> Option<Term> {
        let (x, c) = self.as2_const(a, op)?;
        Some(self.bitwise(op, self.bitwise(op, x, b), c))
    }

    /// match: x & sext(b), b of width 1
    /// result: b ? x : 0
    fn and_sign(&self, op: Op, a: Term, b: Term) -> Option<Term> {
        let bit = self
            .as1(b, Op::SExt)
            .filter(|&bit| self.width(bit) == 1 && op == Op::And)?;
        Some(self.ite(bit, a, self.zero(self.width(a))))
    }

    /// match: x = c1 & x = c2 | x = c1 & ~(x = c2), different constants; dually for or
    /// result: false | x = c1
    fn exclusive(&self, op: Op, a: Term, b: Term) -> Option<Term> {
        let equation = |t: Term| match self.as1(t, Op::Not) {
            Some(inner) => self.as2_const(inner, Op::Eq).map(|e| (e, false)),
            None => self.as2_const(t, Op::Eq).map(|e| (e, true)),
        };
        let ((x, c1), first) = equation(a)?;
        let ((y, c2), second) = equation(b)?;
        if x != y || c1 == c2 {
            return None;
        }
        match (op, first, second) {
            (Op::And, true, true) => Some(self.fls()),
            (Op::Or, false, false) => Some(self.tru()),
            (Op::And, true, false) | (Op::Or, false, true) => Some(a),
            (Op::And, false, true) | (Op::Or, true, false) => Some(b),
            _ => None,
        }
    }

    /// match: zext(x) op zext(y), for and, or, xor; the same with sext of equal inner widths
    /// result: zext(x op y) at the larger of the inner widths
    fn bitwise_extended(&self, op: Op, a: Term, b: Term) -> Option<Term> {
        let (x, y) = (self.node(a), self.node(b));
        let width = x.width;
        if x.op != y.op || !matches!(x.op, Op::ZExt | Op::SExt) {
            return None;
        }
        let (p, q) = (x.arg(0), y.arg(0));
        if x.op == Op::SExt {
            let same = self.width(p) == self.width(q);
            return same.then(|| self.sext(self.bitwise(op, p, q), width));
        }
        let inner = self.width(p).max(self.width(q));
        let inside = self.bitwise(op, self.zext(p, inner), self.zext(q, inner));
        Some(self.zext(inside, width))
    }

    /// match: x op y, where no bit can be set in both, for or, xor and add
    /// result: the concatenation of the parts that are not zero
    pub(super) fn join_disjoint(&self, a: Term, b: Term) -> Option<Term> {
        match (self.op(a), self.op(b)) {
            (Op::ZExt, Op::ZExt | Op::Concat) | (Op::Concat, Op::ZExt) => {}
            // The high part of a concatenation is not zero: two of them overlap.
            _ => return None,
        }
        let (xs, ys) = (self.parts(a), self.parts(b));
        let (mut xs, mut ys) = (xs.into_iter(), ys.into_iter());
        let (mut x, mut y) = (xs.next(), ys.next());
        let mut joined: Option<Term> = None;
        while let (Some((n, p)), Some((m, q))) = (x, y) {
            let (width, part) = match (p, q) {
                (None, None) => (n.min(m), self.zero(n.min(m))),
                (Some(t), None) if n <= m => (n, t),
                (None, Some(t)) if m <= n => (m, t),
                _ => return None,
            };
            joined = Some(joined.map_or(part, |high| self.concat(high, part)));
            x = if n == width {
                xs.next()
            } else {
                Some((n - width, p))
            };
            y = if m == width {
                ys.next()
            } else {
                Some((m - width, q))
            };
        }
        joined
    }

    /// Widths and terms side by side, from the top; `None` stands for zeros.
    fn parts(&self, mut t: Term) -> Vec<(u32, Option<Term>)> {
        let mut parts = Vec::new();
        loop {
            let node = self.node(t);
            let inner = match node.op {
                Op::Concat => node.arg(1),
                Op::ZExt => node.arg(0),
                _ => {
                    parts.push((node.width, (!self.is_zero(t)).then_some(t)));
                    return parts;
                }
            };
            let high = (node.op == Op::Concat).then(|| node.arg(0));
            parts.push((node.width - self.width(inner), high));
            t = inner;
        }
    }

    pub fn xor(&self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if let Some(t) = self.fold(Op::Xor, width, &[a, b], 0) {
            return t;
        }
        let (a, b) = self.ordered(a, b);
        let rewritten = if self.is_const(b) {
            self.xor_trivial(a, b)
                .or_else(|| self.xor_constants(a, b))
                .or_else(|| self.bitwise_slices(Op::Xor, a, b))
                .or_else(|| self.lift_ite(a, |k| self.xor(k, b)))
        } else {
            self.xor_same(a, b, width)
                .or_else(|| self.xor_not(a, b))
                .or_else(|| self.xor_not(b, a))
                .or_else(|| self.xor_cancel(a, b))
                .or_else(|| self.xor_cancel(b, a))
                .or_else(|| self.hoist_constant(Op::Xor, a, b))
                .or_else(|| self.hoist_constant(Op::Xor, b, a))
                .or_else(|| self.bitwise_extended(Op::Xor, a, b))
                .or_else(|| self.join_disjoint(a, b))
        };
        rewritten.unwrap_or_else(|| self.node2(Op::Xor, width, a, b))
    }

    /// match: x ^ 0 | x ^ ones
    /// result: x | ~x
    fn xor_trivial(&self, a: Term, c: Term) -> Option<Term> {
        match () {
            _ if self.is_zero(c) => Some(a),
            _ if self.is_ones(c) => Some(self.not(a)),
            _ => None,
        }
    }

    /// match: (x ^ c1) ^ c2 | ~x ^ c
    /// result: x ^ (c1 ^ c2) | x ^ ~c
    fn xor_constants(&self, a: Term, c: Term) -> Option<Term> {
        if let Some((x, d)) = self.as2_const(a, Op::Xor) {
            return Some(self.xor(x, self.xor(d, c)));
        }
        self.as1(a, Op::Not).map(|x| self.xor(x, self.not(c)))
    }

    /// match: x ^ x | x ^ ~x
    /// result: 0 | ones
    fn xor_same(&self, a: Term, b: Term, width: u32) -> Option<Term> {
        if a == b {
            return Some(self.zero(width));
        }
        self.complementary(a, b).then(|| self.ones(width))
    }

    /// match: ~x ^ y
    /// result: ~(x ^ y)
    fn xor_not(&self, a: Term, b: Term) -> Option<Term> {
        self.as1(a, Op::Not).map(|x| self.not(self.xor(x, b)))
    }

    /// match: (x ^ y) ^ x
    /// result: y
    fn xor_cancel(&self, a: Term, b: Term) -> Option<Term> {
        match self.as2(a, Op::Xor)? {
            (x, y) if x == b => Some(y),
            (x, y) if y == b => Some(x),
            _ => None,
        }
    }
}
