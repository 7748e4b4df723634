//! Any states are dropped (section 4.4 of the paper).

use super::Waiting;
use super::homi::score::lowest;
use super::iterations::{Iteration, Kind};
use crate::search::Rng;
use pleach_interp::StateId;

pub(super) struct Random;

impl Kind for Random {
    fn gone(
        &mut self,
        waiting: &Waiting<'_>,
        iteration: &Iteration,
        rng: &mut Rng,
    ) -> Vec<StateId> {
        let states = waiting.in_order();
        let gone = lowest(&vec![0.0; states.len()], iteration.ratio, rng);
        gone.into_iter().map(|i| states[i].id).collect()
    }
}
