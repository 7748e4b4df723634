use crate::Totals;
use pleach_interp::{End, State};
use pleach_ir::Module;
use pleach_term::Terms;
use std::time::Duration;

/// A path that came to its end. Its input is the model in `state.path`.
pub struct PathEnd<'a> {
    pub state: &'a State,
    pub end: &'a End,
    pub module: &'a Module,
    pub terms: &'a Terms,
    /// Since the run began.
    pub elapsed: Duration,
}

/// What an observer says about the run going on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    GoOn,
    /// End the run; the reason in words ("100 tests are written").
    Halt(String),
}

/// Looks at what happens. Called by the worker threads themselves, several at once.
pub trait Observer: Send + Sync {
    /// Called for every ended path, before its state is dropped.
    fn path_ended(&self, path: &PathEnd<'_>) -> Verdict;
    /// Called about once a second, and once at the end.
    fn progress(&self, _totals: &Totals) {}
    /// Text that the program or the engine has to say (`klee_warning`, …).
    fn warning(&self, _text: &str) {}
}
