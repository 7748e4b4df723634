//! The float remainder as bit-vector arithmetic, for back ends without an operator for it.

use crate::float::Layout;
use crate::{Term, Terms};

/// Quotients of at least this many bits are still exact.
const QUOTIENT_BITS: u32 = 64;

/// `frem(a, b)` in terms of the bits of `a` and `b`.
#[derive(Clone, Copy, Debug)]
pub struct Remainder {
    /// The pattern of the result, up to which NaN it is, where `exact` holds.
    pub bits: Term,
    /// Of width 1. Where it does not hold, both are finite, the divisor is not zero and so much
    /// smaller that the quotient has more than 64 bits.
    pub exact: Term,
}

/// A float of magnitude `significand * 2^(exponent - c)` for a constant `c`.
struct Parts {
    significand: Term,
    exponent: Term,
}

impl Terms {
    pub fn remainder(&self, a: Term, b: Term) -> Remainder {
        let width = self.width(a);
        let layout = Layout::of(width).expect("a float");
        let (x, y) = (self.float_parts(layout, a), self.float_parts(layout, b));
        let (size_a, size_b) = (self.trunc(a, width - 1), self.trunc(b, width - 1));
        let infinity = self.trunc(self.float_constant(layout, layout.infinity()), width - 1);
        let undefined = self.or(
            self.ule(infinity, size_a),
            self.or(
                self.ult(infinity, size_b),
                self.eq(y.significand, self.zero(self.width(y.significand))),
            ),
        );
        let smaller = self.ult(size_a, size_b);
        // From here on `x.exponent >= y.exponent`.
        let apart = self.sub(x.exponent, y.exponent);
        let reach = QUOTIENT_BITS.max(layout.fraction + 1);
        let near = match u64::from(reach) >> self.width(apart) {
            0 => self.ule(apart, self.constant(self.width(apart), u64::from(reach))),
            _ => self.tru(),
        };
        // A power of two divides whatever is that much larger.
        let power = self.is_power_of_two(y.significand);
        let rest = self.long_division(&x, &y, apart, reach);
        let rest = self.ite(near, rest, self.zero(self.width(rest)));
        let found = self.assemble(layout, rest, y.exponent);
        let signed = self.concat(self.extract(a, width - 1, 1), found);
        let nan = self.float_constant(layout, layout.default_nan());
        Remainder {
            bits: self.ite(undefined, nan, self.ite(smaller, a, signed)),
            exact: self.or(self.or(undefined, smaller), self.or(near, power)),
        }
    }

    fn float_constant(&self, layout: Layout, bits: u128) -> Term {
        self.constant_bits(&crate::Bits::new(layout.width, bits))
    }

    /// Subnormal numbers have the exponent of the smallest normal ones.
    fn float_parts(&self, layout: Layout, a: Term) -> Parts {
        let stored = layout.stored();
        let exponent = self.extract(a, stored, layout.width - 1 - stored);
        let zero = self.zero(self.width(exponent));
        let subnormal = self.eq(exponent, zero);
        let significand = match stored > layout.fraction {
            true => self.trunc(a, stored),
            false => self.concat(self.not(subnormal), self.trunc(a, stored)),
        };
        let one = self.constant(self.width(exponent), 1);
        Parts {
            significand,
            exponent: self.ite(subnormal, one, exponent),
        }
    }

    fn is_power_of_two(&self, a: Term) -> Term {
        let width = self.width(a);
        let below = self.sub(a, self.constant(width, 1));
        self.eq(self.and(a, below), self.zero(width))
    }

    /// `x.significand * 2^apart` modulo `y.significand`.
    fn long_division(&self, x: &Parts, y: &Parts, apart: Term, reach: u32) -> Term {
        let digits = self.width(x.significand);
        let wide = digits + reach;
        let shifted = self.shl(self.zext(x.significand, wide), self.zext(apart, wide));
        let rest = self.urem(shifted, self.zext(y.significand, wide));
        self.trunc(rest, digits)
    }

    /// The pattern, without its sign, of `rest * 2^exponent`: shifted to the left until the
    /// highest bit is set or the exponent is the smallest one.
    fn assemble(&self, layout: Layout, rest: Term, exponent: Term) -> Term {
        let (digits, narrow) = (self.width(rest), self.width(exponent));
        let (mut rest, mut exponent) = (rest, exponent);
        for step in (0..digits.next_power_of_two().ilog2())
            .rev()
            .map(|i| 1 << i)
        {
            let empty = self.eq(self.extract(rest, digits - step, step), self.zero(step));
            let step_here = self.constant(narrow, u64::from(step));
            let room = match u64::from(step) >> narrow {
                0 => self.ult(step_here, exponent),
                _ => self.fls(),
            };
            let go = self.and(empty, room);
            let moved = self.shl(rest, self.constant(digits, u64::from(step)));
            rest = self.ite(go, moved, rest);
            exponent = self.ite(go, self.sub(exponent, step_here), exponent);
        }
        let normal = self.extract(rest, digits - 1, 1);
        let exponent = self.ite(normal, exponent, self.zero(narrow));
        self.concat(exponent, self.trunc(rest, layout.stored()))
    }
}
