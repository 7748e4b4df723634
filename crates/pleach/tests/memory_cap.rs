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

const CAP: u64 = 200 << 20;

fn holds(jobs: &str, search: &str) {
    let folder = folder_with("many.c", MANY_STATES.as_bytes());
    let out = folder.path().join("out");
    let cap = format!("{}M", CAP >> 20);
    let mut command = pleach();
    command.args(["run", "--quiet", "--max-time", "12s", "--max-memory", &cap]);
    command.args(["--jobs", jobs, "--search", search, "--output-dir"]);
    let run = output_of(command.arg(&out).arg(folder.path().join("many.c")));
    assert!(run.status.success(), "{}", text(&run.stderr));
    let statistics = std::fs::read_to_string(out.join("stats.jsonl")).expect("statistics");
    let ticks = statistics.lines().map(|line| {
        let tick: Value = serde_json::from_str(line).expect("a line of JSON");
        tick["measured"]["memory_bytes"].as_u64().unwrap_or(0)
    });
    let most = ticks.max().unwrap_or(0);
    assert!(most > 0, "nobody measured");
    assert!(most < CAP + CAP / 10, "{} MB were taken", most >> 20);
    let record = json(&out.join("run.json"));
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
