//! `nurs:covnew`: near to code that nobody has executed, or successful lately.

use super::{Weight, inverse_square};
use crate::search::Live;

#[derive(Default)]
pub struct CoveringNew;

/// As far as a state counts that cannot reach anything new.
pub(super) const OUT_OF_REACH: u64 = 10_000;
/// For so many instructions after it covered something new a state is as good as at that moment.
const STILL_GOOD: u64 = 1_000;

/// Also the quality that beam search orders its layers by.
pub(crate) fn weight(state: &dyn Live) -> f64 {
    let distance = state.to_uncovered().map_or(OUT_OF_REACH, u64::from);
    inverse_square(distance) + inverse_square(state.since_new().saturating_sub(STILL_GOOD))
}

impl Weight for CoveringNew {
    fn of(&self, state: &dyn Live) -> f64 {
        weight(state)
    }

    fn falls(&self) -> bool {
        true
    }
}
