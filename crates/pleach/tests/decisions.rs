//! What a path was told leads to it again: states of random and of annotated programs are reached a
//! second time with no question asked, and are the same (`--check-decisions`). `cargo xtask decisions`
//! does it with a large program.

mod support;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use support::{annotations, check_all, output_of, pleach, text};

/// Enough of a small program.
const STATES: &str = "60";
const BATCH: &str = "500";
/// Solving may take longer than anybody wants to wait.
const LIMIT: &str = "10s";

/// How many states of a program were replayed.
fn replay(file: &Path, flags: &[String]) -> Result<u64, String> {
    let mut command = pleach();
    command.args(["run", "--quiet", "--check-decisions", STATES]);
    command.args(["--batch-instructions", BATCH, "--max-time", LIMIT]);
    let run = output_of(command.args(flags).arg(file));
    if !run.status.success() {
        return Err(text(&run.stderr));
    }
    let said = text(&run.stdout);
    let count = said.split(' ').next().and_then(|word| word.parse().ok());
    count.ok_or(said)
}

/// Replays states of all of these, at least so many.
fn replay_all(files: &[PathBuf], least: u64, flags: impl Fn(&Path) -> Vec<String> + Sync) {
    let replayed = AtomicU64::new(0);
    check_all(files, |file| {
        replayed.fetch_add(replay(file, &flags(file))?, Relaxed);
        Ok(())
    });
    let replayed = replayed.into_inner();
    println!("{replayed} states of {} programs", files.len());
    assert!(replayed >= least, "only {replayed} states were replayed");
}

#[test]
fn states_of_random_programs_are_reached_again() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |seed| {
        let file = folder.path().join(format!("seed-{seed}.c"));
        let program = pleach_fuzz::generate::program(seed);
        std::fs::write(&file, program.source).expect("a file in it");
        file
    };
    let files: Vec<PathBuf> = (0..RANDOM).map(write).collect();
    replay_all(&files, 10 * RANDOM, |_| Vec::new());
}

const RANDOM: u64 = 240;

#[test]
fn states_of_annotated_programs_are_reached_again() {
    let files: Vec<PathBuf> = support::programs("").into_iter().step_by(STEP).collect();
    let flags = |file: &Path| annotations::read(file).map_or_else(|_| Vec::new(), |e| e.flags);
    replay_all(&files, 300, flags);
}

/// Every so manieth is run: all of them take a minute.
const STEP: usize = 3;

/// Entering the handler of a path that forked off was once counted as an instruction of this one.
#[test]
fn a_path_beside_a_handled_fault_is_reached_again() {
    let file = support::root().join("tests/programs/posix/fault_handler_unknown.c");
    replay_all(&[file], 10, |_| Vec::new());
}

/// Text of unknown length was equal to nothing but itself.
#[test]
fn a_path_that_printed_text_of_unknown_length_is_reached_again() {
    let file = support::root().join("tests/programs/libc/printf_symbolic_number.c");
    replay_all(&[file], 10, |_| vec!["--libc".into(), "musl".into()]);
}
