//! Z3.
use super::{Backend, Budget, Query, Verdict};
use crate::UnknownReason;
use pleach_term::Terms;

pub struct Z3;
impl Z3 {
    #[allow(clippy::new_without_default)]
    pub fn new() -> Z3 {
        Z3
    }
}
impl Backend for Z3 {
    fn solve(&mut self, _: &Terms, _: Query<'_>, _: Budget) -> Verdict {
        Verdict::Unknown(UnknownReason::Unsupported("anything yet"))
    }
    fn forget(&mut self) {}
}
