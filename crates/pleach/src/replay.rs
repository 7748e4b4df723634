//! `pleach replay`: native runs of tests, beside what was predicted.

use crate::arguments::ReplayArgs;
use crate::failure::Failure;
use pleach_replay::{
    Agreement, Leaks, Limits, Outcome, Prediction, Predictions, Program, Report, Status, Test,
    replay as run,
};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Default)]
struct Sum {
    tests: u64,
    agree: u64,
    differ: u64,
}

pub fn replay(args: &ReplayArgs) -> Result<ExitCode, Failure> {
    let program = Program::open(&args.program).map_err(Failure::bad_input)?;
    let limits = Limits {
        time: args.max_time,
        memory: Some(args.max_memory).filter(|&most| most > 0),
        ..Limits::default()
    };
    let mut sum = Sum::default();
    let mut folders: HashMap<PathBuf, Predictions> = HashMap::new();
    for path in tests(&args.tests)? {
        let test = Test::read(&path).map_err(Failure::bad_input)?;
        let folder = path.parent().unwrap_or(Path::new("")).to_owned();
        let predictions = folders
            .entry(folder)
            .or_insert_with_key(|folder| Predictions::read(folder));
        let prediction = predictions.of(&path);
        let leaks = prediction.map_or(Leaks::Ignored, Prediction::leaks);
        let outcome = run(&program, &test, &limits, leaks).map_err(Failure::broken)?;
        show(args, &test, &outcome, prediction, &mut sum);
    }
    let unknown = sum.tests - sum.agree - sum.differ;
    println!(
        "{} tests: {} as predicted, {} different, {unknown} without a prediction that a native run can show",
        sum.tests, sum.agree, sum.differ
    );
    Ok(ExitCode::from(u8::from(sum.differ > 0)))
}

fn show(
    args: &ReplayArgs,
    test: &Test,
    outcome: &Outcome,
    prediction: Option<&Prediction>,
    sum: &mut Sum,
) {
    let reports = Report::all(&outcome.stderr);
    let agreement = match prediction.map(|p| p.agrees(outcome.status, &reports)) {
        None => Agreement::Unknown,
        Some(Agreement::No) if test.needs_failures => Agreement::Unknown,
        Some(agreement) => agreement,
    };
    sum.tests += 1;
    sum.agree += u64::from(agreement == Agreement::Yes);
    sum.differ += u64::from(agreement == Agreement::No);
    if args.quiet && agreement != Agreement::No {
        return;
    }
    let said = prediction.map(|p| p.text()).unwrap_or_default();
    let verdict = match agreement {
        Agreement::Yes if prediction.is_some_and(Prediction::is_error) => {
            format!(" (as predicted: {said})")
        }
        Agreement::Yes => " (as predicted)".to_owned(),
        Agreement::No => format!(" (DIFFERENT: predicted {said})"),
        Agreement::Unknown if said.is_empty() => String::new(),
        Agreement::Unknown => format!(" (predicted {said})"),
    };
    println!("{}: {}{verdict}", test.path.display(), text(outcome.status));
    for report in &reports {
        println!("  reported: {}", harmless(&report.text));
    }
    test.notes
        .iter()
        .for_each(|note| println!("  note: {note}"));
    if args.show_output {
        let outputs = [("stdout", &outcome.stdout), ("stderr", &outcome.stderr)];
        for (name, bytes) in outputs.iter().filter(|(_, bytes)| !bytes.is_empty()) {
            for line in String::from_utf8_lossy(bytes).lines() {
                println!("  {name}: {}", harmless(line));
            }
        }
    }
}

/// Control characters would be orders to the terminal.
fn harmless(line: &str) -> String {
    let mut shown = String::with_capacity(line.len());
    for c in line.chars() {
        match c {
            '\t' => shown.push(c),
            _ if c.is_control() => shown.extend(c.escape_default()),
            _ => shown.push(c),
        }
    }
    shown
}

fn text(status: Status) -> String {
    match status {
        Status::Exited(code) => format!("exit code {code}"),
        Status::Signalled(signal) => format!("signal {signal}{}", signal_name(signal)),
        Status::OutOfTime => "out of time".to_owned(),
    }
}

fn signal_name(signal: i32) -> &'static str {
    match signal {
        4 => " (SIGILL)",
        6 => " (SIGABRT)",
        7 => " (SIGBUS)",
        8 => " (SIGFPE)",
        9 => " (SIGKILL)",
        11 => " (SIGSEGV)",
        13 => " (SIGPIPE)",
        24 => " (SIGXCPU)",
        25 => " (SIGXFSZ)",
        _ => "",
    }
}

/// Files as they are, and all tests of folders.
pub fn tests(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut all = Vec::new();
    for path in paths {
        if !path.is_dir() {
            all.push(path.clone());
            continue;
        }
        let unreadable =
            |error| Failure::BadInput(format!("{}: cannot be read: {error}", path.display()));
        let mut found = Vec::new();
        for entry in std::fs::read_dir(path).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?.path();
            if entry.extension().is_some_and(|ending| ending == "ktest") {
                found.push(entry);
            }
        }
        if found.is_empty() {
            let text = format!("{}: no .ktest files in this folder", path.display());
            return Err(Failure::BadInput(text));
        }
        found.sort();
        all.extend(found);
    }
    Ok(all)
}
