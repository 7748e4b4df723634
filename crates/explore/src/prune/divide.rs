//! Nobody is dropped within an iteration.

use super::Waiting;
use super::iterations::{Iteration, Kind};
use crate::search::Rng;
use pleach_interp::StateId;

pub(super) struct Divide;

impl Kind for Divide {
    fn gone(&mut self, _: &Waiting<'_>, _: &Iteration, _: &mut Rng) -> Vec<StateId> {
        Vec::new()
    }
}
