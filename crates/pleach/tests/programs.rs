//! Runs every program of `tests/programs` and `examples` and compares what
//! happens with its annotations. `PLEACH_TEST=word` runs only files whose path
//! contains the word; `PLEACH_TEST_FLAGS="--check-solver z3"` gives every run
//! of the first test more flags.

mod support;

use serde_json::Value;
use std::path::{Path, PathBuf};
use support::annotations::{self, Expected};
use support::{check_all, output_of, pleach, root, text};

/// A program that takes longer hangs.
const LONGEST: &str = "100s";

fn programs() -> Vec<PathBuf> {
    support::programs(&std::env::var("PLEACH_TEST").unwrap_or_default())
}

/// What all programs are run with besides their own flags: a limit of time, and the user's wishes.
fn common_flags() -> Vec<String> {
    let wishes = std::env::var("PLEACH_TEST_FLAGS").unwrap_or_default();
    let mut flags: Vec<String> = wishes.split_whitespace().map(str::to_owned).collect();
    if !wishes.contains("--max-time") {
        flags.extend(["--max-time", LONGEST].map(str::to_owned));
    }
    flags
}

#[test]
fn every_program_does_what_it_says() {
    check_all(&programs(), |file| {
        let expected = annotations::read(file)?;
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let out = folder.path().join("out");
        let run = output_of(
            pleach()
                .args(["run", "--no-fail", "--quiet", "--output-dir"])
                .arg(&out)
                .args(common_flags())
                .args(&expected.flags)
                .arg(file),
        );
        if !run.status.success() {
            return Err(format!("{}: {}", run.status, text(&run.stderr).trim_end()));
        }
        let problems = compare(file, &expected, &support::json(&out.join("run.json")));
        if problems.is_empty() {
            Ok(())
        } else {
            Err(problems.join("; "))
        }
    });
}

fn compare(file: &Path, expected: &Expected, run: &Value) -> Vec<String> {
    let mut problems = Vec::new();
    let mut number = |what: &str, expected: Option<u64>, found: &Value| {
        let found = found.as_u64();
        if expected.is_some() && expected != found {
            problems.push(format!(
                "{what}: expected {}, found {}",
                expected.unwrap_or(0),
                found.unwrap_or(0)
            ));
        }
    };
    number("paths", expected.paths, &run["totals"]["paths"]);
    number("tests", expected.tests, &run["tests"]);
    if run["ended"]["detail"]
        .as_str()
        .is_some_and(|detail| detail.contains("time"))
    {
        problems.push("not done in time".to_owned());
    }
    compare_completeness(expected.incomplete.as_deref(), run, &mut problems);
    let disagreements = &run["totals"]["solver"]["disagreements"];
    if disagreements != 0 {
        problems.push(format!("the solvers disagree {disagreements} times"));
    }
    let findings = run["findings"].as_array().cloned().unwrap_or_default();
    compare_errors(file, expected, &findings, &mut problems);
    for (name, input) in &expected.inputs {
        let is_it =
            |i: &Value| i["name"] == **name && input.is(&from_hex(i["hex"].as_str().unwrap_or("")));
        let found = findings.iter().any(|f| {
            f["input"]
                .as_array()
                .is_some_and(|all| all.iter().any(is_it))
        });
        if !found {
            problems.push(format!("no finding has the input {name} = {input:?}"));
        }
    }
    problems
}

fn compare_completeness(expected: Option<&str>, run: &Value, problems: &mut Vec<String>) {
    let (ended, reasons) = (run["ended"].to_string(), run["incomplete"].to_string());
    match expected {
        None if run["complete"] != true => {
            problems.push(format!("not complete: {ended} {reasons}"));
        }
        Some(_) if run["complete"] != false => problems.push("complete".to_owned()),
        Some(reason) if !ended.contains(reason) && !reasons.contains(reason) => {
            problems.push(format!(
                "not complete for another reason: {ended} {reasons}"
            ));
        }
        _ => {}
    }
}

fn compare_errors(
    file: &Path,
    expected: &Expected,
    findings: &[Value],
    problems: &mut Vec<String>,
) {
    let count = expected.error_count.unwrap_or(expected.errors.len());
    if findings.len() != count {
        problems.push(format!(
            "errors: expected {count}, found {}",
            findings.len()
        ));
    }
    let mut missing: Vec<&(String, u32)> = expected.errors.iter().collect();
    for finding in findings {
        let kind = finding["kind"].as_str().unwrap_or("");
        let lines = lines_of(file, kind, finding);
        missing.retain(|(k, line)| k != kind || !lines.contains(line));
        if !expected
            .errors
            .iter()
            .any(|(k, line)| k == kind && lines.contains(line))
        {
            let line = lines.first().copied().unwrap_or(0);
            problems.push(format!(
                "unexpected {kind} at line {line}: {}",
                finding["message"].as_str().unwrap_or("")
            ));
        }
    }
    problems.extend(
        missing
            .iter()
            .map(|(kind, line)| format!("{kind} at line {line} is not reported")),
    );
}

/// The lines that an error may be annotated at: the innermost one in the file
/// itself; for an exhausted stack, any of the recursion.
fn lines_of(file: &Path, kind: &str, finding: &Value) -> Vec<u32> {
    let frames = finding["stack"].as_array().cloned().unwrap_or_default();
    let name = file.file_name();
    let own = |frame: &&Value| {
        frame["file"]
            .as_str()
            .is_some_and(|path| Path::new(path).file_name() == name)
    };
    let lines = frames
        .iter()
        .filter(own)
        .filter_map(|frame| frame["line"].as_u64())
        .map(|line| line as u32);
    if kind == "stack-exhaustion" {
        lines.collect()
    } else {
        lines.take(1).collect()
    }
}

fn from_hex(text: &str) -> Vec<u8> {
    let digits: Vec<u8> = text
        .chars()
        .filter_map(|c| c.to_digit(16))
        .map(|d| d as u8)
        .collect();
    digits
        .chunks_exact(2)
        .map(|pair| pair[0] << 4 | pair[1])
        .collect()
}

#[test]
fn concrete_runs_equal_native_ones() {
    let all: Vec<PathBuf> = programs()
        .into_iter()
        .filter(|f| annotations::read(f).is_ok_and(|e| e.exec))
        .collect();
    check_all(&all, |file| {
        let expected = annotations::read(file)?;
        let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
        let (stdout, code) = native(file, &expected, folder.path())?;
        let mut flags = clang_flags(&expected);
        flags.extend(libc_flags(&expected));
        let exec = output_of(pleach().arg("exec").args(&flags).arg(file));
        // And with nonsense in place of what is dead: nobody may read that.
        let slow = output_of(
            pleach()
                .args(["exec", "--no-fast-loop", "--overwrite-dead"])
                .args(&flags)
                .arg(file),
        );
        if (exec.status.code(), &exec.stdout) != (slow.status.code(), &slow.stdout) {
            return Err(format!(
                "the slow path differs:\n{}{}",
                text(&slow.stdout),
                text(&slow.stderr)
            ));
        }
        if exec.status.code() != Some(code) {
            return Err(format!(
                "exit code {:?}, native {code}: {}",
                exec.status.code(),
                text(&exec.stderr).trim_end()
            ));
        }
        if exec.stdout != stdout {
            return Err(format!(
                "prints\n{}\nnative prints\n{}",
                text(&exec.stdout),
                text(&stdout)
            ));
        }
        match expected.exit {
            Some(exit) if exit != code => Err(format!("exit code {code}, annotated {exit}")),
            _ => Ok(()),
        }
    });
}

fn clang_flags(expected: &Expected) -> Vec<&String> {
    let starts = ["-O", "-D", "-f", "-m", "-std"];
    expected
        .flags
        .iter()
        .filter(|flag| starts.iter().any(|start| flag.starts_with(start)))
        .collect()
}

/// The choice of the C library, which `pleach exec` takes too.
fn libc_flags(expected: &Expected) -> Vec<&String> {
    let choice = expected.flags.iter().skip_while(|flag| *flag != "--libc");
    choice.take(2).collect()
}

/// What the program prints and returns when it is compiled for this machine.
fn native(file: &Path, expected: &Expected, folder: &Path) -> Result<(Vec<u8>, i32), String> {
    let binary = folder.join("native");
    let compiler = match file.extension().and_then(|e| e.to_str()) {
        Some("rs") => return Err("a Rust program cannot be marked EXEC yet".to_owned()),
        Some("c") => "clang-22",
        _ => "clang++-22",
    };
    let mut compile = std::process::Command::new(compiler);
    compile
        .args(clang_flags(expected))
        .arg("-I")
        .arg(root().join("runtime/include"));
    let compiled = output_of(compile.arg(file).arg("-lm").arg("-o").arg(&binary));
    if !compiled.status.success() {
        return Err(format!(
            "does not compile natively: {}",
            text(&compiled.stderr)
        ));
    }
    let run = output_of(&mut std::process::Command::new(&binary));
    let code = run
        .status
        .code()
        .ok_or("the native program is ended by a signal")?;
    Ok((run.stdout, code))
}
