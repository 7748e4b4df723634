//! Operations that are built from others.

use crate::{Term, Terms};

impl Terms {
    pub fn umin(&self, a: Term, b: Term) -> Term {
        self.ite(self.ult(a, b), a, b)
    }

    pub fn umax(&self, a: Term, b: Term) -> Term {
        self.ite(self.ult(a, b), b, a)
    }

    pub fn smin(&self, a: Term, b: Term) -> Term {
        self.ite(self.slt(a, b), a, b)
    }

    pub fn smax(&self, a: Term, b: Term) -> Term {
        self.ite(self.slt(a, b), b, a)
    }

    /// The smallest number is its own absolute value.
    pub fn abs(&self, a: Term) -> Term {
        self.ite(self.is_negative(a), self.neg(a), a)
    }

    fn is_negative(&self, a: Term) -> Term {
        self.extract(a, self.width(a) - 1, 1)
    }

    /// The number of ones: a balanced sum, each level one bit wider than the one below.
    pub fn ctpop(&self, a: Term) -> Term {
        let width = self.width(a);
        let mut sums: Vec<Term> = (0..width).map(|i| self.extract(a, i, 1)).collect();
        while sums.len() > 1 {
            let wider = self.width(sums[0]) + 1;
            let pair = |pair: &[Term]| match *pair {
                [x, y] => self.add(self.zext(x, wider), self.zext(y, wider)),
                _ => self.zext(pair[0], wider),
            };
            sums = sums.chunks(2).map(pair).collect();
        }
        self.resize(sums[0], width)
    }

    /// Unsigned: zero extended or cut.
    pub fn resize(&self, a: Term, width: u32) -> Term {
        if width >= self.width(a) {
            self.zext(a, width)
        } else {
            self.trunc(a, width)
        }
    }

    /// Leading zeros; the width for zero.
    pub fn ctlz(&self, a: Term) -> Term {
        let width = self.width(a);
        let none = self.constant(width, u64::from(width));
        // From the lowest bit up: the highest one decides last.
        (0..width).fold(none, |below, i| {
            let here = self.constant(width, u64::from(width - 1 - i));
            self.ite(self.extract(a, i, 1), here, below)
        })
    }

    /// Trailing zeros; the width for zero.
    pub fn cttz(&self, a: Term) -> Term {
        let width = self.width(a);
        let none = self.constant(width, u64::from(width));
        (0..width).rev().fold(none, |above, i| {
            self.ite(
                self.extract(a, i, 1),
                self.constant(width, u64::from(i)),
                above,
            )
        })
    }

    /// Panics unless the width is a whole number of bytes.
    pub fn bswap(&self, a: Term) -> Term {
        assert_eq!(self.width(a) % 8, 0, "bswap of a fraction of a byte");
        self.reverse(a, 8)
    }

    pub fn bitreverse(&self, a: Term) -> Term {
        self.reverse(a, 1)
    }

    fn reverse(&self, a: Term, step: u32) -> Term {
        let parts = (0..self.width(a) / step).map(|i| self.extract(a, i * step, step));
        parts
            .reduce(|high, low| self.concat(high, low))
            .expect("at least one part")
    }

    /// The high half of `hi:lo` shifted left by `amount` modulo the width.
    pub fn fshl(&self, hi: Term, lo: Term, amount: Term) -> Term {
        let (width, both, by) = self.funnel(hi, lo, amount);
        self.extract(self.shl(both, by), width, width)
    }

    /// The low half of `hi:lo` shifted right by `amount` modulo the width.
    pub fn fshr(&self, hi: Term, lo: Term, amount: Term) -> Term {
        let (width, both, by) = self.funnel(hi, lo, amount);
        self.trunc(self.lshr(both, by), width)
    }

    fn funnel(&self, hi: Term, lo: Term, amount: Term) -> (u32, Term, Term) {
        let width = self.same_width(hi, lo);
        assert_eq!(width, self.width(amount), "operands of different widths");
        // A width of 1 cannot hold the modulus 1; every amount is 0 modulo 1.
        let by = match width {
            1 => self.zero(1),
            _ => self.urem(amount, self.constant(width, u64::from(width))),
        };
        (width, self.concat(hi, lo), self.zext(by, 2 * width))
    }

    pub fn uadd_overflow(&self, a: Term, b: Term) -> Term {
        self.ult(self.add(a, b), a)
    }

    pub fn usub_overflow(&self, a: Term, b: Term) -> Term {
        self.ult(a, b)
    }

    /// Both arguments have one sign and the sum has the other.
    pub fn sadd_overflow(&self, a: Term, b: Term) -> Term {
        let sum = self.add(a, b);
        self.is_negative(self.and(self.xor(a, sum), self.xor(b, sum)))
    }

    /// The arguments differ in sign and the difference has not the first one's.
    pub fn ssub_overflow(&self, a: Term, b: Term) -> Term {
        let difference = self.sub(a, b);
        self.is_negative(self.and(self.xor(a, b), self.xor(a, difference)))
    }

    pub fn umul_overflow(&self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        let product = self.mul(self.zext(a, 2 * width), self.zext(b, 2 * width));
        self.ne(self.extract(product, width, width), self.zero(width))
    }

    pub fn smul_overflow(&self, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        let product = self.mul(self.sext(a, 2 * width), self.sext(b, 2 * width));
        self.ne(product, self.sext(self.trunc(product, width), 2 * width))
    }

    pub fn uadd_sat(&self, a: Term, b: Term) -> Term {
        self.ite(
            self.uadd_overflow(a, b),
            self.ones(self.width(a)),
            self.add(a, b),
        )
    }

    pub fn usub_sat(&self, a: Term, b: Term) -> Term {
        self.ite(
            self.usub_overflow(a, b),
            self.zero(self.width(a)),
            self.sub(a, b),
        )
    }

    pub fn sadd_sat(&self, a: Term, b: Term) -> Term {
        self.ite(
            self.sadd_overflow(a, b),
            self.signed_limit(a),
            self.add(a, b),
        )
    }

    pub fn ssub_sat(&self, a: Term, b: Term) -> Term {
        self.ite(
            self.ssub_overflow(a, b),
            self.signed_limit(a),
            self.sub(a, b),
        )
    }

    /// The smallest number when `a` is negative, else the largest.
    fn signed_limit(&self, a: Term) -> Term {
        let width = self.width(a);
        let sign = self.is_negative(a);
        match width {
            1 => sign,
            _ => self.concat(sign, self.sext(self.not(sign), width - 1)),
        }
    }

    /// Shifted left; all ones when a one is lost.
    pub fn ushl_sat(&self, a: Term, amount: Term) -> Term {
        let shifted = self.shl(a, amount);
        let lossless = self.eq(self.lshr(shifted, amount), a);
        self.ite(lossless, shifted, self.ones(self.width(a)))
    }

    /// Shifted left; the limit of `a`'s sign when the value is lost.
    pub fn sshl_sat(&self, a: Term, amount: Term) -> Term {
        let shifted = self.shl(a, amount);
        let lossless = self.eq(self.ashr(shifted, amount), a);
        self.ite(lossless, shifted, self.signed_limit(a))
    }

    /// `items[index]`, the last item for an index out of range: a balanced tree of choices over
    /// the bits of the index, in which equal halves fold.
    pub fn select_table(&self, items: &[Term], index: Term) -> Term {
        let last = *items.last().expect("a table has at least one item");
        let needed = (items.len() - 1).checked_ilog2().map_or(0, |log| log + 1);
        let bits = needed.min(self.width(index));
        // Items that the index cannot name are unreachable.
        let mut level = items[..items.len().min(1 << bits)].to_vec();
        for i in 0..bits {
            let bit = self.extract(index, i, 1);
            let choose = |pair: &[Term]| match *pair {
                [even, odd] => self.ite(bit, odd, even),
                _ => self.ite(bit, last, pair[0]),
            };
            level = level.chunks(2).map(choose).collect();
        }
        if bits == self.width(index) {
            return level[0];
        }
        let beyond = self.extract(index, bits, self.width(index) - bits);
        self.ite(
            self.eq(beyond, self.zero(self.width(beyond))),
            level[0],
            last,
        )
    }
}
