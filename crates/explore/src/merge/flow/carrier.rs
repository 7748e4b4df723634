//! What carries values.

use pleach_ir::{GlobalId, Slot};

/// Something that carries a value from one place to a later one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Carrier {
    Register(Slot),
    /// A local variable in memory, as a whole: the number of the `Alloca` that makes it.
    Local(u32),
    /// As a whole; never one that is constant.
    Global(GlobalId),
    /// All other memory: the heap, and what pointers of unknown origin point to.
    Elsewhere,
}
