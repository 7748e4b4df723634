//! The first signal ends a run with everything written, whatever it is doing; the second at once.
//! Times are the process's own (CPU), since the machine may be busy.

mod support;

use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};
use support::{folder_with, json, pleach};

/// A question about floats that Z3 works on for minutes.
const HARD_FOR_Z3: &str = r#"
#include "klee/klee.h"
int main(void) {
  double a, b, c;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  klee_make_symbolic(&c, sizeof c, "c");
  klee_assume((a > 1.5) & (a < 1.9) & (b > 1.5) & (b < 1.9) & (c > 2.5) & (c < 2.9));
  if ((a * b) / c == (a / c) * b + 0x1p-50 && (a + b) * (a - b) == a * a - b * b && a != b) return 1;
  return 0;
}
"#;

/// More states than anyone can explore.
const MANY_STATES: &str = r#"
#include "klee/klee.h"
int main(void) {
  unsigned char in[64];
  volatile int n = 0;
  klee_make_symbolic(in, sizeof in, "in");
  for (int i = 0; i < 64; i++)
    if (in[i] > 100) n += i;
  return n;
}
"#;

/// Nothing but concrete instructions.
const ENDLESS: &str = "int main(void) { volatile unsigned long n = 0; for (;;) n++; }";

/// CPU time that a run may take from the signal to its end.
const MOST: Duration = Duration::from_secs(2);
/// No situation takes longer to come about.
const PATIENCE: Duration = Duration::from_secs(120);

struct Run {
    child: Child,
    out: PathBuf,
    _folder: tempfile::TempDir,
}

fn start(program: &str, flags: &[&str]) -> Run {
    let folder = folder_with("program.c", program.as_bytes());
    let out = folder.path().join("out");
    let child = pleach()
        .args(["run", "--no-fail", "--jobs", "1", "--output-dir"])
        .arg(&out)
        .args(flags)
        .arg(folder.path().join("program.c"))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("pleach can be started");
    Run {
        child,
        out,
        _folder: folder,
    }
}

/// User and system time of a process so far.
fn cpu(process: &Path) -> Duration {
    let stat = std::fs::read_to_string(process.join("stat")).unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default();
    let ticks = fields.split_whitespace().skip(11).take(2);
    let ticks: u64 = ticks.filter_map(|f| f.parse::<u64>().ok()).sum();
    Duration::from_millis(10 * ticks)
}

impl Run {
    fn process(&self) -> PathBuf {
        PathBuf::from(format!("/proc/{}", self.child.id()))
    }

    /// Waits until the run has come to a point; it must not be over before.
    fn until(&mut self, what: &str, mut is_there: impl FnMut(&Run) -> bool) {
        let start = Instant::now();
        while !is_there(self) {
            assert!(start.elapsed() < PATIENCE, "not yet: {what}");
            let ended = self.child.try_wait().expect("it can be waited for");
            assert!(ended.is_none(), "the run ended before: {what}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// A number of the last line of statistics.
    fn latest(&self, what: &str) -> u64 {
        let text = std::fs::read_to_string(self.out.join("stats.jsonl")).unwrap_or_default();
        let last = text.lines().rev().find_map(|line| {
            let line: serde_json::Value = serde_json::from_str(line).ok()?;
            line[what].as_u64()
        });
        last.unwrap_or(0)
    }

    fn signal(&self, signal: i32) {
        let id = self.child.id() as i32;
        // SAFETY: the child was not waited for, so the number is its own.
        assert_eq!(unsafe { libc::kill(id, signal) }, 0);
    }

    /// The exit code, and the CPU time since the call.
    fn end(&mut self) -> (Option<i32>, Duration) {
        let (process, before) = (self.process(), cpu(&self.process()));
        let mut after = before;
        let start = Instant::now();
        loop {
            after = after.max(cpu(&process));
            if let Some(status) = self.child.try_wait().expect("it can be waited for") {
                return (status.code(), after - before);
            }
            if start.elapsed() > PATIENCE {
                let _ = self.child.kill();
                panic!("the run goes on");
            }
            std::thread::sleep(Duration::from_millis(5));
        }
    }

    /// Ends the run with one signal and checks what it leaves.
    fn ends_well(mut self, signal: i32) {
        self.signal(signal);
        let (code, time) = self.end();
        assert_eq!(code, Some(0));
        assert!(time < MOST, "it took {time:?}");
        let record = json(&self.out.join("run.json"));
        assert_eq!(record["ended"]["why"], "halted");
        assert!(record["tests"].as_u64() > Some(0), "no test was written");
    }
}

fn works_on_z3() -> Run {
    let mut run = start(HARD_FOR_Z3, &["--max-solver-time", "300s"]);
    run.until("Z3 works", |run| {
        run.out.exists() && cpu(&run.process()) > Duration::from_secs(2)
    });
    run
}

#[test]
fn in_z3() {
    works_on_z3().ends_well(libc::SIGINT);
    works_on_z3().ends_well(libc::SIGTERM);
}

#[test]
fn the_second_ends_at_once() {
    let mut run = works_on_z3();
    run.signal(libc::SIGINT);
    std::thread::sleep(Duration::from_millis(5));
    run.signal(libc::SIGTERM);
    let (code, _) = run.end();
    assert_eq!(code, Some(130));
}

#[test]
fn dropping_states_at_the_memory_cap() {
    for signal in [libc::SIGINT, libc::SIGTERM] {
        let mut run = start(MANY_STATES, &["--max-memory", "250M"]);
        run.until("states are dropped", |run| run.latest("dropped_states") > 0);
        run.ends_well(signal);
    }
}

#[test]
fn with_300000_states() {
    let flags = ["--search", "bfs", "--max-memory", "8G"];
    let mut run = start(MANY_STATES, &flags);
    run.until("there are many states", |run| {
        run.latest("live_states") > 300_000
    });
    run.ends_well(libc::SIGINT);
}

#[test]
fn in_the_fast_loop() {
    let mut run = start(ENDLESS, &["--batch-instructions", "1000000000000"]);
    run.until("it runs", |run| run.out.join("stats.jsonl").exists());
    run.ends_well(libc::SIGTERM);
}

/// The limit of time ends a question of the solver as a signal does.
#[test]
fn a_time_limit_in_z3() {
    let flags = ["--max-solver-time", "300s", "--max-time", "3s"];
    let mut run = start(HARD_FOR_Z3, &flags);
    let (code, time) = run.end();
    assert_eq!(code, Some(0));
    // Z3 looks at its limit less often than it hears of a signal.
    assert!(time < Duration::from_secs(12), "it took {time:?}");
}
