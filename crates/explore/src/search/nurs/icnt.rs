//! `nurs:icnt`: at an instruction that was seldom executed.

use super::{Weight, inverse_square};
use crate::search::Live;

#[derive(Default)]
pub struct InstructionCount;

impl Weight for InstructionCount {
    fn of(&self, state: &dyn Live) -> f64 {
        inverse_square(state.executions())
    }

    fn falls(&self) -> bool {
        true
    }
}
