//! What tests cover natively, as gcov's and llvm-cov's counters say.

use pleach_compare::native::{Build, Counters, Ending, NativeCoverage, measure_with};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

const PROGRAM: &str = r#"#include "twice.h"
#include <stdlib.h>
int main(int argc, char **argv) {
    if (argc < 2)
        return 1;
    if (argv[1][0] == 'x')
        abort();
    if (twice(argc) == 4)
        return 2;
    return 3;
}
"#;
const OTHER: &str = "#include \"twice.h\"\nint twice(int x) {\n    return same(x) * 2;\n}\nint unused(void) {\n    return 1;\n}\n";
const HEADER: &str =
    "int twice(int);\nstatic inline int same(int x) {\n    return x > 100 ? 0 : x;\n}\n";

/// Builds the program out of its source folder, as coreutils does it.
fn build(folder: &Path, compiler: &str, flags: &[&str]) -> Option<Build> {
    std::fs::create_dir_all(folder.join("src")).unwrap();
    for (name, text) in [("tiny.c", PROGRAM), ("twice.c", OTHER), ("twice.h", HEADER)] {
        std::fs::write(folder.join("src").join(name), text).unwrap();
    }
    let run = |words: &[&str]| {
        let output = Command::new(compiler)
            .args(flags)
            .args(words)
            .current_dir(folder)
            .output();
        match output {
            Ok(output) => {
                assert!(
                    output.status.success(),
                    "{}",
                    String::from_utf8_lossy(&output.stderr)
                );
                Some(())
            }
            Err(error) => {
                eprintln!("skipped: {compiler}: {error}");
                None
            }
        }
    };
    run(&["-c", "src/tiny.c", "-o", "src/tiny.o"])?;
    run(&["-c", "src/twice.c", "-o", "src/twice.o"])?;
    run(&["src/tiny.o", "src/twice.o", "-o", "src/tiny"])?;
    Some(Build::find(folder, "tiny").unwrap())
}

fn measure(build: &Build, tests: &[&[&str]]) -> NativeCoverage {
    let run = |words: &&[&str], environment: &[(OsString, OsString)]| {
        let status = Command::new(&build.program)
            .args(*words)
            .envs(environment.iter().cloned())
            .status()
            .unwrap();
        Ok(if status.code().is_some() {
            Ending::Exited
        } else {
            Ending::Signalled
        })
    };
    measure_with(build, tests, run).unwrap()
}

fn check(build: &Build, lines: [u64; 3]) {
    let one = measure(build, &[&[]]);
    let more = measure(build, &[&[], &["a"]]);
    let all = measure(build, &[&[], &["a"], &["a", "b"], &["x"]]);
    let own = |coverage: &NativeCoverage| coverage.own().lines().covered;
    assert_eq!([own(&one), own(&more), own(&all)], lines);
    assert!(all.own.as_ref().unwrap().ends_with("src/tiny.c"));
    assert_eq!((all.replayed.tests, all.replayed.signalled), (4, 1));
    let branches = all.own().branches();
    assert_eq!(branches.total, 6);
    // `abort` writes no counters: that way is not seen.
    assert_eq!(branches.covered, 5);
    assert!(one.covered_branches().is_subset(&more.covered_branches()));
    assert!(one.branches().covered < more.branches().covered);
    let files: Vec<&str> = all
        .files
        .keys()
        .map(|f| f.rsplit('/').next().unwrap())
        .collect();
    assert_eq!(files, ["tiny.c", "twice.c", "twice.h"]);
    assert!(all.lines().total > all.own().lines().total);
    nothing_is_measured(build);
}

/// Without a test that comes to `exit` nothing is known, not even what there is to cover.
fn nothing_is_measured(build: &Build) {
    for tests in [&[][..], &[&["x"][..]]] {
        let coverage = measure(build, tests);
        assert!(coverage.is_empty());
        assert_eq!(coverage.lines().percent(), None);
        assert_eq!(coverage.own().branches().percent(), None);
    }
}

fn counters_in(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder.join("src")).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .filter(|path| {
            path.extension()
                .is_some_and(|e| e == "gcda" || e == "profraw")
        })
        .collect()
}

#[test]
fn gcov() {
    let folder = tempfile::tempdir().unwrap();
    let Some(build) = build(folder.path(), "gcc", &["-O0", "--coverage"]) else {
        return;
    };
    assert_eq!(build.counters, Counters::Gcov);
    check(&build, [3, 6, 7]);
    assert!(
        counters_in(folder.path()).is_empty(),
        "the build stays clean"
    );
}

#[test]
fn llvm_cov() {
    let folder = tempfile::tempdir().unwrap();
    let flags = ["-O0", "-fprofile-instr-generate", "-fcoverage-mapping"];
    let Some(build) = build(folder.path(), "clang-22", &flags) else {
        return;
    };
    assert_eq!(build.counters, Counters::Llvm);
    let coverage = measure(&build, &[&[], &["a"]]);
    assert!(coverage.own.is_some() && coverage.own().branches().total == 6);
    assert_eq!(coverage.own().branches().covered, 4);
    nothing_is_measured(&build);
}

#[test]
fn a_program_without_counters_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("plain"), "no counters").unwrap();
    let message = Build::find(folder.path(), "plain").unwrap_err().to_string();
    assert!(
        message.contains("not built with coverage counters"),
        "{message}"
    );
    let message = Build::find(folder.path(), "other").unwrap_err().to_string();
    assert!(message.contains("there is no program other"), "{message}");
}
