//! The integer types of generated programs.

use crate::random::Random;

/// An integer type of C.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Int {
    pub bits: u32,
    pub signed: bool,
}

const WIDTHS: [u32; 4] = [8, 16, 32, 64];

impl Int {
    pub const U8: Int = Int {
        bits: 8,
        signed: false,
    };
    pub const U32: Int = Int {
        bits: 32,
        signed: false,
    };

    pub fn any(random: &mut Random) -> Int {
        Int {
            bits: *random.pick(&WIDTHS),
            signed: random.chance(50),
        }
    }

    pub fn name(self) -> String {
        format!("{}int{}_t", if self.signed { "" } else { "u" }, self.bits)
    }

    pub fn bytes(self) -> usize {
        self.bits as usize / 8
    }

    /// An unsigned type at least as wide in which wrapping is defined: narrower ones would be
    /// promoted to `int`, whose overflow is not.
    pub fn wrapping(self) -> Int {
        Int {
            bits: self.bits.max(32),
            signed: false,
        }
    }

    /// A constant of this type, often one near a boundary.
    pub fn constant(self, random: &mut Random) -> String {
        let value = match random.below(6) {
            0 => random.below(3) as u64,
            1 => 1u64 << random.below(self.bits as usize),
            2 => (1u64 << (self.bits - 1)).wrapping_sub(random.below(2) as u64),
            3 => u64::MAX - random.below(4) as u64,
            4 => random.below(256) as u64,
            _ => random.next_u64(),
        };
        self.literal(value)
    }

    /// `value` cut to this type. The cast makes the literal's own type irrelevant.
    pub fn literal(self, value: u64) -> String {
        let mask = if self.bits == 64 {
            u64::MAX
        } else {
            (1 << self.bits) - 1
        };
        format!(
            "(({})0x{:x}u{})",
            self.name(),
            value & mask,
            if self.bits == 64 { "ll" } else { "" }
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_fit_their_type() {
        assert_eq!(Int::U8.literal(0x1ff), "((uint8_t)0xffu)");
        let wide = Int {
            bits: 64,
            signed: true,
        };
        assert_eq!(wide.literal(u64::MAX), "((int64_t)0xffffffffffffffffull)");
    }
}
