//! Native replay: a test case becomes arguments, variables, standard input and files in a
//! folder of its own, and the native program runs there within limits.
//!
//! Knows nothing of the engine, so that other tools can use it on other engines' tests.

mod error;
mod files;
mod predict;
mod run;
mod sanitizer;
mod test;

pub use error::ReplayError;
pub use predict::{Agreement, Prediction, Predictions};
pub use run::{Limits, Outcome, Program, Status, replay, replay_with};
pub use sanitizer::{Leaks, Report};
pub use test::{FileOf, Test};
