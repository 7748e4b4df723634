//! `nurs:cpicnt`: under a sequence of calls in which little was executed.

use super::Weight;
use crate::search::Live;

#[derive(Default)]
pub struct CallPathCount;

impl Weight for CallPathCount {
    fn of(&self, state: &dyn Live) -> f64 {
        1.0 / state.call_path_instructions().max(1) as f64
    }

    fn falls(&self) -> bool {
        true
    }
}
