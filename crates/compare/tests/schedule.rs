//! Runs are made once, made anew when they were not finished, and never mixed up. What runs here
//! instead of pleach is a small script that writes a folder as pleach does.

use pleach_compare::{CompareError, Event, Finish, Plan, Program, Runs, Variant, Written};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Writes a run; `--fail`, `--refuse`, `--wait`, `--change` (of the program), `--spoil` (what it
/// writes) and `--break` (at the end) among its words make it behave otherwise.
const SCRIPT: &str = r#"#!/bin/sh
out=$3
echo "$*" >> calls.txt
case "$*" in
*--refuse*) echo "pleach: there is no option --refuse" >&2; exit 2;;
*--fail*) echo "pleach: out of luck" >&2; exit 1;;
*--wait*) exec sleep 60;;
*--change*) for program; do :; done; echo more >> "$program";;
esac
mkdir -p "$out"
counters='"live_states": 0, "dropped_states": 3, "paths": 5, "solver": {"queries": 7}'
shares='"coverage": {"instructions": {"covered": 8, "total": 10}, "branches": {"covered": 1, "total": 4}}'
measured='"measured": {"elapsed_seconds": 0.5}'
echo "{$counters, $shares, $measured}" > "$out/stats.jsonl"
printf 'SF:a.c\nBRDA:3,0,0,1\nend_of_record\n' > "$out/lcov.info"
echo "{\"complete\": false, \"ended\": {\"why\": \"limit\"}, \"totals\": {$counters}, \"tests\": 5, $shares, \"findings\": [{}], $measured}" > "$out/run.json"
case "$*" in
*--spoil*) echo "{" > "$out/run.json";;
*--break*) echo "pleach: the disk is full" >&2; exit 1;;
esac
"#;

struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Place {
        let folder = tempfile::tempdir().unwrap();
        // The script writes its calls beside itself, wherever the test runs.
        let calls = folder.path().join("calls.txt");
        let script = SCRIPT.replace("calls.txt", calls.to_str().unwrap());
        let path = folder.path().join("pleach");
        fs::write(&path, script).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        fs::write(folder.path().join("a.bc"), "a").unwrap();
        fs::write(folder.path().join("b.bc"), "b").unwrap();
        Place { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn plan(&self, variants: &[&str]) -> Plan {
        let program = |name: &str| Program::parse(self.path(name).to_str().unwrap()).unwrap();
        Plan {
            pleach: self.path("pleach"),
            programs: vec![program("a.bc"), program("b.bc")],
            variants: variants
                .iter()
                .map(|v| Variant::parse(v).unwrap())
                .collect(),
            args: Vec::new(),
            time: Duration::from_secs(1),
            memory: 1 << 20,
            repeats: 2,
            output: self.path("out"),
            at_once: Some(2),
        }
    }

    fn calls(&self) -> usize {
        let text = fs::read_to_string(self.path("calls.txt")).unwrap_or_default();
        text.lines().count()
    }
}

fn make(plan: &Plan) -> (Result<Finish, CompareError>, Vec<String>) {
    make_prepared(plan, &plan.prepare().unwrap())
}

/// With what was said about runs that went wrong.
fn make_prepared(plan: &Plan, runs: &Runs) -> (Result<Finish, CompareError>, Vec<String>) {
    let mut problems = Vec::new();
    let halt = AtomicBool::new(false);
    let finish = pleach_compare::make_runs(plan, runs, &halt, &mut |event| match event {
        Event::Failed { reason, .. } => problems.push(reason),
        Event::Unreadable { title, problem } => problems.push(format!("{title}: {problem}")),
        Event::Ended { broke, .. } => problems.extend(broke),
        _ => {}
    });
    (finish, problems)
}

fn write(plan: &Plan, runs: &Runs) -> Written {
    let halt = AtomicBool::new(false);
    let written = pleach_compare::write_results(plan, runs, None, &halt, &|_, _| {}).unwrap();
    assert!(written.files.iter().all(|file| file.is_file()));
    written
}

fn table(plan: &Plan) -> String {
    write(plan, &plan.prepare().unwrap()).table
}

/// Every record below the folder.
fn records(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            records(&path, found);
        } else if path.ends_with("record.json") {
            found.push(path);
        }
    }
}

#[test]
fn what_is_there_is_not_made_again() {
    let place = Place::new();
    let mut plan = place.plan(&["x:", "y: --search y"]);
    assert_eq!(make(&plan).0.unwrap(), Finish::All { failed: 0 });
    assert_eq!(place.calls(), 8);
    assert_eq!(make(&plan).0.unwrap(), Finish::All { failed: 0 });
    assert_eq!(place.calls(), 8);
    assert!(
        table(&plan).contains("| x | 80.0 | 25.0 | 0 |"),
        "{}",
        table(&plan)
    );
    // A partial run has no record: it alone is made again.
    let mut found = Vec::new();
    records(&plan.output, &mut found);
    assert_eq!(found.len(), 8);
    fs::remove_file(&found[0]).unwrap();
    make(&plan).0.unwrap();
    assert_eq!(place.calls(), 9);
    // More repeats only add to what is there.
    plan.repeats = 3;
    make(&plan).0.unwrap();
    assert_eq!(place.calls(), 13);
    // With another time all are other runs, and the old ones stay.
    plan.time = Duration::from_secs(2);
    make(&plan).0.unwrap();
    assert_eq!(place.calls(), 25);
    plan.time = Duration::from_secs(1);
    make(&plan).0.unwrap();
    assert_eq!(place.calls(), 25);
    // Another program is another run.
    fs::write(place.path("a.bc"), "changed").unwrap();
    make(&plan).0.unwrap();
    assert_eq!(place.calls(), 31);
}

#[test]
fn a_run_that_is_refused_ends_the_comparison() {
    let place = Place::new();
    let plan = place.plan(&["good:", "bad: --refuse"]);
    let error = make(&plan).0.unwrap_err();
    assert!(error.is_bad_input());
    assert_eq!(error.to_string(), "a with bad: there is no option --refuse");
}

#[test]
fn a_run_that_fails_is_told_and_tried_again_next_time() {
    let place = Place::new();
    let plan = place.plan(&["good:", "bad: --fail"]);
    let (finish, failures) = make(&plan);
    assert_eq!(finish.unwrap(), Finish::All { failed: 4 });
    assert_eq!(failures[0], "exit code 1: out of luck");
    assert!(table(&plan).contains("bad: only 0 of 2 runs are there."));
    make(&plan).0.unwrap();
    assert_eq!(place.calls(), 12);
}

#[test]
fn an_interruption_ends_what_runs_and_keeps_what_is_finished() {
    let place = Place::new();
    let plan = place.plan(&["good:", "slow: --wait"]);
    let halt = AtomicBool::new(false);
    let runs = plan.prepare().unwrap();
    let finish = pleach_compare::make_runs(&plan, &runs, &halt, &mut |event| {
        if matches!(event, Event::Ended { .. }) {
            halt.store(true, std::sync::atomic::Ordering::SeqCst);
        }
    });
    assert_eq!(finish.unwrap(), Finish::Interrupted);
    let mut found = Vec::new();
    records(&plan.output, &mut found);
    assert!(
        !found.is_empty()
            && found
                .iter()
                .all(|path| path.to_str().unwrap().contains("good"))
    );
    assert!(table(&plan).contains("slow: only 0 of 2 runs are there."));
}

#[test]
fn the_table_is_of_the_runs_that_were_made() {
    let place = Place::new();
    let plan = place.plan(&["x:"]);
    let runs = plan.prepare().unwrap();
    make_prepared(&plan, &runs).0.unwrap();
    // Built anew after the last run: what was measured is still what is shown.
    fs::write(place.path("a.bc"), "changed").unwrap();
    fs::write(place.path("pleach"), "changed").unwrap();
    let table = write(&plan, &runs).table;
    assert!(!table.contains("runs are there"), "{table}");
}

#[test]
fn a_program_that_changes_in_between_is_not_mixed_up() {
    let place = Place::new();
    let mut plan = place.plan(&["x: --change"]);
    plan.programs.truncate(1);
    plan.at_once = Some(1);
    let runs = plan.prepare().unwrap();
    let (finish, failures) = make_prepared(&plan, &runs);
    assert_eq!(finish.unwrap(), Finish::All { failed: 2 });
    assert!(
        failures
            .iter()
            .all(|reason| reason.ends_with("a.bc has changed since the start")),
        "{failures:?}"
    );
    // The first changed it, and the second was not started.
    assert_eq!(place.calls(), 1);
    let table = write(&plan, &runs).table;
    assert!(table.contains("x: only 0 of 2 runs are there."), "{table}");
}

#[test]
fn a_run_that_broke_is_told_also_later() {
    let place = Place::new();
    let plan = place.plan(&["good:", "bad: --break"]);
    let (finish, problems) = make(&plan);
    assert_eq!(finish.unwrap(), Finish::All { failed: 0 });
    assert_eq!(problems, ["exit code 1: the disk is full"; 4]);
    // It has results: it is not made again.
    assert_eq!(make(&plan).1, [""; 0]);
    assert_eq!(place.calls(), 8);
    let table = table(&plan);
    let note = "bad: the run with seed 2 broke (exit code 1: the disk is full)";
    assert_eq!(table.matches(note).count(), 2, "{table}");
    assert!(!table.contains("good: the run"), "{table}");
}

#[test]
fn a_run_that_cannot_be_read_is_made_again() {
    let place = Place::new();
    let plan = place.plan(&["x:"]);
    let runs = plan.prepare().unwrap();
    make(&plan).0.unwrap();
    let mut found = Vec::new();
    records(&plan.output, &mut found);
    let spoiled = found[0].with_file_name("run").join("run.json");
    fs::write(&spoiled, "{").unwrap();
    let written = write(&plan, &runs);
    assert_eq!(written.unreadable.len(), 1);
    assert!(written.unreadable[0].contains("run.json"), "{written:?}");
    assert!(
        written.table.contains("x: only 1 of 2 runs are there."),
        "{}",
        written.table
    );
    let (finish, problems) = make(&plan);
    assert_eq!(finish.unwrap(), Finish::All { failed: 0 });
    assert!(
        problems.len() == 1 && problems[0].contains("run.json"),
        "{problems:?}"
    );
    assert_eq!(place.calls(), 5);
    assert_eq!(write(&plan, &runs).unreadable, [""; 0]);
}

#[test]
fn a_run_that_leaves_nonsense_has_failed() {
    let place = Place::new();
    let plan = place.plan(&["x: --spoil"]);
    let (finish, failures) = make(&plan);
    assert_eq!(finish.unwrap(), Finish::All { failed: 4 });
    assert!(failures[0].contains("run.json"), "{failures:?}");
    assert!(table(&plan).contains("x: only 0 of 2 runs are there."));
}

#[test]
fn a_folder_of_the_users_is_not_touched() {
    let place = Place::new();
    let mut plan = place.plan(&["x:"]);
    fs::create_dir(place.path("mine")).unwrap();
    fs::write(place.path("mine/thesis.txt"), "precious").unwrap();
    plan.output = place.path("mine");
    assert!(matches!(make(&plan).0, Err(CompareError::NotOurs { .. })));
    assert_eq!(fs::read_dir(place.path("mine")).unwrap().count(), 1);
}
