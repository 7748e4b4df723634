//! Hash-consed bit-vector and float terms: build and fold, evaluate under a model, print.
//!
//! [`Terms`] is the arena, shared by all threads; a [`Term`] is an index into it. Booleans are
//! bit-vectors of width 1, every variable is one byte, a float is its bit pattern. Operands of
//! wrong widths are an error of the caller and panic.

mod arena;
mod bits;
mod buckets;
mod build;
mod choices;
mod eval;
mod float;
mod fold;
mod input;
mod op;
mod print;
mod range;
mod smtlib;
mod substitute;
mod tape;
mod term;
mod vars;
mod wide;

pub use arena::Terms;
pub use bits::Bits;
pub use build::Remainder;
pub use choices::{Choices, Values};
pub use eval::Evaluator;
pub use input::{Input, NameId, VarName};
pub use op::{FCmp, Node, Op, Rounding};
pub use range::Range;
pub use tape::{LANES, Tape};
pub use term::{Term, VarId};
