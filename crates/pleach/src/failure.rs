//! What ends the command without a result, and with which exit code.

use std::process::ExitCode;

#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The user can do something about it: wrong flags, missing files. Exit code 2.
    #[error("{0}")]
    BadInput(String),
    /// Something of ours, or of the machine, gave out. Exit code 3: 1 is a result, such as errors
    /// that were found.
    #[error("{0}")]
    Broken(String),
}

impl Failure {
    pub fn bad_input(error: impl std::fmt::Display) -> Failure {
        Failure::BadInput(error.to_string())
    }

    pub fn broken(error: impl std::fmt::Display) -> Failure {
        Failure::Broken(error.to_string())
    }

    pub fn report(&self) -> ExitCode {
        eprintln!("pleach: {self}");
        ExitCode::from(match self {
            Failure::BadInput(_) => 2,
            Failure::Broken(_) => 3,
        })
    }
}
