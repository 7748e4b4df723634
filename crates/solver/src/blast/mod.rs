//! From terms to gates to clauses.

mod circuit;
mod divide;
mod terms;
mod words;

pub(crate) use circuit::Circuit;
pub(crate) use terms::{BlastError, TermBits};

#[cfg(test)]
mod tests;
