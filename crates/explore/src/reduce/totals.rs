use super::Needed;
use std::collections::BTreeMap;
use std::time::Duration;

/// What became of states that are recognised as redundant.
#[derive(Debug, Clone, Default)]
pub struct ReduceTotals {
    /// States that had nothing new ahead of them.
    pub pruned: u64,
    /// How often a state was much like one that came by before.
    pub familiar: u64,
    /// How often a state was looked at.
    pub tried: u64,
    /// What was learned of states that came by, and how many locations that names in all.
    pub sets: u64,
    pub locations: u64,
    /// Why nothing was learned, and how often.
    pub unusable: BTreeMap<&'static str, u64>,
    pub most_snapshots: u64,
    /// Spent on finding out which branches may still decide about something new, and on keeping that up to
    /// date.
    pub control: Duration,
    /// Spent on finding out what mattered.
    pub slicing: Duration,
    /// Sets that became smaller when more was covered.
    pub refined: u64,
    /// Spent on that.
    pub refining: Duration,
    /// What was needed where, in the order in which it was found; see [`super::ReduceOptions::explains`].
    pub needed: Vec<Needed>,
    /// Spent on looking for states that did the same.
    pub matching: Duration,
}
