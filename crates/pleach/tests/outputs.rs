//! What a run leaves in its folder.

mod support;

use pleach_report::Ktest;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use support::{folder_with, json, output_of, pleach, text};

/// 81 paths, two different errors.
const BRANCHING: &str = r#"
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
int main(void) {
  unsigned char in[4];
  int sum = 0;
  klee_make_symbolic(in, sizeof in, "in");
  for (int i = 0; i < 4; i++)
    if (in[i] > 200) sum += 2;
    else if (in[i] > 100) sum += 1;
  printf("sum %d\n", sum);
  assert(sum != 8);
  return 100 / sum;
}
void never(void) { printf("nobody calls it\n"); }
"#;

/// Far more paths than anyone waits for.
const ENDLESS: &str = r#"
#include <klee/klee.h>
int main(void) {
  unsigned char in[64];
  int n = 0;
  klee_make_symbolic(in, sizeof in, "in");
  for (int i = 0; i < 64; i++)
    if (in[i] == 'x') n++;
  return n;
}
"#;

/// Everything in a folder, by name.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let read = |entry: std::io::Result<std::fs::DirEntry>| {
        let entry = entry.expect("it can be listed");
        let bytes = std::fs::read(entry.path()).expect("it can be read");
        (entry.file_name().to_string_lossy().into_owned(), bytes)
    };
    entries.map(read).collect()
}

fn run_in(folder: &Path, flags: &[&str]) -> Value {
    let run = output_of(
        pleach()
            .current_dir(folder)
            .args(["run", "--no-fail", "--output-dir", "out"])
            .args(flags)
            .arg("program.c"),
    );
    assert!(run.status.success(), "{}", text(&run.stderr));
    json(&folder.join("out/run.json"))
}

/// The records without what differs from run to run.
fn without_times(bytes: &[u8]) -> Value {
    let last = text(bytes);
    let mut value: Value = match serde_json::from_str(&last) {
        Ok(value) => value,
        // Lines over time: their number depends on the clock, the last one does not.
        Err(_) => serde_json::from_str(last.lines().last().expect("a line")).expect("whole lines"),
    };
    value.as_object_mut().expect("an object").remove("measured");
    value
}

#[test]
fn equal_runs_are_equal_to_the_byte() {
    // In the same place: debug information, and with it the module's hash, names the folder.
    let folder = folder_with("program.c", BRANCHING.as_bytes());
    let run = || {
        run_in(
            folder.path(),
            &[
                "--jobs",
                "1",
                "--seed",
                "7",
                "--write-smt2s",
                "--write-output",
            ],
        );
        let out = folder.path().join("out");
        let files = contents(&out);
        std::fs::remove_dir_all(&out).expect("it is ours");
        files
    };
    let (first, second) = (run(), run());
    let names = |run: &BTreeMap<String, Vec<u8>>| run.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&first), names(&second));
    for (name, bytes) in &first {
        if name == "run.json" || name == "stats.jsonl" {
            assert_eq!(without_times(bytes), without_times(&second[name]), "{name}");
        } else {
            assert_eq!(text(bytes), text(&second[name]), "{name}");
        }
    }
    assert!(first.contains_key("test000001.smt2") && first.contains_key("test000001.stdout"));
}

/// Paths are run by two workers in any order, and each prints what it prints on its own.
#[test]
fn two_jobs_print_what_one_prints() {
    let folder = folder_with("program.c", BRANCHING.as_bytes());
    let printed = |jobs: &str| {
        let flags = ["--write-output", "--batch-instructions=20", "--jobs", jobs];
        run_in(folder.path(), &flags);
        let out = folder.path().join("out");
        let files = contents(&out);
        std::fs::remove_dir_all(&out).expect("it is ours");
        let tests = files.iter().filter(|(name, _)| name.ends_with(".ktest"));
        let mut all: Vec<String> = tests
            .map(|(name, bytes)| {
                let printed = text(&files[&name.replace("ktest", "stdout")]);
                assert_eq!(printed, natively(bytes), "{jobs} jobs: {name}");
                printed
            })
            .collect();
        all.sort();
        all
    };
    let one = printed("1");
    assert_eq!(one.len(), 81);
    assert_eq!(one, printed("2"));
}

/// What `BRANCHING` prints on the input of a test.
fn natively(test: &[u8]) -> String {
    let test = Ktest::from_bytes(test).expect("a test");
    let input = test.objects.iter().find(|object| object.name == *b"in");
    let digit = |byte: &u8| u32::from(*byte > 100) + u32::from(*byte > 200);
    let sum: u32 = input.expect("the input").bytes.iter().map(digit).sum();
    format!("sum {sum}\n")
}

/// Prints a letter and some of a text before it is decided what they are: every test beside its
/// output has the letter and the number that make it.
const DECIDED_LATE: &str = r#"
#include <klee/klee.h>
#include <stdio.h>
#include <unistd.h>
int main(void) {
  static const char text[] = "0123456789";
  char in[2], line[3] = {0};
  klee_make_symbolic(in, sizeof in, "in");
  klee_assume((unsigned char)in[1] < 9);
  write(1, in, 1);
  write(1, text, in[1]);
  line[0] = in[0], line[1] = '.';
  puts(line);
  putchar(in[0]);
  fflush(stdout);
  if (in[0] == 'x') return 1;
  if (in[0] > 'x') return 2;
  if (in[1] > 6) return 3;
  return in[1] == 4;
}
"#;

#[test]
fn the_output_is_that_of_the_test() {
    let folder = folder_with("program.c", DECIDED_LATE.as_bytes());
    // Terms that are freed at every exchange are none that a printed text still needs.
    let swept = ["--sweep-at=0", "--batch-instructions=1"];
    for (libc, more) in [
        ("small", &[][..]),
        ("musl", &[]),
        ("small", &swept),
        ("musl", &swept),
    ] {
        let flags = [&["--write-output", "--libc", libc], more].concat();
        let run = run_in(folder.path(), &flags);
        let sweeps = run["totals"]["sweeps"].as_u64();
        assert_eq!(sweeps > Some(5), !more.is_empty(), "{sweeps:?}");
        let out = folder.path().join("out");
        let files = contents(&out);
        let tests = files.iter().filter(|(name, _)| name.ends_with(".ktest"));
        assert!(tests.clone().count() >= 4);
        for (name, bytes) in tests {
            let test = Ktest::from_bytes(bytes).expect("a test");
            let input = test.objects.iter().find(|object| object.name == *b"in");
            let [letter, count] = input.expect("the input").bytes[..] else {
                panic!("two bytes")
            };
            let mut expected = vec![letter];
            expected.extend(b"0123456789".iter().take(count.into()));
            // `puts` prints up to the first zero.
            expected.extend([letter, b'.'].iter().take(if letter == 0 { 0 } else { 2 }));
            expected.extend([b'\n', letter]);
            let printed = &files[&name.replace("ktest", "stdout")];
            assert_eq!(text(printed), text(&expected), "{libc} {name}");
        }
        std::fs::remove_dir_all(&out).expect("it is ours");
    }
}

/// Prints an unknown part of a large object, and changes the object afterwards.
const CHANGED_AFTERWARDS: &str = r#"
#include <klee/klee.h>
#include <unistd.h>
static char large[8192];
int main(void) {
  unsigned n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume((n >= 2) & (n <= 4));
  large[5000] = large[5001] = 'a';
  write(1, large + 5000, n);
  large[5000] = large[5001] = 'b';
  return 0;
}
"#;

#[test]
fn what_was_printed_does_not_change() {
    let folder = folder_with("program.c", CHANGED_AFTERWARDS.as_bytes());
    for libc in ["small", "musl"] {
        run_in(folder.path(), &["--write-output", "--libc", libc]);
        let out = folder.path().join("out");
        let printed = std::fs::read(out.join("test000001.stdout")).expect("it printed something");
        assert_eq!(text(&printed[..2]), "aa", "{libc}");
        std::fs::remove_dir_all(&out).expect("it is ours");
    }
}

/// Whoever chooses the next state, and however many workers there are: an
/// exhaustive run has the same paths, tests, errors and coverage.
#[test]
fn every_search_and_number_of_jobs_finds_the_same() {
    let run = |flags: &[&str]| {
        let folder = folder_with("program.c", BRANCHING.as_bytes());
        let run = run_in(folder.path(), flags);
        let findings = run["findings"].as_array().expect("a list").clone();
        let errors: BTreeSet<String> = findings
            .iter()
            .map(|f| format!("{} {}", f["kind"], f["line"]))
            .collect();
        (
            run["totals"]["paths"].clone(),
            run["tests"].clone(),
            run["complete"].clone(),
            run["coverage"].clone(),
            errors,
        )
    };
    let first = run(&["--jobs", "1"]);
    assert_eq!(first.0, 81);
    assert_eq!(first.4.len(), 2);
    assert_eq!(first, run(&["--jobs", "2"]));
    // `reduce` needs --reduce, which leaves fewer paths: see tests/reducing.rs.
    let names = pleach_explore::search::names();
    for name in names.into_iter().filter(|name| *name != "reduce") {
        let mut flags = vec!["--jobs", "1", "--search", name];
        if name == "target" {
            flags.extend(["--target", "never"]);
        }
        assert_eq!(first, run(&flags), "{name}");
        flags.drain(..2);
        flags.extend(["--search", "random-path"]);
        assert_eq!(first, run(&flags), "{name} and random-path");
        flags.extend(["--iterative-deepening", "forks"]);
        assert_eq!(first, run(&flags), "{name} with iterative deepening");
    }
    let phases = [
        "--search-phase",
        "1ms:bfs",
        "--search-phase",
        "rest:beam,dfs",
    ];
    assert_eq!(first, run(&phases));
}

#[test]
fn every_test_parses_and_every_error_has_its_file() {
    let folder = folder_with("program.c", BRANCHING.as_bytes());
    let run = run_in(folder.path(), &["--write-test-info"]);
    let files = contents(&folder.path().join("out"));
    let tests = files.iter().filter(|(name, _)| name.ends_with(".ktest"));
    let mut inputs = BTreeSet::new();
    for (name, bytes) in tests {
        let test = Ktest::from_bytes(bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(test.objects.len(), 1);
        assert_eq!(test.objects[0].name, b"in");
        assert_eq!(test.objects[0].bytes.len(), 4);
        assert!(
            inputs.insert(test.objects[0].bytes.clone()),
            "{name} is a second test for the same input"
        );
        assert!(files.contains_key(&name.replace(".ktest", ".info")));
    }
    assert_eq!(Some(inputs.len() as u64), run["tests"].as_u64());
    let ends: Vec<&String> = files.keys().filter(|name| name.ends_with(".err")).collect();
    assert!(
        ends.iter().any(|name| name.ends_with(".assert.err"))
            && ends.iter().any(|name| name.ends_with(".div.err")),
        "{ends:?}"
    );
    let error = text(&files[ends[0]]);
    assert!(
        error.starts_with("Error: ")
            && error.contains("\nFile: program.c\nLine: ")
            && error.contains("\nStack: \n\t#000000 in main() at program.c:"),
        "{error}"
    );
    assert!(text(&files["lcov.info"]).contains("SF:program.c"));
}

#[test]
fn a_kill_leaves_only_whole_files() {
    let folder = folder_with("program.c", ENDLESS.as_bytes());
    let out = folder.path().join("out");
    let mut run = pleach();
    run.current_dir(folder.path())
        .args(["run", "--quiet", "--output-dir", "out", "program.c"]);
    let mut child = run.spawn().expect("pleach starts");
    let tests = || std::fs::read_dir(&out).map_or(0, |entries| entries.count());
    while tests() < 60 {
        assert!(
            child.try_wait().expect("a child").is_none(),
            "the run ended too early"
        );
        std::thread::yield_now();
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it is gone");
    let files = contents(&out);
    assert!(!files.contains_key("run.json"));
    for (name, bytes) in files.iter().filter(|(name, _)| !name.starts_with('.')) {
        if name.ends_with(".ktest") {
            Ktest::from_bytes(bytes).unwrap_or_else(|error| panic!("{name}: {error}"));
        } else {
            assert!(
                matches!(name.as_str(), "stats.jsonl" | "tests.jsonl"),
                "{name}"
            );
            for line in text(bytes).lines() {
                serde_json::from_str::<Value>(line)
                    .unwrap_or_else(|error| panic!("{name}: {error}"));
            }
        }
    }
}

#[test]
fn limits_and_switches_decide_what_is_written() {
    let count = |flags: &[&str], suffix: &str| {
        let folder = folder_with("program.c", BRANCHING.as_bytes());
        run_in(folder.path(), flags);
        contents(&folder.path().join("out"))
            .keys()
            .filter(|name| name.ends_with(suffix))
            .count()
    };
    assert_eq!(count(&["--max-tests", "5", "--jobs", "1"], ".ktest"), 5);
    assert_eq!(count(&["--write-no-tests"], ".ktest"), 0);
    let new = count(
        &["--only-output-states-covering-new", "--jobs", "1"],
        ".ktest",
    );
    assert!((3..20).contains(&new), "{new} tests cover something new");
    assert!(
        count(
            &["--max-forks", "10", "--dump-states-on-halt", "--jobs", "1"],
            ".early"
        ) > 0
    );
}

#[test]
fn without_output_nothing_is_written_or_promised() {
    let folder = folder_with("program.c", BRANCHING.as_bytes());
    let run = output_of(pleach().current_dir(folder.path()).args([
        "run",
        "--no-fail",
        "--no-output",
        "program.c",
    ]));
    let said = text(&run.stdout);
    assert!(
        run.status.success() && said.contains("tests:    0") && !said.contains(".ktest"),
        "{said}"
    );
    assert_eq!(contents(folder.path()).len(), 1);
}

#[test]
fn folders_are_numbered_and_the_last_one_is_linked() {
    let folder = folder_with("program.c", b"int main(void) { return 0; }\n");
    for _ in 0..2 {
        let run =
            output_of(
                pleach()
                    .current_dir(folder.path())
                    .args(["run", "--no-fail", "program.c"]),
            );
        assert!(run.status.success(), "{}", text(&run.stderr));
        assert!(text(&run.stdout).contains("complete: yes"));
    }
    assert!(folder.path().join("pleach-out-0/run.json").exists());
    let last = std::fs::read_link(folder.path().join("pleach-last")).expect("a link");
    assert_eq!(last, Path::new("pleach-out-1"));
}

#[test]
fn a_ktest_is_shown_readably() {
    let folder = folder_with("program.c", BRANCHING.as_bytes());
    run_in(folder.path(), &["--jobs", "1"]);
    let shown = output_of(
        pleach()
            .current_dir(folder.path())
            .args(["ktest", "out/test000001.ktest"]),
    );
    let shown = text(&shown.stdout);
    for part in [
        "ktest file : 'out/test000001.ktest'",
        "args       : ['program.c']",
        "num objects: 1",
        "name: 'in'",
        "size: 4",
        "uint: ",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
}

/// The model of a path is narrowed after its end: the code that is told must be that model's.
#[test]
fn a_symbolic_exit_code_fits_the_test() {
    let program = r#"
#include <klee/klee.h>
int main(void) {
  unsigned char in;
  klee_make_symbolic(&in, sizeof in, "in");
  klee_prefer_cex(&in, in == 42);
  return in;
}
"#;
    let folder = folder_with("program.c", program.as_bytes());
    run_in(folder.path(), &["--write-test-info"]);
    let info = std::fs::read_to_string(folder.path().join("out/test000001.info"));
    assert!(info.expect("a text").contains("end: exit 42\n"));
}

/// How often lines were executed, and who asked the solver.
#[test]
fn a_profile_is_by_line() {
    let folder = folder_with("branching.c", BRANCHING.as_bytes());
    let mut command = pleach();
    command.args([
        "run",
        "--quiet",
        "--no-fail",
        "--jobs",
        "1",
        "--write-profile",
    ]);
    command.args(["--output-dir", "out", "branching.c"]);
    let run = output_of(command.current_dir(folder.path()));
    assert!(run.status.success(), "{}", text(&run.stderr));
    let lines = json(&folder.path().join("out/profile.json"));
    let of = |number: u64, what: &str| -> u64 {
        let lines = lines.as_array().expect("a list");
        let line = lines.iter().find(|line| line["line"] == number);
        line.and_then(|line| line[what].as_u64()).unwrap_or(0)
    };
    // The loop's first branch, its second one, and a function that nobody calls.
    assert_eq!(of(10, "executions"), 1 + 3 + 9 + 27);
    assert!(of(10, "questions") >= 40 && of(11, "questions") > 0);
    assert_eq!(of(16, "executions"), 0);
    let totals = json(&folder.path().join("out/run.json"));
    let all = totals["totals"]["solver"]["queries"].as_u64();
    let asked = (1..20).map(|line| of(line, "questions")).sum::<u64>();
    assert_eq!(Some(asked), all);
}
