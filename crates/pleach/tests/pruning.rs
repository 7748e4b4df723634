//! Runs in iterations: what they say of themselves, and that the tests of states that were given up do what
//! they claim.

mod support;

use std::path::Path;
use support::{folder_with, json, output_of, pleach, text};

/// More paths than there is time for, and errors that hang on one byte each.
const PROGRAM: &[u8] = b"\
#include <assert.h>
#include <stdio.h>

int main(void) {
  unsigned char in[24] = {0};
  int high = 0;
  if (fread(in, 1, sizeof in, stdin) != sizeof in) return 100;
  for (int i = 0; i < 20; i++)
    if (in[i] > 100 + i) high++;
  for (int i = 0; i < 4; i++)
    assert(in[20 + i] != 7);
  return high;
}
";

/// One that is explored at once.
const SMALL: &[u8] = b"\
#include <pleach.h>

int main(void) {
  unsigned char in[3];
  int high = 0;
  pleach_symbolic(in, sizeof in, \"in\");
  for (int i = 0; i < 3; i++)
    if (in[i] > 100) high++;
  return high;
}
";

/// There would be more tests than can be replayed in time.
const SHORT: &[&str] = &[
    "--prune-times",
    "0.4,2",
    "--prune-period",
    "0.05",
    "--only-output-states-covering-new",
];

fn succeed(folder: &Path, words: &[&str]) {
    let output = output_of(pleach().current_dir(folder).args(words));
    let said = text(&output.stdout) + &text(&output.stderr);
    assert!(output.status.success(), "{words:?}: {said}");
}

fn explore(folder: &Path, flags: &[&str]) -> serde_json::Value {
    let words = ["run", "--quiet", "--no-fail", "--output-dir", "out"];
    succeed(folder, &[&words, flags].concat());
    json(&folder.join("out/run.json"))
}

fn count(run: &serde_json::Value, name: &str) -> u64 {
    let count = run["totals"]["prune"][name].as_u64();
    count.unwrap_or_else(|| panic!("no {name} in {run}"))
}

#[test]
fn iterations_begin_anew_and_give_states_up() {
    for (mode, jobs) in [
        ("divide", "1"),
        ("random", "1"),
        ("homi", "1"),
        ("homi", "2"),
    ] {
        let folder = folder_with("program.c", PROGRAM);
        let folder = folder.path();
        succeed(folder, &["cc", "-w", "program.c", "-o", "program"]);
        let flags = ["--prune", mode, "--jobs", jobs, "--max-time", "3s"];
        let program = ["./program", "--sym-stdin", "24"];
        let run = explore(folder, &[&flags, SHORT, &program].concat());
        assert!(count(&run, "iterations") >= 3, "{mode}: {run}");
        assert_eq!(count(&run, "pruned") > 0, mode != "divide", "{mode}");
        assert_eq!(count(&run, "good_tests") > 0, mode == "homi", "{mode}");
        assert_eq!(run["complete"], false);
        succeed(folder, &["replay", "./program", "out"]);
    }
}

/// Where nothing has to go, pruning changes nothing.
#[test]
fn what_is_small_is_explored_completely() {
    for mode in ["divide", "random", "homi"] {
        let folder = folder_with("program.c", SMALL);
        let run = explore(folder.path(), &["--prune", mode, "program.c"]);
        assert_eq!(run["complete"], true, "{mode}");
        assert_eq!(run["totals"]["paths"], 8);
        assert_eq!(count(&run, "iterations"), 1);
    }
}

/// What is assumed of an input that is there only later holds for other inputs than those that a state has when
/// it is given up.
#[test]
fn what_is_assumed_later_is_no_error() {
    const LATER: &[u8] = b"\
#include <pleach.h>

int main(void) {
  unsigned char in[20], later;
  int high = 0;
  pleach_symbolic(in, sizeof in, \"in\");
  for (int i = 0; i < 20; i++)
    if (in[i] > 100 + i) high++;
  pleach_symbolic(&later, 1, \"later\");
  pleach_assume(later == 5);
  return high + later;
}
";
    let folder = folder_with("program.c", LATER);
    let flags = ["--prune", "random", "--jobs", "1", "--max-time", "2s"];
    let run = explore(folder.path(), &[&flags, SHORT, &["program.c"]].concat());
    assert!(count(&run, "pruned") > 0);
    assert_eq!(run["totals"]["errors"], 0, "{run}");
}

#[test]
fn what_cannot_be_is_said() {
    let folder = folder_with("program.c", SMALL);
    let say = |flags: &[&str], part: &str| {
        let mut command = pleach();
        command.current_dir(folder.path()).arg("run");
        let output = output_of(command.args(flags).arg("program.c"));
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(part), "{said}");
    };
    say(&["--prune", "some"], "none, random, divide, homi");
    say(&["--prune", "homi", "--prune-ratios", "2,2"], "at most 1");
    say(&["--prune", "homi", "--prune-times", "9"], "MAX,STEPS");
    say(
        &["--prune", "homi", "--prune-period", "0"],
        "larger than zero",
    );
}
