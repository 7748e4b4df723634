//! One run of one task in one mode, made or found.

use super::PLAIN;
use super::tasks::Task;
use crate::packages::campaigns;
use pleach_compare::Fingerprint;
use pleach_fuzz::process;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Time beyond its limit that a run gets to come to its end.
const GRACE: Duration = Duration::from_secs(60);

/// Makes runs, each in a folder in memory that is read and removed.
pub struct Runner {
    pleach: PathBuf,
    programs: PathBuf,
    limit: Duration,
    /// Content of the executable.
    version: Fingerprint,
    folder: tempfile::TempDir,
}

/// What is known of a run.
pub struct Figures(Value);

impl Runner {
    pub fn new(
        pleach: PathBuf,
        programs: PathBuf,
        limit: Duration,
    ) -> Result<Runner, Box<dyn Error>> {
        let mut version = Fingerprint::default();
        version.add_file(&pleach)?;
        Ok(Runner {
            pleach,
            programs,
            limit,
            version,
            folder: crate::scratch::folder()?,
        })
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The figures of a run, which is made if it was not before. One that fails is a result too.
    pub fn figures(&self, task: &Task, mode: &str) -> Result<Figures, Box<dyn Error>> {
        let kept = self.kept(task, mode)?;
        if let Ok(text) = fs::read_to_string(&kept) {
            return Ok(Figures(serde_json::from_str(&text)?));
        }
        eprintln!("{} with {mode}", task.program);
        let result = match self.make(task, mode) {
            Ok(result) => result,
            Err(error) => {
                eprintln!("  failed: {error}");
                return Ok(Figures(json!({ "failed": error.to_string() })));
            }
        };
        if let Some(parent) = kept.parent() {
            fs::create_dir_all(parent)?;
        }
        // Whole or not at all: what is there is not made again.
        let unfinished = kept.with_extension("unfinished");
        fs::write(&unfinished, serde_json::to_string_pretty(&result)?)?;
        fs::rename(unfinished, kept)?;
        let figures = Figures(result);
        eprintln!("  {}", figures.line());
        Ok(figures)
    }

    /// The file that keeps a run. All that the run depends on is in its name.
    fn kept(&self, task: &Task, mode: &str) -> Result<PathBuf, Box<dyn Error>> {
        let mut key = self.version.clone();
        let bitcode = self.programs.join(task.program).with_extension("bc");
        key.add_file(&bitcode)?;
        key.add(self.options(mode).join("\n").as_bytes());
        key.add(task.arguments.as_bytes());
        let name = format!("{}-{mode}-{}.json", task.program, key.text());
        Ok(campaigns().join("merging").join(name))
    }

    fn options(&self, mode: &str) -> Vec<String> {
        let limit = format!("{}s", self.limit.as_secs());
        let mut words = vec!["--jobs", "1", "--search", "dfs", "--max-memory", "4G"];
        words.extend(["--write-no-tests", "--max-time", &limit]);
        if mode != PLAIN {
            words.extend(["--merge", mode]);
        }
        words.into_iter().map(str::to_owned).collect()
    }

    fn make(&self, task: &Task, mode: &str) -> Result<Value, Box<dyn Error>> {
        let out = self.folder.path().join("out");
        let mut command = Command::new(&self.pleach);
        command
            .args(["run", "--no-fail", "--quiet", "--output-dir"])
            .arg(&out)
            .args(self.options(mode))
            .arg(self.programs.join(task.program))
            .args(task.arguments.split_whitespace());
        let done = process::run(&mut command, self.limit + GRACE)?;
        let read = fs::read_to_string(out.join("run.json"));
        if out.exists() {
            fs::remove_dir_all(&out)?;
        }
        if !done.succeeded() {
            return Err(format!("{:?} {}", done.ending, done.last_words()).into());
        }
        let mut run: Value = serde_json::from_str(&read?)?;
        if let Some(parts) = run.as_object_mut() {
            // Names of files on this machine, and defaults.
            for part in ["command_line", "inputs", "options"] {
                parts.remove(part);
            }
        }
        Ok(json!({
            "arguments": task.arguments,
            "mode": mode,
            "cpu_seconds": done.cpu.as_secs_f64(),
            "wall_seconds": done.wall.as_secs_f64(),
            "memory_bytes": done.most_memory,
            "run": run,
        }))
    }
}

impl Figures {
    #[cfg(test)]
    pub fn new(result: Value) -> Figures {
        Figures(result)
    }

    fn number(&self, path: &str) -> f64 {
        self.0
            .pointer(path)
            .and_then(Value::as_f64)
            .unwrap_or(f64::NAN)
    }

    fn count(&self, path: &str) -> u64 {
        self.0.pointer(path).and_then(Value::as_u64).unwrap_or(0)
    }

    /// Why there is nothing but this to say. Such a run is made again the next time.
    pub fn failure(&self) -> Option<&str> {
        self.0["failed"].as_str()
    }

    /// Whether everything was explored.
    pub fn finished(&self) -> bool {
        self.0["run"]["complete"] == true
    }

    /// CPU seconds of the whole process.
    pub fn cpu(&self) -> f64 {
        self.number("/cpu_seconds")
    }

    pub fn loading(&self) -> f64 {
        self.number("/run/measured/loading_cpu_seconds")
    }

    pub fn solver(&self) -> f64 {
        self.number("/run/measured/solver_seconds")
    }

    pub fn queries(&self) -> u64 {
        self.count("/run/totals/solver/queries")
    }

    pub fn paths(&self) -> u64 {
        self.count("/run/totals/paths")
    }

    pub fn instructions(&self) -> u64 {
        self.count("/run/totals/instructions")
    }

    /// Joins that were made; none where the run does not speak of merging.
    pub fn joins(&self) -> Option<u64> {
        self.0.pointer("/run/totals/merge/joins_made")?.as_u64()
    }

    /// Paths that one state stood for, at most; it may be too large for a number.
    pub fn largest_multiplicity(&self) -> Option<String> {
        let value = self.0.pointer("/run/totals/merge/largest_multiplicity")?;
        Some(value.to_string().trim_matches('"').to_owned())
    }

    /// Joins that were refused, by reason.
    pub fn refused(&self) -> BTreeMap<String, u64> {
        let reasons = self.0.pointer("/run/totals/merge/joins_refused");
        let reasons = reasons.and_then(Value::as_object).into_iter().flatten();
        reasons
            .filter_map(|(reason, count)| Some((reason.clone(), count.as_u64()?)))
            .collect()
    }

    fn line(&self) -> String {
        format!(
            "{:.2} s of CPU, {} queries, {} paths{}",
            self.cpu(),
            self.queries(),
            self.paths(),
            if self.finished() {
                ""
            } else {
                ", not finished"
            }
        )
    }
}
