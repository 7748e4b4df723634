//! Constructors: each folds constants, tries its rewrite rules, and only then interns a node.
//!
//! A rule is one small function that answers `Some(term)` when it applies; its comment gives the
//! `match:` and the `result:`. Invariants that rules rely on and keep: a commutative node has its
//! constant, if any, on the right, otherwise the smaller index on the left; `x - c` is stored as
//! `x + (-c)`; comparisons are `Eq Ult Ule Slt Sle` only.

mod arith;
mod bitwise;
mod compare;
mod derived;
mod equal;
mod float;
mod ite;
mod remainder;
mod shift;
mod slice;

pub use remainder::Remainder;

use crate::fold::{Shape, apply, apply64};
use crate::{Bits, Node, Op, Term, Terms};

/// How far rules look below a node. Bounds both time and stack.
const DEPTH: u32 = 6;

impl Terms {
    #[inline]
    pub(crate) fn node1(&self, op: Op, width: u32, a: Term) -> Term {
        self.intern(Node {
            op,
            width,
            a: a.raw(),
            b: 0,
            c: 0,
        })
    }

    #[inline]
    pub(crate) fn node2(&self, op: Op, width: u32, a: Term, b: Term) -> Term {
        self.intern(Node {
            op,
            width,
            a: a.raw(),
            b: b.raw(),
            c: 0,
        })
    }

    #[inline]
    pub(crate) fn node3(&self, op: Op, width: u32, a: Term, b: Term, c: Term) -> Term {
        self.intern(Node {
            op,
            width,
            a: a.raw(),
            b: b.raw(),
            c: c.raw(),
        })
    }

    /// Panics when the widths differ: that is an error of the caller. Returns the width.
    #[inline]
    #[track_caller]
    fn same_width(&self, a: Term, b: Term) -> u32 {
        let width = self.width(a);
        assert_eq!(width, self.width(b), "operands of different widths");
        width
    }

    /// The constant result when all of `args` are constants.
    #[inline]
    fn fold(&self, op: Op, width: u32, args: &[Term], param: u32) -> Option<Term> {
        if args.iter().any(|&arg| !self.is_const(arg)) {
            return None;
        }
        let shape = Shape {
            op,
            width,
            arg: self.width(args[0]),
            param,
        };
        let mut small = [0; 3];
        for (value, &arg) in small.iter_mut().zip(args) {
            match self.as_const(arg) {
                Some(v) => *value = v,
                None => return Some(self.fold_wide(shape, args)),
            }
        }
        if width > 64 {
            return Some(self.fold_wide(shape, args));
        }
        Some(self.constant(width, apply64(shape, small)))
    }

    #[cold]
    fn fold_wide(&self, shape: Shape, args: &[Term]) -> Term {
        let values: Vec<Bits> = args.iter().filter_map(|&arg| self.as_bits(arg)).collect();
        self.constant_bits(&apply(shape, &values))
    }

    /// Arguments of a commutative operator in the order that the arena stores.
    #[inline]
    fn ordered(&self, a: Term, b: Term) -> (Term, Term) {
        match (self.is_const(a), self.is_const(b)) {
            (true, false) => (b, a),
            (false, true) => (a, b),
            _ if b < a => (b, a),
            _ => (a, b),
        }
    }

    /// The argument, when `t` is a unary `op`.
    #[inline]
    fn as1(&self, t: Term, op: Op) -> Option<Term> {
        let node = self.node(t);
        (node.op == op).then(|| node.arg(0))
    }

    /// The arguments, when `t` is a binary `op`.
    #[inline]
    fn as2(&self, t: Term, op: Op) -> Option<(Term, Term)> {
        let node = self.node(t);
        (node.op == op).then(|| (node.arg(0), node.arg(1)))
    }

    /// The arguments, when `t` is a binary `op` with a constant on the right.
    #[inline]
    fn as2_const(&self, t: Term, op: Op) -> Option<(Term, Term)> {
        self.as2(t, op).filter(|&(_, c)| self.is_const(c))
    }

    /// Condition and branches, when `t` is a choice.
    #[inline]
    fn as_ite(&self, t: Term) -> Option<(Term, Term, Term)> {
        let node = self.node(t);
        (node.op == Op::Ite).then(|| (node.arg(0), node.arg(1), node.arg(2)))
    }

    /// Condition and branches, when `t` is a choice between constants.
    #[inline]
    fn as_ite_const(&self, t: Term) -> Option<(Term, Term, Term)> {
        self.as_ite(t)
            .filter(|&(_, a, b)| self.is_const(a) && self.is_const(b))
    }

    /// match: f(c ? k1 : k2) with constants k1, k2
    /// result: c ? f(k1) : f(k2)
    ///
    /// Sound for any `f` of one varying argument; the callers pass those that then fold.
    fn lift_ite(&self, t: Term, f: impl Fn(Term) -> Term) -> Option<Term> {
        let (c, k1, k2) = self.as_ite_const(t)?;
        Some(self.ite(c, f(k1), f(k2)))
    }

    /// Whether `t` is the constant zero.
    #[inline]
    pub(crate) fn is_zero(&self, t: Term) -> bool {
        let node = self.node(t);
        node.op == Op::Const && node.a == 0 && node.b == 0 && node.c == 0
            || node.c == 1 && node.op == Op::Const && self.as_bits(t).is_some_and(|v| v.is_zero())
    }

    /// Whether `t` is the constant of all ones.
    #[inline]
    pub(crate) fn is_ones(&self, t: Term) -> bool {
        let node = self.node(t);
        match node.small_const() {
            Some(value) => value == crate::fold::mask(node.width),
            None => node.op == Op::Const && self.as_bits(t).is_some_and(|v| v.is_ones()),
        }
    }

    /// Whether `t` is the constant one.
    #[inline]
    pub(crate) fn is_one(&self, t: Term) -> bool {
        match self.node(t).small_const() {
            Some(value) => value == 1,
            None => self.as_bits(t).is_some_and(|v| v.is_one()),
        }
    }

    pub fn zero(&self, width: u32) -> Term {
        self.constant(width, 0)
    }

    pub fn ones(&self, width: u32) -> Term {
        if width <= 64 {
            self.constant(width, u64::MAX)
        } else {
            self.constant_bits(&Bits::ones(width))
        }
    }
}
