//! The tests of a run, replayed on a build with counters.

use super::engine::Explored;
use pleach_compare::native::{Build, Ending, NativeCoverage, NativeError, measure_with};
use pleach_replay::{Agreement, Limits, Predictions, Program, Status, Test, replay_with};
use serde_json::Value;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What native runs of some tests came to.
pub struct Suite {
    pub coverage: NativeCoverage,
    /// Each test that ran, and how it ended.
    pub tests: Vec<(PathBuf, Status)>,
}

/// What the tests of a run cover natively, `most` or somewhat more of them.
pub fn coverage(
    explored: &Explored,
    folder: &Path,
    name: &str,
    most: usize,
) -> Result<NativeCoverage, Box<dyn Error>> {
    if explored.json.is_null() {
        return Err(format!("{name}: {}", explored.last_words()).into());
    }
    let tests = choose(&explored.folder, explored.tests()?, most);
    Ok(measure(folder, name, &tests)?.coverage)
}

/// Replays tests on the program of this name in a build folder, one process each.
pub fn measure(folder: &Path, name: &str, tests: &[PathBuf]) -> Result<Suite, Box<dyn Error>> {
    let build = Build::find(folder, name)?;
    let program = Program::open(&build.program)?;
    let limits = Limits {
        time: Duration::from_secs(5),
        ..Limits::default()
    };
    let statuses = RefCell::new(Vec::with_capacity(tests.len()));
    let coverage = measure_with(&build, tests, |path, variables| {
        let status = Test::read(path)
            .and_then(|test| replay_with(&program, &test, &limits, variables))
            .map_err(|error| NativeError::Replay {
                path: path.clone(),
                problem: error.to_string(),
            })?
            .status;
        statuses.borrow_mut().push((path.clone(), status));
        Ok(match status {
            Status::Exited(_) => Ending::Exited,
            Status::Signalled(_) => Ending::Signalled,
            Status::OutOfTime => Ending::OutOfTime,
        })
    })?;
    Ok(Suite {
        coverage,
        tests: statuses.into_inner(),
    })
}

impl Suite {
    /// Tests that ended otherwise than the run in this folder said.
    pub fn different_ends(&self, folder: &Path) -> Vec<String> {
        let predictions = Predictions::read(folder);
        let mut different = Vec::new();
        for (path, status) in &self.tests {
            let Some(prediction) = predictions.of(path) else {
                continue;
            };
            if prediction.agrees(*status, &[]) == Agreement::No {
                let ended = match status {
                    Status::Exited(code) => format!("exit code {code}"),
                    Status::Signalled(signal) => format!("signal {signal}"),
                    Status::OutOfTime => "no end in time".to_owned(),
                };
                let name = path.file_stem().unwrap_or_default().to_string_lossy();
                different.push(format!("{name}: {} predicted, {ended}", prediction.text()));
            }
        }
        different
    }
}

/// Tests to replay of those that a run in `folder` wrote: all, or those that covered something new
/// and about `most` others, evenly spread. Runs of small programs write hundreds of thousands, and
/// each takes milliseconds.
pub fn choose(folder: &Path, tests: Vec<PathBuf>, most: usize) -> Vec<PathBuf> {
    if tests.len() <= most {
        return tests;
    }
    let lines = std::fs::read_to_string(folder.join("tests.jsonl")).unwrap_or_default();
    let new: BTreeSet<String> = lines
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
        .filter(|line| line["covered_new"] == true)
        .filter_map(|line| line["test"].as_str().map(str::to_owned))
        .collect();
    let step = tests.len().div_ceil(most.max(1));
    let chosen = |(index, path): &(usize, PathBuf)| {
        let name = path.file_stem().and_then(|name| name.to_str());
        index % step == 0 || name.is_some_and(|name| new.contains(name))
    };
    let numbered = tests.into_iter().enumerate();
    numbered.filter(chosen).map(|(_, path)| path).collect()
}
