//! What a finished run wrote into its folder.

use crate::CompareError;
use crate::branch::{Branch, read_lcov};
use crate::record::{Record, last_words, run_folder};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// How many of how many.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
pub struct Share {
    pub covered: u64,
    pub total: u64,
}

impl Share {
    /// None where there is nothing to cover: that is neither all nor nothing of it.
    pub fn percent(self) -> Option<f64> {
        (self.total > 0).then(|| 100.0 * self.covered as f64 / self.total as f64)
    }
}

/// Counters at one time of a run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sample {
    pub seconds: f64,
    pub instructions: u64,
    pub branches: u64,
    pub live_states: u64,
}

/// What pleach says about one of its runs.
#[derive(Debug, Clone, PartialEq)]
pub struct EngineRun {
    pub instructions: Share,
    pub branches: Share,
    pub paths: u64,
    pub live_states: u64,
    pub queries: u64,
    /// Different errors: kind and place.
    pub errors: u64,
    pub tests: u64,
    pub complete: bool,
    /// How it ended if something gave out on the way; what it wrote is then not all there is.
    pub broke: Option<String>,
    pub cpu_seconds: f64,
    pub elapsed_seconds: f64,
    pub most_memory_bytes: u64,
    /// In the order of time; the last one is the end.
    pub samples: Vec<Sample>,
    pub covered_branches: BTreeSet<Branch>,
}

#[derive(Deserialize)]
struct RunJson {
    complete: bool,
    ended: EndedJson,
    totals: TotalsJson,
    tests: u64,
    coverage: CoverageJson,
    findings: Vec<serde::de::IgnoredAny>,
    measured: MeasuredJson,
}

#[derive(Deserialize)]
struct TotalsJson {
    paths: u64,
    live_states: u64,
    /// Live when the run ended. Older runs do not tell.
    left_states: Option<u64>,
    dropped_states: u64,
    solver: SolverJson,
}

#[derive(Deserialize)]
struct EndedJson {
    why: String,
}

#[derive(Deserialize)]
struct SolverJson {
    queries: u64,
}

#[derive(Deserialize)]
struct CoverageJson {
    instructions: Share,
    branches: Share,
}

#[derive(Deserialize)]
struct MeasuredJson {
    elapsed_seconds: f64,
}

#[derive(Deserialize)]
struct TickJson {
    measured: MeasuredJson,
    live_states: u64,
    dropped_states: u64,
    coverage: CoverageJson,
}

impl EngineRun {
    pub fn read(folder: &Path, record: &Record) -> Result<EngineRun, CompareError> {
        let broke = match record.exit_code {
            0 => None,
            code => Some(format!("exit code {code}: {}", last_words(folder))),
        };
        let folder = run_folder(folder);
        let bad = |name: &str, problem: String| CompareError::BadRun {
            path: folder.join(name),
            problem,
        };
        let text = |name: &str| {
            fs::read_to_string(folder.join(name)).map_err(|error| bad(name, error.to_string()))
        };
        let json: RunJson = serde_json::from_str(&text("run.json")?)
            .map_err(|error| bad("run.json", error.to_string()))?;
        let ticks =
            ticks(&text("stats.jsonl")?).map_err(|error| bad("stats.jsonl", error.to_string()))?;
        let live_states = json.live_states(&ticks);
        // The last line is written when the states are already gone.
        let end = json.measured.elapsed_seconds;
        let before = ticks
            .iter()
            .filter(|tick| tick.measured.elapsed_seconds < end);
        let mut samples: Vec<Sample> = before.map(TickJson::sample).collect();
        samples.push(Sample {
            seconds: json.measured.elapsed_seconds,
            instructions: json.coverage.instructions.covered,
            branches: json.coverage.branches.covered,
            live_states,
        });
        let covered_branches = read_lcov(&text("lcov.info")?)
            .into_values()
            .flat_map(|file| file.branches)
            .filter_map(|(branch, taken)| taken.then_some(branch))
            .collect();
        Ok(EngineRun {
            instructions: json.coverage.instructions,
            branches: json.coverage.branches,
            paths: json.totals.paths,
            live_states,
            queries: json.totals.solver.queries,
            errors: json.findings.len() as u64,
            tests: json.tests,
            complete: json.complete,
            broke,
            cpu_seconds: record.cpu_seconds,
            elapsed_seconds: json.measured.elapsed_seconds,
            most_memory_bytes: record.most_memory_bytes,
            samples,
            covered_branches,
        })
    }

    /// When it had covered so many instructions; none if it never did.
    pub fn time_to(&self, instructions: u64) -> Option<f64> {
        self.samples
            .iter()
            .find(|sample| sample.instructions >= instructions)
            .map(|sample| sample.seconds)
    }
}

impl RunJson {
    /// States when the run ended. A run that does not tell counts those that were left then as
    /// dropped in its totals; what was dropped since the last tick before the end is taken for them.
    fn live_states(&self, ticks: &[TickJson]) -> u64 {
        if let Some(left) = self.totals.left_states {
            return left;
        }
        if self.ended.why == "nothing-left" {
            return 0;
        }
        let end = self.measured.elapsed_seconds;
        let dropped = ticks
            .iter()
            .rfind(|tick| tick.measured.elapsed_seconds < end)
            .map_or(0, |tick| tick.dropped_states);
        self.totals.live_states + self.totals.dropped_states.saturating_sub(dropped)
    }
}

impl TickJson {
    fn sample(&self) -> Sample {
        Sample {
            seconds: self.measured.elapsed_seconds,
            instructions: self.coverage.instructions.covered,
            branches: self.coverage.branches.covered,
            live_states: self.live_states,
        }
    }
}

fn ticks(text: &str) -> Result<Vec<TickJson>, serde_json::Error> {
    text.lines().map(serde_json::from_str).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(totals: &str) -> RunJson {
        let shares = r#"{"instructions": {"covered": 1, "total": 2}, "branches": {"covered": 0, "total": 0}}"#;
        let text = format!(
            r#"{{"complete": false, "ended": {{"why": "limit"}}, "tests": 0, "findings": [],
                "totals": {{"paths": 1, "solver": {{"queries": 1}}, {totals}}},
                "coverage": {shares}, "measured": {{"elapsed_seconds": 2.0}}}}"#
        );
        serde_json::from_str(&text).unwrap()
    }

    fn tick(seconds: f64, dropped_states: u64) -> TickJson {
        let coverage = CoverageJson {
            instructions: Share::default(),
            branches: Share::default(),
        };
        TickJson {
            measured: MeasuredJson {
                elapsed_seconds: seconds,
            },
            live_states: 40,
            dropped_states,
            coverage,
        }
    }

    #[test]
    fn states_that_were_left_are_not_those_that_were_dropped() {
        // 100 were discarded after the last tick, 50 were there at the end.
        let ticks = [tick(1.0, 10), tick(2.0, 160)];
        let told = json(r#""live_states": 0, "dropped_states": 160, "left_states": 50"#);
        assert_eq!(told.live_states(&ticks), 50);
        let old = json(r#""live_states": 0, "dropped_states": 160"#);
        assert_eq!(old.live_states(&ticks), 150);
    }

    #[test]
    fn nothing_of_nothing_is_no_share() {
        assert_eq!(Share::default().percent(), None);
        let half = Share {
            covered: 1,
            total: 2,
        };
        assert_eq!(half.percent(), Some(50.0));
    }
}
