//! Objects, addresses, copy-on-write bytes and their symbolic overlays.
//!
//! Pure data: nothing here forks, asks a solver or knows what an instruction
//! is. Cloning a [`Memory`] costs a few reference counts; bytes are shared
//! between clones until one of them writes.

mod contents;
mod freed;
mod heap;
mod join;
mod map;
mod memory;
mod names;
mod object;

pub use contents::{Byte, Contents, PAGE};
pub use freed::REMEMBERED;
pub use join::Apart;
pub use map::Map;
pub use memory::{Memory, OutOfAddresses, Owner};
pub use object::{Gift, Kind, Object, Site};
