//! Shifts. By a constant they become slices.

use crate::{Op, Term, Terms};

impl Terms {
    pub fn shl(&self, a: Term, by: Term) -> Term {
        self.shift(Op::Shl, a, by)
    }

    pub fn lshr(&self, a: Term, by: Term) -> Term {
        self.shift(Op::LShr, a, by)
    }

    pub fn ashr(&self, a: Term, by: Term) -> Term {
        self.shift(Op::AShr, a, by)
    }

    fn shift(&self, op: Op, a: Term, by: Term) -> Term {
        let width = self.same_width(a, by);
        if let Some(t) = self.fold(op, width, &[a, by], 0) {
            return t;
        }
        self.shift_by_constant(op, a, by)
            .or_else(|| self.shift_constant(op, a))
            .or_else(|| self.shift_out(op, a, by))
            .or_else(|| self.ashr_positive(op, a, by))
            .or_else(|| self.lift_ite(by, |k| self.shift(op, a, k)))
            .unwrap_or_else(|| self.node2(op, width, a, by))
    }

    /// match: x << k | x >> k, unsigned | x >> k, signed
    /// result: concat(low bits, 0:k) | zext(high bits) | sext(high bits)
    fn shift_by_constant(&self, op: Op, a: Term, by: Term) -> Option<Term> {
        let width = self.width(a);
        let amount = self.as_bits(by)?;
        Some(match (op, amount.shift_amount()) {
            (_, Some(0)) => a,
            (Op::Shl, Some(k)) => match self.as2_const(a, Op::Add) {
                // Constants stay outermost: (x + c) << k is (x << k) + (c << k).
                Some((x, c)) => self.add(self.shl(x, by), self.shl(c, by)),
                None => self.concat(self.extract(a, 0, width - k), self.zero(k)),
            },
            (Op::LShr, Some(k)) => self.zext(self.extract(a, k, width - k), width),
            (Op::AShr, Some(k)) => self.sext(self.extract(a, k, width - k), width),
            (Op::AShr, None) => self.sext(self.extract(a, width - 1, 1), width),
            _ => self.zero(width),
        })
    }

    /// match: 0 << x | 0 >> x | ones >> x, signed
    /// result: 0 | 0 | ones
    fn shift_constant(&self, op: Op, a: Term) -> Option<Term> {
        (self.is_zero(a) || op == Op::AShr && self.is_ones(a)).then_some(a)
    }

    /// match: x << y | x >> y, unsigned, y always at least the width
    /// result: 0
    fn shift_out(&self, op: Op, a: Term, by: Term) -> Option<Term> {
        let width = self.width(a);
        let out = op != Op::AShr && self.range(by)?.lo >= u64::from(width);
        out.then(|| self.zero(width))
    }

    /// match: x >> y, signed, x never negative
    /// result: the unsigned shift
    fn ashr_positive(&self, op: Op, a: Term, by: Term) -> Option<Term> {
        (op == Op::AShr && self.never_negative(a)).then(|| self.lshr(a, by))
    }
}
