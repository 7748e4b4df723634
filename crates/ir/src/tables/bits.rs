//! Sets of small numbers, as bits.

use std::borrow::Cow;

use super::*;

/// A set of numbers below `width`.
pub fn empty(width: usize) -> Box<[u64]> {
    vec![0; width.div_ceil(64)].into()
}

pub fn set(bits: &mut [u64], at: usize) {
    bits[at / 64] |= 1 << (at % 64);
}

pub fn clear(bits: &mut [u64], at: usize) {
    bits[at / 64] &= !(1 << (at % 64));
}

pub fn put(bits: &mut [u64], at: usize, is_member: bool) {
    match is_member {
        true => set(bits, at),
        false => clear(bits, at),
    }
}

/// Numbers beyond the set's width are no members.
pub fn has(bits: &[u64], at: usize) -> bool {
    let word = bits.get(at / 64).copied().unwrap_or(0);
    word >> (at % 64) & 1 == 1
}

pub fn intersect(bits: &[u64], others: &[u64]) -> bool {
    bits.iter().zip(others).any(|(a, b)| a & b != 0)
}

/// Adds all members of another set; whether there were new ones.
pub fn join(bits: &mut [u64], other: &[u64]) -> bool {
    let mut changed = false;
    for (word, other) in bits.iter_mut().zip(other) {
        changed |= *other & !*word != 0;
        *word |= other;
    }
    changed
}

/// The members, in order.
pub fn members(bits: &[u64]) -> impl Iterator<Item = usize> + '_ {
    bits.iter().enumerate().flat_map(|(i, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let at = rest.trailing_zeros() as usize;
            rest &= rest.wrapping_sub(1);
            (at < 64).then_some(i * 64 + at)
        })
    })
}

/// One set per block, all in one vector.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Rows {
    words: usize,
    bits: Vec<u64>,
}

impl Rows {
    /// Empty sets of numbers below `width`.
    pub fn new(rows: usize, width: usize) -> Rows {
        let words = width.div_ceil(64);
        Rows {
            words,
            bits: vec![0; words * rows],
        }
    }

    pub fn row(&self, row: usize) -> &[u64] {
        &self.bits[row * self.words..(row + 1) * self.words]
    }

    pub fn row_mut(&mut self, row: usize) -> &mut [u64] {
        &mut self.bits[row * self.words..(row + 1) * self.words]
    }

    /// Words per row.
    pub fn words(&self) -> usize {
        self.words
    }

    /// Whether these are so many sets of numbers below `width`.
    pub fn are(&self, rows: usize, width: usize) -> bool {
        let inside = |at| at < width;
        self.words == width.div_ceil(64)
            && self.bits.len() == rows * self.words
            && (0..rows).all(|row| members(self.row(row)).all(inside))
    }

    pub fn bytes(&self) -> usize {
        self.bits.len() * 8
    }
}

/// Registers of a frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SlotSet<'f>(pub(crate) Cow<'f, [u64]>);

impl SlotSet<'_> {
    pub fn contains(&self, slot: Slot) -> bool {
        has(&self.0, slot.index())
    }

    /// In order.
    pub fn iter(&self) -> impl Iterator<Item = Slot> + '_ {
        members(&self.0).map(|at| Slot(at as u32))
    }
}
