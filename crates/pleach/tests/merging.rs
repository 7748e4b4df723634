//! Merging finds what is found without it: every path is in exactly one state, with the same end and
//! output, and the states stand for as many paths as there are (`--check-merging`).

mod support;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use support::{annotations, check_all, output_of, pleach, text};

/// Solving may take longer than anybody wants to wait.
const LIMIT: &str = "20s";

/// How many joins there were.
fn check(file: &Path, mode: &str, flags: &[String]) -> Result<u64, String> {
    let mut command = pleach();
    command.args(["run", "--quiet", "--check-merging", "--merge", mode]);
    command.args(["--max-time", LIMIT]);
    if !flags.iter().any(|flag| flag == "--jobs") {
        command.args(["--jobs", "1"]);
    }
    let run = output_of(command.args(flags).arg(file));
    if !run.status.success() {
        return Err(format!("--merge {mode}: {}", text(&run.stderr)));
    }
    let said = text(&run.stdout);
    let joins = said
        .split("; ")
        .nth(1)
        .and_then(|part| part.split(' ').next());
    Ok(joins.and_then(|joins| joins.parse().ok()).unwrap_or(0))
}

/// Checks all of these; how many joins were made.
fn check_each(
    files: &[PathBuf],
    modes: &[&str],
    flags: impl Fn(&Path) -> Vec<String> + Sync,
) -> u64 {
    let joins = AtomicU64::new(0);
    check_all(files, |file| {
        for mode in modes {
            joins.fetch_add(check(file, mode, &flags(file))?, Relaxed);
        }
        Ok(())
    });
    joins.into_inner()
}

/// The flags that a program asks for, without those that are about merging itself: its mode, and how
/// many forks are left with it.
fn flags_of(file: &Path) -> Vec<String> {
    let flags = annotations::read(file).map_or_else(|_| Vec::new(), |e| e.flags);
    let mut flags = flags.into_iter();
    let mut others = Vec::new();
    while let Some(flag) = flags.next() {
        match flag.as_str() {
            "--merge" | "--max-forks" => drop(flags.next()),
            _ => others.push(flag),
        }
    }
    others
}

const WITHOUT_MARKS: &[&str] = &["static", "qce", "dynamic"];

/// Random programs from this seed on.
fn random(first: u64, count: u64, folder: &Path) -> Vec<PathBuf> {
    let write = |seed| {
        let file = folder.join(format!("seed-{seed}.c"));
        let program = pleach_fuzz::generate::program(seed);
        std::fs::write(&file, program.source).expect("a file in it");
        file
    };
    (first..first + count).map(write).collect()
}

#[test]
fn random_programs_are_the_same_with_merging() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let files = random(0, RANDOM, folder.path());
    let joins = check_each(&files, WITHOUT_MARKS, |_| Vec::new());
    println!("{joins} joins");
    assert!(joins > 10 * RANDOM, "only {joins} joins");
}

const RANDOM: u64 = 300;

/// Those that are there for merging have too many paths; they have a test of their own.
#[test]
fn annotated_programs_are_the_same_with_merging() {
    let mut files = support::programs("");
    files.retain(|file| !file.to_string_lossy().contains("programs/merge/"));
    let joins = check_each(&files, WITHOUT_MARKS, flags_of);
    println!("{joins} joins");
    assert!(joins > 1000, "only {joins} joins");
}

/// The programs that are there for merging, with fewer unknowns: all of their paths can be looked at.
#[test]
fn the_classics_are_the_same_with_merging() {
    let files = support::programs("programs/merge/");
    assert!(files.len() > 15, "only {} programs", files.len());
    let modes = ["manual", "static", "qce", "dynamic"];
    let flags = |file: &Path| {
        let mut flags = flags_of(file);
        flags.push("-DSIZE=5".to_owned());
        flags
    };
    let joins = check_each(&files, &modes, flags);
    assert!(joins > 200, "only {joins} joins");
}

/// Two workers, every answer compared with Z3's, terms swept at every exchange.
#[test]
fn other_settings_change_nothing() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let files = random(1_000, 40, folder.path());
    let words = ["--jobs", "2", "--check-solver", "z3", "--sweep-at", "0"];
    let joins = check_each(&files, WITHOUT_MARKS, |_| words.map(str::to_owned).to_vec());
    assert!(joins > 200, "only {joins} joins");
}

/// A planted fault: an `ite` with its sides swapped is noticed.
#[test]
fn a_swapped_side_is_noticed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let files = random(2_000, 30, folder.path());
    let joined = files
        .into_iter()
        .filter(|file| check(file, "static", &[]).is_ok_and(|joins| joins > 0));
    let joined: Vec<PathBuf> = joined.collect();
    let noticed = noticed(&joined, "static", &["--merge-swaps-sides"]);
    let all = joined.len();
    assert!(noticed * 2 > all, "{noticed} of {all} programs");
}

/// How many programs are not the same with these flags.
fn noticed(files: &[PathBuf], mode: &str, flags: &[&str]) -> usize {
    let flags: Vec<String> = flags.iter().map(|flag| (*flag).to_owned()).collect();
    let differs = |file: &&PathBuf| check(file, mode, &flags).is_err();
    files.iter().filter(differs).count()
}

/// A planted fault: what a variable was when states were joined counts as its value when they are taken
/// apart, whatever was assigned since.
#[test]
fn a_forgotten_assignment_is_noticed() {
    let files = support::programs("programs/merge/assigned_");
    assert_eq!(files.len(), 2);
    let few_paths = ["-DSIZE=5", "--merge-forgets-assignments"];
    assert_eq!(noticed(&files, "dynamic", &few_paths[..1]), 0);
    assert_eq!(noticed(&files, "dynamic", &few_paths), 2);
}
