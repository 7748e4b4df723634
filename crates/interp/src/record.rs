//! Who wants to know of everything that states write stands here.

use crate::{Extensions, StateId, Value};
use std::ops::Range;

/// The state that writes, as far as a recorder may see and change it. It cannot move the frames:
/// the fast loop holds a pointer to their registers while a recorder is called.
pub struct Writing<'a> {
    pub id: StateId,
    /// Frames there are; the top one is the one whose registers are written.
    pub depth: u32,
    pub extensions: &'a mut Extensions,
}

/// Hears of every write; one per worker. Where there is none, the fast loop is compiled without it.
pub trait Recorder: Send {
    /// A register of the top frame has got this value. Those of a new frame that are no
    /// parameters are zero without a word: nobody reads them before they are written.
    fn register(&mut self, state: Writing<'_>, slot: u32, value: Value);

    /// Bytes at these addresses have changed, or may have: they were written, or their object
    /// appeared, went away, or changed its bounds.
    fn memory(&mut self, state: Writing<'_>, addresses: Range<u64>);

    /// Whether it need not hear of what the fast loop writes, which puts no terms into memory.
    fn skips_fast_loop(&self) -> bool {
        false
    }
}
