//! Float constructors. The format follows from the width.

use crate::float::Layout;
use crate::{Bits, FCmp, Node, Op, Rounding, Term, Terms};

/// One constructor per binary operator of equal widths.
macro_rules! arithmetic {
    ($($name:ident $op:ident),*) => {
        impl Terms { $(
            pub fn $name(&self, a: Term, b: Term) -> Term {
                let width = self.float_width(a, b);
                self.fold(Op::$op, width, &[a, b], 0)
                    .unwrap_or_else(|| self.node2(Op::$op, width, a, b))
            }
        )* }
    };
}
arithmetic!(fadd FAdd, fsub FSub, fmul FMul, fdiv FDiv, frem FRem);

impl Terms {
    #[track_caller]
    fn float_width(&self, a: Term, b: Term) -> u32 {
        let width = self.same_width(a, b);
        assert!(
            Layout::of(width).is_some(),
            "no float format of {width} bits"
        );
        width
    }

    fn sign_bit(&self, width: u32) -> Bits {
        Bits::one(width).shl(&Bits::new(width, u128::from(width - 1)))
    }

    /// The sign flipped, NaN or not.
    pub fn fneg(&self, a: Term) -> Term {
        let width = self.float_width(a, a);
        self.xor(a, self.constant_bits(&self.sign_bit(width)))
    }

    /// The sign cleared, NaN or not.
    pub fn fabs(&self, a: Term) -> Term {
        let width = self.float_width(a, a);
        self.zext(self.trunc(a, width - 1), width)
    }

    /// The magnitude of `a` with the sign of `b`.
    pub fn fcopysign(&self, a: Term, b: Term) -> Term {
        let width = self.float_width(a, b);
        self.concat(self.extract(b, width - 1, 1), self.trunc(a, width - 1))
    }

    pub fn fsqrt(&self, a: Term) -> Term {
        let width = self.float_width(a, a);
        self.fold(Op::FSqrt, width, &[a], 0)
            .unwrap_or_else(|| self.node1(Op::FSqrt, width, a))
    }

    /// To an integral value of the same format.
    pub fn fround(&self, a: Term, rounding: Rounding) -> Term {
        let width = self.float_width(a, a);
        let param = rounding as u32;
        self.fold(Op::FRound, width, &[a], param)
            .unwrap_or_else(|| {
                self.intern(Node {
                    op: Op::FRound,
                    width,
                    a: a.raw(),
                    b: param,
                    c: 0,
                })
            })
    }

    /// `a * b + c`, rounded once.
    pub fn ffma(&self, a: Term, b: Term, c: Term) -> Term {
        let width = self.float_width(a, b);
        self.float_width(b, c);
        self.fold(Op::FFma, width, &[a, b, c], 0)
            .unwrap_or_else(|| self.node3(Op::FFma, width, a, b, c))
    }

    /// The smaller one; the other one if one is NaN; `-0` is below `+0`.
    pub fn fmin(&self, a: Term, b: Term) -> Term {
        self.fpick(a, b, self.flt(a, b), self.or(a, b))
    }

    /// The larger one; the other one if one is NaN; `-0` is below `+0`.
    pub fn fmax(&self, a: Term, b: Term) -> Term {
        self.fpick(a, b, self.flt(b, a), self.and(a, b))
    }

    /// `a` when `first`, `equal` when they compare equal (the bits differ only for zeros), and
    /// never a NaN argument unless both are.
    fn fpick(&self, a: Term, b: Term, first: Term, equal: Term) -> Term {
        let ordered = self.ite(first, a, self.ite(self.feq(a, b), equal, b));
        let without_b = self.ite(self.funo(b, b), a, ordered);
        self.ite(self.funo(a, a), b, without_b)
    }

    fn fcompare(&self, op: Op, a: Term, b: Term) -> Term {
        self.float_width(a, b);
        let (a, b) = if op.commutative() {
            self.ordered(a, b)
        } else {
            (a, b)
        };
        self.fold(op, 1, &[a, b], 0)
            .or_else(|| self.compare_with_nan(op, a, b))
            .unwrap_or_else(|| self.node2(op, 1, a, b))
    }

    /// match: a comparison with a NaN constant
    /// result: false for the ordered ones, true for FUno
    fn compare_with_nan(&self, op: Op, a: Term, b: Term) -> Option<Term> {
        let nan = |t| self.is_const(t) && self.is_true(self.node_funo(t));
        (nan(a) || nan(b)).then(|| self.bool(op == Op::FUno))
    }

    fn node_funo(&self, t: Term) -> Term {
        self.fold(Op::FUno, 1, &[t, t], 0).unwrap_or(self.fls())
    }

    /// Ordered and equal.
    pub fn feq(&self, a: Term, b: Term) -> Term {
        self.fcompare(Op::FEq, a, b)
    }

    /// Ordered and less.
    pub fn flt(&self, a: Term, b: Term) -> Term {
        self.fcompare(Op::FLt, a, b)
    }

    /// Ordered and less or equal.
    pub fn fle(&self, a: Term, b: Term) -> Term {
        self.fcompare(Op::FLe, a, b)
    }

    /// At least one is NaN.
    pub fn funo(&self, a: Term, b: Term) -> Term {
        self.fcompare(Op::FUno, a, b)
    }

    /// LLVM's `fcmp`.
    pub fn fcmp(&self, predicate: FCmp, a: Term, b: Term) -> Term {
        match predicate {
            FCmp::Oeq => self.feq(a, b),
            FCmp::Ogt => self.flt(b, a),
            FCmp::Oge => self.fle(b, a),
            FCmp::Olt => self.flt(a, b),
            FCmp::Ole => self.fle(a, b),
            FCmp::One => self.or(self.flt(a, b), self.flt(b, a)),
            FCmp::Ord => self.not(self.funo(a, b)),
            FCmp::Uno => self.funo(a, b),
            FCmp::Ueq => self.not(self.fcmp(FCmp::One, a, b)),
            FCmp::Ugt => self.not(self.fle(a, b)),
            FCmp::Uge => self.not(self.flt(a, b)),
            FCmp::Ult => self.not(self.fle(b, a)),
            FCmp::Ule => self.not(self.flt(b, a)),
            FCmp::Une => self.not(self.feq(a, b)),
        }
    }

    pub(crate) fn fconvert(&self, op: Op, a: Term, width: u32) -> Term {
        self.fold(op, width, &[a], 0)
            .unwrap_or_else(|| self.node1(op, width, a))
    }

    /// Toward zero. Out of range: as x86 does, where a conversion to fewer than 32 bits goes
    /// through 32.
    pub fn f_to_si(&self, a: Term, width: u32) -> Term {
        self.float_width(a, a);
        match width {
            ..32 => self.trunc(self.fconvert(Op::FToSI, a, 32), width),
            _ => self.fconvert(Op::FToSI, a, width),
        }
    }

    /// Toward zero. Out of range: as code for x86-64 does, which goes through the next larger
    /// signed conversion and gives negative numbers modulo `2^64`.
    pub fn f_to_ui(&self, a: Term, width: u32) -> Term {
        let from = self.float_width(a, a);
        match width {
            ..32 => self.trunc(self.fconvert(Op::FToSI, a, 32), width),
            32..64 => self.trunc(self.fconvert(Op::FToSI, a, 64), width),
            _ => {
                let negative = self.flt(a, self.zero(from));
                let signed = self.fconvert(Op::FToSI, a, width);
                self.ite(negative, signed, self.fconvert(Op::FToUI, a, width))
            }
        }
    }

    pub fn si_to_f(&self, a: Term, width: u32) -> Term {
        assert!(
            Layout::of(width).is_some(),
            "no float format of {width} bits"
        );
        self.fconvert(Op::SIToF, a, width)
    }

    pub fn ui_to_f(&self, a: Term, width: u32) -> Term {
        assert!(
            Layout::of(width).is_some(),
            "no float format of {width} bits"
        );
        self.fconvert(Op::UIToF, a, width)
    }

    /// Between float formats.
    pub fn fconv(&self, a: Term, width: u32) -> Term {
        assert!(
            Layout::of(width).is_some(),
            "no float format of {width} bits"
        );
        if self.float_width(a, a) == width {
            return a;
        }
        self.fconvert(Op::FConv, a, width)
    }
}
