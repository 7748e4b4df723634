//! One run of one task in one mode, made or found.

use super::PLAIN;
use super::figures::Figures;
use super::tasks::Task;
use crate::evaluation::Kept;
use pleach_compare::Fingerprint;
use pleach_fuzz::process::{self, Limits};
use serde_json::{Value, json};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Time on the clock that a run gets per second of its limit, and beyond that to come to its end:
/// the limit is on CPU time, and others may use the machine.
const SLACK: u32 = 10;
const GRACE: Duration = Duration::from_secs(60);

/// What a run has to tell.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Wanted {
    /// Time and counters.
    Figures,
    /// How often lines were executed. Counting takes time of its own, so it is another run.
    Executions,
}

/// Makes runs, each in a folder in memory that is read and removed.
pub struct Runner {
    pleach: PathBuf,
    programs: PathBuf,
    limit: Duration,
    /// Content of the executable.
    version: Fingerprint,
    folder: tempfile::TempDir,
}

impl Runner {
    /// The limit is in CPU time.
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
    pub fn figures(
        &self,
        task: &Task,
        mode: &str,
        wanted: Wanted,
    ) -> Result<Figures, Box<dyn Error>> {
        let kept = self.kept(task, mode, wanted)?;
        if let Some(result) = kept.read() {
            return Ok(Figures::new(result));
        }
        let figures = match self.make(task, mode, wanted) {
            Ok(result) => {
                kept.write(&result)?;
                Figures::new(result)
            }
            Err(error) => Figures::new(json!({ "failed": error.to_string() })),
        };
        eprintln!("{} with {mode}: {}", task.name(), figures.line());
        Ok(figures)
    }

    fn kept(&self, task: &Task, mode: &str, wanted: Wanted) -> Result<Kept, Box<dyn Error>> {
        let mut key = self.version.clone();
        let bitcode = self.programs.join(task.program).with_extension("bc");
        key.add_file(&bitcode)?;
        key.add(options(mode, wanted).join("\n").as_bytes());
        key.add(task.arguments.as_bytes());
        key.add(format!("{} s", self.limit.as_secs()).as_bytes());
        let name = format!("{} {mode}", task.name());
        Ok(Kept::new("merging", &name, &key))
    }

    fn make(&self, task: &Task, mode: &str, wanted: Wanted) -> Result<Value, Box<dyn Error>> {
        let out = tempfile::tempdir_in(self.folder())?;
        let mut command = Command::new(&self.pleach);
        command
            .args(["run", "--no-fail", "--quiet", "--output-dir"])
            .arg(out.path())
            .args(options(mode, wanted))
            .arg(self.programs.join(task.program))
            .args(task.arguments.split_whitespace());
        let limits = Limits {
            cpu: Some(self.limit),
            wall: self.limit * SLACK + GRACE,
        };
        let done = process::run_within(&mut command, &limits)?;
        if !done.succeeded() {
            return Err(format!("{:?} {}", done.ending, done.last_words()).into());
        }
        let mut run = read(&out.path().join("run.json"))?;
        if let Some(parts) = run.as_object_mut() {
            // Names of files on this machine, and defaults.
            for part in ["command_line", "inputs", "options"] {
                parts.remove(part);
            }
        }
        let mut result = json!({
            "arguments": task.arguments,
            "mode": mode,
            "limit_seconds": self.limit.as_secs(),
            "cpu_seconds": done.cpu.as_secs_f64(),
            "wall_seconds": done.wall.as_secs_f64(),
            "memory_bytes": done.most_memory,
            "run": run,
        });
        if wanted == Wanted::Executions {
            let profile = read(&out.path().join("profile.json"))?;
            result["profile"] = own_lines(&profile, task.program);
        }
        Ok(result)
    }
}

fn options(mode: &str, wanted: Wanted) -> Vec<&str> {
    let mut words = vec!["--jobs", "1", "--search", "dfs", "--max-memory", "4G"];
    words.push("--write-no-tests");
    if mode != PLAIN {
        words.extend(["--merge", mode]);
    }
    if wanted == Wanted::Executions {
        words.push("--write-profile");
    }
    words
}

fn read(path: &Path) -> Result<Value, Box<dyn Error>> {
    Ok(serde_json::from_str(&fs::read_to_string(path)?)?)
}

/// Lines of the file with the program's `main`, in their order, and how often each was executed.
fn own_lines(profile: &Value, program: &str) -> Value {
    let own = format!("/src/{program}.c");
    let lines = profile.as_array().into_iter().flatten();
    let mut lines: Vec<(u64, u64)> = lines
        .filter(|line| {
            line["file"]
                .as_str()
                .is_some_and(|file| file.ends_with(&own))
        })
        .filter_map(|line| Some((line["line"].as_u64()?, line["executions"].as_u64()?)))
        .collect();
    lines.sort_unstable();
    json!(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_is_cut_down_to_the_programs_own_lines() {
        let line = |file: &str, line: u64| json!({"file": file, "line": line, "executions": 4});
        let profile = json!([
            line("a/src/wc.c", 30),
            line("a/lib/wc.c", 3),
            line("a/src/wc.c", 7)
        ]);
        assert_eq!(own_lines(&profile, "wc"), json!([[7, 4], [30, 4]]));
    }

    #[test]
    fn counting_executions_is_another_run() {
        let plain = options(PLAIN, Wanted::Figures);
        assert!(!plain.contains(&"--merge"));
        assert!(options("qce", Wanted::Executions).ends_with(&["qce", "--write-profile"]));
    }
}
