//! Machinery that must not be seen: annotated programs explored once as usual and once with terms swept
//! at every exchange, every instruction on the slow path, invariants checked (every fork is compared
//! with the state at the beginning of its instruction, and the model of every path with its conjuncts;
//! an internal error if they do not fit), and nonsense in place of what the module's liveness calls
//! dead. `PLEACH_TEST=word` runs only files whose path contains the word,
//! `PLEACH_TEST_FLAGS="--check uninit"` gives all runs more flags.

mod support;

use serde_json::Value;
use std::path::{Path, PathBuf};
use support::annotations;
use support::{check_all, json, output_of, pleach, text};

const SWEEPING: [&str; 2] = ["--sweep-at", "0"];
const SLOW: [&str; 1] = ["--no-fast-loop"];
const CHECKED: [&str; 1] = ["--check-invariants"];
const DEAD: [&str; 1] = ["--overwrite-dead"];

/// These take seconds as usual, and many more if everything is slow.
const LONG: [&str; 7] = [
    "bubble.c",
    "hard_questions.c",
    "long_loop.c",
    "paths_agree.c",
    "printf_floats.c",
    "regexp.c",
    "tokenizer.c",
];

/// Those with unknown inputs; `programs.rs` runs the others on the slow path as well.
fn symbolic_programs() -> Vec<PathBuf> {
    let is_long = |file: &PathBuf| LONG.iter().any(|name| file.ends_with(name));
    let is_concrete = |file: &PathBuf| annotations::read(file).is_ok_and(|e| e.exec);
    let mut files = support::programs(&std::env::var("PLEACH_TEST").unwrap_or_default());
    files.retain(|file| !is_long(file) && !is_concrete(file));
    files
}

/// What nobody may see a difference in.
#[derive(Debug, PartialEq)]
struct Seen {
    paths: Value,
    errors: Vec<String>,
    tests: Value,
    coverage: Value,
    instructions: Value,
    complete: Value,
}

impl Seen {
    fn new(run: &Value) -> Seen {
        let findings = run["findings"].as_array().into_iter().flatten();
        let mut errors: Vec<String> = findings
            .map(|f| format!("{} at {}:{}", f["kind"], f["file"], f["line"]))
            .collect();
        errors.sort();
        Seen {
            paths: run["totals"]["paths"].clone(),
            errors,
            tests: run["tests"].clone(),
            coverage: run["coverage"].clone(),
            instructions: run["totals"]["instructions"].clone(),
            complete: run["complete"].clone(),
        }
    }
}

fn explore(file: &Path, mode: &[&str]) -> Result<Seen, String> {
    let expected = annotations::read(file)?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let out = folder.path().join("out");
    let mut command = pleach();
    command.args(["run", "--no-fail", "--quiet", "--output-dir"]);
    command.arg(&out).args(["--max-time", "100s"]).args(mode);
    let wishes = std::env::var("PLEACH_TEST_FLAGS").unwrap_or_default();
    command
        .args(wishes.split_whitespace())
        .args(&expected.flags);
    // One job: the same order in all runs. No question is given up because others use the machine.
    for (flag, value) in [("--jobs", "1"), ("--max-solver-time", "0")] {
        if !expected.flags.iter().any(|own| own.starts_with(flag)) {
            command.args([flag, value]);
        }
    }
    let run = output_of(command.arg(file));
    if !run.status.success() {
        return Err(format!("{mode:?}: {}", text(&run.stderr).trim_end()));
    }
    let mut seen = Seen::new(&json(&out.join("run.json")));
    // What was not followed to its end may be followed another way.
    if seen.complete == false {
        seen.instructions = Value::Null;
    }
    Ok(seen)
}

#[test]
fn sweeps_the_slow_path_checked_invariants_and_dead_values_change_nothing() {
    let together = [&SWEEPING[..], &SLOW, &CHECKED, &DEAD].concat();
    check_all(&symbolic_programs(), |file| {
        let usual = explore(file, &[])?;
        if explore(file, &together).as_ref() == Ok(&usual) {
            return Ok(());
        }
        // Which of them is it?
        for mode in [&SWEEPING[..], &SLOW, &CHECKED, &DEAD, &together] {
            let other = explore(file, mode)?;
            if other != usual {
                return Err(format!("{mode:?}: {other:?} instead of {usual:?}"));
            }
        }
        Err("it differed once and did not differ again".to_owned())
    });
}

/// Only edges of the fast loop looked at the budget.
#[test]
fn the_limit_of_instructions_holds_on_the_slow_path() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let out = folder.path().join("out");
    let limits = ["--max-instructions", "20000", "--max-time", "100s"];
    let mut command = pleach();
    command.args(["run", "--quiet", "--no-fast-loop", "--output-dir"]);
    command.arg(&out).args(limits);
    let program = support::root().join("tests/programs/limits/instructions.c");
    let run = output_of(command.arg(program));
    assert!(run.status.success(), "{}", text(&run.stderr));
    let executed = json(&out.join("run.json"))["totals"]["instructions"].as_u64();
    assert!(executed.is_some_and(|n| n < 20_100), "{executed:?}");
}
