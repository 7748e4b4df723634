//! Printing, and the little there is to read.

mod format;
pub(crate) mod output;
pub(crate) mod printf;
pub(crate) mod read;
pub(crate) mod write;

pub(crate) use format::decimal_float;
