//! Whatever a run covered, its tests cover: run one by one in the engine, they cover the same
//! functions, directions of branches and lines. After a limit they may cover more, since nothing stops
//! them where the run was stopped.

mod support;

use std::path::{Path, PathBuf};
use std::process::Command;
use support::{annotations, folder_with, json, output_of, pleach, root, text};

/// Two errors of one place on two paths, one path that ends silently, and one that returns.
const FOUR_ENDS: &str = r#"
#include "klee/klee.h"
#include <assert.h>
static void check(int ok) { assert(ok); }
int main(void) {
  int x = klee_int("x");
  int y = 0;
  if (x == 1) { y = 1; check(y == 2); }
  else if (x == 2) { y = 2; check(y == 3); }
  else if (x == 3) { y = 3; klee_silent_exit(0); }
  return y;
}
"#;

/// The same with assumptions that cannot hold.
const ASSUMPTIONS: &str = r#"
#include "klee/klee.h"
void __VERIFIER_assume(int);
int main(void) {
  unsigned char x = klee_range(0, 8, "x");
  int y = 0;
  if (x == 1) { y = 1; __VERIFIER_assume(x == 2); y = 9; }
  if (x == 3) { y = 2; __VERIFIER_assume(y == 3); y = 9; }
  if (x == 4) { y = 3; klee_assume(x > 3); y = 4; }
  return y;
}
"#;

fn run(program: &Path, flags: &[String], out: &Path) -> Result<(), String> {
    let mut command = pleach();
    command.args(["run", "--no-fail", "--quiet"]);
    if !flags.iter().any(|flag| flag == "--jobs") {
        command.args(["--jobs", "1"]);
    }
    checked(
        command
            .args(flags)
            .arg("--output-dir")
            .arg(out)
            .arg(program),
    )
}

fn checked(command: &mut Command) -> Result<(), String> {
    let run = output_of(command);
    if run.status.success() {
        return Ok(());
    }
    Err(format!("{}: {}", run.status, text(&run.stderr).trim_end()))
}

fn tests_in(folder: &Path) -> usize {
    let names = std::fs::read_dir(folder).expect("the run's folder is there");
    let is_test = |path: PathBuf| path.extension().is_some_and(|ending| ending == "ktest");
    names
        .filter(|entry| is_test(entry.as_ref().expect("it can be listed").path()))
        .count()
}

/// Explores within limits, runs the tests of that, and says how the coverage differs.
fn compare(program: &Path, flags: &[String], limits: &[&str]) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let [explored, replayed] = ["explored", "replayed"].map(|name| folder.path().join(name));
    let limits: Vec<String> = limits.iter().map(|limit| limit.to_string()).collect();
    run(program, &[flags, &limits].concat(), &explored)?;
    let replay = [
        flags,
        &["--replay-ktest".into(), explored.display().to_string()],
    ]
    .concat();
    if tests_in(&explored) > 0 {
        run(program, &replay, &replayed)?;
    } else {
        return Err("no tests".to_owned());
    }
    let lines = |out: &Path| std::fs::read_to_string(out.join("lcov.info")).unwrap_or_default();
    let (all, reached) = (lines(&explored), lines(&replayed));
    let lost = all
        .lines()
        .zip(reached.lines())
        .find(|(a, b)| a != b && is_covered(a));
    match lost {
        Some(lost) => Err(format!(
            "the tests do not cover what the run covered: {lost:?}"
        )),
        None if limits.is_empty() && all != reached => Err("the tests cover more".to_owned()),
        None => Ok(()),
    }
}

/// Of a line of `lcov.info`: whether it says that something is covered. Sums do not.
fn is_covered(line: &str) -> bool {
    let is_item = line.starts_with("DA:") || line.starts_with("BRDA:");
    line.starts_with("FNDA:1,") || is_item && line.ends_with(",1")
}

fn source(text: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = folder_with("program.c", text.as_bytes());
    let path = folder.path().join("program.c");
    (folder, path)
}

fn check(text: &str, flags: &[&str]) {
    let (_folder, program) = source(text);
    if let Err(problem) = compare(&program, &[], flags) {
        panic!("{flags:?}: {problem}");
    }
}

#[test]
fn known_errors_and_silent_ends_leave_tests() {
    let (folder, program) = source(FOUR_ENDS);
    let out = folder.path().join("out");
    run(&program, &[], &out).expect("it runs");
    assert_eq!(tests_in(&out), 4);
    assert_eq!(
        json(&out.join("run.json"))["findings"]
            .as_array()
            .map(Vec::len),
        Some(1)
    );
    check(FOUR_ENDS, &[]);
    check(FOUR_ENDS, &["--only-output-states-covering-new"]);
}

/// Which side the test of a joined state takes is left to its model: each side has a test of its own
/// before.
const JOINED: &str = r#"
#include "klee/klee.h"
int main(void) {
  int x = klee_int("x"), y = 0;
  klee_open_merge();
  if (x == 1000) y = 1;
  else if (x == 2000) y = 2;
  else if (x != 3000) y = 4;
  klee_close_merge();
  if (x < 500) y++;
  return y;
}
"#;

#[test]
fn joined_states_leave_tests() {
    for mode in ["manual", "static", "qce"] {
        check(JOINED, &["--merge", mode]);
        let flags = ["--merge", mode, "--only-output-states-covering-new"];
        check(JOINED, &flags);
    }
}

#[test]
fn assumptions_leave_tests() {
    check(ASSUMPTIONS, &[]);
    check(ASSUMPTIONS, &["--only-output-states-covering-new"]);
}

/// Limits drop states, stop forks and end runs: what was covered until then has its test.
#[test]
fn limits_lose_no_coverage() {
    let (_folder, program) = source(&pleach_fuzz::generate::program(7).source);
    for limit in [
        "--max-states=3",
        "--max-forks=9",
        "--max-depth=4",
        "--max-instructions=900",
        "--exit-on-error",
        "--only-output-states-covering-new",
        "--dump-states-on-halt",
    ] {
        if let Err(problem) = compare(&program, &[], &[limit]) {
            panic!("{limit}: {problem}");
        }
    }
}

#[test]
fn random_programs() {
    for seed in 0..20 {
        let (_folder, program) = source(&pleach_fuzz::generate::program(seed).source);
        if let Err(problem) = compare(&program, &[], &[]) {
            panic!("seed {seed}: {problem}");
        }
    }
}

/// One in `SAMPLE` of the annotated programs; all of them with `PLEACH_TEST=` and a word.
const SAMPLE: usize = 8;

/// `klee_get_value` answers without making a condition of it: another input of the same path may get
/// another answer.
fn takes_a_value(program: &Path) -> bool {
    let source = std::fs::read_to_string(program).unwrap_or_default();
    source.contains("klee_get_value")
}

#[test]
fn annotated_programs() {
    let wanted = std::env::var("PLEACH_TEST").ok();
    let every = if wanted.is_some() { 1 } else { SAMPLE };
    let programs = support::programs(&wanted.unwrap_or_default());
    let mut problems = Vec::new();
    for program in programs.iter().step_by(every) {
        if takes_a_value(program) {
            continue;
        }
        let expected = annotations::read(program).expect("its annotations are right");
        if let Err(problem) = compare(program, &expected.flags, &["--max-time=10s"]) {
            let name = program.strip_prefix(root()).unwrap_or(program);
            problems.push(format!("{}: {problem}", name.display()));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
