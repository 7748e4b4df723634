//! The functions of `klee/klee.h`.

pub(crate) mod ask;
pub(crate) mod finish;
pub(crate) mod input;
pub(crate) mod show;
pub(crate) mod steer;
