//! The state that is nearest to a target; those that cannot reach one as far as
//! the control flow shows come last, the newest first.

use super::{BatchSummary, Pool, Searcher, Turn};
use pleach_interp::StateId;
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BTreeSet;

type Rank = (u32, Reverse<u64>);

#[derive(Default)]
pub struct Target {
    order: BTreeSet<(Rank, StateId)>,
    rank: FxHashMap<StateId, Rank>,
    arrivals: u64,
}

impl Searcher for Target {
    fn take(&mut self, _: &mut Turn<'_>) -> Option<StateId> {
        let (_, id) = self.order.pop_first()?;
        self.rank.remove(&id);
        Some(id)
    }

    fn put(&mut self, done: &BatchSummary<'_>) {
        for state in done.states() {
            let distance = state.to_target().unwrap_or(u32::MAX);
            let rank = (distance, Reverse(self.arrivals));
            self.arrivals += 1;
            self.rank.insert(state.id(), rank);
            self.order.insert((rank, state.id()));
        }
    }

    fn remove(&mut self, gone: StateId) {
        if let Some(rank) = self.rank.remove(&gone) {
            self.order.remove(&(rank, gone));
        }
    }

    fn targets_changed(&mut self, pool: &dyn Pool) {
        self.order.clear();
        for (id, rank) in &mut self.rank {
            rank.0 = pool.live(*id).to_target().unwrap_or(u32::MAX);
            self.order.insert((*rank, *id));
        }
    }

    /// The two sides of a fork may be at very different distances.
    fn at_every_fork(&self) -> bool {
        true
    }
}
