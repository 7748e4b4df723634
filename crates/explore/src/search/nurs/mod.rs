//! Non-uniform random search: states are drawn in proportion to a weight. One
//! file per weight.

mod covnew;
mod cpicnt;
mod depth;
mod icnt;
mod md2u;
mod qc;
mod rp;

pub use covnew::CoveringNew;
pub(crate) use covnew::weight as quality;
pub use cpicnt::CallPathCount;
pub use depth::Depth;
pub use icnt::InstructionCount;
pub use md2u::DistanceToUncovered;
pub use qc::QueryCost;
pub use rp::PathProbability;

use super::shape::SumTree;
use super::{BatchSummary, Live, Searcher, Turn};
use pleach_interp::StateId;
use rand::Rng as _;

/// What a state counts for in the draw.
pub trait Weight: Send {
    fn of(&self, state: &dyn Live) -> f64;

    /// Whether the weight of a waiting state falls while others run. It never may rise.
    fn falls(&self) -> bool {
        false
    }

    /// Something happened to a state; asked before the weights of what came of it.
    fn note(&mut self, _done: &BatchSummary<'_>) {}

    fn forget(&mut self, _gone: StateId) {}
}

/// A square of the inverse, as all weights by distance and count are.
fn inverse_square(n: u64) -> f64 {
    let inverse = 1.0 / n.max(1) as f64;
    inverse * inverse
}

pub struct Weighted<W> {
    weight: W,
    states: SumTree,
}

impl<W: Weight> Weighted<W> {
    pub fn new(weight: W) -> Self {
        Weighted {
            weight,
            states: SumTree::default(),
        }
    }

    fn weigh(&self, state: &dyn Live) -> f64 {
        self.weight.of(state).clamp(f64::MIN_POSITIVE, f64::MAX)
    }
}

impl<W: Weight> Searcher for Weighted<W> {
    /// Weights that have fallen since they were written down are corrected when
    /// they are drawn: a state whose weight is now a third of what is written is
    /// taken in a third of the cases. That draws exactly by today's weights
    /// without computing all of them.
    fn take(&mut self, turn: &mut Turn<'_>) -> Option<StateId> {
        loop {
            let id = self.states.at_share(turn.rng.random::<f64>())?;
            if self.weight.falls() {
                let written = self.states.weight(id)?;
                let now = self.weigh(&*turn.pool.live(id));
                if now < written {
                    self.states.set(id, now);
                    if turn.rng.random::<f64>() >= now / written {
                        continue;
                    }
                }
            }
            self.states.remove(id);
            return Some(id);
        }
    }

    fn put(&mut self, done: &BatchSummary<'_>) {
        self.weight.note(done);
        for state in done.states() {
            let weight = self.weigh(state);
            self.states.set(state.id(), weight);
        }
    }

    fn remove(&mut self, gone: StateId) {
        self.states.remove(gone);
        self.weight.forget(gone);
    }

    fn taken_elsewhere(&mut self, id: StateId) {
        self.states.remove(id);
    }
}
