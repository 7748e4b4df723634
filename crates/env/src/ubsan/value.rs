//! Types as the sanitizer describes them, and values of them in its words.

use crate::stdio::decimal_float;
use pleach_term::Bits;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Type {
    shape: Shape,
    /// In quotation marks already.
    pub name: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Shape {
    Integer {
        signed: bool,
        /// Bits of its values.
        width: u32,
        /// Bits that a value takes in memory.
        stored: u32,
    },
    Float {
        width: u32,
    },
    Unknown,
}

impl Type {
    /// The kind of `_BitInt(N)`: its width stands behind the name.
    pub const BIT_INT: u16 = 2;

    pub fn new(kind: u16, info: u16, name: String) -> Type {
        let (signed, stored) = integer(info);
        let shape = match kind {
            0 => Shape::Integer {
                signed,
                width: stored,
                stored,
            },
            1 => Shape::Float {
                width: u32::from(info),
            },
            _ => Shape::Unknown,
        };
        Type { shape, name }
    }

    pub fn bit_int(info: u16, width: u32, name: String) -> Type {
        let (signed, stored) = integer(info);
        let shape = Shape::Integer {
            signed,
            width: width.min(stored),
            stored,
        };
        Type { shape, name }
    }

    /// Bits that a value takes; none for what has no values here.
    pub fn width(&self) -> Option<u32> {
        match self.shape {
            Shape::Integer { stored, .. } => Some(stored),
            Shape::Float { width } => Some(width),
            Shape::Unknown => None,
        }
    }

    /// Bits of an integer's values.
    pub fn bits(&self) -> u32 {
        match self.shape {
            Shape::Integer { width, .. } => width,
            _ => 0,
        }
    }

    pub fn is_signed(&self) -> bool {
        matches!(self.shape, Shape::Integer { signed: true, .. })
    }

    /// A value from at least as many bits as it has.
    pub fn number(&self, bits: &Bits) -> Number {
        match self.shape {
            Shape::Integer { signed, width, .. } => Number::Integer {
                signed,
                bits: bits.extract(0, width),
            },
            Shape::Float { width } => Number::Float {
                width,
                bits: bits.extract(0, width).to_u128().unwrap_or(0),
            },
            Shape::Unknown => Number::Unknown,
        }
    }
}

/// Sign and width of an integer type.
fn integer(info: u16) -> (bool, u32) {
    (info & 1 != 0, 1 << (info >> 1).min(23))
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Number {
    Integer { signed: bool, bits: Bits },
    Float { width: u32, bits: u128 },
    Unknown,
}

/// Decimal where it fits into 64 bits, otherwise 128 bits in hexadecimal.
impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Number::Integer { signed, bits } => {
                let wide = match signed {
                    true => bits.sext(bits.width().max(128)),
                    false => bits.zext(bits.width().max(128)),
                };
                let Some(wide) = wide.to_u128() else {
                    return write!(f, "0x{:x}", bits.to_big());
                };
                match *signed {
                    true => match i64::try_from(wide as i128) {
                        Ok(small) => write!(f, "{small}"),
                        Err(_) => write!(f, "{wide:#034x}"),
                    },
                    false => match u64::try_from(wide) {
                        Ok(small) => write!(f, "{small}"),
                        Err(_) => write!(f, "{wide:#034x}"),
                    },
                }
            }
            Number::Float { width, bits } => f.write_str(&decimal_float(*width, *bits)),
            Number::Unknown => f.write_str("<unknown>"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(kind: u16, info: u16, value: i128) -> String {
        let ty = Type::new(kind, info, "'t'".to_owned());
        let width = ty.width().unwrap_or(64);
        ty.number(&Bits::new(width.max(64), value as u128))
            .to_string()
    }

    #[test]
    fn integers_of_every_width() {
        let (int, unsigned, wide) = (5 << 1 | 1, 5 << 1, 7 << 1 | 1);
        assert_eq!(shown(0, int, -1), "-1");
        assert_eq!(shown(0, unsigned, -1), "4294967295");
        assert_eq!(shown(0, wide, -1), "-1");
        let most = "0x7fffffffffffffffffffffffffffffff";
        assert_eq!(shown(0, wide, i128::MAX), most);
        assert_eq!(shown(0xffff, 0, 7), "<unknown>");
    }

    #[test]
    fn floats_have_six_digits() {
        assert_eq!(shown(1, 64, i128::from(1e10_f64.to_bits())), "1e+10");
        assert_eq!(shown(1, 32, i128::from((-0.5_f32).to_bits())), "-0.5");
        assert_eq!(shown(1, 64, i128::from(f64::NAN.to_bits())), "nan");
    }

    #[test]
    fn bit_integers_know_their_width() {
        let ty = Type::bit_int(5 << 1 | 1, 17, "'_BitInt(17)'".to_owned());
        assert_eq!(ty.number(&Bits::new(64, 0x1_0000)).to_string(), "-65536");
        assert_eq!((ty.bits(), ty.width()), (17, Some(32)));
    }
}
