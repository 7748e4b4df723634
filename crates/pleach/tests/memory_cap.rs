//! `--max-memory` holds, and costs little.

mod support;

use serde_json::Value;
use support::{folder_with, json, output_of, pleach, text};

/// Far more states than there is room for, each with terms of its own.
const MANY_STATES: &str = r#"
#include "klee/klee.h"
int main(void) {
  unsigned char in[64];
  unsigned acc[64] = {0};
  klee_make_symbolic(in, sizeof in, "in");
  for (int i = 1; i < 64; i++)
    if (in[i] > 100) acc[i] = acc[i - 1] * 3 + in[i];
    else acc[i] = acc[i - 1] + in[i] * 7u;
  return acc[63] & 1;
}
"#;

/// One path that takes more and more, beside 256 others.
const ONE_GROWS: &str = r#"
#include "klee/klee.h"
#include <stdlib.h>
int main(void) {
  unsigned char x, way;
  klee_make_symbolic(&x, 1, "x");
  klee_make_symbolic(&way, 1, "way");
  if (way == 7) {
    size_t n = 1 << 20, written = 0;
    char *p = malloc(n);
    for (;;) {
      for (; written < n; written += 512) p[written] = 1;
      p = realloc(p, n *= 2);
    }
  }
  int n = 0;
  for (int i = 0; i < 8; i++)
    if (x >> i & 1) n += i;
  return n;
}
"#;

/// More than there is room for, in one instruction.
const ALL_AT_ONCE: &str = r#"
#include "klee/klee.h"
#include <stdlib.h>
#include <string.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  size_t n = 1ul << 28;
  char *p = calloc(n, 1), *q = malloc(n);
  if (!p || !q) return 1;
  p[n / 2] = 3;
  memset(q, 0, n);
  memcpy(q, p, n);
  if (x == 1) memset(p, 1, n);
  return q[n / 2];
}
"#;

const CAP: u64 = 200 << 20;
/// What is taken between two looks at the process, some hundred megabytes a second: much of a cap
/// as small as this one.
const BETWEEN_LOOKS: u64 = 60 << 20;

/// Runs it below the cap: the run's record.
fn run(program: &str, flags: &[&str]) -> Value {
    run_within(BETWEEN_LOOKS, program, flags)
}

/// With so many bytes more than a tenth above the cap.
fn run_within(more: u64, program: &str, flags: &[&str]) -> Value {
    let folder = folder_with("program.c", program.as_bytes());
    let out = folder.path().join("out");
    let cap = format!("{}M", CAP >> 20);
    let mut command = pleach();
    command.args([
        "run",
        "--no-fail",
        "--quiet",
        "--max-time",
        "12s",
        "--max-memory",
        &cap,
    ]);
    command.args(flags).arg("--output-dir").arg(&out);
    let run = output_of(command.arg(folder.path().join("program.c")));
    assert!(run.status.success(), "{}", text(&run.stderr));
    let statistics = std::fs::read_to_string(out.join("stats.jsonl")).expect("statistics");
    let ticks = statistics.lines().map(|line| {
        let tick: Value = serde_json::from_str(line).expect("a line of JSON");
        tick["measured"]["memory_bytes"].as_u64().unwrap_or(0)
    });
    let most = ticks.max().unwrap_or(0);
    assert!(most > 0, "nobody measured");
    let allowed = CAP + CAP / 10 + more;
    assert!(most < allowed, "{} MB were taken", most >> 20);
    json(&out.join("run.json"))
}

fn holds(jobs: &str, search: &str) {
    let record = run(MANY_STATES, &["--jobs", jobs, "--search", search]);
    let (tests, paths) = (&record["tests"], &record["totals"]["paths"]);
    // Those of states that covered something new: there are a handful of branches.
    let most = paths.as_u64().map(|paths| paths + 50);
    assert!(tests.as_u64() < most, "{tests} tests of {paths} paths");
}

#[test]
fn breadth_first() {
    holds("1", "bfs");
}

#[test]
fn on_two_threads() {
    holds("2", "random-path");
}

/// No state is dropped: those that are there go on without forking.
#[test]
fn without_forks_at_the_cap() {
    for jobs in ["1", "2"] {
        let flags = [
            "--jobs",
            jobs,
            "--search",
            "bfs",
            "--on-memory-cap",
            "inhibit",
        ];
        // The states that are there go on, each a little larger than it was when it forked off: how much that
        // is in the time there is depends on the machine.
        let record = run_within(4 * BETWEEN_LOOKS, MANY_STATES, &flags);
        assert_eq!(record["complete"], false);
        let why = record["incomplete"].to_string();
        let not_followed = "a fork was not followed: memory was short";
        assert!(why.contains(not_followed), "{why}");
        assert!(!why.contains("memory limit"), "{why}");
    }
}

#[test]
fn a_path_that_grows_does_not_drive_out_the_others() {
    let record = run(ONE_GROWS, &["--jobs", "1", "--search", "bfs"]);
    assert_eq!(record["totals"]["paths"], 256, "{}", record["incomplete"]);
    assert_eq!(record["totals"]["dropped_states"], 1);
    assert!(record["incomplete"].to_string().contains("memory limit"));
}

#[test]
fn copies_of_pages_take_no_memory_and_what_takes_too_much_ends() {
    let record = run(ALL_AT_ONCE, &["--jobs", "1"]);
    assert_eq!(record["totals"]["paths"], 2);
    assert_eq!(record["tests"], 2);
    assert!(record["incomplete"].to_string().contains("memory limit"));
}
