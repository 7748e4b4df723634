//! `nurs:md2u`: near to code that nobody has executed.

use super::covnew::OUT_OF_REACH;
use super::{Weight, inverse_square};
use crate::search::Live;

#[derive(Default)]
pub struct DistanceToUncovered;

impl Weight for DistanceToUncovered {
    fn of(&self, state: &dyn Live) -> f64 {
        inverse_square(state.to_uncovered().map_or(OUT_OF_REACH, u64::from))
    }

    fn falls(&self) -> bool {
        true
    }
}
