//! Who is dropped, though it might still reach something, and when a run begins anew with what it has learned.
//! A kind of pruning is one file or folder here, and one line in [`PruneMode::ALL`].

mod divide;
pub mod homi;
mod iterations;
mod options;
mod random;
mod replay;
mod totals;

pub use homi::data::TestData;
pub use options::{PruneMode, PruneOptions};
pub(crate) use replay::Replayer;
pub use totals::PruneTotals;

use pleach_interp::{State, StateId};
use pleach_term::Terms;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::time::Duration;

/// Decides which states are given up, and when to begin anew. Asked by the coordinator after each batch; what it
/// drops counts as dropped, and makes the run incomplete.
pub trait Pruner: Send {
    fn prune(&mut self, waiting: &Waiting<'_>) -> Pruning;
    /// No state is left.
    fn nothing_left(&mut self, _elapsed: Duration) -> NothingLeft {
        NothingLeft::Over
    }
    /// Whether it wants to hear of tests.
    fn learns(&self) -> bool {
        false
    }
    /// A path that covered something new, or failed, is at its end.
    fn learn(&mut self, _test: TestData) {}
    /// What it did so far, for the statistics.
    fn totals(&self) -> PruneTotals {
        PruneTotals::default()
    }
}

/// What is to happen to the states that wait.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pruning {
    Nothing,
    /// These are to go.
    Drop(Vec<StateId>),
    /// All are to go, and the program begins once more.
    Restart,
}

/// What follows when no state is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NothingLeft {
    Over,
    /// Nothing was dropped since the program began anew: all is explored, whatever was dropped before.
    Explored,
    BeginAnew,
}

/// All states that nobody runs.
pub struct Waiting<'a> {
    pub(crate) pool: &'a FxHashMap<StateId, Box<State>>,
    /// Since the run began.
    pub elapsed: Duration,
}

impl Waiting<'_> {
    pub fn len(&self) -> usize {
        self.pool.len()
    }

    pub fn is_empty(&self) -> bool {
        self.pool.is_empty()
    }

    /// In no order that means anything.
    pub fn states(&self) -> impl Iterator<Item = &State> {
        self.pool.values().map(|state| &**state)
    }

    /// In the order in which they came to be.
    fn in_order(&self) -> Vec<&State> {
        let mut states: Vec<&State> = self.states().collect();
        states.sort_unstable_by_key(|state| state.id);
        states
    }
}

/// The pruner that the options ask for, if they do.
pub(crate) fn pruner(
    options: &PruneOptions,
    terms: &Arc<Terms>,
    seed: u64,
    time: Option<Duration>,
) -> Option<Box<dyn Pruner>> {
    let kind: Box<dyn iterations::Kind> = match options.mode {
        PruneMode::None => return None,
        PruneMode::Random => Box::new(random::Random),
        PruneMode::Divide => Box::new(divide::Divide),
        PruneMode::Homi => Box::new(homi::Homi::new(terms.clone(), options)),
    };
    let pruner = iterations::Iterations::new(kind, options, seed, time);
    Some(Box::new(pruner))
}
