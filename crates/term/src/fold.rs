//! What each operator computes on values: the meaning that rewriting, evaluation and solving share.

use crate::bits::Bits;
use crate::{Node, Op, Rounding, float};

/// What besides the argument values decides a result.
#[derive(Clone, Copy)]
pub struct Shape {
    pub op: Op,
    pub width: u32,
    /// Width of the first argument.
    pub arg: u32,
    /// Lowest bit of `Extract`, direction of `FRound`.
    pub param: u32,
}

#[inline]
pub fn mask(width: u32) -> u64 {
    debug_assert!((1..=64).contains(&width));
    u64::MAX >> (64 - width)
}

/// `value` as a signed number of `width` bits.
#[inline]
pub fn signed(value: u64, width: u32) -> i64 {
    let unused = 64 - width;
    (value << unused) as i64 >> unused
}

/// The result, when it and all arguments have at most 64 bits. `v` holds the arguments, zero
/// extended; the result is too. Always inlined: where the operator is known, little is left of it.
#[inline(always)]
pub fn apply64(shape: Shape, v: [u64; 3]) -> u64 {
    use Op::*;
    let Shape {
        op,
        width,
        arg,
        param,
    } = shape;
    let [a, b, c] = v;
    let wrapped = match op {
        Not => !a,
        Neg => a.wrapping_neg(),
        Add => a.wrapping_add(b),
        Sub => a.wrapping_sub(b),
        Mul => a.wrapping_mul(b),
        UDiv => a.checked_div(b).unwrap_or(u64::MAX),
        URem => a.checked_rem(b).unwrap_or(a),
        SDiv => sdiv(signed(a, width), signed(b, width)) as u64,
        SRem => srem(signed(a, width), signed(b, width)) as u64,
        And => a & b,
        Or => a | b,
        Xor => a ^ b,
        Shl if b >= u64::from(width) => 0,
        Shl => a << b,
        LShr if b >= u64::from(width) => 0,
        LShr => a >> b,
        AShr => (signed(a, width) >> b.min(u64::from(width) - 1)) as u64,
        Eq => u64::from(a == b),
        Ult => u64::from(a < b),
        Ule => u64::from(a <= b),
        Slt => u64::from(signed(a, arg) < signed(b, arg)),
        Sle => u64::from(signed(a, arg) <= signed(b, arg)),
        Ite if a != 0 => b,
        Ite => c,
        Concat => a << (width - arg) | b,
        Extract => a >> param,
        ZExt => a,
        SExt => signed(a, arg) as u64,
        Const | Var => unreachable!("leaves have no arguments"),
        _ => float::apply64(shape, v),
    };
    wrapped & mask(width)
}

fn sdiv(a: i64, b: i64) -> i64 {
    match b {
        0 if a < 0 => 1,
        0 => -1,
        _ => a.wrapping_div(b),
    }
}

fn srem(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { a.wrapping_rem(b) }
}

/// The result for any widths.
pub fn apply(shape: Shape, v: &[Bits]) -> Bits {
    use Op::*;
    let Shape {
        op, width, param, ..
    } = shape;
    match op {
        Not => v[0].not(),
        Neg => v[0].neg(),
        Add => v[0].add(&v[1]),
        Sub => v[0].sub(&v[1]),
        Mul => v[0].mul(&v[1]),
        UDiv => v[0].udiv(&v[1]),
        URem => v[0].urem(&v[1]),
        SDiv => v[0].sdiv(&v[1]),
        SRem => v[0].srem(&v[1]),
        And => v[0].and(&v[1]),
        Or => v[0].or(&v[1]),
        Xor => v[0].xor(&v[1]),
        Shl => v[0].shl(&v[1]),
        LShr => v[0].lshr(&v[1]),
        AShr => v[0].ashr(&v[1]),
        Eq => Bits::from_bool(v[0] == v[1]),
        Ult => Bits::from_bool(v[0].ult(&v[1])),
        Ule => Bits::from_bool(!v[1].ult(&v[0])),
        Slt => Bits::from_bool(v[0].slt(&v[1])),
        Sle => Bits::from_bool(!v[1].slt(&v[0])),
        Ite if v[0].is_zero() => v[2].clone(),
        Ite => v[1].clone(),
        Concat => v[0].concat(&v[1]),
        Extract => v[0].extract(param, width),
        ZExt => v[0].zext(width),
        SExt => v[0].sext(width),
        Const | Var => unreachable!("leaves have no arguments"),
        _ => float::apply(shape, v),
    }
}

impl Shape {
    /// That of a node whose first argument has this width.
    #[inline]
    pub fn of(node: &Node, arg: u32) -> Shape {
        Shape {
            op: node.op,
            width: node.width,
            arg,
            // `Extract` and `FRound` keep a plain number in the second place.
            param: node.b,
        }
    }

    pub fn rounding(&self) -> Rounding {
        Rounding::from_raw(self.param)
    }
}
