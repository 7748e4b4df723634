//! `pleach compare` from the command line to the files that it leaves.

mod support;

use std::io::{BufRead, Read};
use std::path::Path;
use support::{folder_with, output_of, pleach, text};

const BRANCHES: &[u8] = br#"
#include <klee/klee.h>
int main(void) {
    unsigned char c[2];
    klee_make_symbolic(c, sizeof c, "c");
    if (c[0] == 'a')
        return c[1] == 'b' ? 1 : 2;
    return 0;
}
"#;

/// Goes on for ever, so that it ends by its time.
const LOOP: &[u8] = br#"
#include <klee/klee.h>
int main(void) {
    unsigned n = 0;
    for (;;) {
        int x;
        klee_make_symbolic(&x, sizeof x, "x");
        if (x)
            n++;
        if (n > 1000000)
            return 0;
    }
}
"#;

fn compare(folder: &Path, more: &[&str]) -> std::process::Output {
    let mut command = pleach();
    command
        .current_dir(folder)
        .args([
            "compare",
            "--program",
            "branches.c",
            "--program",
            "again=loop.c",
        ])
        .args([
            "--time", "1s", "--repeat", "2", "--memory", "500M", "--output", "out",
        ])
        .args(more);
    output_of(&mut command)
}

#[test]
fn a_small_comparison() {
    let folder = folder_with("branches.c", BRANCHES);
    std::fs::write(folder.path().join("loop.c"), LOOP).unwrap();
    let variants = [
        "--variant",
        "default:",
        "--variant",
        "depth first: --search dfs",
    ];
    let output = compare(folder.path(), &variants);
    let (table, said) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(said.contains("8 runs, 0 of them already there"), "{said}");
    assert!(
        table.contains("## branches") && table.contains("## again"),
        "{table}"
    );
    assert!(table.contains("Every run explored every path."), "{table}");
    assert!(
        table.contains("| depth first | `--search dfs` |"),
        "{table}"
    );
    let out = folder.path().join("out");
    assert_eq!(
        std::fs::read_to_string(out.join("table.md")).unwrap(),
        table
    );
    for name in [
        "table.csv",
        "runs.csv",
        "only.csv",
        "branches.svg",
        "again.svg",
    ] {
        assert!(out.join(name).is_file(), "{name}");
    }
    let runs = std::fs::read_to_string(out.join("runs.csv")).unwrap();
    assert_eq!(runs.lines().count(), 9, "{runs}");

    // Again: nothing is left to do, and the table is the same.
    let output = compare(folder.path(), &variants);
    let said = text(&output.stderr);
    assert!(said.contains("8 runs, 8 of them already there"), "{said}");
    assert_eq!(text(&output.stdout), table);
}

#[test]
fn a_mistake_is_one_line_and_nothing_runs() {
    let folder = folder_with("branches.c", BRANCHES);
    std::fs::write(folder.path().join("loop.c"), LOOP).unwrap();
    for (words, why) in [
        (&["--variant", "beam"][..], "write NAME: OPTIONS"),
        (&["--variant", "a: --seed 3"], "use --repeat"),
        (&["--variant", "a: --no-such-option"], "variant a"),
        (&["--variant", "a: --search luck"], "luck"),
        (
            &["--variant", "a:", "--variant", "b: --beam-width 3"],
            "variant b: --beam-width is only for",
        ),
        (
            &["--variant", "a:", "--variant", "b: --on-memory-cap spill"],
            "variant b: --on-memory-cap spill is not there yet",
        ),
        (
            &["--variant", "a:", "--variant", "a: -j 2"],
            "two variants are called a",
        ),
        (
            &["--program", "branches.c"],
            "two programs are called branches",
        ),
        (&["--program", "nowhere.bc"], "nowhere.bc: no such file"),
        (&["--args", "'open"], "a quote is not closed"),
    ] {
        let output = compare(folder.path(), words);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {said}");
        let last = said.trim_end().lines().last().unwrap_or("");
        assert!(
            last.starts_with("pleach: ") && last.contains(why),
            "{words:?}: {said}"
        );
        assert!(!said.contains("panicked"), "{words:?}: {said}");
        let started = folder.path().join("out").exists();
        assert!(!started, "{words:?}: something ran");
    }
}

/// Another file under our name is not what the runs are made with.
#[test]
fn being_built_anew_does_not_matter() {
    let folder = folder_with("branches.c", BRANCHES);
    let built = Path::new(env!("CARGO_BIN_EXE_pleach"));
    let beside = tempfile::tempdir_in(built.parent().unwrap()).unwrap();
    let own = beside.path().join("pleach");
    if std::fs::hard_link(built, &own).is_err() {
        std::fs::copy(built, &own).unwrap();
    }
    let mut child = std::process::Command::new(&own)
        .current_dir(folder.path())
        .args(["compare", "--program", "branches.c", "--jobs-at-once", "1"])
        .args(["--time", "20s", "--repeat", "2", "--memory", "500M"])
        .args(["--output", "out"])
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let mut said = std::io::BufReader::new(child.stderr.take().unwrap());
    let mut first = String::new();
    said.read_line(&mut first).unwrap();
    assert!(first.contains("2 runs, 0 of them"), "{first}");
    std::fs::remove_file(&own).unwrap();
    std::fs::write(&own, "not a program").unwrap();
    let mut rest = String::new();
    said.read_to_string(&mut rest).unwrap();
    assert!(child.wait().unwrap().success(), "{first}{rest}");
    let table = std::fs::read_to_string(folder.path().join("out/table.md")).unwrap();
    assert!(table.contains("Every run explored every path."), "{table}");
    assert!(!table.contains("runs are there"), "{table}");
}

const ARGUMENTS: &[u8] = br#"
int main(int argc, char **argv) {
    if (argc < 2)
        return 1;
    if (argv[1][0] == 'x')
        return 2;
    return 0;
}
"#;

/// Also of tests that another engine wrote: here, those of the first run.
#[test]
fn native_coverage_in_the_same_table() {
    let folder = folder_with("tiny.c", ARGUMENTS);
    let built = std::process::Command::new("gcc")
        .current_dir(folder.path())
        .args(["-O0", "--coverage", "tiny.c", "-o", "tiny"])
        .status();
    if !built.is_ok_and(|status| status.success()) {
        eprintln!("skipped: gcc is not there");
        return;
    }
    let compare = |more: &[&str]| {
        let mut command = pleach();
        command
            .current_dir(folder.path())
            .args([
                "compare",
                "--program",
                "tiny.c",
                "--args",
                "--sym-args 0 1 2",
            ])
            .args([
                "--time", "20s", "--repeat", "1", "--memory", "500M", "--output", "out",
            ])
            .args(more);
        let output = output_of(&mut command);
        (
            output.status.code(),
            text(&output.stdout),
            text(&output.stderr),
        )
    };
    let native = ["--coverage", "native", "--binary", "."];
    let (code, table, said) = compare(&native);
    assert_eq!(code, Some(0), "{said}");
    assert!(table.contains("native branches %, own file"), "{table}");
    assert!(table.contains("| default | 100.0 | 100.0 | "), "{table}");
    let csv = std::fs::read_to_string(folder.path().join("out/runs.csv")).unwrap();
    let (names, values) = csv.split_once('\n').unwrap();
    let at = names
        .split(',')
        .position(|n| n == "native_own_branches_percent");
    assert_eq!(values.split(',').nth(at.unwrap()), Some("100"), "{csv}");

    let runs = std::fs::read_dir(folder.path().join("out/runs/tiny/default")).unwrap();
    let run = runs.map(|entry| entry.unwrap().path().join("run")).next();
    let other = format!("other={}", run.unwrap().display());
    let (code, table, said) = compare(&[&native[..], &["--tests", &other]].concat());
    assert_eq!(code, Some(0), "{said}");
    assert!(table.contains("| other | "), "{table}");

    let (code, _, said) = compare(&["--coverage", "native", "--binary", "nowhere"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("there is no program tiny"), "{said}");
}

#[test]
fn a_run_that_finds_errors_is_no_failed_run() {
    let folder = folder_with(
        "branches.c",
        b"int main(void) { __builtin_trap(); return 0; }\n",
    );
    std::fs::write(
        folder.path().join("loop.c"),
        "int main(void) { return 0; }\n",
    )
    .unwrap();
    let output = compare(folder.path(), &["--variant", "a: --no-fail"]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    assert!(
        !said.contains("broke") && !said.contains("failed"),
        "{said}"
    );
}
