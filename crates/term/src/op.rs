//! Operators and the view of a node.

use crate::Term;

/// What a node computes. Arguments are terms unless said otherwise. Booleans are width 1.
///
/// Division and shifts follow SMT-LIB: `udiv` by zero is all ones, `urem` by zero the dividend,
/// `sdiv`/`srem` are defined from them by sign; shifts by the width or more give zero or sign fill.
///
/// Float operators read and write bit patterns; the format follows from the width (16, 32, 64,
/// 80 for x87, 128). A NaN result is the first NaN argument made quiet, else the default NaN of
/// x86 (sign, exponent and quiet bit set, payload zero).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Op {
    /// A constant; the value is in the node (see [`crate::Terms::as_bits`]).
    Const = 0,
    /// A byte variable; see [`Node::var`].
    Var,
    Not,
    Neg,
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    And,
    Or,
    Xor,
    Shl,
    LShr,
    AShr,
    /// Width 1; both arguments of equal width. So are the next four.
    Eq,
    Ult,
    Ule,
    Slt,
    Sle,
    /// Condition of width 1, then, else.
    Ite,
    /// High part, low part.
    Concat,
    /// One argument; lowest bit in [`Node::lo`], the number of bits is the width.
    Extract,
    ZExt,
    SExt,
    FAdd,
    FSub,
    FMul,
    FDiv,
    /// C's `fmod`: the result has the dividend's sign.
    FRem,
    FSqrt,
    /// To an integral value, in the direction of [`Node::rounding`].
    FRound,
    /// `a * b + c`, rounded once.
    FFma,
    /// Width 1: ordered and equal.
    FEq,
    /// Width 1: ordered and less.
    FLt,
    /// Width 1: ordered and less or equal.
    FLe,
    /// Width 1: at least one argument is NaN.
    FUno,
    /// Toward zero; NaN and values out of range give the result with only the top bit set.
    FToSI,
    /// Toward zero; NaN and values out of range give the result with only the top bit set.
    FToUI,
    /// Nearest, ties to even. So is `UIToF`.
    SIToF,
    UIToF,
    /// Between float formats, nearest, ties to even.
    FConv,
}

impl Op {
    pub(crate) const LAST: Op = Op::FConv;

    /// The number of term arguments.
    #[inline]
    pub fn arity(self) -> usize {
        use Op::*;
        match self {
            Const | Var => 0,
            Not | Neg | Extract | ZExt | SExt | FSqrt | FRound | FToSI | FToUI | SIToF | UIToF
            | FConv => 1,
            Ite | FFma => 3,
            _ => 2,
        }
    }

    /// Argument order does not matter; the arena stores one of the two orders.
    #[inline]
    pub fn commutative(self) -> bool {
        use Op::*;
        matches!(self, Add | Mul | And | Or | Xor | Eq | FUno | FEq)
    }

    /// Reads or writes a float.
    #[inline]
    pub fn is_float(self) -> bool {
        self >= Op::FAdd
    }

    #[inline]
    pub(crate) fn from_u8(raw: u8) -> Op {
        assert!(raw <= Op::LAST as u8);
        // SAFETY: `Op` is `repr(u8)` with the discriminants 0..=LAST, all in use.
        unsafe { std::mem::transmute::<u8, Op>(raw) }
    }
}

/// Rounding direction of [`Op::FRound`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
#[repr(u8)]
pub enum Rounding {
    NearestEven = 0,
    TiesAway,
    Floor,
    Ceil,
    Trunc,
}

impl Rounding {
    pub(crate) fn from_raw(raw: u32) -> Rounding {
        match raw {
            0 => Rounding::NearestEven,
            1 => Rounding::TiesAway,
            2 => Rounding::Floor,
            3 => Rounding::Ceil,
            _ => Rounding::Trunc,
        }
    }
}

/// LLVM's float comparisons.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum FCmp {
    Oeq,
    Ogt,
    Oge,
    Olt,
    Ole,
    One,
    Ord,
    Uno,
    Ueq,
    Ugt,
    Uge,
    Ult,
    Ule,
    Une,
}

/// A copy of one node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Node {
    pub op: Op,
    pub width: u32,
    pub(crate) a: u32,
    pub(crate) b: u32,
    pub(crate) c: u32,
}

impl Node {
    /// The `i`-th term argument. Panics when `i` is not below the arity.
    #[inline]
    pub fn arg(&self, i: usize) -> Term {
        assert!(i < self.op.arity(), "{:?} has no argument {i}", self.op);
        Term::from_raw([self.a, self.b, self.c][i])
    }

    /// The term arguments in order.
    #[inline]
    pub fn args(&self) -> impl DoubleEndedIterator<Item = Term> + ExactSizeIterator + use<> {
        let raw = [self.a, self.b, self.c];
        (0..self.op.arity()).map(move |i| Term::from_raw(raw[i]))
    }

    /// The lowest extracted bit of an `Extract`.
    #[inline]
    pub fn lo(&self) -> u32 {
        debug_assert_eq!(self.op, Op::Extract);
        self.b
    }

    /// The direction of an `FRound`.
    #[inline]
    pub fn rounding(&self) -> Rounding {
        debug_assert_eq!(self.op, Op::FRound);
        Rounding::from_raw(self.b)
    }

    /// The variable of a `Var`.
    #[inline]
    pub fn var(&self) -> crate::VarId {
        debug_assert_eq!(self.op, Op::Var);
        crate::VarId(self.a)
    }

    /// The value of a constant of at most 64 bits.
    #[inline]
    pub fn small_const(&self) -> Option<u64> {
        (self.op == Op::Const && self.width <= 64)
            .then(|| u64::from(self.a) | u64::from(self.b) << 32)
    }
}
