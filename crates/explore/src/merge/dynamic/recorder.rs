//! Keeps account of the memory in which virtual states may differ.

use super::cells::WORD;
use super::virtual_states::VirtualStates;
use pleach_interp::{Recorder, Value, Writing};
use std::ops::Range;

/// Longer writes are not looked at word by word; what they write stays a term when the state is taken apart.
const LONGEST: u64 = 64 * WORD;

/// Has states with virtual states watch the words that they write. Registers are all looked at anyway.
pub(super) struct WatchedWords;

impl Recorder for WatchedWords {
    fn register(&mut self, _: Writing<'_>, _: u32, _: Value) {}

    fn memory(&mut self, state: Writing<'_>, addresses: Range<u64>) {
        if addresses.end.saturating_sub(addresses.start) > LONGEST {
            return;
        }
        if let Some(virtual_states) = state.extensions.get_mut::<VirtualStates>()
            && !virtual_states.is_empty()
        {
            let first = addresses.start & !(WORD - 1);
            for word in (first..addresses.end).step_by(WORD as usize) {
                virtual_states.watch(word);
            }
        }
    }

    fn skips_fast_loop(&self) -> bool {
        true
    }
}
