//! `nurs:qc`: cheap for the solver. The cost of a path is the number of its
//! questions that a solver had to be asked, not their time: equal runs choose alike.

use super::Weight;
use crate::search::{BatchSummary, Live};
use pleach_interp::StateId;
use rustc_hash::FxHashMap;

#[derive(Default)]
pub struct QueryCost {
    cost: FxHashMap<StateId, u64>,
}

/// Up to this cost, all are alike.
const CHEAP: u64 = 10;

impl Weight for QueryCost {
    fn of(&self, state: &dyn Live) -> f64 {
        let cost = self.cost.get(&state.id()).copied().unwrap_or(0);
        CHEAP as f64 / cost.max(CHEAP) as f64
    }

    fn note(&mut self, done: &BatchSummary<'_>) {
        let cost = self.cost.remove(&done.parent).unwrap_or(0) + done.solver_cost;
        for state in done.states() {
            self.cost.insert(state.id(), cost);
        }
    }

    fn forget(&mut self, gone: StateId) {
        self.cost.remove(&gone);
    }
}
