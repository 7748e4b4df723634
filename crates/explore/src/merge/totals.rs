use std::collections::BTreeMap;
use std::time::Duration;

/// What merging did in a run so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MergeTotals {
    /// Pairs of states that were to become one.
    pub tried: u64,
    /// Pairs that did.
    pub made: u64,
    /// Why others did not, and how often.
    pub refused: BTreeMap<&'static str, u64>,
    /// The most paths that one state stood for, at most.
    pub largest_multiplicity: u64,
    /// Paths that the ended states stood for, at most.
    pub paths_at_most: u64,
    /// Joined states that were taken apart again.
    pub active_forks: u64,
    /// States that this made, besides those that were taken apart.
    pub forked_actively: u64,
    /// The most virtual states of one state.
    pub most_virtual_states: u64,
    /// What was decided about states that met, where code ahead is looked at.
    pub decisions: Decisions,
    /// Spent in the merger.
    pub time: Duration,
    /// Part of that: spent on looking at the code ahead.
    pub analysis: Duration,
}

/// How often each was decided about two states that met and could be joined.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Decisions {
    /// To join them; what differed was not asked about, or has not been yet.
    pub join: u64,
    /// To join them until what differed was asked about: they were taken apart again there.
    pub until: u64,
    /// To join them at a later place.
    pub after: u64,
    /// Not to join them.
    pub apart: u64,
}

impl Decisions {
    pub fn total(&self) -> u64 {
        self.join + self.until + self.after + self.apart
    }
}
