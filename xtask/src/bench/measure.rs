//! Building and timing programs.

use crate::build::root;
use pleach_fuzz::process::{self, Finished};
use serde_json::Value;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Nothing that is measured takes this long.
const LIMIT: Duration = Duration::from_secs(1800);
const CLANG: &str = "clang-22";

/// What all measurements share.
pub struct Bench {
    pub pleach: PathBuf,
    /// Of how many runs the best counts.
    pub repeats: u32,
    folder: tempfile::TempDir,
}

/// A run of `pleach run` and what it wrote about itself.
pub struct Run {
    pub process: Finished,
    pub json: Value,
    pub statistics: Vec<Value>,
}

impl Run {
    pub fn paths(&self) -> u64 {
        self.json["totals"]["paths"].as_u64().unwrap_or(0)
    }

    pub fn is_complete(&self) -> bool {
        self.json["complete"].as_bool().unwrap_or(false)
    }

    /// Wall-clock seconds of the exploration alone.
    pub fn elapsed(&self) -> f64 {
        self.json["measured"]["elapsed_seconds"]
            .as_f64()
            .unwrap_or(f64::NAN)
    }
}

impl Bench {
    pub fn new(pleach: PathBuf, repeats: u32) -> Result<Bench, Box<dyn Error>> {
        // Writing tests is part of what is measured.
        Ok(Bench {
            pleach,
            repeats,
            folder: crate::scratch::folder()?,
        })
    }

    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub fn program(&self, name: &str) -> PathBuf {
        root()
            .join("benches/programs")
            .join(name)
            .with_extension("c")
    }

    pub fn native(
        &self,
        source: &Path,
        flags: &[&str],
        name: &str,
    ) -> Result<PathBuf, Box<dyn Error>> {
        self.compile(source, flags, name)
    }

    pub fn bitcode(&self, name: &str, flags: &[&str]) -> Result<PathBuf, Box<dyn Error>> {
        let include = root().join("runtime/include");
        let include = format!("-I{}", include.display());
        let mut all = vec!["-g", "-emit-llvm", "-c", include.as_str()];
        all.extend(flags);
        if flags.contains(&"-O0") {
            // As pleach itself compiles: unoptimised, but not barred from it.
            all.extend(["-Xclang", "-disable-O0-optnone"]);
        }
        self.compile(
            &self.program(name),
            &all,
            &format!("{name}{}.bc", flags.concat()),
        )
    }

    fn compile(
        &self,
        source: &Path,
        flags: &[&str],
        name: &str,
    ) -> Result<PathBuf, Box<dyn Error>> {
        let output = self.folder().join(name);
        let mut command = Command::new(CLANG);
        command
            .args(flags)
            .arg("-w")
            .arg(source)
            .arg("-o")
            .arg(&output);
        let done = process::run(&mut command, LIMIT)?;
        if !done.succeeded() {
            return Err(format!("{}: {}", source.display(), done.last_words()).into());
        }
        Ok(output)
    }

    /// The least CPU seconds of several runs.
    pub fn best_cpu(
        &self,
        runs: u32,
        mut command: impl FnMut() -> Command,
    ) -> Result<f64, Box<dyn Error>> {
        let mut best = f64::INFINITY;
        for _ in 0..runs {
            let done = self.must(&mut command())?;
            best = best.min(done.cpu.as_secs_f64());
        }
        Ok(best)
    }

    fn must(&self, command: &mut Command) -> Result<Finished, Box<dyn Error>> {
        let done = process::run(command, LIMIT)?;
        match done.succeeded() {
            true => Ok(done),
            false => Err(format!("{command:?}: {:?} {}", done.ending, done.last_words()).into()),
        }
    }

    /// `pleach run` with an output folder, which is read and removed.
    pub fn explore(&self, program: &Path, flags: &[&str]) -> Result<Run, Box<dyn Error>> {
        let out = self.folder().join("out");
        let mut command = Command::new(&self.pleach);
        command
            .args(["run", "--no-fail", "--quiet", "--output-dir"])
            .arg(&out)
            .args(flags)
            .arg(program);
        let process = self.must(&mut command)?;
        let json = serde_json::from_str(&std::fs::read_to_string(out.join("run.json"))?)?;
        let lines = std::fs::read_to_string(out.join("stats.jsonl"))?;
        let statistics = lines
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok())
            .collect();
        std::fs::remove_dir_all(&out)?;
        Ok(Run {
            process,
            json,
            statistics,
        })
    }

    /// CPU seconds of the calibration program on this machine.
    pub fn calibration(&self) -> Result<f64, Box<dyn Error>> {
        let binary = self.native(&self.program("sha"), &["-O1", "-DKB=65536"], "calibration")?;
        self.best_cpu(3, || Command::new(&binary))
    }

    /// CPU seconds of a process that does nothing.
    pub fn empty_process(&self) -> Result<f64, Box<dyn Error>> {
        let source = self.folder().join("empty.c");
        std::fs::write(&source, "int main(void) { return 0; }\n")?;
        let binary = self.native(&source, &["-O1"], "empty")?;
        self.best_cpu(20, || Command::new(&binary))
    }
}
