//! One run of `pleach run`, and what it wrote.

use pleach_fuzz::process::{self, Ending, Limits};
use serde_json::Value;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The environment that the figures are taken with, in KLEE's words.
pub const ENVIRONMENT: &str =
    "--sym-args 0 1 10 --sym-args 0 2 2 --sym-files 1 8 --sym-stdin 8 --sym-stdout";

/// How many seconds a run gets.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    Wall(u64),
    /// Of CPU time: other work on the machine makes the run longer, and leaves it its work.
    Cpu(u64),
}

/// What to explore, and for how long.
pub struct Exploration<'a> {
    pub pleach: &'a Path,
    pub program: &'a Path,
    /// Options of pleach itself.
    pub flags: &'a [String],
    /// Words after the program.
    pub arguments: &'a str,
    pub limit: Limit,
    pub memory: &'a str,
    /// Where it writes; made anew.
    pub folder: PathBuf,
}

/// What a run left.
pub struct Explored {
    pub folder: PathBuf,
    pub ending: Ending,
    /// `run.json`, or null when the run did not come to its end.
    pub json: Value,
    pub messages: String,
    /// Time of all processors, and on the clock.
    pub cpu: Duration,
    pub wall: Duration,
    /// Most resident memory, in bytes.
    pub most_memory: u64,
}

/// Time beyond its limit that a run gets to write what it found.
const GRACE: Duration = Duration::from_secs(60);
/// A run that is limited in CPU time may take so many times as long.
const SLACK: u32 = 10;

impl Limit {
    fn limits(self) -> Limits {
        match self {
            Limit::Wall(seconds) => Limits {
                cpu: None,
                wall: Duration::from_secs(seconds) + GRACE,
            },
            Limit::Cpu(seconds) => Limits {
                cpu: Some(Duration::from_secs(seconds)),
                wall: Duration::from_secs(seconds) * SLACK + GRACE,
            },
        }
    }
}

impl Exploration<'_> {
    pub fn carry_out(&self) -> Result<Explored, Box<dyn Error>> {
        if self.folder.exists() {
            fs::remove_dir_all(&self.folder)?;
        }
        if let Some(parent) = self.folder.parent() {
            fs::create_dir_all(parent)?;
        }
        let mut command = Command::new(self.pleach);
        command
            .args(["run", "--no-fail"])
            .args(["--jobs", "1", "--max-memory", self.memory]);
        if let Limit::Wall(seconds) = self.limit {
            command.arg(format!("--max-time={seconds}s"));
        }
        command
            .arg("--output-dir")
            .arg(&self.folder)
            .args(self.flags)
            .arg(self.program)
            .args(self.arguments.split_whitespace());
        let done = process::run_within(&mut command, &self.limit.limits())?;
        let json = fs::read_to_string(self.folder.join("run.json"))
            .ok()
            .and_then(|text| serde_json::from_str(&text).ok())
            .unwrap_or(Value::Null);
        Ok(Explored {
            folder: self.folder.clone(),
            ending: done.ending,
            json,
            messages: done.stderr_text(),
            cpu: done.cpu,
            wall: done.wall,
            most_memory: done.most_memory,
        })
    }
}

impl Explored {
    /// A number of `run.json` by its path, such as `totals/paths`; 0 where there is none.
    pub fn number(&self, path: &str) -> u64 {
        self.json
            .pointer(&format!("/{path}"))
            .and_then(Value::as_u64)
            .unwrap_or(0)
    }

    /// `covered of total` in percent, of `coverage/WHAT`.
    pub fn percent(&self, what: &str) -> f64 {
        let total = self.number(&format!("coverage/{what}/total"));
        let covered = self.number(&format!("coverage/{what}/covered"));
        100.0 * covered as f64 / total.max(1) as f64
    }

    /// The kinds of the errors that were found, each once.
    pub fn kinds(&self) -> Vec<String> {
        let mut kinds: Vec<String> = self
            .findings()
            .filter_map(|finding| finding["kind"].as_str().map(str::to_owned))
            .collect();
        kinds.sort();
        kinds.dedup();
        kinds
    }

    pub fn findings(&self) -> impl Iterator<Item = &Value> {
        self.json["findings"].as_array().into_iter().flatten()
    }

    /// System calls that were answered with ENOSYS because there is no model of them.
    pub fn unmodelled(&self) -> Vec<(String, u64)> {
        let calls = self.json.get("unmodelled_system_calls");
        calls
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
            .map(|(name, count)| (name.clone(), count.as_u64().unwrap_or(0)))
            .collect()
    }

    /// The tests, in order.
    pub fn tests(&self) -> std::io::Result<Vec<PathBuf>> {
        let mut tests = Vec::new();
        for entry in fs::read_dir(&self.folder)? {
            let path = entry?.path();
            if path.extension().is_some_and(|ending| ending == "ktest") {
                tests.push(path);
            }
        }
        tests.sort();
        Ok(tests)
    }

    /// The last line that the run printed, for a table.
    pub fn last_words(&self) -> &str {
        self.messages.lines().last().unwrap_or("")
    }
}
