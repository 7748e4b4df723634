use pleach_ktest::KtestError;
use std::io;
use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    #[error("{}: no such file", path.display())]
    Missing { path: PathBuf },
    #[error("{}: cannot be read: {source}", path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    #[error("{}: {source}", path.display())]
    Broken { path: PathBuf, source: KtestError },
    #[error("{}: cannot be run: {source}", path.display())]
    Start { path: PathBuf, source: io::Error },
    #[error("{}: not a native program; build it with pleach cc or any other compiler", path.display())]
    NotNative { path: PathBuf },
    #[error("the folder for a test cannot be made: {0}")]
    Folder(io::Error),
}
