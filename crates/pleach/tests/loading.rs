//! The time before the exploration: what is shown of it, and what is kept for the next start.

mod support;

use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use support::{folder_with, json, output_of, pleach, text};

const MAIN: &[u8] = b"int twice(int); int main(void) { return twice(2) - 4; }\n";

/// With a cache of the test's own.
fn pleach_in(folder: &Path) -> Command {
    let mut command = pleach();
    command.current_dir(folder);
    command.env("XDG_CACHE_HOME", folder.join("cache"));
    command
}

fn succeed(command: &mut Command) -> Output {
    let output = output_of(command);
    assert!(
        output.status.success(),
        "{command:?}: {}",
        text(&output.stderr)
    );
    output
}

/// A program of two modules whose bitcode is only inside of it.
fn build(folder: &Path, twice: &str) {
    std::fs::write(folder.join("twice.c"), twice).expect("a file");
    succeed(pleach_in(folder).args(["cc", "-o", "prog", "main.c", "twice.c"]));
    std::fs::remove_file(folder.join("prog.bc")).expect("it was there");
}

/// What is kept, and which file it is: one that is written again is another one.
fn joined(folder: &Path) -> Vec<(PathBuf, u64)> {
    let entries = std::fs::read_dir(folder.join("cache/pleach/joined")).expect("a cache");
    let entries = entries.map(|entry| entry.expect("an entry"));
    let mut all: Vec<_> = entries
        .map(|e| (e.path(), e.metadata().expect("a file").ino()))
        .collect();
    all.sort();
    all
}

fn run(folder: &Path) -> String {
    text(&succeed(pleach_in(folder).args(["run", "--no-output", "./prog"])).stdout)
}

#[test]
fn the_bitcode_of_a_program_is_put_together_once() {
    let folder = folder_with("main.c", MAIN);
    let folder = folder.path();
    build(folder, "int twice(int x) { return 2 * x; }\n");
    assert!(run(folder).contains("complete: yes"));
    let first = joined(folder);
    assert_eq!(first.len(), 1);
    assert!(run(folder).contains("complete: yes"));
    assert_eq!(joined(folder), first, "it was linked again");
}

#[test]
fn a_changed_program_is_seen_although_another_one_is_kept() {
    let folder = folder_with("main.c", MAIN);
    let folder = folder.path();
    build(folder, "int twice(int x) { return 2 * x; }\n");
    run(folder);
    build(
        folder,
        "void abort(void); int twice(int x) { if (x == 2) abort(); return x; }\n",
    );
    let found = output_of(pleach_in(folder).args(["run", "--no-output", "./prog"]));
    assert_eq!(found.status.code(), Some(1), "{}", text(&found.stderr));
    assert_eq!(joined(folder).len(), 2);
}

#[test]
fn damaged_bitcode_in_the_cache_is_not_used() {
    let folder = folder_with("main.c", MAIN);
    let folder = folder.path();
    build(folder, "int twice(int x) { return 2 * x; }\n");
    run(folder);
    let (path, _) = joined(folder).remove(0);
    let whole = std::fs::read(&path).expect("it is there");
    let mut changed = whole.clone();
    changed[whole.len() / 2] ^= 0x10;
    for damaged in [&whole[..whole.len() / 2], &changed, b""] {
        std::fs::write(&path, damaged).expect("writable");
        assert!(run(folder).contains("complete: yes"));
        assert_eq!(std::fs::read(&path).expect("it is there"), whole);
    }
}

#[test]
fn the_time_of_loading_is_told_apart_and_counts_for_the_limit() {
    let folder = folder_with(
        "loop.c",
        b"int main(void) { for (volatile int i = 0;; i++); }\n",
    );
    let folder = folder.path();
    let started = std::time::Instant::now();
    let words = ["run", "--max-time", "3s", "--output-dir", "out", "loop.c"];
    let said = text(&succeed(pleach_in(folder).args(words)).stdout);
    let took = started.elapsed().as_secs_f64();
    assert!(said.contains(" after loading for "), "{said}");
    let measured = &json(&folder.join("out/run.json"))["measured"];
    let seconds = |name: &str| {
        measured[name]
            .as_f64()
            .unwrap_or_else(|| panic!("{measured}"))
    };
    let loading = seconds("loading_seconds");
    assert!(loading > 0.0 && seconds("loading_cpu_seconds") > 0.0);
    let whole = loading + seconds("elapsed_seconds");
    assert!(
        (2.8..=took).contains(&whole) && whole < 6.0,
        "{whole} of {took}: {measured}"
    );
}

#[test]
fn a_program_that_takes_longer_to_load_than_the_limit_is_not_explored() {
    let folder = folder_with("main.c", b"int main(void) { return 0; }\n");
    let words = ["run", "--no-output", "--max-time", "1ms", "main.c"];
    let said = text(&succeed(pleach_in(folder.path()).args(words)).stdout);
    assert!(
        said.contains("complete: no (the time limit is reached)"),
        "{said}"
    );
}
