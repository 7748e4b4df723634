//! The outside: engine intrinsics, C library functions, symbolic inputs.
//!
//! [`Library`] gives the interpreter an implementation for functions that a
//! program only declares. Each is straight-line code over the machine's
//! questions and effects; since a question may fork, and the other state meets
//! the call again from its start, effects come after the last question.

mod alloc;
mod args;
mod cxx;
mod frames;
mod jump;
mod klee;
mod libc;
mod math;
mod memory;
mod posix;
mod process;
mod registry;
mod runtime;
mod rust;
mod stdio;
mod text;
mod threads;
mod ubsan;
mod verifier;

pub use libc::Libc;
pub use posix::{HostInput, World, WorldError, WorldOption, set_world, syscall_name};
pub use registry::{Library, names, provides};
pub use runtime::runtime_modules;
pub use stdio::output::{OutputMode, flush_output, output, output_under, set_output_mode};
