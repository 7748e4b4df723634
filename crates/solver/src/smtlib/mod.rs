//! SMT-LIB: reading queries, writing them.
//!
//! The reader knows what symbolic execution engines log: quantifier-free bit-vectors with arrays
//! of bytes. Arrays disappear while reading, because our terms have none: a read at a constant
//! index is a byte variable; arrays that top-level assertions fill with constants are tables; a
//! read at any other index is a variable of its own, tied to the other reads by congruence.

mod apply;
mod arrays;
mod read;
mod tree;

use pleach_term::{Term, Terms};

pub use read::read;

/// Why a text could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    #[error("line {line}: {what}")]
    Syntax { line: usize, what: &'static str },
    #[error("{0} is not known here")]
    Unknown(String),
    #[error("{0} is not supported")]
    Unsupported(String),
    #[error("{operator} cannot be applied to these arguments")]
    Arguments { operator: String },
}

/// A query that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script {
    /// All of them are to hold together; width 1.
    pub assertions: Vec<Term>,
}

/// A script that asserts the terms and asks whether they are satisfiable.
pub fn script(terms: &Terms, constraints: &[Term]) -> String {
    terms.smtlib(constraints)
}

#[cfg(test)]
mod tests;
