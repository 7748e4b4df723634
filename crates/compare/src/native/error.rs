//! Why there is no native coverage.

use std::io;
use std::path::PathBuf;
use thiserror::Error;

#[derive(Debug, Error)]
pub enum NativeError {
    #[error("{}: there is no program {name} here, and none in src", folder.display())]
    NoProgram { folder: PathBuf, name: String },
    #[error("{}: not built with coverage counters (gcc --coverage, or clang -fprofile-instr-generate -fcoverage-mapping)", path.display())]
    NoCounters { path: PathBuf },
    #[error("{}: cannot be read: {source}", path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    #[error("a temporary folder cannot be used: {0}")]
    Temporary(io::Error),
    #[error("{} cannot be started: {source}", tool.display())]
    Tool { tool: PathBuf, source: io::Error },
    #[error("{} failed: {said}", tool.display())]
    ToolFailed { tool: PathBuf, said: String },
    #[error("{}: the .gcno file of the build is missing", path.display())]
    NoNotes { path: PathBuf },
    #[error("gcov's output is not understood: {0}")]
    Json(#[from] serde_json::Error),
    #[error("interrupted")]
    Interrupted,
    /// The message names the file by itself.
    #[error("{problem}")]
    Replay { path: PathBuf, problem: String },
}

impl NativeError {
    /// Whether the user can do something about it by another command line.
    pub fn is_bad_input(&self) -> bool {
        matches!(
            self,
            NativeError::NoProgram { .. }
                | NativeError::NoCounters { .. }
                | NativeError::Unreadable { .. }
                | NativeError::NoNotes { .. }
                | NativeError::Replay { .. }
        )
    }
}
