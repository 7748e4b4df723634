//! One run of one program in one mode, made or found.

use super::mode::Mode;
use crate::coreutils::engine::{ENVIRONMENT, Exploration, Explored, Limit};
use crate::evaluation::{self, Figures, Kept};
use pleach_compare::Fingerprint;
use pleach_fuzz::process::Ending;
use serde_json::{Value, json};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

pub const MEMORY: &str = "2GB";
pub const SEED: &str = "1";

/// Makes runs, each in a folder in memory that is read and removed.
pub struct Runner {
    pleach: PathBuf,
    programs: PathBuf,
    /// CPU seconds that a run gets.
    seconds: u64,
    /// Content of the executable.
    version: Fingerprint,
    folder: tempfile::TempDir,
}

impl Runner {
    pub fn new(pleach: PathBuf, programs: PathBuf, seconds: u64) -> Result<Runner, Box<dyn Error>> {
        let mut version = Fingerprint::default();
        version.add_file(&pleach)?;
        Ok(Runner {
            pleach,
            programs,
            seconds,
            version,
            folder: crate::scratch::folder()?,
        })
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Which executable it is.
    pub fn version(&self) -> String {
        self.version.text()
    }

    /// The figures of a run, which is made if it was not before. One that fails is a result too.
    pub fn figures(&self, program: &str, mode: &Mode) -> Result<Figures, Box<dyn Error>> {
        let kept = self.kept(program, mode)?;
        let figures = match kept.read() {
            Some(result) => Figures::new(result),
            None => self.make_and_keep(program, mode, &kept)?,
        };
        let covered = figures.covered();
        eprintln!(
            "{program} with {mode}: {}, {} of {} covered",
            figures.line(),
            covered.covered,
            covered.total
        );
        Ok(figures)
    }

    fn kept(&self, program: &str, mode: &Mode) -> Result<Kept, Box<dyn Error>> {
        let mut key = self.version.clone();
        key.add_file(&self.programs.join(program).with_extension("bc"))?;
        let words = [ENVIRONMENT, MEMORY, &flags(mode).join(" ")].join("\n");
        key.add(format!("{words}\n{}", self.seconds).as_bytes());
        let name = format!("{program} {}", mode.file());
        Ok(Kept::new("reduction", &name, &key))
    }

    fn make_and_keep(
        &self,
        program: &str,
        mode: &Mode,
        kept: &Kept,
    ) -> Result<Figures, Box<dyn Error>> {
        let result = match self.make(program, mode) {
            Ok(result) => {
                kept.write(&result)?;
                result
            }
            Err(error) => json!({ "failed": error.to_string() }),
        };
        Ok(Figures::new(result))
    }

    fn make(&self, program: &str, mode: &Mode) -> Result<Value, Box<dyn Error>> {
        let native = self.programs.join(program);
        // What is made once for a program is made now, not in the time of the first mode.
        evaluation::require(&self.pleach, &native, &["--load-only".to_owned()])?;
        let load = pleach_host::load().map_or(f32::NAN, |[one, ..]| one);
        let explored = Exploration {
            pleach: &self.pleach,
            program: &native,
            flags: &flags(mode),
            arguments: ENVIRONMENT,
            limit: Limit::Cpu(self.seconds),
            memory: MEMORY,
            folder: self.folder().join(format!("{program}-{}", mode.file())),
        }
        .carry_out()?;
        let statistics = fs::read_to_string(explored.folder.join("stats.jsonl"));
        fs::remove_dir_all(&explored.folder)?;
        if explored.ending != Ending::Exit(0) || explored.json.is_null() {
            return Err(format!("{:?} {}", explored.ending, explored.last_words()).into());
        }
        Ok(json!({
            "limit_seconds": self.seconds,
            "cpu_seconds": explored.cpu.as_secs_f64(),
            "wall_seconds": explored.wall.as_secs_f64(),
            "memory_bytes": explored.most_memory,
            "load": load,
            "errors": errors(&explored),
            "curve": curve(&statistics?)?,
            "run": essence(explored.json),
        }))
    }
}

fn flags(mode: &Mode) -> Vec<String> {
    let words = ["--quiet", "--write-no-tests", "--seed", SEED];
    let mut words = words.map(str::to_owned).to_vec();
    words.extend(mode.flags());
    words
}

/// Without names of files on this machine, defaults, and what is kept elsewhere.
fn essence(mut run: Value) -> Value {
    if let Some(parts) = run.as_object_mut() {
        for part in ["command_line", "inputs", "options", "findings"] {
            parts.remove(part);
        }
    }
    run
}

/// Each error by its kind and place, sorted.
fn errors(explored: &Explored) -> Vec<String> {
    let name = |finding: &Value| {
        let place = ["file", "line", "function", "instruction"].map(|part| match &finding[part] {
            Value::String(text) => text.rsplit('/').next().unwrap_or("").to_owned(),
            Value::Number(number) => number.to_string(),
            _ => String::new(),
        });
        let kind = finding["kind"].as_str().unwrap_or("error");
        let place = place.into_iter().filter(|part| !part.is_empty());
        format!("{kind} {}", place.collect::<Vec<String>>().join(":"))
    };
    let mut errors: Vec<String> = explored.findings().map(name).collect();
    errors.sort();
    errors.dedup();
    errors
}

/// Of each line of `stats.jsonl`: CPU seconds of the process, covered instructions and branches.
fn curve(statistics: &str) -> Result<Value, Box<dyn Error>> {
    let mut curve = Vec::new();
    for line in statistics.lines() {
        let tick: Value = serde_json::from_str(line)?;
        let covered = |what: &str| tick["coverage"][what]["covered"].clone();
        let seconds = &tick["measured"]["cpu_seconds"];
        curve.push(json!([
            seconds,
            covered("instructions"),
            covered("branches")
        ]));
    }
    Ok(Value::Array(curve))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics_are_cut_down_to_a_curve() {
        let line = r#"{"measured": {"cpu_seconds": 0.5}, "paths": 3, "coverage":
            {"instructions": {"covered": 7, "total": 9}, "branches": {"covered": 2, "total": 4}}}"#;
        let line = line.replace('\n', "");
        let text = format!("{line}\n{}\n", line.replace("0.5", "1.5"));
        assert_eq!(curve(&text).unwrap(), json!([[0.5, 7, 2], [1.5, 7, 2]]));
        assert!(curve("{").is_err());
    }

    #[test]
    fn errors_are_known_by_kind_and_place() {
        let finding = json!({"kind": "overflow", "file": "a/b.c", "line": 4, "function": "f"});
        let explored = Explored {
            folder: PathBuf::new(),
            ending: Ending::Exit(0),
            json: json!({ "findings": [finding, finding] }),
            messages: String::new(),
            cpu: Default::default(),
            wall: Default::default(),
            most_memory: 0,
        };
        assert_eq!(errors(&explored), ["overflow b.c:4:f"]);
    }

    #[test]
    fn a_run_that_is_kept_is_found_by_all_that_it_depends_on() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = folder.path().join(name);
            fs::write(&path, text).unwrap();
            path
        };
        let pleach = write("pleach", "one");
        write("tr.bc", "bitcode");
        let runner = |seconds| {
            let programs = folder.path().to_owned();
            Runner::new(pleach.clone(), programs, seconds).unwrap()
        };
        let file = |seconds, mode: &str| {
            let kept = runner(seconds).kept("tr", &mode.parse().unwrap());
            kept.unwrap()
        };
        let first = file(60, "relevant");
        assert_eq!(first, file(60, "relevant"));
        assert_ne!(first, file(61, "relevant"));
        assert_ne!(first, file(60, "relevant:coverage"));
        write("tr.bc", "other bitcode");
        let with_other_program = file(60, "relevant");
        assert_ne!(first, with_other_program);
        write("pleach", "two");
        assert_ne!(with_other_program, file(60, "relevant"));
    }
}
