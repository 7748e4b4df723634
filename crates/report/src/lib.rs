//! Observers: what a run leaves behind. Tests, findings, coverage, statistics.
//!
//! Everything here looks and writes down; nothing decides what is explored.

mod counter;
mod coverage;
mod files;
mod finding;
mod inputs;
mod places;
mod statistics;
mod tests;

pub use counter::CoverageCounter;
pub use coverage::{Coverage, FileCoverage, FunctionCoverage, Share, Shares};
pub use files::{FolderError, RunFolder};
pub use finding::{Describe, SourcePlace, blamed_place, innermost_frames};
pub use inputs::{InputValue, inputs, ktest};
pub use places::{ErrorKey, Instruction, Place, Sources, blamed, places, stack};
pub use pleach_ktest::{Ktest, KtestError, KtestObject};
pub use statistics::{Loading, RunRecord, StatisticsWriter};
pub use tests::{OutputOf, Reported, TestOptions, TestWriter};

use pleach_interp::Incomplete;

/// A reason for being incomplete, in words.
pub fn incomplete_text(why: &Incomplete) -> String {
    match why {
        Incomplete::SolverUnknown(reason) => format!("the solver did not know: {reason}"),
        Incomplete::TooManyObjects => {
            "a symbolic address could point to more objects than are tried".to_owned()
        }
        Incomplete::Concretized(what) => format!("{what} was fixed to one of its values"),
        Incomplete::MaxDepth => "a path reached --max-depth".to_owned(),
        Incomplete::NotForked(reason) => format!("a fork was not followed: {reason}"),
        Incomplete::Refused(what) => what.clone(),
        Incomplete::Dropped(reason) => format!("a state was dropped: {reason}"),
        Incomplete::Internal(panic) => format!("internal error of pleach: {panic}"),
    }
}
