//! The world that a program sees: its arguments, environment and files. The model of it is C
//! (`runtime/posix`); here is what the model asks of the engine.

mod calls;
mod failures;
mod mapped;
mod numbers;
pub(crate) mod objects;
mod world;

pub(crate) use calls::*;
pub(crate) use failures::{allocation_fails, fails_now, failures};
pub use numbers::syscall_name;
pub use world::{HostInput, World, WorldError, WorldOption, set_world};
