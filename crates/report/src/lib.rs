//! Observers: what a run leaves behind. Tests, findings, coverage, statistics.
//!
//! Everything here looks and writes down; nothing decides what is explored.

mod counter;
mod coverage;
mod files;
mod finding;
mod inputs;
mod omissions;
mod places;
mod profile;
mod stat;
mod statistics;
mod tests;
mod values;

pub use counter::CoverageCounter;
pub use coverage::{Coverage, FileCoverage, FunctionCoverage, Share, Shares};
pub use files::{FolderError, RunFolder};
pub use finding::{Describe, SourcePlace, blamed_place, innermost_frames};
pub use inputs::{InputValue, inputs, ktest};
pub use omissions::{Omitted, incomplete_text};
pub use places::{ErrorKey, Instruction, Place, Sources, blamed, places, stack};
pub use pleach_ktest::{Ktest, KtestError, KtestObject};
pub use profile::{ProfiledLine, Profiler};
pub use statistics::{Loading, RunRecord, StatisticsWriter};
pub use tests::{OnFinding, OutputOf, Reported, TestOptions, TestWriter};
