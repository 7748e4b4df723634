//! Why there is no comparison.

use crate::native::NativeError;
use std::io;
use std::path::PathBuf;
use thiserror::Error;

#[derive(Debug, Error)]
pub enum CompareError {
    #[error("{0}")]
    BadValue(String),
    #[error("{}: cannot be read: {source}", path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    #[error("{}: there, not empty, and not the folder of a comparison; choose another --output", path.display())]
    NotOurs { path: PathBuf },
    #[error("{}: another comparison is writing there", path.display())]
    InUse { path: PathBuf },
    #[error("{}: cannot be written: {source}", path.display())]
    Unwritable { path: PathBuf, source: io::Error },
    /// A run that pleach refused: its own message.
    #[error("{program} with {variant}: {message}")]
    Refused {
        program: String,
        variant: String,
        message: String,
    },
    #[error("a child process cannot be started: {0}")]
    Start(io::Error),
    #[error("native coverage: {0}")]
    Native(#[from] NativeError),
    #[error("{}: {problem}", path.display())]
    BadRun { path: PathBuf, problem: String },
}

impl CompareError {
    /// Whether the user can do something about it by another command line.
    pub fn is_bad_input(&self) -> bool {
        match self {
            CompareError::BadValue(_)
            | CompareError::Unreadable { .. }
            | CompareError::NotOurs { .. }
            | CompareError::InUse { .. }
            | CompareError::Refused { .. } => true,
            CompareError::Native(error) => error.is_bad_input(),
            CompareError::Unwritable { .. }
            | CompareError::Start(_)
            | CompareError::BadRun { .. } => false,
        }
    }
}
