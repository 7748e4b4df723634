//! Float operators on bit patterns: `f32` and `f64` natively, the other formats in software.

use crate::bits::Bits;
use crate::fold::{Shape, mask, signed};
use crate::{Op, Rounding};
use rustc_apfloat::ieee::{Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round, Status};

/// Where a format keeps its fields.
#[derive(Clone, Copy)]
pub struct Layout {
    pub width: u32,
    /// Bits of the fraction, without x87's explicit integer bit.
    pub fraction: u32,
    /// Whether the integer bit is stored (x87).
    explicit: bool,
}

impl Layout {
    /// `None` when no float format has that width.
    pub fn of(width: u32) -> Option<Layout> {
        let (fraction, explicit) = match width {
            16 => (10, false),
            32 => (23, false),
            64 => (52, false),
            80 => (63, true),
            128 => (112, false),
            _ => return None,
        };
        Some(Layout {
            width,
            fraction,
            explicit,
        })
    }

    /// Panics when no float format has that width: constructors check it.
    fn expect(width: u32) -> Layout {
        Layout::of(width).unwrap_or_else(|| panic!("no float format of {width} bits"))
    }

    fn sign(self) -> u128 {
        1 << (self.width - 1)
    }

    fn quiet_bit(self) -> u128 {
        1 << (self.fraction - 1)
    }

    /// Bits below the exponent.
    pub fn stored(self) -> u32 {
        self.fraction + u32::from(self.explicit)
    }

    /// Plus infinity.
    pub fn infinity(self) -> u128 {
        let low = self.stored();
        let exponent = (self.sign() - 1) >> low << low;
        if self.explicit {
            exponent | 1 << self.fraction
        } else {
            exponent
        }
    }

    /// What x86 answers for an invalid operation.
    pub fn default_nan(self) -> u128 {
        self.sign() | self.infinity() | self.quiet_bit()
    }

    fn is_nan(self, bits: u128) -> bool {
        match self.width {
            16 => Half::from_bits(bits).is_nan(),
            32 => f32::from_bits(bits as u32).is_nan(),
            64 => f64::from_bits(bits as u64).is_nan(),
            80 => X87DoubleExtended::from_bits(bits).is_nan(),
            _ => Quad::from_bits(bits).is_nan(),
        }
    }

    fn quiet(self, nan: u128) -> u128 {
        nan | self.infinity() | self.quiet_bit()
    }

    /// A NaN moved to another format: sign and the top of the payload stay, and it is quiet.
    fn convert_nan(self, nan: u128, to: Layout) -> u128 {
        let payload = nan & ((1 << self.fraction) - 1);
        let payload = if to.fraction >= self.fraction {
            payload << (to.fraction - self.fraction)
        } else {
            payload >> (self.fraction - to.fraction)
        };
        let sign = if nan & self.sign() != 0 { to.sign() } else { 0 };
        sign | to.quiet(payload)
    }
}

/// Float operators whose arguments and result have at most 64 bits.
pub fn apply64(shape: Shape, v: [u64; 3]) -> u64 {
    let format = if matches!(shape.op, Op::SIToF | Op::UIToF) {
        shape.width
    } else {
        shape.arg
    };
    match format {
        32 => native32(shape, v),
        64 => native64(shape, v),
        _ => soft(shape, v.map(u128::from)) as u64,
    }
}

/// Float operators of any width.
pub fn apply(shape: Shape, v: &[Bits]) -> Bits {
    match shape.op {
        Op::SIToF | Op::UIToF => int_to_float(shape, &v[0]),
        Op::FToSI | Op::FToUI => float_to_int(shape, small(&v[0])),
        _ => {
            let mut raw = [0; 3];
            for (raw, value) in raw.iter_mut().zip(v) {
                *raw = small(value);
            }
            Bits::new(shape.width, soft(shape, raw))
        }
    }
}

fn small(value: &Bits) -> u128 {
    value.to_u128().expect("floats have at most 128 bits")
}

macro_rules! native {
    ($name:ident, $float:ty, $bits:ty) => {
        fn $name(shape: Shape, v: [u64; 3]) -> u64 {
            use Op::*;
            let [a, b, c] = v.map(|raw| <$float>::from_bits(raw as $bits));
            let result = match shape.op {
                FEq => return u64::from(a == b),
                FLt => return u64::from(a < b),
                FLe => return u64::from(a <= b),
                FUno => return u64::from(a.is_nan() || b.is_nan()),
                FToSI | FToUI => return native_to_int(shape, f64::from(a)),
                FConv => return soft(shape, v.map(u128::from)) as u64,
                SIToF => signed(v[0], shape.arg) as $float,
                UIToF => v[0] as $float,
                FAdd => a + b,
                FSub => a - b,
                FMul => a * b,
                FDiv => a / b,
                FRem => a % b,
                FSqrt => a.sqrt(),
                FFma => a.mul_add(b, c),
                FRound => match shape.rounding() {
                    Rounding::NearestEven => a.round_ties_even(),
                    Rounding::TiesAway => a.round(),
                    Rounding::Floor => a.floor(),
                    Rounding::Ceil => a.ceil(),
                    Rounding::Trunc => a.trunc(),
                },
                _ => unreachable!("{:?} is not a float operator", shape.op),
            };
            if result.is_nan() {
                return nan_result(shape, v.map(u128::from)) as u64;
            }
            u64::from(result.to_bits())
        }
    };
}
native!(native32, f32, u32);
native!(native64, f64, u64);

/// The NaN that an arithmetic operator yields: the first NaN argument made quiet, else the default.
fn nan_result(shape: Shape, v: [u128; 3]) -> u128 {
    let layout = Layout::expect(shape.width);
    let nan = v[..shape.op.arity()]
        .iter()
        .find(|&&raw| layout.is_nan(raw));
    nan.map_or(layout.default_nan(), |&raw| layout.quiet(raw))
}

fn native_to_int(shape: Shape, value: f64) -> u64 {
    let (value, width) = (value.trunc(), shape.width as i32);
    let fits = match shape.op {
        Op::FToSI => value >= -(2f64.powi(width - 1)) && value < 2f64.powi(width - 1),
        _ => value >= 0.0 && value < 2f64.powi(width),
    };
    if !fits {
        return 1 << (width - 1);
    }
    let raw = if value < 0.0 {
        value as i64 as u64
    } else {
        value as u64
    };
    raw & mask(shape.width)
}

/// All operators but the conversions from and to integers, in software.
fn soft(shape: Shape, v: [u128; 3]) -> u128 {
    match shape.op {
        Op::FConv => return convert(shape, v[0]),
        Op::SIToF | Op::UIToF => return small(&int_to_float(shape, &Bits::new(shape.arg, v[0]))),
        Op::FToSI | Op::FToUI => return small(&float_to_int(shape, v[0])),
        _ => {}
    }
    match shape.arg {
        16 => soft_in::<Half>(shape, v),
        32 => soft_in::<Single>(shape, v),
        64 => soft_in::<Double>(shape, v),
        80 => soft_in::<X87DoubleExtended>(shape, v),
        128 => soft_in::<Quad>(shape, v),
        other => panic!("no float format of {other} bits"),
    }
}

fn soft_in<F: Float>(shape: Shape, v: [u128; 3]) -> u128 {
    use Op::*;
    let (a, b, c) = (F::from_bits(v[0]), F::from_bits(v[1]), F::from_bits(v[2]));
    let result = match shape.op {
        FEq => return u128::from(a == b),
        FLt => return u128::from(a < b),
        FLe => return u128::from(a <= b),
        FUno => return u128::from(a.is_nan() || b.is_nan()),
        _ if v[..shape.op.arity()]
            .iter()
            .any(|&raw| F::from_bits(raw).is_nan()) =>
        {
            return nan_result(shape, v);
        }
        FAdd => a.add_r(b, Round::NearestTiesToEven).value,
        FSub => a.sub_r(b, Round::NearestTiesToEven).value,
        FMul => a.mul_r(b, Round::NearestTiesToEven).value,
        FDiv => a.div_r(b, Round::NearestTiesToEven).value,
        FRem => a.c_fmod(b).value,
        FSqrt => sqrt(a),
        FFma => a.mul_add(b, c).value,
        FRound => a.round_to_integral(direction(shape.rounding())).value,
        _ => unreachable!("{:?} is not a float operator", shape.op),
    };
    if result.is_nan() {
        nan_result(shape, v)
    } else {
        result.to_bits()
    }
}

fn direction(rounding: Rounding) -> Round {
    match rounding {
        Rounding::NearestEven => Round::NearestTiesToEven,
        Rounding::TiesAway => Round::NearestTiesToAway,
        Rounding::Floor => Round::TowardNegative,
        Rounding::Ceil => Round::TowardPositive,
        Rounding::Trunc => Round::TowardZero,
    }
}

/// Correctly rounded square root, from the integer square root of the scaled significand with a
/// sticky bit. Roots are never subnormal and never overflow, so one rounding suffices.
fn sqrt<F: Float>(x: F) -> F {
    if x.is_zero() || x.is_pos_infinity() {
        return x;
    }
    if x.is_negative() {
        return F::qnan(None);
    }
    let precision = F::PRECISION as i32;
    let exponent = x.ilogb() - (precision - 1);
    let significand = x.scalbn(-exponent).to_u128(128).value;
    // An even exponent, and a root of at least `precision + 2` bits.
    let shift = precision + 5 + (precision + 5 - exponent).rem_euclid(2);
    let scaled = num_bigint::BigUint::from(significand) << shift as u32;
    let root = scaled.sqrt();
    let sticky = &root * &root != scaled;
    let root = small(&Bits::from_big(128, root)) << 1 | u128::from(sticky);
    F::from_u128(root).value.scalbn((exponent - shift) / 2 - 1)
}

fn convert(shape: Shape, raw: u128) -> u128 {
    let (from, to) = (Layout::expect(shape.arg), Layout::expect(shape.width));
    if from.is_nan(raw) {
        return from.convert_nan(raw, to);
    }
    match shape.arg {
        16 => convert_from(Half::from_bits(raw), shape.width),
        32 => convert_from(Single::from_bits(raw), shape.width),
        64 => convert_from(Double::from_bits(raw), shape.width),
        80 => convert_from(X87DoubleExtended::from_bits(raw), shape.width),
        _ => convert_from(Quad::from_bits(raw), shape.width),
    }
}

fn convert_from<F>(value: F, width: u32) -> u128
where
    F: FloatConvert<Half>
        + FloatConvert<Single>
        + FloatConvert<Double>
        + FloatConvert<X87DoubleExtended>
        + FloatConvert<Quad>,
{
    fn to<F: FloatConvert<G>, G: Float>(value: F) -> u128 {
        let converted: G = value.convert(&mut false).value;
        converted.to_bits()
    }
    match width {
        16 => to::<F, Half>(value),
        32 => to::<F, Single>(value),
        64 => to::<F, Double>(value),
        80 => to::<F, X87DoubleExtended>(value),
        _ => to::<F, Quad>(value),
    }
}

fn int_to_float(shape: Shape, value: &Bits) -> Bits {
    let negative = shape.op == Op::SIToF && value.sign();
    let magnitude = if negative { value.neg() } else { value.clone() };
    // At most 127 significant bits: more are folded into a sticky lowest bit, far below any
    // format's precision.
    let cut = magnitude.significant().saturating_sub(126);
    let big = magnitude.to_big();
    let sticky = big
        .trailing_zeros()
        .is_some_and(|zeros| zeros < u64::from(cut));
    let top = small(&Bits::from_big(128, big >> cut)) | u128::from(sticky);
    let raw = match shape.width {
        16 => scaled::<Half>(top, cut),
        32 => scaled::<Single>(top, cut),
        64 => scaled::<Double>(top, cut),
        80 => scaled::<X87DoubleExtended>(top, cut),
        _ => scaled::<Quad>(top, cut),
    };
    let sign = if negative {
        Layout::expect(shape.width).sign()
    } else {
        0
    };
    Bits::new(shape.width, raw | sign)
}

fn scaled<F: Float>(significand: u128, exponent: u32) -> u128 {
    let exponent = i32::try_from(exponent).unwrap_or(i32::MAX).min(1 << 20);
    F::from_u128(significand).value.scalbn(exponent).to_bits()
}

fn float_to_int(shape: Shape, raw: u128) -> Bits {
    match shape.arg {
        16 => float_to_int_in::<Half>(shape, raw),
        32 => float_to_int_in::<Single>(shape, raw),
        64 => float_to_int_in::<Double>(shape, raw),
        80 => float_to_int_in::<X87DoubleExtended>(shape, raw),
        _ => float_to_int_in::<Quad>(shape, raw),
    }
}

fn float_to_int_in<F: Float>(shape: Shape, raw: u128) -> Bits {
    let (value, width) = (F::from_bits(raw), shape.width);
    let invalid = Bits::one(width).shl(&Bits::from_big(width, (width - 1).into()));
    if width <= 128 {
        let exact = &mut false;
        let (status, result) = if shape.op == Op::FToSI {
            let r = value.to_i128_r(width as usize, Round::TowardZero, exact);
            (r.status, r.value as u128)
        } else {
            let r = value.to_u128_r(width as usize, Round::TowardZero, exact);
            (r.status, r.value)
        };
        return if status.contains(Status::INVALID_OP) {
            invalid
        } else {
            Bits::new(width, result)
        };
    }
    if !value.is_finite() {
        return invalid;
    }
    let value = value.round_to_integral(Round::TowardZero).value;
    if value.is_zero() {
        return Bits::zero(width);
    }
    // The significand as an integer, then shifted to its place.
    let drop = (value.ilogb() - (F::PRECISION as i32 - 1)).max(0);
    let integer = value.abs().scalbn(-drop).to_u128(128).value;
    let magnitude = num_bigint::BigUint::from(integer) << drop as u32;
    let bits = magnitude.bits();
    let fits = match (shape.op, value.is_negative()) {
        (Op::FToSI, false) => bits < u64::from(width),
        (Op::FToSI, true) => bits < u64::from(width) || magnitude == invalid.to_big(),
        (_, negative) => !negative && bits <= u64::from(width),
    };
    match (fits, value.is_negative()) {
        (false, _) => invalid,
        (true, false) => Bits::from_big(width, magnitude),
        (true, true) => Bits::from_big(width, magnitude).neg(),
    }
}
