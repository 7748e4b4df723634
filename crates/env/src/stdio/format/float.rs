//! Floats in decimal and hexadecimal, exactly: a float is a big integer times
//! a power of two, and so is its decimal expansion after scaling.

use super::layout;
use super::spec::Spec;
use num_bigint::BigUint;
use pleach_memory::Byte;

/// A float taken apart: `mantissa * 2^exponent`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Float {
    pub negative: bool,
    pub class: Class,
    pub format: Format,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Class {
    Nan,
    Infinite,
    Finite { mantissa: u64, exponent: i32 },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    Double,
    /// The x87's 80 bits.
    Extended,
}

impl Float {
    pub fn from_double(bits: u64) -> Float {
        let (field, fraction) = ((bits >> 52 & 0x7ff) as i32, bits & ((1 << 52) - 1));
        let class = match (field, fraction) {
            (0x7ff, 0) => Class::Infinite,
            (0x7ff, _) => Class::Nan,
            (0, _) => Class::Finite {
                mantissa: fraction,
                exponent: -1074,
            },
            _ => Class::Finite {
                mantissa: fraction | 1 << 52,
                exponent: field - 1075,
            },
        };
        Float {
            negative: bits >> 63 != 0,
            class,
            format: Format::Double,
        }
    }

    pub fn from_extended(bits: u128) -> Float {
        let (field, mantissa) = ((bits >> 64 & 0x7fff) as i32, bits as u64);
        let class = match field {
            0x7fff if mantissa << 1 == 0 => Class::Infinite,
            0x7fff => Class::Nan,
            _ => Class::Finite {
                mantissa,
                exponent: field.max(1) - 16383 - 63,
            },
        };
        Float {
            negative: bits >> 79 & 1 != 0,
            class,
            format: Format::Extended,
        }
    }
}

/// A float as one of the conversions `f F e E g G a A` prints it.
pub(crate) fn print(spec: &Spec, value: &Float) -> Vec<Byte> {
    let upper = spec.conversion.is_ascii_uppercase();
    let sign = layout::sign(spec.flags, value.negative);
    let (mantissa, exponent) = match value.class {
        Class::Finite { mantissa, exponent } => (mantissa, exponent),
        Class::Nan | Class::Infinite => {
            let word: &[u8] = match (&value.class, upper) {
                (Class::Nan, false) => b"nan",
                (Class::Nan, true) => b"NAN",
                (_, false) => b"inf",
                (_, true) => b"INF",
            };
            return layout::text(spec, layout::concrete(&[sign, word].concat()));
        }
    };
    if spec.conversion.eq_ignore_ascii_case(&b'a') {
        let prefix: &[u8] = if upper { b"0X" } else { b"0x" };
        let digits = super::hexfloat::digits(spec, mantissa, exponent, value.format);
        return layout::float(spec, &[sign, prefix].concat(), &digits);
    }
    let exact = Exact { mantissa, exponent };
    let mut digits = match spec.conversion.to_ascii_lowercase() {
        b'f' => fixed(&exact, spec.precision.unwrap_or(6), spec.flags.alternate),
        b'e' => scientific(&exact, spec.precision.unwrap_or(6), spec.flags.alternate),
        _ => general(&exact, spec.precision.unwrap_or(6), spec.flags.alternate),
    };
    if upper {
        digits.make_ascii_uppercase();
    }
    layout::float(spec, sign, &digits)
}

struct Exact {
    mantissa: u64,
    exponent: i32,
}

/// No finite value has more decimals than this (the smallest x87 number has 16,445).
const MOST_DECIMALS: usize = 16_500;

impl Exact {
    /// The value times `10^scale`, rounded to an integer, ties to even.
    fn scaled(&self, scale: i32) -> BigUint {
        let mut numerator = BigUint::from(self.mantissa);
        let mut denominator = BigUint::from(1u32);
        let ten = BigUint::from(10u32).pow(scale.unsigned_abs());
        if scale >= 0 {
            numerator *= ten
        } else {
            denominator *= ten
        }
        if self.exponent >= 0 {
            numerator <<= self.exponent as u32;
        } else {
            denominator <<= self.exponent.unsigned_abs();
        }
        let quotient = &numerator / &denominator;
        let twice = (numerator - &quotient * &denominator) << 1u32;
        let up = twice > denominator || (twice == denominator && quotient.bit(0));
        if up { quotient + 1u32 } else { quotient }
    }

    /// The decimal exponent: `10^x <= value < 10^(x+1)`.
    fn decimal_exponent(&self) -> i32 {
        let bits = self.exponent + 64 - self.mantissa.leading_zeros() as i32 - 1;
        // log10(2) is about 0.30103: right, or one too large or small.
        let mut x = (f64::from(bits) * std::f64::consts::LOG10_2).floor() as i32;
        while self.at_least_power(x + 1) {
            x += 1;
        }
        while !self.at_least_power(x) {
            x -= 1;
        }
        x
    }

    /// Whether the value is at least `10^x`.
    fn at_least_power(&self, x: i32) -> bool {
        let ten = BigUint::from(10u32).pow(x.unsigned_abs());
        let (mut left, mut right) = (BigUint::from(self.mantissa), BigUint::from(1u32));
        if x >= 0 {
            right *= ten
        } else {
            left *= ten
        }
        if self.exponent >= 0 {
            left <<= self.exponent as u32
        } else {
            right <<= self.exponent.unsigned_abs()
        }
        left >= right
    }

    /// `precision + 1` significant digits, and the decimal exponent of the first.
    fn significant(&self, precision: usize) -> (Vec<u8>, i32) {
        if self.mantissa == 0 {
            return (vec![b'0'; precision + 1], 0);
        }
        let shown = precision.min(MOST_DECIMALS);
        let mut x = self.decimal_exponent();
        let mut digits = self.scaled(shown as i32 - x).to_string().into_bytes();
        if digits.len() > shown + 1 {
            // Rounded up to the next power of ten.
            digits.pop();
            x += 1;
        }
        digits.resize(precision + 1, b'0');
        (digits, x)
    }
}

fn fixed(value: &Exact, precision: usize, point: bool) -> Vec<u8> {
    let shown = precision.min(MOST_DECIMALS);
    let mut digits = value.scaled(shown as i32).to_string().into_bytes();
    if digits.len() <= shown {
        let zeroes = vec![b'0'; shown + 1 - digits.len()];
        digits = [zeroes, digits].concat();
    }
    let whole = digits.len() - shown;
    digits.resize(whole + precision, b'0');
    if precision > 0 || point {
        digits.insert(whole, b'.');
    }
    digits
}

fn scientific(value: &Exact, precision: usize, point: bool) -> Vec<u8> {
    let (digits, x) = value.significant(precision);
    with_exponent(digits, x, point)
}

fn with_exponent(mut digits: Vec<u8>, x: i32, point: bool) -> Vec<u8> {
    if digits.len() > 1 || point {
        digits.insert(1, b'.');
    }
    let sign = if x < 0 { '-' } else { '+' };
    digits.extend(format!("e{sign}{:02}", x.unsigned_abs()).into_bytes());
    digits
}

/// `%g`: as many significant digits as the precision says, in the shorter style.
fn general(value: &Exact, precision: usize, alternate: bool) -> Vec<u8> {
    let precision = precision.max(1);
    let (mut digits, x) = value.significant(precision - 1);
    if x < -4 || x >= i32::try_from(precision).unwrap_or(i32::MAX) {
        if !alternate {
            strip(&mut digits, 1);
        }
        return with_exponent(digits, x, alternate);
    }
    if x < 0 {
        let zeroes = vec![b'0'; x.unsigned_abs() as usize];
        digits = [zeroes, digits].concat();
    }
    let whole = x.max(0) as usize + 1;
    if !alternate {
        strip(&mut digits, whole);
    }
    if digits.len() > whole || alternate {
        digits.insert(whole, b'.');
    }
    digits
}

/// Takes zeroes off the end, down to `least` digits.
fn strip(digits: &mut Vec<u8>, least: usize) {
    while digits.len() > least && digits.last() == Some(&b'0') {
        digits.pop();
    }
}
