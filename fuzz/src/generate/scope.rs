//! What the code written so far makes available.

use super::types::Int;
use crate::random::Random;

/// A variable that holds one integer.
#[derive(Debug, Clone)]
pub struct Scalar {
    /// How it is written in an expression: `x3`, `s1.f2`, `(*p4)`.
    pub place: String,
    pub int: Int,
    pub writable: Writable,
}

/// Loop counters are only read: else the loop might not end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Writable {
    Yes,
    No,
}

/// An array whose length is a power of two, so that a mask keeps an index inside.
#[derive(Debug, Clone)]
pub struct Array {
    pub name: String,
    pub int: Int,
    pub len: usize,
}

impl Array {
    pub fn bytes(&self) -> usize {
        self.len * self.int.bytes()
    }
}

/// A pointer that always points at an element of one of the arrays of its type.
#[derive(Debug, Clone)]
pub struct Pointer {
    pub name: String,
    pub int: Int,
}

/// A function `uint32_t name(parameters)` of the program.
#[derive(Debug, Clone)]
pub struct Function {
    pub name: String,
    pub parameters: Vec<Int>,
    /// How many ways a call can go, about.
    pub ways: u64,
}

/// An array of functions with the same parameters; its length is a power of two.
#[derive(Debug, Clone)]
pub struct Table {
    pub name: String,
    pub len: usize,
    pub parameters: Vec<Int>,
    pub ways: u64,
}

/// Everything that may be named at some point of the program.
#[derive(Debug, Clone, Default)]
pub struct Scope {
    pub scalars: Vec<Scalar>,
    /// Those of the scalars that are unknown from the start.
    pub inputs: Vec<Scalar>,
    pub arrays: Vec<Array>,
    pub pointers: Vec<Pointer>,
    /// Variables of the one structure type.
    pub structs: Vec<String>,
    pub functions: Vec<Function>,
    pub tables: Vec<Table>,
}

impl Scope {
    pub fn scalar(&self, random: &mut Random) -> Option<&Scalar> {
        if !self.inputs.is_empty() && random.chance(35) {
            return Some(random.pick(&self.inputs));
        }
        // What was declared last is what the code near by is about.
        match self.scalars.len() {
            0 => None,
            n if random.chance(50) => self.scalars.get(n - 1 - random.below(n.min(4))),
            n => self.scalars.get(random.below(n)),
        }
    }

    pub fn writable(&self, random: &mut Random) -> Option<&Scalar> {
        let writable: Vec<&Scalar> = self
            .scalars
            .iter()
            .filter(|s| s.writable == Writable::Yes)
            .collect();
        (!writable.is_empty()).then(|| *random.pick(&writable))
    }

    pub fn array(&self, random: &mut Random) -> Option<&Array> {
        (!self.arrays.is_empty()).then(|| random.pick(&self.arrays))
    }

    pub fn arrays_of(&self, int: Int) -> Vec<&Array> {
        self.arrays
            .iter()
            .filter(|array| array.int == int)
            .collect()
    }
}
