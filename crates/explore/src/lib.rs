//! The exploration loop and its roles.
//!
//! Who runs next is a [`search::Searcher`]'s choice. The other roles have
//! their folders here as well: `merge` (who is joined), `prune` (who is
//! dropped), `reduce` (who cannot reach anything new) and `drive` (how paths
//! come about: online, concolic, ...). The order is written once, in the
//! coordinator: reduce, prune, merge, search. Observers look and never decide.

mod atlas;
mod coordinator;
mod drive;
mod memory_cap;
mod merge;
mod observe;
mod options;
mod postponed;
mod prune;
mod reduce;
mod run;
pub mod search;
mod totals;
mod tree;
mod worker;

pub use atlas::{Target, TargetError, Targets};
pub use observe::{Observer, PathEnd, RunOn};
pub use options::{
    DumpStates, ExitOnError, Limits, MemoryAtEnd, OnMemoryCap, Options, Setup, TestInputs,
};
pub use run::explore;
pub use totals::{Outcome, TargetOutcome, Totals, WhyEnded};
