//! Figure 2 of Zhang, Yin, Lin 2018: what `dynamic` joins, and what it takes apart again, by what is executed
//! and asked.

mod support;

use serde_json::Value;
use support::{json, output_of, pleach, root, text};

/// A finished run of one of the figure's functions.
struct Run {
    source: String,
    totals: Value,
    lines: Vec<Value>,
}

impl Run {
    fn new(function: &str, mode: &str) -> Run {
        let file = root().join(format!("tests/programs/merge/figure2_{function}.c"));
        let folder = tempfile::tempdir().expect("a temporary folder");
        let out = folder.path().join("out");
        let mut command = pleach();
        command.args(["run", "--quiet", "--jobs", "1", "--write-profile"]);
        command.args(["--merge", mode, "--output-dir"]).arg(&out);
        let run = output_of(command.arg(&file));
        assert!(run.status.success(), "{}", text(&run.stderr));
        let whole = json(&out.join("run.json"));
        assert_eq!(whole["complete"], true);
        let lines = json(&out.join("profile.json"));
        Run {
            source: std::fs::read_to_string(&file).expect("the program is there"),
            totals: whole["totals"].clone(),
            lines: lines.as_array().expect("a list of lines").clone(),
        }
    }

    fn queries(&self) -> u64 {
        self.count("/solver/queries")
    }

    fn joins(&self) -> u64 {
        self.count("/merge/joins_made")
    }

    fn active_forks(&self) -> u64 {
        self.count("/merge/active_forks")
    }

    fn count(&self, path: &str) -> u64 {
        let count = self.totals.pointer(path).and_then(Value::as_u64);
        count.unwrap_or_else(|| panic!("no {path} in {:#}", self.totals))
    }

    /// How often states came to the only line with these words.
    fn executions(&self, words: &str) -> u64 {
        self.line(words, "executions")
    }

    /// How often the solver was asked there.
    fn questions(&self, words: &str) -> u64 {
        self.line(words, "questions")
    }

    fn line(&self, words: &str, figure: &str) -> u64 {
        let mut lines = self.source.lines();
        let number = 1 + lines.position(|line| line.contains(words)).expect("a line");
        assert!(!lines.any(|line| line.contains(words)), "{words} twice");
        let line = self.lines.iter().find(|line| line["line"] == number);
        let line = line.unwrap_or_else(|| panic!("{words}: not in the profile"));
        line[figure].as_u64().expect("a number")
    }
}

const FIRST_IF: &str = "if (a == b)";
const SECOND_IF: &str = "if (flag)";
const ENTRY_OF_G3: &str = "void g3(int a";

/// Not joined before the second `if`: each state comes there by itself, and knows the answer.
#[test]
fn f1_is_joined_too_late_to_matter() {
    let plain = Run::new("f1", "none");
    let run = Run::new("f1", "dynamic");
    assert_eq!(run.questions(SECOND_IF), 0);
    assert_eq!(run.queries(), plain.queries());
    assert_eq!(run.active_forks(), 0);
    let joined = Run::new("f1", "static");
    assert_eq!(joined.questions(SECOND_IF), 1, "there it is not known");
}

/// Joined behind the second `if`, so that what comes behind it is executed once.
#[test]
fn f2_is_joined_behind_the_second_if() {
    let run = Run::new("f2", "dynamic");
    assert_eq!(run.questions(SECOND_IF), 0);
    assert_eq!(run.executions(ENTRY_OF_G3), 1);
    assert_eq!(run.active_forks(), 0);
    let joined = Run::new("f2", "static");
    assert_eq!(run.joins() + 1, joined.joins(), "all but the first one");
    assert_eq!(run.queries() + 1, joined.queries(), "all but the second if");
}

/// Joined at once, and taken apart again right before the second `if`.
#[test]
fn f3_is_joined_and_taken_apart() {
    let run = Run::new("f3", "dynamic");
    assert_eq!(run.questions(FIRST_IF), 1);
    assert_eq!(run.executions(ENTRY_OF_G3), 1);
    assert_eq!(run.questions(SECOND_IF), 0, "flag is known");
    assert_eq!(run.active_forks(), 1);
    assert_eq!(run.count("/merge/states_forked_actively"), 1);
    let joined = Run::new("f3", "static");
    assert_eq!(run.joins(), joined.joins());
    assert_eq!(run.queries() + 1, joined.queries(), "all but the second if");
}
