//! Who runs next, from the command line.

mod support;

use serde_json::Value;
use std::path::Path;
use support::{folder_with, json, output_of, pleach, text};

const EXAMPLES: [&str; 3] = ["get_sign.c", "seed_foo_a.c", "seed_foo_ab.c"];

/// Two nested conditions, one that can hold and one that cannot.
const DOORS: &str = r#"
#include <klee/klee.h>
int opened, never;
void open(void) { opened = 1; }
void impossible(void) { never = 1; }
int main(void) {
  unsigned char in[3];
  klee_make_symbolic(in, sizeof in, "in");
  if (in[0] == 'k')
    if (in[1] == 'e')
      if (in[2] == 'y')
        open();
  if (in[0] > in[1] && in[1] > in[2] && in[2] > in[0])
    impossible();
  return in[0] > in[1];
}
"#;

fn run(folder: &Path, flags: &[&str]) -> (Value, String) {
    let out = folder.join("out");
    let _ = std::fs::remove_dir_all(&out);
    let ran = output_of(
        pleach()
            .current_dir(folder)
            .args(["run", "--no-fail", "--output-dir", "out", "--jobs", "1"])
            .args(flags),
    );
    assert!(ran.status.success(), "{flags:?}: {}", text(&ran.stderr));
    (json(&out.join("run.json")), text(&ran.stdout))
}

fn names() -> Vec<&'static str> {
    pleach_explore::search::names()
}

/// Every strategy on the examples: the same paths, errors and coverage.
#[test]
fn every_strategy_finds_the_same_in_the_examples() {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let folder = tempfile::tempdir().expect("a temporary folder");
    for example in EXAMPLES {
        let file = examples.join(example);
        let file = file.to_str().expect("a plain path");
        let found = |flags: &[&str]| {
            let (run, _) = run(folder.path(), &[flags, &[file]].concat());
            let mut errors: Vec<String> = run["findings"]
                .as_array()
                .expect("a list")
                .iter()
                .map(|f| format!("{} {} {}", f["kind"], f["line"], f["paths"]))
                .collect();
            errors.sort();
            assert_eq!(run["complete"], true, "{flags:?}");
            (
                run["totals"]["paths"].clone(),
                run["coverage"].clone(),
                errors,
            )
        };
        let first = found(&[]);
        for name in names()
            .into_iter()
            .filter(|n| !["target", "reduce"].contains(n))
        {
            assert_eq!(first, found(&["--search", name]), "{example} {name}");
        }
    }
}

/// Same seed, same order: the tests come with the same numbers, for every strategy.
#[test]
fn every_strategy_repeats_itself() {
    let folder = folder_with("doors.c", DOORS.as_bytes());
    for name in names() {
        let mut flags = vec!["--seed", "5", "--search", name, "doors.c"];
        if name == "target" {
            flags.extend(["--target", "impossible"]);
        }
        if name == "reduce" {
            flags.extend(["--reduce", "relevant"]);
        }
        let tests = || {
            run(folder.path(), &flags);
            let mut files: Vec<(String, Vec<u8>)> = std::fs::read_dir(folder.path().join("out"))
                .expect("it was written")
                .map(|entry| entry.expect("it can be listed"))
                .map(|entry| {
                    (
                        entry.file_name().to_string_lossy().into_owned(),
                        entry.path(),
                    )
                })
                .filter(|(name, _)| name.ends_with(".ktest"))
                .map(|(name, path)| (name, std::fs::read(path).expect("readable")))
                .collect();
            files.sort();
            files
        };
        let first = tests();
        assert!(first.len() > 3, "{name}");
        assert_eq!(first, tests(), "{name}");
    }
}

#[test]
fn a_target_is_reached_and_leaves_its_input() {
    let folder = folder_with("doors.c", DOORS.as_bytes());
    for target in ["open", "doors.c:12"] {
        let (run, said) = run(folder.path(), &["--target", target, "doors.c"]);
        assert_eq!(run["targets"][0]["outcome"], "reached", "{said}");
        assert_eq!(run["ended"]["detail"], "all targets are reached");
        assert!(
            said.contains(&format!("target:   {target} reached")),
            "{said}"
        );
        let shown = output_of(
            pleach()
                .current_dir(folder.path())
                .arg("ktest")
                .args(tests_of(&folder.path().join("out"))),
        );
        assert!(
            text(&shown.stdout).contains("key"),
            "{}",
            text(&shown.stdout)
        );
    }
}

fn tests_of(out: &Path) -> Vec<std::path::PathBuf> {
    let entries = std::fs::read_dir(out).expect("it was written");
    let paths = entries.map(|entry| entry.expect("it can be listed").path());
    paths
        .filter(|path| path.extension().is_some_and(|e| e == "ktest"))
        .collect()
}

#[test]
fn an_unreachable_target_is_proved_to_be_so() {
    let folder = folder_with("doors.c", DOORS.as_bytes());
    let flags = ["--target", "open", "--target", "impossible", "doors.c"];
    let (record, said) = run(folder.path(), &flags);
    assert_eq!(record["complete"], true);
    assert_eq!(record["targets"][0]["outcome"], "reached");
    assert_eq!(record["targets"][1]["outcome"], "proved-unreachable");
    assert!(said.contains("impossible proved unreachable"), "{said}");
    let (record, _) = run(folder.path(), &[&["--max-forks", "1"], &flags[..]].concat());
    assert_eq!(record["targets"][1]["outcome"], "not-reached");
}

/// Far more states than one megabyte holds: the cap is reached at once.
#[test]
fn above_the_memory_cap() {
    let program = r#"
        #include <klee/klee.h>
        int main(void) {
          unsigned char in[40];
          int n = 0;
          klee_make_symbolic(in, sizeof in, "in");
          for (int i = 0; i < 40; i++)
            if (in[i] > 'x') n++;
          return n;
        }"#;
    let folder = folder_with("many.c", program.as_bytes());
    let with = |what: &str| {
        let flags = [
            "--max-time",
            "20s",
            "--max-memory",
            "1",
            "--max-tests",
            "3000",
            "--search",
            "bfs",
        ];
        run(
            folder.path(),
            &[&flags, &["--on-memory-cap", what, "many.c"][..]].concat(),
        )
        .0
    };
    let causes = |run: &Value| run["incomplete"].to_string();
    let discarded = with("discard");
    assert_eq!(discarded["complete"], false);
    assert!(
        causes(&discarded).contains("memory limit"),
        "{}",
        causes(&discarded)
    );
    assert!(discarded["tests"].as_u64() > Some(0));
    let inhibited = with("inhibit");
    assert_eq!(inhibited["complete"], false);
    let why = causes(&inhibited);
    assert!(
        why.contains("a fork was not followed: memory was short"),
        "{why}"
    );
    assert!(!why.contains("memory limit"), "{why}");
}
