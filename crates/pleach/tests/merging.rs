//! Merging finds what is found without it: every path is in exactly one state, with the same end and
//! output, and the states stand for as many paths as there are (`--check-merging`).

mod support;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use support::{annotations, check_all, output_of, pleach, text};

/// Solving may take longer than anybody wants to wait.
const LIMIT: &str = "20s";

/// What merging did.
#[derive(Debug, Clone, Copy, Default)]
struct Merges {
    joins: u64,
    active_forks: u64,
}

impl Merges {
    /// From what `--check-merging` says: "...; 7 joins, 3 active forks".
    fn read(said: &str) -> Merges {
        let counted = said.split("; ").nth(1).unwrap_or_default();
        let mut counts = counted.split(", ").map(|count| {
            let number = count.split(' ').next().and_then(|word| word.parse().ok());
            number.unwrap_or(0)
        });
        Merges {
            joins: counts.next().unwrap_or(0),
            active_forks: counts.next().unwrap_or(0),
        }
    }
}

fn check(file: &Path, mode: &str, flags: &[String]) -> Result<Merges, String> {
    let mut command = pleach();
    command.args(["run", "--quiet", "--check-merging"]);
    command.args(["--max-time", LIMIT, "--merge"]);
    match mode {
        EAGER => command.args(["dynamic", "--merge-ahead", "0"]),
        mode => command.arg(mode),
    };
    if !flags.iter().any(|flag| flag == "--jobs") {
        command.args(["--jobs", "1"]);
    }
    let run = output_of(command.args(flags).arg(file));
    if !run.status.success() {
        return Err(format!("--merge {mode}: {}", text(&run.stderr)));
    }
    Ok(Merges::read(&text(&run.stdout)))
}

/// `dynamic` without a look ahead: small programs ask about everything soon, so that hardly anything would be
/// joined that has to be taken apart again.
const EAGER: &str = "dynamic, eagerly";

/// Checks all of these; what was merged.
fn check_each(
    files: &[PathBuf],
    modes: &[&str],
    flags: impl Fn(&Path) -> Vec<String> + Sync,
) -> Merges {
    let (joins, active_forks) = (AtomicU64::new(0), AtomicU64::new(0));
    check_all(files, |file| {
        for mode in modes {
            let merges = check(file, mode, &flags(file))?;
            joins.fetch_add(merges.joins, Relaxed);
            active_forks.fetch_add(merges.active_forks, Relaxed);
        }
        Ok(())
    });
    let merges = Merges {
        joins: joins.into_inner(),
        active_forks: active_forks.into_inner(),
    };
    println!("{merges:?}");
    merges
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

const WITHOUT_MARKS: &[&str] = &["static", "qce", "dynamic", EAGER];

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
    let merges = check_each(&files, WITHOUT_MARKS, |_| Vec::new());
    assert!(merges.joins > 15 * RANDOM, "only {merges:?}");
    assert!(merges.active_forks > RANDOM / 3, "only {merges:?}");
}

const RANDOM: u64 = 300;

/// Those that are there for merging have too many paths; they have a test of their own.
#[test]
fn annotated_programs_are_the_same_with_merging() {
    let mut files = support::programs("");
    files.retain(|file| !file.to_string_lossy().contains("programs/merge/"));
    let merges = check_each(&files, WITHOUT_MARKS, flags_of);
    assert!(merges.joins > 1000, "only {merges:?}");
}

/// The programs that are there for merging, with fewer unknowns: all of their paths can be looked at.
#[test]
fn the_classics_are_the_same_with_merging() {
    let files = support::programs("programs/merge/");
    assert!(files.len() > 15, "only {} programs", files.len());
    let modes = ["manual", "static", "qce", "dynamic", EAGER];
    let flags = |file: &Path| {
        let mut flags = flags_of(file);
        flags.push("-DSIZE=5".to_owned());
        flags
    };
    let merges = check_each(&files, &modes, flags);
    assert!(merges.joins > 500, "only {merges:?}");
    assert!(merges.active_forks > 50, "only {merges:?}");
}

/// Two workers, every answer compared with Z3's, terms swept at every exchange.
#[test]
fn other_settings_change_nothing() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let files = random(1_000, 25, folder.path());
    let words = ["--jobs", "2", "--check-solver", "z3", "--sweep-at", "0"];
    let merges = check_each(&files, WITHOUT_MARKS, |_| words.map(str::to_owned).to_vec());
    assert!(merges.joins > 200, "only {merges:?}");
}

/// A planted fault: an `ite` with its sides swapped is noticed.
#[test]
fn a_swapped_side_is_noticed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let files = random(2_000, 30, folder.path());
    let joined = files
        .into_iter()
        .filter(|file| check(file, "static", &[]).is_ok_and(|merges| merges.joins > 0));
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
