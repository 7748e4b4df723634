//! Random programs and the oracles that say what pleach must answer for them.
//!
//! Two kinds of program, each with its own oracle:
//! - [`csmith`]: concrete programs of the csmith generator; `pleach exec` must print and
//!   return what the native build does.
//! - [`generate`] and [`symbolic`]: our own programs with unknown inputs; every test of
//!   `pleach run`, replayed natively, must take the path that the engine predicted, and for
//!   small inputs the engine must find exactly the paths that trying all inputs finds.
//!
//! pleach is called as a program, never as a library: what is compared is what a user gets.

pub mod campaign;
pub mod csmith;
pub mod damaged;
pub mod generate;
pub mod process;
pub mod random;
pub mod symbolic;

use std::path::PathBuf;

/// What the comparisons call.
#[derive(Debug, Clone)]
pub struct Tools {
    pub pleach: PathBuf,
    pub clang: PathBuf,
}

impl Tools {
    /// `pleach` at this path, Debian's clang.
    pub fn with(pleach: impl Into<PathBuf>) -> Tools {
        Tools {
            pleach: pleach.into(),
            clang: "clang-22".into(),
        }
    }
}

/// What a comparison came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Comparison {
    Equal,
    /// pleach is wrong, or the generator is; the text says how they differ.
    Different(String),
    /// Nothing could be compared, and pleach is not to blame.
    Skipped(String),
    /// pleach said that it cannot run the program.
    Unsupported(String),
}

/// The machinery failed: a tool is missing, a folder cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("cannot run {program}: {source}")]
    Start {
        program: String,
        source: std::io::Error,
    },
    #[error("{path}: {source}")]
    File {
        path: PathBuf,
        source: std::io::Error,
    },
}

impl Error {
    pub(crate) fn file(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> Error {
        let path = path.into();
        move |source| Error::File { path, source }
    }
}
