//! Who is joined. A mode is one file here and one line in [`MODES`]; the join itself is
//! [`pleach_interp::Joiner`]'s.
//!
//! All modes wait for states in *regions*: where states part, a region says where they meet again.
//! A state that comes there waits until no other state of the region can come any more, and is
//! joined with those that wait already. The states of a region run before what the searcher wants.

mod dynamic;
mod every_join;
mod floor;
mod flow;
mod graph;
mod manual;
mod meeting;
mod multiplicity;
mod place;
mod qce;
mod region;
mod rounds;
#[cfg(test)]
pub(crate) mod tests;
mod totals;

pub(crate) use floor::{Absorbed, Effects};
pub use floor::{Batch, Floor};
pub use multiplicity::{at_most, exact};
pub use qce::QceOptions;
pub use totals::{Decisions, MergeTotals};

use crate::atlas::AtlasTables;
use multiplicity::Multiplicity;
use place::Awaited;
use pleach_interp::{Divider, EdgeNumber, Recorder, State, StateId, Tracer};
use pleach_term::Terms;
use std::sync::Arc;

/// Decides which states become one. Asked by the coordinator, between batches.
pub trait Merger: Send {
    /// Gives the first state of a run what every state is to carry.
    fn prepare(&self, _first: &mut State) {}
    /// A state was run, and others may have forked off it. All of them wait now; the floor is where
    /// they can be held back, released and joined.
    fn put(&mut self, batch: &Batch<'_>, floor: &mut Floor<'_>);
    /// A state is gone: it ended, or was dropped by others.
    fn remove(&mut self, _gone: StateId, _floor: &mut Floor<'_>) {}
    /// A state that is to run before those that the searcher wants.
    fn take(&mut self, _floor: &mut Floor<'_>) -> Option<StateId> {
        None
    }
    /// Nothing else is left to run: whoever is held back goes on.
    fn release_all(&mut self, _floor: &mut Floor<'_>) {}
    /// Whether states are to be handed back at each fork, not only after a batch.
    fn at_every_fork(&self) -> bool {
        false
    }
    /// Edges that [`Merger::tracer`] is to hear of.
    fn watched(&self) -> Vec<EdgeNumber> {
        Vec::new()
    }
    /// For one worker: has states handed back where they may meet others.
    fn tracer(&self) -> Option<Box<dyn Tracer>> {
        None
    }
    /// For one worker: keeps what the merger needs to know about states current while they run.
    fn recorder(&self) -> Option<Box<dyn Recorder>> {
        None
    }
    /// For one worker: takes states apart that were joined.
    fn divider(&self) -> Option<Box<dyn Divider>> {
        None
    }
}

/// How to merge.
#[derive(Debug, Clone, PartialEq)]
pub struct MergeOptions {
    /// One of [`MODES`].
    pub mode: String,
    pub qce: QceOptions,
    /// Forks in a region after which its states do not wait for each other any longer.
    pub patience: u32,
    /// How far ahead of a join `dynamic` looks for questions, in instructions. With 0 it joins all states, and
    /// takes more of them apart again.
    pub ahead: u64,
    /// A planted fault, for the tests that are to find one: see [`pleach_interp::Joiner`].
    pub swaps_sides: bool,
    /// Another one: see [`dynamic`].
    pub forgets_assignments: bool,
}

impl Default for MergeOptions {
    fn default() -> Self {
        MergeOptions {
            mode: "none".to_owned(),
            qce: QceOptions::default(),
            patience: 10_000,
            ahead: 1_000,
            swaps_sides: false,
            forgets_assignments: false,
        }
    }
}

/// What a mode is made of.
pub(crate) struct Ground<'a> {
    pub tables: &'a Arc<AtlasTables>,
    pub terms: &'a Arc<Terms>,
    pub options: &'a MergeOptions,
}

pub(crate) struct Mode {
    pub name: &'static str,
    pub make: fn(&Ground<'_>) -> Box<dyn Merger>,
}

/// Every mode by its name, besides `none`.
pub(crate) const MODES: &[Mode] = &[
    Mode {
        name: "manual",
        make: |ground| Box::new(manual::Manual::new(ground)),
    },
    Mode {
        name: "static",
        make: |ground| Box::new(every_join::EveryJoin::new(ground)),
    },
    Mode {
        name: "qce",
        make: |ground| Box::new(every_join::EveryJoin::with_estimate(ground)),
    },
    Mode {
        name: "dynamic",
        make: |ground| Box::new(dynamic::Dynamic::new(ground)),
    },
];

/// `none`, and the names of all modes.
pub fn names() -> Vec<&'static str> {
    let none = std::iter::once("none");
    none.chain(MODES.iter().map(|mode| mode.name)).collect()
}

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no way to merge that is called `{name}`; there are: {}", names().join(", "))]
pub struct UnknownMode {
    name: String,
}

/// Gives the first state of a run what every state carries while states are merged: where only one of
/// two had it, they could not be joined.
pub(crate) fn prepare(state: &mut State, merger: &dyn Merger) {
    state.extensions.get_or_insert_with(Multiplicity::default);
    state.extensions.get_or_insert_with(Awaited::default);
    merger.prepare(state);
}

/// The merger that these options describe, if they want one.
pub(crate) fn merger(ground: &Ground<'_>) -> Result<Option<Box<dyn Merger>>, UnknownMode> {
    let name = &ground.options.mode;
    if name == "none" {
        return Ok(None);
    }
    let mode = MODES.iter().find(|mode| mode.name == name);
    let mode = mode.ok_or_else(|| UnknownMode { name: name.clone() })?;
    Ok(Some((mode.make)(ground)))
}
