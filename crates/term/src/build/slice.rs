//! Concatenation, extraction, extension.
//!
//! Concatenations lean right: the high part of one is not itself one (up to `SPAN` parts).

use crate::{Node, Op, Term, Terms};

/// How many parts an extraction or a concatenation is pushed through before it stays a node.
/// Enough for 64 bytes side by side; bounds the recursion.
const SPAN: u32 = 64;

impl Terms {
    /// Panics when the bits are not all within `t`.
    pub fn extract(&self, t: Term, lo: u32, width: u32) -> Term {
        let whole = self.width(t);
        assert!(
            width > 0 && lo.checked_add(width).is_some_and(|end| end <= whole),
            "extract out of range"
        );
        self.extract_at(t, lo, width, SPAN)
    }

    fn extract_at(&self, mut t: Term, mut lo: u32, width: u32, depth: u32) -> Term {
        // Steps that only move to an argument are a loop: terms can be deep.
        loop {
            let node = self.node(t);
            if node.width == width {
                return t;
            }
            match node.op {
                // match: extract(extract(x))
                // result: extract(x)
                Op::Extract => {
                    lo += node.lo();
                    t = node.arg(0);
                }
                // match: extract(concat(x, y)) within x or within y
                // result: extract(x) or extract(y)
                Op::Concat => {
                    let at = self.width(node.arg(1));
                    if lo >= at {
                        lo -= at;
                        t = node.arg(0);
                    } else if lo + width <= at {
                        t = node.arg(1);
                    } else {
                        break;
                    }
                }
                // match: extract(zext(x)) | extract(sext(x)), within x
                // result: extract(x)
                Op::ZExt | Op::SExt if lo + width <= self.width(node.arg(0)) => t = node.arg(0),
                _ => break,
            }
        }
        self.fold(Op::Extract, width, &[t], lo)
            .or_else(|| self.extract_across(t, lo, width, depth))
            .or_else(|| self.extract_extension(t, lo, width))
            .or_else(|| self.extract_masked(t, lo, width, depth))
            .or_else(|| self.lift_ite(t, |k| self.extract(k, lo, width)))
            .unwrap_or_else(|| {
                self.intern(Node {
                    op: Op::Extract,
                    width,
                    a: t.raw(),
                    b: lo,
                    c: 0,
                })
            })
    }

    /// match: extract(concat(x, y)) across the boundary
    /// result: concat(extract(x), extract(y))
    fn extract_across(&self, t: Term, lo: u32, width: u32, depth: u32) -> Option<Term> {
        let (x, y) = self.as2(t, Op::Concat).filter(|_| depth > 0)?;
        let at = self.width(y);
        let high = self.extract_at(x, 0, lo + width - at, depth - 1);
        Some(self.concat(high, self.extract_at(y, lo, at - lo, depth - 1)))
    }

    /// match: extract(zext(x)) | extract(sext(x)), above or across the top of x
    /// result: 0 or zext(extract(x)) | sext(extract(x))
    fn extract_extension(&self, t: Term, lo: u32, width: u32) -> Option<Term> {
        let node = self.node(t);
        if !matches!(node.op, Op::ZExt | Op::SExt) {
            return None;
        }
        let x = node.arg(0);
        let inner = self.width(x);
        if node.op == Op::ZExt {
            return Some(match inner.checked_sub(lo) {
                None | Some(0) => self.zero(width),
                Some(left) => self.zext(self.extract(x, lo, left), width),
            });
        }
        let lo = lo.min(inner - 1);
        Some(self.sext(self.extract(x, lo, inner - lo), width))
    }

    /// match: extract(x & c) | extract(x | c) | extract(x ^ c), where that part of c is 0 or ones
    /// result: extract(x), 0 or ones
    ///
    /// Other constants stay inside, so that the bytes of a stored value join again when loaded.
    fn extract_masked(&self, t: Term, lo: u32, width: u32, depth: u32) -> Option<Term> {
        let node = self.node(t);
        if !matches!(node.op, Op::And | Op::Or | Op::Xor) || depth == 0 {
            return None;
        }
        let part = self.extract(self.as2_const(t, node.op)?.1, lo, width);
        let (zero, ones) = (self.is_zero(part), self.is_ones(part));
        match node.op {
            Op::And if zero => Some(part),
            Op::Or if ones => Some(part),
            Op::And if ones => Some(self.extract_at(node.arg(0), lo, width, depth - 1)),
            Op::Or | Op::Xor if zero => Some(self.extract_at(node.arg(0), lo, width, depth - 1)),
            _ => None,
        }
    }

    /// The low `width` bits. Unlike `extract` this also narrows arithmetic whose operands get
    /// cheaper by it: use `extract` to take a value apart into bytes that may be joined again.
    pub fn trunc(&self, t: Term, width: u32) -> Term {
        self.narrow_arithmetic(t, width)
            .unwrap_or_else(|| self.extract(t, 0, width))
    }

    /// match: trunc(x op y), op one of add, sub, mul, and, or, xor, where both operands are
    ///        constants, extensions or concatenations
    /// result: trunc(x) op trunc(y)
    fn narrow_arithmetic(&self, t: Term, width: u32) -> Option<Term> {
        let node = self.node(t);
        let build = match node.op {
            Op::Add => Terms::add,
            Op::Sub => Terms::sub,
            Op::Mul => Terms::mul,
            Op::And => Terms::and,
            Op::Or => Terms::or,
            Op::Xor => Terms::xor,
            _ => return None,
        };
        let cheap = |t| matches!(self.op(t), Op::Const | Op::ZExt | Op::SExt | Op::Concat);
        let (x, y) = (node.arg(0), node.arg(1));
        let narrows = width < node.width && cheap(x) && cheap(y);
        narrows.then(|| build(self, self.extract(x, 0, width), self.extract(y, 0, width)))
    }

    /// `hi` above `lo`.
    pub fn concat(&self, hi: Term, lo: Term) -> Term {
        self.concat_at(hi, lo, SPAN)
    }

    fn concat_at(&self, hi: Term, lo: Term, depth: u32) -> Term {
        let sum = self.width(hi).checked_add(self.width(lo));
        let width = sum.expect("a term has fewer than 2^32 bits");
        self.fold(Op::Concat, width, &[hi, lo], 0)
            .or_else(|| self.concat_lean(hi, lo, depth))
            .or_else(|| self.concat_zero(hi, lo, width))
            .or_else(|| self.concat_pair(hi, lo))
            .or_else(|| self.concat_sign(hi, lo, width))
            .or_else(|| self.concat_inner(hi, lo))
            .unwrap_or_else(|| self.node2(Op::Concat, width, hi, lo))
    }

    /// match: concat(concat(x, y), z)
    /// result: concat(x, concat(y, z))
    fn concat_lean(&self, hi: Term, lo: Term, depth: u32) -> Option<Term> {
        let (x, y) = self.as2(hi, Op::Concat).filter(|_| depth > 0)?;
        Some(self.concat_at(x, self.concat_at(y, lo, depth - 1), depth - 1))
    }

    /// match: concat(0, x) | concat(zext(x), y)
    /// result: zext(x) | zext(concat(x, y))
    fn concat_zero(&self, hi: Term, lo: Term, width: u32) -> Option<Term> {
        if self.is_zero(hi) {
            return Some(self.zext(lo, width));
        }
        let x = self.as1(hi, Op::ZExt)?;
        Some(self.zext(self.concat(x, lo), width))
    }

    /// One term for two that lie side by side, when there is a simpler one than their
    /// concatenation.
    ///
    /// match: concat(x[i..j], x[j..k]) | concat(c ? k1 : k2, c ? k3 : k4), or one of them constant
    /// result: x[i..k] | c ? k1:k3 : k2:k4
    fn concat_pair(&self, hi: Term, lo: Term) -> Option<Term> {
        let (h, l) = (self.node(hi), self.node(lo));
        match (h.op, l.op) {
            (Op::Const, Op::Const) => Some(self.concat(hi, lo)),
            (Op::Extract, Op::Extract) => {
                let adjacent = h.arg(0) == l.arg(0) && h.lo() == l.lo() + l.width;
                adjacent.then(|| self.extract(h.arg(0), l.lo(), h.width + l.width))
            }
            (Op::Ite, Op::Ite) => {
                let (c, k1, k2) = self.as_ite_const(hi)?;
                let (d, k3, k4) = self.as_ite_const(lo)?;
                (c == d).then(|| self.ite(c, self.concat(k1, k3), self.concat(k2, k4)))
            }
            (Op::Const, Op::Ite) => self.lift_ite(lo, |k| self.concat(hi, k)),
            (Op::Ite, Op::Const) => self.lift_ite(hi, |k| self.concat(k, lo)),
            _ => None,
        }
    }

    /// match: concat(x, concat(y, z)), where x and y join to something simpler
    /// result: concat(joined, z)
    fn concat_inner(&self, hi: Term, lo: Term) -> Option<Term> {
        let (y, z) = self.as2(lo, Op::Concat)?;
        Some(self.concat(self.concat_pair(hi, y)?, z))
    }

    /// match: concat(sext(s), x) | concat(s, x), s being the sign bit of x | concat(sext(x), y)
    /// result: sext(x) | sext(x) | sext(concat(x, y))
    fn concat_sign(&self, hi: Term, lo: Term, width: u32) -> Option<Term> {
        let inner = self.as1(hi, Op::SExt);
        let sign = inner.unwrap_or(hi);
        self.concat_own_sign(sign, lo, width)
            .or_else(|| inner.map(|x| self.sext(self.concat(x, lo), width)))
    }

    fn concat_own_sign(&self, sign: Term, lo: Term, width: u32) -> Option<Term> {
        // The sign bit of a term that is no extraction is one: look before building it.
        let candidate = self.width(sign) == 1
            && matches!(self.op(lo), Op::SExt | Op::Concat | Op::Extract)
            || self.as1(sign, Op::Extract) == Some(lo);
        if !candidate || self.width(sign) != 1 {
            return None;
        }
        let top = self.width(lo) - 1;
        (self.extract(lo, top, 1) == sign).then(|| self.sext(lo, width))
    }

    /// Little endian: the first term is the lowest part. Panics for no terms.
    pub fn concat_bytes(&self, bytes: &[Term]) -> Term {
        let (&first, rest) = bytes.split_first().expect("at least one byte");
        rest.iter().fold(first, |low, &byte| self.concat(byte, low))
    }

    /// Panics when `width` is below that of `t`.
    pub fn zext(&self, t: Term, width: u32) -> Term {
        let from = self.width(t);
        assert!(width >= from, "extension to a smaller width");
        if width == from {
            return t;
        }
        self.fold(Op::ZExt, width, &[t], 0)
            .or_else(|| self.zext_again(t, width))
            .or_else(|| self.lift_ite(t, |k| self.zext(k, width)))
            .unwrap_or_else(|| self.node1(Op::ZExt, width, t))
    }

    /// match: zext(zext(x))
    /// result: zext(x)
    fn zext_again(&self, t: Term, width: u32) -> Option<Term> {
        self.as1(t, Op::ZExt).map(|x| self.zext(x, width))
    }

    /// Panics when `width` is below that of `t`.
    pub fn sext(&self, t: Term, width: u32) -> Term {
        let from = self.width(t);
        assert!(width >= from, "extension to a smaller width");
        if width == from {
            return t;
        }
        self.fold(Op::SExt, width, &[t], 0)
            .or_else(|| self.sext_again(t, width))
            .or_else(|| self.lift_ite(t, |k| self.sext(k, width)))
            .unwrap_or_else(|| self.node1(Op::SExt, width, t))
    }

    /// match: sext(sext(x)) | sext(x), x never negative
    /// result: sext(x) | zext(x)
    fn sext_again(&self, t: Term, width: u32) -> Option<Term> {
        if let Some(x) = self.as1(t, Op::SExt) {
            return Some(self.sext(x, width));
        }
        (self.width(t) > 1 && self.never_negative(t)).then(|| self.zext(t, width))
    }
}
