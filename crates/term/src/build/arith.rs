//! Addition, multiplication, division.

use crate::{Op, Term, Terms};

impl Terms {
    pub fn add(&self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if width == 1 {
            return self.xor(a, b);
        }
        if let Some(t) = self.fold(Op::Add, width, &[a, b], 0) {
            return t;
        }
        let (a, b) = self.ordered(a, b);
        let rewritten = if self.is_const(b) {
            self.add_zero(a, b)
                .or_else(|| self.add_constants(a, b))
                .or_else(|| self.add_to_difference(a, b))
                .or_else(|| self.add_to_not(a, b))
                .or_else(|| self.lift_ite(a, |k| self.add(k, b)))
        } else {
            self.add_hoist(a, b)
                .or_else(|| self.add_hoist(b, a))
                .or_else(|| self.add_same(a, b, width))
                .or_else(|| self.add_negated(a, b))
                .or_else(|| self.add_negated(b, a))
                .or_else(|| self.add_cancel(a, b))
                .or_else(|| self.add_cancel(b, a))
                .or_else(|| self.add_complement(a, b, width))
                .or_else(|| self.join_disjoint(a, b))
        };
        rewritten.unwrap_or_else(|| self.node2(Op::Add, width, a, b))
    }

    /// match: x + 0
    /// result: x
    fn add_zero(&self, a: Term, b: Term) -> Option<Term> {
        self.is_zero(b).then_some(a)
    }

    /// match: (x + c1) + c2
    /// result: x + (c1 + c2)
    fn add_constants(&self, a: Term, b: Term) -> Option<Term> {
        let (x, c) = self.as2_const(a, Op::Add)?;
        Some(self.add(x, self.add(c, b)))
    }

    /// match: (c1 - x) + c2
    /// result: (c1 + c2) - x
    fn add_to_difference(&self, a: Term, b: Term) -> Option<Term> {
        let (c, x) = self.as2(a, Op::Sub)?;
        self.is_const(c).then(|| self.sub(self.add(c, b), x))
    }

    /// match: ~x + c
    /// result: (c - 1) - x
    fn add_to_not(&self, a: Term, b: Term) -> Option<Term> {
        let x = self.as1(a, Op::Not)?;
        Some(self.sub(self.sub(b, self.constant(self.width(b), 1)), x))
    }

    /// match: (x + c) + y
    /// result: (x + y) + c
    fn add_hoist(&self, a: Term, b: Term) -> Option<Term> {
        let (x, c) = self.as2_const(a, Op::Add)?;
        Some(self.add(self.add(x, b), c))
    }

    /// match: x + x
    /// result: x << 1
    fn add_same(&self, a: Term, b: Term, width: u32) -> Option<Term> {
        (a == b).then(|| self.shl(a, self.constant(width, 1)))
    }

    /// match: x + -y
    /// result: x - y
    fn add_negated(&self, a: Term, b: Term) -> Option<Term> {
        Some(self.sub(a, self.as1(b, Op::Neg)?))
    }

    /// match: (x - y) + y
    /// result: x
    fn add_cancel(&self, a: Term, b: Term) -> Option<Term> {
        self.as2(a, Op::Sub)
            .and_then(|(x, y)| (y == b).then_some(x))
    }

    /// match: x + ~x
    /// result: all ones
    fn add_complement(&self, a: Term, b: Term, width: u32) -> Option<Term> {
        self.complementary(a, b).then(|| self.ones(width))
    }

    pub fn sub(&self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if width == 1 {
            return self.xor(a, b);
        }
        if let Some(t) = self.fold(Op::Sub, width, &[a, b], 0) {
            return t;
        }
        self.sub_same(a, b, width)
            .or_else(|| self.sub_constant(a, b))
            .or_else(|| self.sub_from_constant(a, b))
            .or_else(|| self.sub_hoist(a, b))
            .or_else(|| self.sub_negated(a, b))
            .or_else(|| self.sub_cancel(a, b))
            .or_else(|| self.sub_sum(a, b))
            .unwrap_or_else(|| self.node2(Op::Sub, width, a, b))
    }

    /// match: x - x
    /// result: 0
    fn sub_same(&self, a: Term, b: Term, width: u32) -> Option<Term> {
        (a == b).then(|| self.zero(width))
    }

    /// match: x - c
    /// result: x + (-c)
    fn sub_constant(&self, a: Term, b: Term) -> Option<Term> {
        self.is_const(b).then(|| self.add(a, self.neg(b)))
    }

    /// match: 0 - x | (-1) - x | c - (x + d) | c - ~x | c - (k1 or k2)
    /// result: -x | ~x | (c - d) - x | x + (c + 1) | lifted
    fn sub_from_constant(&self, c: Term, b: Term) -> Option<Term> {
        if !self.is_const(c) {
            return None;
        }
        if self.is_zero(c) {
            return Some(self.neg(b));
        }
        if self.is_ones(c) {
            return Some(self.not(b));
        }
        if let Some((x, d)) = self.as2_const(b, Op::Add) {
            return Some(self.sub(self.sub(c, d), x));
        }
        if let Some(x) = self.as1(b, Op::Not) {
            return Some(self.add(x, self.add(c, self.constant(self.width(c), 1))));
        }
        self.lift_ite(b, |k| self.sub(c, k))
    }

    /// match: (x + c) - y | x - (y + c)
    /// result: (x - y) + c | (x - y) + (-c)
    fn sub_hoist(&self, a: Term, b: Term) -> Option<Term> {
        if let Some((x, c)) = self.as2_const(a, Op::Add) {
            return Some(self.add(self.sub(x, b), c));
        }
        let (y, c) = self.as2_const(b, Op::Add)?;
        Some(self.add(self.sub(a, y), self.neg(c)))
    }

    /// match: x - -y
    /// result: x + y
    fn sub_negated(&self, a: Term, b: Term) -> Option<Term> {
        Some(self.add(a, self.as1(b, Op::Neg)?))
    }

    /// match: (x + y) - x | (x + y) - y
    /// result: y | x
    fn sub_cancel(&self, a: Term, b: Term) -> Option<Term> {
        match self.as2(a, Op::Add)? {
            (x, y) if x == b => Some(y),
            (x, y) if y == b => Some(x),
            _ => None,
        }
    }

    /// match: x - (x + y) | x - (x - y)
    /// result: -y | y
    fn sub_sum(&self, a: Term, b: Term) -> Option<Term> {
        if let Some((x, y)) = self.as2(b, Op::Add) {
            return match () {
                _ if x == a => Some(self.neg(y)),
                _ if y == a => Some(self.neg(x)),
                _ => None,
            };
        }
        self.as2(b, Op::Sub)
            .and_then(|(x, y)| (x == a).then_some(y))
    }

    pub fn neg(&self, a: Term) -> Term {
        let width = self.width(a);
        if width == 1 {
            return a;
        }
        if let Some(t) = self.fold(Op::Neg, width, &[a], 0) {
            return t;
        }
        self.neg_inside(a)
            .or_else(|| self.neg_extended(a))
            .or_else(|| self.lift_ite(a, |k| self.neg(k)))
            .unwrap_or_else(|| self.node1(Op::Neg, width, a))
    }

    /// match: -(-x) | -(x - y) | -(x + c) | -(~x)
    /// result: x | y - x | (-c) - x | x + 1
    fn neg_inside(&self, a: Term) -> Option<Term> {
        if let Some(x) = self.as1(a, Op::Neg) {
            return Some(x);
        }
        if let Some((x, y)) = self.as2(a, Op::Sub) {
            return Some(self.sub(y, x));
        }
        if let Some((x, c)) = self.as2_const(a, Op::Add) {
            return Some(self.sub(self.neg(c), x));
        }
        let x = self.as1(a, Op::Not)?;
        Some(self.add(x, self.constant(self.width(a), 1)))
    }

    /// match: -zext(b) | -sext(b), b of width 1
    /// result: sext(b) | zext(b)
    fn neg_extended(&self, a: Term) -> Option<Term> {
        let width = self.width(a);
        let bit = |x: &Term| self.width(*x) == 1;
        if let Some(b) = self.as1(a, Op::ZExt).filter(bit) {
            return Some(self.sext(b, width));
        }
        self.as1(a, Op::SExt)
            .filter(bit)
            .map(|b| self.zext(b, width))
    }

    pub fn mul(&self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        if width == 1 {
            return self.and(a, b);
        }
        if let Some(t) = self.fold(Op::Mul, width, &[a, b], 0) {
            return t;
        }
        let (a, b) = self.ordered(a, b);
        let rewritten = if self.is_const(b) {
            self.mul_trivial(a, b)
                .or_else(|| self.mul_constants(a, b))
                .or_else(|| self.mul_power(a, b))
                .or_else(|| self.lift_ite(a, |k| self.mul(k, b)))
        } else {
            self.mul_negated(a, b)
        };
        let rewritten = rewritten
            .or_else(|| self.mul_bit(a, b))
            .or_else(|| self.mul_bit(b, a));
        rewritten.unwrap_or_else(|| self.node2(Op::Mul, width, a, b))
    }

    /// match: x * 0 | x * 1 | x * -1
    /// result: 0 | x | -x
    fn mul_trivial(&self, a: Term, c: Term) -> Option<Term> {
        match () {
            _ if self.is_zero(c) => Some(c),
            _ if self.is_one(c) => Some(a),
            _ if self.is_ones(c) => Some(self.neg(a)),
            _ => None,
        }
    }

    /// match: (x * c1) * c2 | (x + c1) * c2 | -x * c
    /// result: x * (c1 * c2) | x * c2 + c1 * c2 | x * -c
    fn mul_constants(&self, a: Term, c: Term) -> Option<Term> {
        if let Some((x, d)) = self.as2_const(a, Op::Mul) {
            return Some(self.mul(x, self.mul(d, c)));
        }
        if let Some((x, d)) = self.as2_const(a, Op::Add) {
            return Some(self.add(self.mul(x, c), self.mul(d, c)));
        }
        self.as1(a, Op::Neg).map(|x| self.mul(x, self.neg(c)))
    }

    /// match: x * 2^k
    /// result: x << k
    fn mul_power(&self, a: Term, c: Term) -> Option<Term> {
        let k = self.as_bits(c)?.log2()?;
        Some(self.shl(a, self.constant(self.width(a), k.into())))
    }

    /// match: -x * -y
    /// result: x * y
    fn mul_negated(&self, a: Term, b: Term) -> Option<Term> {
        Some(self.mul(self.as1(a, Op::Neg)?, self.as1(b, Op::Neg)?))
    }

    /// match: x * zext(b), b of width 1
    /// result: b ? x : 0
    fn mul_bit(&self, a: Term, b: Term) -> Option<Term> {
        let bit = self.as1(b, Op::ZExt).filter(|&bit| self.width(bit) == 1)?;
        Some(self.ite(bit, a, self.zero(self.width(a))))
    }

    pub fn udiv(&self, a: Term, b: Term) -> Term {
        self.divide(Op::UDiv, a, b, Terms::udiv_constant)
    }

    pub fn urem(&self, a: Term, b: Term) -> Term {
        self.divide(Op::URem, a, b, Terms::urem_constant)
    }

    pub fn sdiv(&self, a: Term, b: Term) -> Term {
        self.divide(Op::SDiv, a, b, Terms::sdiv_constant)
    }

    pub fn srem(&self, a: Term, b: Term) -> Term {
        self.divide(Op::SRem, a, b, Terms::srem_constant)
    }

    fn divide(
        &self,
        op: Op,
        a: Term,
        b: Term,
        by_constant: fn(&Terms, Term, Term) -> Option<Term>,
    ) -> Term {
        let width = self.same_width(a, b);
        if let Some(t) = self.fold(op, width, &[a, b], 0) {
            return t;
        }
        let constant = if self.is_const(b) {
            by_constant(self, a, b)
        } else {
            None
        };
        constant
            .or_else(|| self.divide_range(op, a, b))
            .or_else(|| self.divide_unsigned(op, a, b))
            .or_else(|| self.divide_narrow(op, a, b))
            .unwrap_or_else(|| self.node2(op, width, a, b))
    }

    /// match: x / 0 | x / 1 | x / 2^k
    /// result: all ones | x | x >> k
    fn udiv_constant(&self, a: Term, c: Term) -> Option<Term> {
        if self.is_zero(c) {
            return Some(self.ones(self.width(a)));
        }
        let k = self.as_bits(c)?.log2()?;
        Some(self.lshr(a, self.constant(self.width(a), k.into())))
    }

    /// match: x % 0 | x % 1 | x % 2^k
    /// result: x | 0 | the low k bits
    fn urem_constant(&self, a: Term, c: Term) -> Option<Term> {
        let width = self.width(a);
        if self.is_zero(c) {
            return Some(a);
        }
        match self.as_bits(c)?.log2()? {
            0 => Some(self.zero(width)),
            k => Some(self.zext(self.trunc(a, k), width)),
        }
    }

    /// match: x / 1 | x / -1 | x / 2^k, signed
    /// result: x | -x | (x + (x < 0 ? 2^k - 1 : 0)) >> k
    fn sdiv_constant(&self, a: Term, c: Term) -> Option<Term> {
        let width = self.width(a);
        if width > 1 && self.is_one(c) {
            return Some(a);
        }
        if self.is_ones(c) {
            return Some(self.neg(a));
        }
        let value = self.as_bits(c)?;
        let k = value.log2().filter(|_| !value.sign())?;
        let sign = self.extract(a, width - 1, 1);
        let bias = self.zext(self.sext(sign, k), width);
        Some(self.ashr(self.add(a, bias), self.constant(width, k.into())))
    }

    /// match: x % 1 | x % -1, signed
    /// result: 0
    fn srem_constant(&self, a: Term, c: Term) -> Option<Term> {
        (self.is_one(c) || self.is_ones(c)).then(|| self.zero(self.width(a)))
    }

    /// match: x / y | x % y, where x is always below y
    /// result: 0 | x
    fn divide_range(&self, op: Op, a: Term, b: Term) -> Option<Term> {
        if !matches!(op, Op::UDiv | Op::URem) {
            return None;
        }
        let least = self.range(b)?.lo;
        if least == 0 || self.range(a)?.hi >= least {
            return None;
        }
        Some(if op == Op::UDiv {
            self.zero(self.width(a))
        } else {
            a
        })
    }

    /// match: signed division of operands that are never negative
    /// result: the unsigned one
    ///
    /// Division by zero agrees: both give all ones, or the dividend.
    fn divide_unsigned(&self, op: Op, a: Term, b: Term) -> Option<Term> {
        let unsigned = match op {
            Op::SDiv => Terms::udiv,
            Op::SRem => Terms::urem,
            _ => return None,
        };
        (self.never_negative(b) && self.never_negative(a)).then(|| unsigned(self, a, b))
    }

    /// match: zext(x) / c | zext(x) % c, c not 0 and within x's width
    /// result: zext(x / c) | zext(x % c)
    fn divide_narrow(&self, op: Op, a: Term, c: Term) -> Option<Term> {
        let x = self.as1(a, Op::ZExt)?;
        let narrow = self.width(x);
        let value = self
            .as_bits(c)
            .filter(|v| !v.is_zero() && v.significant() <= narrow)?;
        let value = self.constant_bits(&value.extract(0, narrow));
        let inner = match op {
            Op::UDiv => self.udiv(x, value),
            Op::URem => self.urem(x, value),
            _ => return None,
        };
        Some(self.zext(inner, self.width(a)))
    }
}
