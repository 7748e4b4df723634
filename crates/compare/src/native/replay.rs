//! Tests run by `pleach-replay`.

use super::{Build, Ending, NativeCoverage, NativeError, measure_with};
use pleach_replay::{Limits, Program, Status, Test, replay_with};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};

/// What these tests cover together. Each runs in a process and a folder of its own, within the
/// limits, one after the other.
pub fn measure(
    build: &Build,
    tests: &[PathBuf],
    limits: &Limits,
) -> Result<NativeCoverage, NativeError> {
    measure_until(build, tests, limits, &AtomicBool::new(false))
}

/// The same, until `halt` is set: then it is an error, `Interrupted`.
pub fn measure_until(
    build: &Build,
    tests: &[PathBuf],
    limits: &Limits,
    halt: &AtomicBool,
) -> Result<NativeCoverage, NativeError> {
    let program = Program::open(&build.program).map_err(|error| failed(&build.program, error))?;
    measure_with(build, tests, |path, environment| {
        if halt.load(SeqCst) {
            return Err(NativeError::Interrupted);
        }
        let test = Test::read(path).map_err(|error| failed(path, error))?;
        let outcome = replay_with(&program, &test, limits, environment)
            .map_err(|error| failed(path, error))?;
        Ok(match outcome.status {
            Status::Exited(_) => Ending::Exited,
            Status::Signalled(_) => Ending::Signalled,
            Status::OutOfTime => Ending::OutOfTime,
        })
    })
}

fn failed(path: &Path, error: pleach_replay::ReplayError) -> NativeError {
    NativeError::Replay {
        path: path.to_owned(),
        problem: error.to_string(),
    }
}
