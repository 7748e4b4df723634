//! Choices.

use crate::{Op, Term, Terms};

impl Terms {
    /// `a` when `c` is true, else `b`.
    pub fn ite(&self, c: Term, a: Term, b: Term) -> Term {
        let width = self.same_width(a, b);
        assert_eq!(self.width(c), 1, "a condition is one bit");
        if a == b || self.is_true(c) {
            return a;
        }
        if self.is_false(c) {
            return b;
        }
        if let Some(d) = self.as1(c, Op::Not) {
            return self.ite(d, b, a);
        }
        let rewritten = if width == 1 {
            self.ite_bool(c, a, b)
        } else {
            self.ite_bits(c, a, b)
        };
        rewritten
            .or_else(|| self.ite_nested(c, a, b))
            .or_else(|| self.ite_shared(c, a, b))
            .or_else(|| self.ite_equal(c, a, b))
            .or_else(|| self.ite_extended(c, a, b))
            .or_else(|| self.ite_concat(c, a, b))
            .unwrap_or_else(|| self.node3(Op::Ite, width, c, a, b))
    }

    /// match: c ? 1 : y | c ? 0 : y | c ? x : 1 | c ? x : 0 | c ? c : y | c ? x : c | c ? x : ~x
    /// result: c | y | ~c & y | ~c | x | c & x | c | y | c & x | ~(c ^ x)
    fn ite_bool(&self, c: Term, a: Term, b: Term) -> Option<Term> {
        match () {
            _ if self.is_true(a) || a == c => Some(self.or(c, b)),
            _ if self.is_false(b) || b == c => Some(self.and(c, a)),
            _ if self.is_false(a) => Some(self.and(self.not(c), b)),
            _ if self.is_true(b) => Some(self.or(self.not(c), a)),
            _ if self.complementary(a, b) => Some(self.not(self.xor(c, a))),
            _ => None,
        }
    }

    /// match: c ? 1 : 0 | c ? 0 : 1 | c ? ones : 0 | c ? 0 : ones
    /// result: zext(c) | zext(~c) | sext(c) | sext(~c)
    fn ite_bits(&self, c: Term, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        match () {
            _ if self.is_zero(b) && self.is_one(a) => Some(self.zext(c, width)),
            _ if self.is_zero(a) && self.is_one(b) => Some(self.zext(self.not(c), width)),
            _ if self.is_zero(b) && self.is_ones(a) => Some(self.sext(c, width)),
            _ if self.is_zero(a) && self.is_ones(b) => Some(self.sext(self.not(c), width)),
            _ => None,
        }
    }

    /// match: c ? (c ? x : y) : z | c ? x : (c ? y : z)
    /// result: c ? x : z
    fn ite_nested(&self, c: Term, a: Term, b: Term) -> Option<Term> {
        if let Some((d, x, _)) = self.as_ite(a).filter(|&(d, ..)| d == c) {
            debug_assert_eq!(c, d);
            return Some(self.ite(c, x, b));
        }
        let (_, _, z) = self.as_ite(b).filter(|&(d, ..)| d == c)?;
        Some(self.ite(c, a, z))
    }

    /// match: c ? x : (d ? x : y) | c ? x : (d ? y : x) | c ? (d ? x : y) : y | c ? (d ? y : x) : y
    /// result: c|d ? x : y | c|~d ? x : y | c&d ? x : y | c&~d ? x : y
    fn ite_shared(&self, c: Term, a: Term, b: Term) -> Option<Term> {
        if let Some((d, x, y)) = self.as_ite(b) {
            if x == a {
                return Some(self.ite(self.or(c, d), a, y));
            }
            if y == a {
                return Some(self.ite(self.or(c, self.not(d)), a, x));
            }
        }
        let (d, x, y) = self.as_ite(a)?;
        match b {
            _ if y == b => Some(self.ite(self.and(c, d), x, b)),
            _ if x == b => Some(self.ite(self.and(c, self.not(d)), y, b)),
            _ => None,
        }
    }

    /// match: x = y ? x : y | x = y ? y : x
    /// result: y | x
    fn ite_equal(&self, c: Term, a: Term, b: Term) -> Option<Term> {
        let (x, y) = self.as2(c, Op::Eq)?;
        ((x, y) == (a, b) || (y, x) == (a, b)).then_some(b)
    }

    /// match: c ? zext(x) : zext(y) | c ? zext(x) : k, k within x's width; the same with sext
    /// result: zext(c ? x : y)
    fn ite_extended(&self, c: Term, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        let extension = [a, b]
            .into_iter()
            .find(|&t| matches!(self.op(t), Op::ZExt | Op::SExt))?;
        let op = self.op(extension);
        let narrow = self.width(self.node(extension).arg(0));
        let inside = |t: Term| {
            if let Some(x) = self.as1(t, op) {
                return (self.width(x) == narrow).then_some(x);
            }
            let value = self.as_bits(t)?;
            let low = value.extract(0, narrow);
            let back = if op == Op::ZExt {
                low.zext(width)
            } else {
                low.sext(width)
            };
            (back == value).then(|| self.constant_bits(&low))
        };
        let inner = self.ite(c, inside(a)?, inside(b)?);
        Some(if op == Op::ZExt {
            self.zext(inner, width)
        } else {
            self.sext(inner, width)
        })
    }

    /// match: c ? concat(h, x) : concat(h, y) | c ? concat(x, l) : concat(y, l)
    /// result: concat(h, c ? x : y) | concat(c ? x : y, l)
    fn ite_concat(&self, c: Term, a: Term, b: Term) -> Option<Term> {
        let ((h1, l1), (h2, l2)) = (self.as2(a, Op::Concat)?, self.as2(b, Op::Concat)?);
        if h1 == h2 {
            return Some(self.concat(h1, self.ite(c, l1, l2)));
        }
        (l1 == l2).then(|| self.concat(self.ite(c, h1, h2), l1))
    }
}
