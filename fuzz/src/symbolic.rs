//! Generated programs with unknown inputs: what `pleach run` predicts is what happens natively.

use crate::campaign::Check;
use crate::generate::{self, Program, Traces};
use crate::process::{self, Finished};
use crate::{Comparison, Error, Tools};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const HARNESS: &str = include_str!("harness.c");
const LIMIT: Duration = Duration::from_secs(120);
/// Tests for one call of the harness: the system limits the length of a command line.
const TESTS_AT_ONCE: usize = 1000;
/// With so little input all of it is tried.
const TRY_ALL_BYTES: usize = 2;
/// A program with more paths is not explored to its end.
const MOST_TESTS: &str = "6000";

/// The comparison, with what it calls.
#[derive(Debug)]
pub struct Symbolic {
    tools: Tools,
    /// How long pleach may explore a program.
    limit: Duration,
    /// More flags for `pleach run`.
    flags: Vec<String>,
}

/// What a run of pleach left behind.
struct Explored {
    /// By the name of the test's file.
    traces: BTreeMap<String, String>,
    complete: bool,
    why: String,
    findings: Vec<String>,
    unsupported: bool,
}

impl Symbolic {
    pub fn new(tools: Tools, limit: Duration, flags: Vec<String>) -> Symbolic {
        Symbolic {
            tools,
            limit,
            flags,
        }
    }

    /// What holds unless the flags say otherwise.
    fn defaults(&self) -> impl Iterator<Item = &'static str> {
        let is_given = |name: &str| self.flags.iter().any(|flag| flag.starts_with(name));
        let defaults = [("--jobs", "1"), ("--search", "dfs")];
        let wanted: Vec<_> = defaults
            .into_iter()
            .filter(|(name, _)| !is_given(name))
            .collect();
        wanted.into_iter().flat_map(|(name, value)| [name, value])
    }

    fn compile(&self, folder: &Path, output: &str, flags: &[&str]) -> Result<Finished, Error> {
        let mut command = Command::new(&self.tools.clang);
        command
            .args(flags)
            .args(["-w", "-DNATIVE", "program.c", "harness.c", "-o", output])
            .current_dir(folder);
        process::run(&mut command, LIMIT)
    }

    fn explore(&self, folder: &Path) -> Result<Result<Explored, String>, Error> {
        let mut command = Command::new(&self.tools.pleach);
        command
            .args([
                "run",
                "--no-fail",
                "--quiet",
                "--write-output",
                "--emit-all-errors",
            ])
            .args([
                "--max-tests",
                MOST_TESTS,
                "--output-dir",
                "out",
                "--max-time",
            ])
            .arg(format!("{}s", self.limit.as_secs()))
            .args(self.defaults())
            .args(&self.flags)
            .arg("program.c")
            .current_dir(folder);
        let done = process::run(&mut command, self.limit + LIMIT)?;
        if !done.succeeded() {
            return Ok(Err(format!(
                "pleach: {:?} {}",
                done.ending,
                done.last_words()
            )));
        }
        read_run(&folder.join("out")).map(Ok)
    }

    /// Replays all tests and says where the engine was wrong.
    fn replay(
        &self,
        folder: &Path,
        harness: &str,
        explored: &Explored,
    ) -> Result<Option<String>, Error> {
        let tests: Vec<&String> = explored.traces.keys().collect();
        for some in tests.chunks(TESTS_AT_ONCE) {
            let mut command = Command::new(folder.join(harness));
            command
                .arg("tests")
                .args(some)
                .current_dir(folder.join("out"));
            let done = process::run(&mut command, LIMIT)?;
            if !done.succeeded() {
                return Ok(Some(format!(
                    "the replay ended with {:?}: {}",
                    done.ending,
                    done.last_words()
                )));
            }
            for (test, native) in lines(&done.stdout) {
                let Some(predicted) = explored.traces.get(&test) else {
                    continue;
                };
                if *predicted != native {
                    return Ok(Some(format!(
                        "{test}: predicted `{predicted}`, natively `{native}`"
                    )));
                }
            }
        }
        Ok(None)
    }

    /// Compares the paths that were found with those that all inputs together take.
    fn try_all(
        &self,
        folder: &Path,
        bytes: usize,
        explored: &Explored,
    ) -> Result<Option<String>, Error> {
        let mut command = Command::new(folder.join("native"));
        command.arg("all").arg(bytes.to_string());
        let done = process::run(&mut command, LIMIT)?;
        if !done.succeeded() {
            return Ok(Some(format!(
                "trying all inputs ended with {:?}: {}",
                done.ending,
                done.last_words()
            )));
        }
        let found: BTreeSet<&String> = explored.traces.values().collect();
        let mut native = BTreeMap::new();
        for (input, trace) in lines(&done.stdout) {
            if trace != "assumption" {
                native.entry(trace).or_insert(input);
            }
        }
        let missing: Vec<_> = native
            .iter()
            .filter(|(trace, _)| !found.contains(trace))
            .collect();
        Ok(missing.first().map(|(trace, input)| {
            format!(
                "{} of {} paths not found, among them that of input {input}: `{trace}`",
                missing.len(),
                native.len()
            )
        }))
    }

    fn compare(&self, folder: &Path, program: &Program) -> Result<Comparison, Error> {
        let compiled = self.compile(folder, "native", &["-O1"])?;
        if !compiled.succeeded() {
            return Ok(Comparison::Different(format!(
                "clang rejects the program: {}",
                compiled.stderr_text()
            )));
        }
        let explored = match self.explore(folder)? {
            Ok(explored) => explored,
            Err(text) => return Ok(Comparison::Different(text)),
        };
        if let Some(finding) = explored.findings.first() {
            let text = format!("reported although nothing is wrong: {finding}");
            return Ok(if explored.unsupported {
                Comparison::Unsupported(text)
            } else {
                Comparison::Different(text)
            });
        }
        if let Some(text) = self.replay(folder, "native", &explored)? {
            return Ok(Comparison::Different(text));
        }
        if !explored.complete {
            return Ok(Comparison::Skipped(format!(
                "not complete: {}; {} tests are right",
                explored.why,
                explored.traces.len()
            )));
        }
        if program.traces == Traces::TellPathsApart
            && let Some(text) = twice(&explored.traces)
        {
            return Ok(Comparison::Different(text));
        }
        if program.input_bytes <= TRY_ALL_BYTES
            && let Some(text) = self.try_all(folder, program.input_bytes, &explored)?
        {
            return Ok(Comparison::Different(text));
        }
        Ok(Comparison::Equal)
    }

    /// A difference may be the generator's fault: a build with sanitizers tells.
    fn blame(&self, folder: &Path, program: &Program, text: String) -> Result<Comparison, Error> {
        let flags = [
            "-O0",
            "-g",
            "-fsanitize=undefined,address",
            "-fno-sanitize-recover=all",
        ];
        if !self.compile(folder, "sanitized", &flags)?.succeeded() {
            return Ok(Comparison::Different(text));
        }
        let words = ["runtime error", "AddressSanitizer"];
        let fault = |done: Finished| {
            let said = done.stderr_text();
            said.lines()
                .find(|line| words.iter().any(|word| line.contains(word)))
                .map(str::to_owned)
        };
        let mut command = Command::new(folder.join("sanitized"));
        if program.input_bytes <= TRY_ALL_BYTES {
            command.arg("all").arg(program.input_bytes.to_string());
        } else {
            command.arg("tests").args(
                test_files(&folder.join("out"))
                    .unwrap_or_default()
                    .iter()
                    .take(TESTS_AT_ONCE),
            );
        }
        Ok(Comparison::Different(
            match fault(process::run(&mut command, LIMIT)?) {
                Some(line) => format!("the program has undefined behaviour ({line}): {text}"),
                None => text,
            },
        ))
    }
}

impl Check for Symbolic {
    fn check(&self, seed: u64, folder: &Path) -> Result<Comparison, Error> {
        let program = generate::program(seed);
        for (name, text) in [
            ("program.c", program.source.as_str()),
            ("harness.c", HARNESS),
        ] {
            let path = folder.join(name);
            fs::write(&path, text).map_err(Error::file(&path))?;
        }
        match self.compare(folder, &program)? {
            Comparison::Different(text) => self.blame(folder, &program, text),
            verdict => Ok(verdict),
        }
    }
}

/// Two tests with the same trace.
fn twice(traces: &BTreeMap<String, String>) -> Option<String> {
    let mut first = BTreeMap::new();
    traces.iter().find_map(|(test, trace)| {
        first
            .insert(trace, test)
            .map(|other| format!("{other} and {test} take the same path `{trace}`"))
    })
}

/// `label:trace` for each line.
fn lines(output: &[u8]) -> Vec<(String, String)> {
    let text = String::from_utf8_lossy(output);
    text.lines()
        .filter_map(|line| line.split_once(':'))
        .map(|(label, trace)| (label.into(), trace.trim().into()))
        .collect()
}

/// Tests of paths that came to their end: one that was given up early printed less than the
/// native program will.
fn test_files(out: &Path) -> Result<Vec<PathBuf>, Error> {
    let mut files = Vec::new();
    for entry in fs::read_dir(out).map_err(Error::file(out))? {
        let path = entry.map_err(Error::file(out))?.path();
        let is_test = path.extension().is_some_and(|ending| ending == "ktest");
        if is_test && !path.with_extension("early").exists() {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn read_run(out: &Path) -> Result<Explored, Error> {
    let path = out.join("run.json");
    let text = fs::read_to_string(&path).map_err(Error::file(&path))?;
    let run: Value = serde_json::from_str(&text).unwrap_or_default();
    let mut traces = BTreeMap::new();
    for test in test_files(out)? {
        let name = test
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        // A path that printed nothing has no such file.
        let trace = fs::read_to_string(test.with_extension("stdout")).unwrap_or_default();
        traces.insert(name, trace.trim().to_owned());
    }
    let findings = run["findings"].as_array().cloned().unwrap_or_default();
    let causes = run["incomplete"].as_array().cloned().unwrap_or_default();
    Ok(Explored {
        traces,
        complete: run["complete"].as_bool().unwrap_or(false),
        why: format!(
            "{} {}",
            run["ended"],
            causes
                .first()
                .map_or("", |cause| cause["what"].as_str().unwrap_or(""))
        ),
        unsupported: findings.iter().all(|finding| {
            finding["kind"] == "unsupported" || finding["kind"] == "undefined-function"
        }),
        findings: findings.iter().map(Value::to_string).collect(),
    })
}
