//! Who is dropped, though it might still reach something. A kind of pruning is one file here.

pub mod homi;

use pleach_interp::{State, StateId};
use rustc_hash::FxHashMap;

/// Decides which states are given up. Asked by the coordinator after each batch; what it drops counts
/// as dropped, and makes the run incomplete.
pub trait Pruner: Send {
    /// The states that are to go.
    fn prune(&mut self, waiting: &Waiting<'_>) -> Vec<StateId>;
}

/// All states that nobody runs.
pub struct Waiting<'a> {
    pub(crate) pool: &'a FxHashMap<StateId, Box<State>>,
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
}
