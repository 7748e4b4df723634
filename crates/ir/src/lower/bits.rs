//! Constants of any width as limbs.

use crate::Const;

pub fn limb_count(width: u32) -> usize {
    width.div_ceil(64).max(1) as usize
}

/// A constant of `width` bits from limbs, least significant first; what is
/// missing is zero, what is too much is cut off.
pub fn from_limbs(width: u32, mut limbs: Vec<u64>) -> Const {
    limbs.resize(limb_count(width), 0);
    if let Some(last) = limbs.last_mut() {
        let used = width % 64;
        if used != 0 {
            *last &= (1 << used) - 1;
        }
    }
    if width == 0 {
        Const::Int { width, bits: 0 }
    } else if width <= 64 {
        Const::Int {
            width,
            bits: limbs[0],
        }
    } else {
        Const::Wide {
            width,
            limbs: limbs.into(),
        }
    }
}

pub fn int(width: u32, value: u64) -> Const {
    from_limbs(width, vec![value])
}

/// Sign-extends `value` to `width`.
pub fn signed(width: u32, value: i64) -> Const {
    let fill = if value < 0 { u64::MAX } else { 0 };
    let mut limbs = vec![fill; limb_count(width)];
    limbs[0] = value as u64;
    from_limbs(width, limbs)
}

/// Undefined bits are zero.
pub fn limbs_of(constant: &Const) -> Vec<u64> {
    match constant {
        Const::Int { bits, .. } => vec![*bits],
        Const::Wide { limbs, .. } => limbs.to_vec(),
        Const::Undef { width } => vec![0; limb_count(*width)],
    }
}

pub fn width_of(constant: &Const) -> u32 {
    match constant {
        Const::Int { width, .. } | Const::Wide { width, .. } | Const::Undef { width } => *width,
    }
}

/// Zero-extends or truncates.
pub fn resize(constant: &Const, width: u32) -> Const {
    match constant {
        Const::Undef { .. } => Const::Undef { width },
        other => from_limbs(width, limbs_of(other)),
    }
}

/// The value, sign-extended from its width; `None` if undefined or wide.
pub fn as_i64(constant: &Const) -> Option<i64> {
    match constant {
        Const::Int { width: 0, .. } => Some(0),
        Const::Int { width, bits } => {
            let unused = 64 - width;
            Some(((bits << unused) as i64) >> unused)
        }
        Const::Wide { .. } | Const::Undef { .. } => None,
    }
}

fn bit(limbs: &[u64], index: u64) -> u64 {
    limbs
        .get((index / 64) as usize)
        .map_or(0, |limb| limb >> (index % 64) & 1)
}

/// Joins `parts`, first one lowest, and cuts the result into `widths`.
pub fn repack(parts: &[Const], widths: &[u32]) -> Vec<Const> {
    if parts.iter().all(|part| matches!(part, Const::Undef { .. })) {
        return widths.iter().map(|&width| Const::Undef { width }).collect();
    }
    let total: u64 = parts.iter().map(|part| u64::from(width_of(part))).sum();
    let mut joined = vec![0_u64; total.div_ceil(64) as usize];
    let mut at = 0;
    for part in parts {
        let limbs = limbs_of(part);
        for i in 0..u64::from(width_of(part)) {
            joined[(at / 64) as usize] |= bit(&limbs, i) << (at % 64);
            at += 1;
        }
    }
    let mut at = 0;
    let cut = |&width: &u32| {
        let mut limbs = vec![0_u64; limb_count(width)];
        for i in 0..u64::from(width) {
            limbs[(i / 64) as usize] |= bit(&joined, at + i) << (i % 64);
        }
        at += u64::from(width);
        from_limbs(width, limbs)
    };
    widths.iter().map(cut).collect()
}

/// Reads a decimal number, perhaps negative, as LLVM prints wide integers.
pub fn parse_decimal(text: &str, width: u32) -> Option<Const> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let mut limbs = vec![0_u64; limb_count(width)];
    for digit in digits.chars() {
        let mut carry = u128::from(digit.to_digit(10)?);
        for limb in &mut limbs {
            let product = u128::from(*limb) * 10 + carry;
            *limb = product as u64;
            carry = product >> 64;
        }
    }
    if negative {
        let mut carry = true;
        for limb in &mut limbs {
            let (sum, overflow) = (!*limb).overflowing_add(u64::from(carry));
            *limb = sum;
            carry = overflow;
        }
    }
    Some(from_limbs(width, limbs))
}

/// Appends the little-endian bytes of a constant.
pub fn write_bytes(constant: &Const, out: &mut [u8]) {
    let limbs = limbs_of(constant);
    let count = (width_of(constant).div_ceil(8) as usize).min(out.len());
    for (i, byte) in out.iter_mut().enumerate().take(count) {
        *byte = limbs
            .get(i / 8)
            .map_or(0, |limb| (limb >> (i % 8 * 8)) as u8);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn printed_wide_integers_are_read_back(value: i128) {
            let text = value.to_string();
            let limbs = vec![value as u64, (value >> 64) as u64];
            prop_assert_eq!(parse_decimal(&text, 128), Some(from_limbs(128, limbs)));
        }

        #[test]
        fn cutting_and_joining_gives_back_the_value(value: u128, cuts in prop::collection::vec(1_u32..40, 1..8)) {
            let total: u32 = cuts.iter().sum();
            prop_assume!(total <= 128);
            let whole = from_limbs(total, vec![value as u64, (value >> 64) as u64]);
            let parts = repack(std::slice::from_ref(&whole), &cuts);
            prop_assert_eq!(repack(&parts, &[total]), vec![whole]);
        }

        #[test]
        fn sign_extension_matches_the_machine(value: i64, width in 1_u32..=64) {
            let constant = signed(width, value);
            let unused = 64 - width;
            prop_assert_eq!(as_i64(&constant), Some(value << unused >> unused));
        }
    }
}
