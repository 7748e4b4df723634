//! `nurs:rp`: 2^-depth, which is what `random-path` gives in a tree that no state has left yet.

use super::Weight;
use crate::search::Live;

#[derive(Default)]
pub struct PathProbability;

/// Deeper than this all are alike: smaller weights cannot be added to larger ones.
const DEEPEST: u32 = 1000;

impl Weight for PathProbability {
    fn of(&self, state: &dyn Live) -> f64 {
        0.5f64.powi(state.depth().min(DEEPEST) as i32)
    }
}
