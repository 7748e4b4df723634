//! What a finding looks like, and when it is seen.

mod support;

use std::io::{BufRead, BufReader};
use std::process::Stdio;
use support::{folder_with, json, output_of, pleach, text};

/// Fails at once on one path; the others take longer than anyone waits.
const FAILS_EARLY: &str = r#"
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  unsigned char in[64];
  int n = 0;
  klee_make_symbolic(in, sizeof in, "in");
  assert(in[0] != 'x');
  for (int i = 0; i < 64; i++)
    if (in[i] == 'y') n++;
  return n;
}
"#;

#[test]
fn a_finding_is_printed_when_it_is_found() {
    let folder = folder_with("program.c", FAILS_EARLY.as_bytes());
    for flags in [&["--jobs", "1"][..], &["--jobs", "2", "--quiet"]] {
        let mut run = pleach();
        run.current_dir(folder.path())
            .args(["run", "--max-time", "60s", "program.c"])
            .args(flags)
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut child = run.spawn().expect("pleach starts");
        let stdout = child.stdout.take().expect("it is a pipe");
        let mut lines = BufReader::new(stdout).lines().map_while(Result::ok);
        let first = lines.next().expect("something is printed");
        assert!(first.starts_with("error[assert]"), "{first}");
        let test = lines.find_map(|line| Some(line.trim().strip_prefix("test: ")?.to_owned()));
        let test = test.expect("a finding names its test");
        let still_runs = child.try_wait().expect("a child").is_none();
        child.kill().expect("it can be killed");
        child.wait().expect("it is gone");
        assert!(still_runs, "the finding came only at the end");
        let test = folder.path().join("pleach-last").join(test);
        assert!(
            test.exists(),
            "the test of a finding is there before it is told"
        );
    }
}

/// Many errors, found by both workers at about the same time.
fn many_errors() -> String {
    let checks: String = (0..40)
        .map(|i| format!("  if (in[0] == {i}) {{ assert(in[1] != {i}); return 0; }}\n"))
        .collect();
    format!(
        "#include <assert.h>\n#include <klee/klee.h>\nint main(void) {{\n  unsigned char in[2];\n  \
         klee_make_symbolic(in, sizeof in, \"in\");\n{checks}  return 1;\n}}\n"
    )
}

#[test]
fn findings_of_several_workers_do_not_interleave() {
    let folder = folder_with("program.c", many_errors().as_bytes());
    let run = output_of(pleach().current_dir(folder.path()).args([
        "run",
        "--quiet",
        "--jobs",
        "2",
        "program.c",
    ]));
    let said = text(&run.stdout);
    let findings: Vec<&str> = said.trim_end().split("\n\n").collect();
    assert_eq!(findings.len(), 40, "{said}");
    for finding in findings {
        let lines: Vec<&str> = finding.lines().collect();
        assert!(lines[0].starts_with("error[assert]"), "{finding}");
        assert!(
            lines.last().is_some_and(|l| l.starts_with("  test: ")),
            "{finding}"
        );
        assert_eq!(finding.matches("error[").count(), 1, "{finding}");
    }
}

/// The summary says how many paths ended in each error, most frequent first, and nothing twice.
#[test]
fn the_summary_counts_the_paths_of_each_finding() {
    let program = r#"
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  unsigned char in[3];
  klee_make_symbolic(in, sizeof in, "in");
  int few = in[0] > 9, many = (in[1] > 9) + (in[2] > 9 ? 2 : 0);
  if (few) many = few;
  if (in[1] == 7) assert(in[0]);
  if (in[2] == 4) many++;
  assert(many > 0);
  return many;
}
"#;
    let folder = folder_with("program.c", program.as_bytes());
    let run = output_of(pleach().current_dir(folder.path()).args([
        "run",
        "--jobs",
        "1",
        "--output-dir",
        "out",
        "program.c",
    ]));
    let said = text(&run.stdout);
    let record = json(&folder.path().join("out/run.json"));
    let findings = record["findings"].as_array().expect("a list");
    assert_eq!(said.matches("error[").count(), findings.len(), "{said}");
    for finding in findings {
        let paths = finding["paths"].as_u64().expect("a number");
        let line = format!(
            "          {paths} paths: assert at program.c:{}\n",
            finding["line"]
        );
        assert_eq!(said.contains(&line), paths > 1, "{line}{said}");
    }
    assert!(
        findings.iter().any(|f| f["paths"].as_u64() > Some(1)),
        "{said}"
    );
}
