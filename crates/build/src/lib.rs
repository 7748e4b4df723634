//! `pleach cc` and its relatives: what a user's own build calls instead of its compiler.
//!
//! Each object is a usual native object that carries its bitcode in a section of its own.
//! Archives, `ld -r`, parallel builds and the rest of a tool chain need not know of it: a
//! linker puts sections of one name behind each other, so a linked program carries the
//! bitcode of exactly the objects that are in it. After a link these modules are joined and
//! written as `PROGRAM.bc`.

mod arguments;
mod bitcode;
mod cache;
mod cargo;
mod compile;
mod drop;
mod error;
mod libraries;
mod link;
mod project;
mod response;
mod sanitize;
mod shared;
mod support;
mod tools;

pub use arguments::Driver;
pub use bitcode::{Found, modules_of, program_bitcode};
pub use cache::Cache;
pub use cargo::{CargoBuilt, CargoTarget, cargo};
pub use compile::{archiver, cc};
pub use error::BuildError;
pub use project::{Built, build};
pub use sanitize::{Sanitizer, UNDERSTOOD as SANITIZERS, sanitizer, sanitizer_flags};
pub use support::cache_folder;
