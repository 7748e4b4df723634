//! Bitcode and C, lowered once into immutable tables with typed indices.
//!
//! This is the only crate that sees LLVM. What comes out, [`Module`], is plain
//! data: scalar registers only (vectors and aggregates are flattened by the
//! lowering), addresses of globals and functions already fixed, phis turned
//! into moves on edges, calls ending their block.

pub mod address;
mod compile;
pub mod convention;
mod error;
mod hash;
mod join;
mod link;
mod live;
mod llvm;
mod load;
mod lower;
mod names;
mod options;
mod passes;
mod print;
mod runtime;
mod slots;
mod tables;
mod verify;

pub use compile::QUIET_MACROS;
pub use error::LoadError;
pub use hash::ContentHash;
pub use join::{join_bitcode, join_library};
pub use live::RETURN_TWICE;
pub use load::{Inputs, load};
pub use lower::is_sanitizer;
pub use names::{NameError, find_symbol, readable, signature, type_of_info};
pub use options::{
    InsertedChecks, LoadOptions, Locals, Paths, RuntimeModule, SlotUse, Symbols, Teardown,
};
pub use print::FunctionText;
pub use tables::*;
pub use verify::{Fault, verify};
