//! The exploration loop and its roles.
//!
//! Who runs next is a [`search::Searcher`]'s choice. The other roles have
//! their folders here as well: `merge` (who is joined), `prune` (who is
//! dropped), `reduce` (who cannot reach anything new) and `drive` (how paths
//! come about: online, concolic, ...). The order is written once, in the
//! coordinator: reduce, prune, merge, search. Observers look and never decide.

mod atlas;
mod coordinator;
mod dominators;
mod drive;
mod engine;
mod event;
mod memory_cap;
pub mod merge;
mod observe;
mod options;
mod postponed;
mod profile;
pub mod prune;
pub mod reduce;
mod run;
pub mod search;
mod stragglers;
mod totals;
mod tree;
mod worker;

pub use atlas::{Target, TargetError, Targets};
pub use engine::{
    Engine, MakeMerger, MakePruner, MakeSearcher, Setup, Task, TermHolder, TestInputs,
};
pub use event::Event;
pub use observe::{Interests, Observer, PathEnd, RunOn};
pub use options::{DumpStates, ExitOnError, Limits, MemoryAtEnd, OnMemoryCap, Options};
pub use profile::Profile;
pub use totals::{Outcome, TargetOutcome, Totals, WhyEnded};

/// The examples of the page for newcomers.
#[cfg(doctest)]
#[doc = include_str!("../../../ARCHITECTURE.md")]
struct Architecture;
