//! Runs are made once, made anew when they were not finished, and never mixed up. What runs here
//! instead of pleach is a small script that writes a folder as pleach does.

use pleach_compare::{CompareError, Event, Finish, Plan, Program, Variant};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Writes a run; `--fail`, `--refuse` and `--wait` among its words make it behave otherwise.
const SCRIPT: &str = r#"#!/bin/sh
out=$3
echo "$*" >> calls.txt
case "$*" in
*--refuse*) echo "pleach: there is no option --refuse" >&2; exit 2;;
*--fail*) echo "pleach: out of luck" >&2; exit 1;;
*--wait*) exec sleep 60;;
esac
mkdir -p "$out"
counters='"live_states": 0, "dropped_states": 3, "paths": 5, "solver": {"queries": 7}'
shares='"coverage": {"instructions": {"covered": 8, "total": 10}, "branches": {"covered": 1, "total": 4}}'
measured='"measured": {"elapsed_seconds": 0.5}'
echo "{$counters, $shares, $measured}" > "$out/stats.jsonl"
printf 'SF:a.c\nBRDA:3,0,0,1\nend_of_record\n' > "$out/lcov.info"
echo "{\"complete\": false, \"ended\": {\"why\": \"limit\"}, \"totals\": {$counters}, \"tests\": 5, $shares, \"findings\": [{}], $measured}" > "$out/run.json"
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
    let mut failures = Vec::new();
    let finish = pleach_compare::make_runs(plan, &AtomicBool::new(false), &mut |event| {
        if let Event::Failed { reason, .. } = event {
            failures.push(reason);
        }
    });
    (finish, failures)
}

fn table(plan: &Plan) -> String {
    let halt = AtomicBool::new(false);
    let written = pleach_compare::write_results(plan, None, &halt, &|_, _| {}).unwrap();
    assert!(written.files.iter().all(|file| file.is_file()));
    written.table
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
    let finish = pleach_compare::make_runs(&plan, &halt, &mut |event| {
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
fn a_folder_of_the_users_is_not_touched() {
    let place = Place::new();
    let mut plan = place.plan(&["x:"]);
    fs::create_dir(place.path("mine")).unwrap();
    fs::write(place.path("mine/thesis.txt"), "precious").unwrap();
    plan.output = place.path("mine");
    assert!(matches!(make(&plan).0, Err(CompareError::NotOurs { .. })));
    assert_eq!(fs::read_dir(place.path("mine")).unwrap().count(), 1);
}
