//! `nurs:depth`: many forks on the way.

use super::Weight;
use crate::search::Live;

#[derive(Default)]
pub struct Depth;

impl Weight for Depth {
    fn of(&self, state: &dyn Live) -> f64 {
        f64::from(state.depth().max(1))
    }
}
