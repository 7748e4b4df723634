//! Printing, and the little there is to read.

pub(crate) mod output;
pub(crate) mod read;
pub(crate) mod write;
