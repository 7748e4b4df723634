//! Bit-vector values of any width.

use num_bigint::BigUint;
use std::fmt;

/// A bit-vector value. Arithmetic wraps; arguments must have equal widths.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bits {
    width: u32,
    value: Value,
}

/// `Small` exactly when the width is at most 128, so that equality is structural. Bits above the
/// width are zero.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Value {
    Small(u128),
    Big(BigUint),
}
use Value::{Big, Small};

fn mask128(width: u32) -> u128 {
    debug_assert!((1..=128).contains(&width));
    u128::MAX >> (128 - width)
}

fn mask_big(width: u32) -> BigUint {
    (BigUint::from(1u8) << width) - 1u8
}

impl Bits {
    /// The low `width` bits of `value`.
    pub fn new(width: u32, value: u128) -> Bits {
        assert!(width > 0, "a bit-vector has at least one bit");
        let value = if width <= 128 {
            Small(value & mask128(width))
        } else {
            Big(value.into())
        };
        Bits { width, value }
    }

    /// The low `width` bits of `value`.
    pub fn from_big(width: u32, value: BigUint) -> Bits {
        if width > 128 {
            return Bits {
                width,
                value: Big(value & mask_big(width)),
            };
        }
        let digits = value.to_u64_digits();
        let digit = |i| u128::from(digits.get(i).copied().unwrap_or(0));
        Bits::new(width, digit(0) | digit(1) << 64)
    }

    /// Little-endian bytes, cut or padded with zeros to `width`.
    pub fn from_le_bytes(width: u32, bytes: &[u8]) -> Bits {
        Bits::from_big(width, BigUint::from_bytes_le(bytes))
    }

    pub fn zero(width: u32) -> Bits {
        Bits::new(width, 0)
    }

    pub fn ones(width: u32) -> Bits {
        Bits::zero(width).not()
    }

    pub fn one(width: u32) -> Bits {
        Bits::new(width, 1)
    }

    pub fn from_bool(value: bool) -> Bits {
        Bits::new(1, u128::from(value))
    }

    pub fn width(&self) -> u32 {
        self.width
    }

    /// The value, when the width is at most 64.
    pub fn to_u64(&self) -> Option<u64> {
        match &self.value {
            Small(v) if self.width <= 64 => Some(*v as u64),
            _ => None,
        }
    }

    /// The value, when the width is at most 128.
    pub fn to_u128(&self) -> Option<u128> {
        match &self.value {
            Small(v) => Some(*v),
            Big(_) => None,
        }
    }

    /// The low 64 bits.
    pub fn low_u64(&self) -> u64 {
        match &self.value {
            Small(v) => *v as u64,
            Big(v) => v.iter_u64_digits().next().unwrap_or(0),
        }
    }

    pub fn to_big(&self) -> BigUint {
        match &self.value {
            Small(v) => (*v).into(),
            Big(v) => v.clone(),
        }
    }

    /// Little-endian bytes, the last one padded with zero bits.
    pub fn to_le_bytes(&self) -> Vec<u8> {
        let mut bytes = self.to_big().to_bytes_le();
        bytes.resize(self.width.div_ceil(8) as usize, 0);
        bytes
    }

    pub fn bit(&self, i: u32) -> bool {
        match &self.value {
            Small(v) => i < 128 && v >> i & 1 == 1,
            Big(v) => v.bit(u64::from(i)),
        }
    }

    pub fn sign(&self) -> bool {
        self.bit(self.width - 1)
    }

    pub fn is_zero(&self) -> bool {
        match &self.value {
            Small(v) => *v == 0,
            Big(v) => v.bits() == 0,
        }
    }

    pub fn is_ones(&self) -> bool {
        match &self.value {
            Small(v) => *v == mask128(self.width),
            Big(v) => v.count_ones() == u64::from(self.width),
        }
    }

    pub fn is_one(&self) -> bool {
        match &self.value {
            Small(v) => *v == 1,
            Big(v) => v.bits() == 1,
        }
    }

    /// `Some(k)` when the value is `1 << k`.
    pub fn log2(&self) -> Option<u32> {
        match &self.value {
            Small(v) => v.is_power_of_two().then(|| v.trailing_zeros()),
            Big(v) => (v.count_ones() == 1).then(|| v.bits() as u32 - 1),
        }
    }

    /// The number of zero bits below the lowest one; the width for zero.
    pub fn trailing_zeros(&self) -> u32 {
        let zeros = match &self.value {
            Small(0) => None,
            Small(v) => Some(v.trailing_zeros()),
            Big(v) => v.trailing_zeros().map(|z| z as u32),
        };
        zeros.unwrap_or(self.width)
    }

    /// The number of bits up to and including the highest one.
    pub fn significant(&self) -> u32 {
        match &self.value {
            Small(v) => 128 - v.leading_zeros(),
            Big(v) => v.bits() as u32,
        }
    }

    fn zip(
        &self,
        other: &Bits,
        small: impl FnOnce(u128, u128) -> u128,
        big: impl FnOnce(&BigUint, &BigUint) -> BigUint,
    ) -> Bits {
        assert_eq!(self.width, other.width, "operands of different widths");
        match (&self.value, &other.value) {
            (Small(a), Small(b)) => Bits::new(self.width, small(*a, *b)),
            (Big(a), Big(b)) => Bits::from_big(self.width, big(a, b)),
            _ => unreachable!("equal widths have equal representations"),
        }
    }

    pub fn not(&self) -> Bits {
        match &self.value {
            Small(v) => Bits::new(self.width, !v),
            Big(v) => Bits::from_big(self.width, mask_big(self.width) ^ v),
        }
    }

    pub fn neg(&self) -> Bits {
        self.not().add(&Bits::one(self.width))
    }

    pub fn add(&self, other: &Bits) -> Bits {
        self.zip(other, u128::wrapping_add, |a, b| a + b)
    }

    pub fn sub(&self, other: &Bits) -> Bits {
        self.add(&other.neg())
    }

    pub fn mul(&self, other: &Bits) -> Bits {
        self.zip(other, u128::wrapping_mul, |a, b| a * b)
    }

    pub fn udiv(&self, other: &Bits) -> Bits {
        if other.is_zero() {
            return Bits::ones(self.width);
        }
        self.zip(other, |a, b| a / b, |a, b| a / b)
    }

    pub fn urem(&self, other: &Bits) -> Bits {
        if other.is_zero() {
            return self.clone();
        }
        self.zip(other, |a, b| a % b, |a, b| a % b)
    }

    fn magnitude(&self) -> Bits {
        if self.sign() {
            self.neg()
        } else {
            self.clone()
        }
    }

    pub fn sdiv(&self, other: &Bits) -> Bits {
        let quotient = self.magnitude().udiv(&other.magnitude());
        if self.sign() != other.sign() {
            quotient.neg()
        } else {
            quotient
        }
    }

    pub fn srem(&self, other: &Bits) -> Bits {
        let remainder = self.magnitude().urem(&other.magnitude());
        if self.sign() {
            remainder.neg()
        } else {
            remainder
        }
    }

    pub fn and(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a & b, |a, b| a & b)
    }

    pub fn or(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a | b, |a, b| a | b)
    }

    pub fn xor(&self, other: &Bits) -> Bits {
        self.zip(other, |a, b| a ^ b, |a, b| a ^ b)
    }

    /// The shift amount, or `None` when it is the width or more.
    pub fn shift_amount(&self) -> Option<u32> {
        let low = self.low_u64();
        (self.significant() <= 64 && low < u64::from(self.width)).then_some(low as u32)
    }

    pub fn shl(&self, amount: &Bits) -> Bits {
        match amount.shift_amount() {
            None => Bits::zero(self.width),
            Some(by) => self.zip(self, |a, _| a << by, |a, _| a << by),
        }
    }

    pub fn lshr(&self, amount: &Bits) -> Bits {
        match amount.shift_amount() {
            None => Bits::zero(self.width),
            Some(by) => self.zip(self, |a, _| a >> by, |a, _| a >> by),
        }
    }

    pub fn ashr(&self, amount: &Bits) -> Bits {
        if self.sign() {
            self.not().lshr(amount).not()
        } else {
            self.lshr(amount)
        }
    }

    pub fn ult(&self, other: &Bits) -> bool {
        assert_eq!(self.width, other.width, "operands of different widths");
        self.value < other.value
    }

    pub fn slt(&self, other: &Bits) -> bool {
        match (self.sign(), other.sign()) {
            (true, false) => true,
            (false, true) => false,
            _ => self.ult(other),
        }
    }

    pub fn concat(&self, low: &Bits) -> Bits {
        let width = self.width + low.width;
        match (&self.value, &low.value) {
            (Small(h), Small(l)) if width <= 128 => Bits::new(width, h << low.width | l),
            _ => Bits::from_big(width, self.to_big() << low.width | low.to_big()),
        }
    }

    pub fn extract(&self, lo: u32, width: u32) -> Bits {
        assert!(lo + width <= self.width, "extract out of range");
        match &self.value {
            Small(v) => Bits::new(width, v >> lo),
            Big(v) => Bits::from_big(width, v >> lo),
        }
    }

    pub fn zext(&self, width: u32) -> Bits {
        assert!(width >= self.width, "extension to a smaller width");
        Bits::from_big_or_small(width, &self.value)
    }

    fn from_big_or_small(width: u32, value: &Value) -> Bits {
        match value {
            Small(v) => Bits::new(width, *v),
            Big(v) => Bits::from_big(width, v.clone()),
        }
    }

    pub fn sext(&self, width: u32) -> Bits {
        if self.sign() {
            self.not().zext(width).not()
        } else {
            self.zext(width)
        }
    }
}

impl fmt::Display for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.value {
            Small(v) => write!(f, "{v}"),
            Big(v) => write!(f, "{v}"),
        }
    }
}

impl fmt::Debug for Bits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}:{}", self.width)
    }
}
