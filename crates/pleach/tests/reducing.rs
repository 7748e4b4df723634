//! Reduction finds what is found without it: the same errors by kind and place, and the same edges of the
//! program's own code (`--check-reducing`).

mod support;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use support::{annotations, check_all, output_of, pleach, text};

/// Solving may take longer than anybody wants to wait.
const LIMIT: &str = "20s";

/// With what an exploration is compared.
const MODES: &[&[&str]] = &[
    &["--reduce", "rwset"],
    &["--reduce", "relevant"],
    &["--reduce", "relevant", "--reduce-keeps", "coverage"],
];

fn check(file: &Path, mode: &[&str], flags: &[String]) -> Result<u64, String> {
    let mut command = pleach();
    command.args(["run", "--quiet", "--check-reducing", "--max-time", LIMIT]);
    command.args(mode);
    if !flags.iter().any(|flag| flag == "--jobs") {
        command.args(["--jobs", "1"]);
    }
    let run = output_of(command.args(flags).arg(file));
    match run.status.success() {
        true => Ok(pruned(&text(&run.stdout))),
        false => Err(format!("{mode:?}: {}", text(&run.stderr))),
    }
}

/// From what `--check-reducing` says: "...; 7 pruned of 30".
fn pruned(said: &str) -> u64 {
    let counted = said.split("; ").nth(1).unwrap_or_default();
    let number = counted.split(' ').next().and_then(|word| word.parse().ok());
    number.unwrap_or(0)
}

/// Checks all of these; how many states were pruned.
fn check_each(files: &[PathBuf], flags: impl Fn(&Path) -> Vec<String> + Sync) -> u64 {
    let all = AtomicU64::new(0);
    check_all(files, |file| {
        for mode in MODES {
            all.fetch_add(check(file, mode, &flags(file))?, Relaxed);
        }
        Ok(())
    });
    println!("{} pruned", all.load(Relaxed));
    all.into_inner()
}

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

const RANDOM: u64 = 300;

#[test]
fn random_programs_are_the_same_with_reduction() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let files = random(0, RANDOM, folder.path());
    assert!(check_each(&files, |_| Vec::new()) > RANDOM);
}

/// The flags that a program asks for, without those that reduction cannot be combined with.
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

#[test]
fn annotated_programs_are_the_same_with_reduction() {
    let files = support::programs("");
    assert!(check_each(&files, flags_of) > 1000);
}
