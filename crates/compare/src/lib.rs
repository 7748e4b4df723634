//! `pleach compare`: all programs with all variants, several times each, and one table of what
//! came out.
//!
//! This crate knows nothing of the engine: a run is the pleach executable as a child process, and
//! what is known about it is what it wrote into its folder.
//!
//! The way of the data: a [`Plan`] is a list of runs; `schedule` makes those that are not yet there;
//! `data` reads their folders; `summary` puts the repeats together; `table`, `csv` and `plot` write
//! that down.

mod branch;
mod child;
mod claim;
mod csv;
mod data;
mod error;
mod fingerprint;
mod machine;
pub mod native;
mod notes;
mod plan;
mod plot;
mod record;
mod replays;
mod results;
mod schedule;
mod spread;
mod summary;
mod svg;
mod table;

pub use branch::{Branch, SourceFile};
pub use child::Usage;
pub use data::Share;
pub use error::CompareError;
pub use fingerprint::Fingerprint;
pub use plan::{Plan, Program, Runs, Variant, words};
pub use replays::{Folder, NativePlan, OtherTests};
pub use results::{Written, write_results};
pub use schedule::{Event, Finish, make_runs};
pub use svg::{COLOURS, Chart, Curve, Panel, Point, Scale, escape};
