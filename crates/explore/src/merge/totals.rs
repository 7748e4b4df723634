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
    /// Spent in the merger.
    pub time: Duration,
}
