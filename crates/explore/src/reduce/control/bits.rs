//! Sets of small numbers, as bits.

pub(super) fn empty(width: usize) -> Box<[u64]> {
    vec![0; width.div_ceil(64)].into()
}

pub(super) fn set(bits: &mut [u64], at: usize) {
    bits[at / 64] |= 1 << (at % 64);
}

pub(super) fn put(bits: &mut [u64], at: usize, is_member: bool) {
    bits[at / 64] &= !(1 << (at % 64));
    bits[at / 64] |= u64::from(is_member) << (at % 64);
}

/// Numbers beyond the set's width are no members.
pub(super) fn has(bits: &[u64], at: usize) -> bool {
    bits.get(at / 64)
        .is_some_and(|word| word >> (at % 64) & 1 == 1)
}

pub(super) fn add_all(bits: &mut [u64], others: &[u64]) {
    for (word, other) in bits.iter_mut().zip(others) {
        *word |= other;
    }
}

pub(super) fn intersect(bits: &[u64], others: &[u64]) -> bool {
    bits.iter().zip(others).any(|(a, b)| a & b != 0)
}

/// In order.
pub(super) fn members(bits: &[u64]) -> impl Iterator<Item = usize> + '_ {
    bits.iter().enumerate().flat_map(|(i, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let at = rest.trailing_zeros() as usize;
            rest &= rest.wrapping_sub(1);
            (at < 64).then_some(i * 64 + at)
        })
    })
}
