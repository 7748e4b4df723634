//! Results of symbolic integer instructions seen before. Paths that fork run
//! the same code on the same symbols again and again; looking a result up is
//! several times faster than building and simplifying it once more.

use crate::Value;
use pleach_ir::{BinOp, CastOp, Pred};

/// What was computed; the width is that of the operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Operation {
    Bin(BinOp),
    Cmp(Pred),
    /// To this width.
    Cast(CastOp, u32),
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Key {
    pub operation: Operation,
    pub width: u32,
    pub a: Value,
    pub b: Value,
}

pub(crate) struct Memo {
    entries: Box<[Option<(Key, Value)>]>,
    generation: u64,
}

const SIZE: usize = 4096;

impl Default for Memo {
    fn default() -> Self {
        Memo {
            entries: vec![None; SIZE].into_boxed_slice(),
            generation: 0,
        }
    }
}

fn slot(key: &Key) -> usize {
    let part = |v: Value| v.term.map_or(v.bits, |t| t.index() as u64 + (1 << 40));
    let tag = match key.operation {
        Operation::Bin(op) => op as u64,
        Operation::Cmp(pred) => 64 + pred as u64,
        Operation::Cast(op, to) => 128 + op as u64 + (u64::from(to) << 8),
    };
    let mixed = (part(key.a).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ part(key.b))
        .wrapping_mul(0xff51_afd7_ed55_8ccd)
        .wrapping_add(tag.wrapping_mul(0xc4ce_b9fe_1a85_ec53));
    (mixed >> 40) as usize % SIZE
}

impl Memo {
    /// The result, or `make`'s. Terms of an older `generation` may be freed: their results are gone.
    pub fn get(&mut self, generation: u64, key: Key, make: impl FnOnce() -> Value) -> Value {
        if self.generation != generation {
            self.entries.fill(None);
            self.generation = generation;
        }
        let entry = &mut self.entries[slot(&key)];
        if let Some((known, value)) = entry
            && *known == key
        {
            return *value;
        }
        let value = make();
        *entry = Some((key, value));
        value
    }
}
