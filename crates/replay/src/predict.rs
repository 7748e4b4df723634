//! What the run said about each test, and whether a native run agrees.

use crate::run::Status;
use crate::sanitizer::{Leaks, Report};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::Path;

/// How a path ended, by the run that made its test: a line of `tests.jsonl`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prediction {
    /// The test's file, without folder and ending.
    pub test: String,
    /// `exit`, `error`, `silent` or `dropped`.
    pub end: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exit_code: Option<i32>,
    /// Of the error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    /// Where the error is in the source, where that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
}

/// Of all tests of a folder, by name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Predictions(BTreeMap<String, Prediction>);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Agreement {
    Yes,
    No,
    /// Nothing was said, or nothing that a native run could show: many errors, such as a read
    /// beside an object, may go unnoticed there.
    Unknown,
}

impl Agreement {
    fn of(agrees: bool) -> Agreement {
        if agrees {
            Agreement::Yes
        } else {
            Agreement::No
        }
    }
}

fn exits_with(code: i32, status: Status) -> bool {
    match status {
        Status::Exited(native) => native == code & 0xFF,
        // As a shell counts, and the model of system calls too.
        Status::Signalled(signal) => code == 128 + signal,
        Status::OutOfTime => false,
    }
}

impl Predictions {
    /// Of a run's folder; empty where it has none, as with KLEE's.
    pub fn read(folder: &Path) -> Predictions {
        let text = std::fs::read_to_string(folder.join("tests.jsonl")).unwrap_or_default();
        let lines = text
            .lines()
            .filter_map(|line| serde_json::from_str(line).ok());
        Predictions(lines.map(|p: Prediction| (p.test.clone(), p)).collect())
    }

    pub fn of(&self, test: &Path) -> Option<&Prediction> {
        self.0.get(test.file_stem()?.to_str()?)
    }
}

/// Kinds of errors that end a native program with a signal, always.
const ABORTS: &[&str] = &["assert", "abort"];

const SIGTRAP: i32 = 5;
const SIGABRT: i32 = 6;
const SIGBUS: i32 = 7;
const SIGFPE: i32 = 8;
const SIGSEGV: i32 = 11;

/// Signals that show an error of another kind. Without one of them nothing is known: the error may
/// go unnoticed natively, or an optimiser may have taken it away.
fn shown_by(kind: &str) -> &'static [i32] {
    match kind {
        "null-dereference"
        | "write-to-constant"
        | "invalid-function-pointer"
        | "stack-exhaustion"
        | "out-of-bounds-read"
        | "out-of-bounds-write"
        | "use-after-free"
        | "use-after-return"
        | "use-after-scope" => &[SIGSEGV, SIGBUS],
        // What C libraries do when they notice.
        "double-free" | "invalid-free" => &[SIGABRT, SIGSEGV, SIGTRAP],
        "division-by-zero" => &[SIGFPE],
        "uncaught-exception" => &[SIGABRT],
        _ => &[],
    }
}

/// What Rust's runtime exits with, unless panics abort.
const RUST_PANIC: i32 = 101;

impl Prediction {
    /// Whether the native run ended so, or a sanitizer in it reported this very error.
    pub fn agrees(&self, status: Status, reports: &[Report]) -> Agreement {
        match (self.end.as_str(), self.exit_code, self.kind.as_deref()) {
            ("exit", Some(code), _) => Agreement::of(
                exits_with(code, status) && !reports.iter().any(|report| report.fatal),
            ),
            ("error", _, Some(kind)) => self.error_agrees(kind, status, reports),
            _ => Agreement::Unknown,
        }
    }

    fn error_agrees(&self, kind: &str, status: Status, reports: &[Report]) -> Agreement {
        let signal = match status {
            Status::Signalled(signal) => Some(signal),
            Status::Exited(_) | Status::OutOfTime => None,
        };
        let reported = self.confirming(reports).is_some();
        if reported || signal.is_some_and(|signal| shown_by(kind).contains(&signal)) {
            return Agreement::Yes;
        }
        if ABORTS.contains(&kind) {
            return Agreement::of(signal.is_some());
        }
        if kind == "panic" {
            return Agreement::of(signal.is_some() || status == Status::Exited(RUST_PANIC));
        }
        // Another error came first.
        match reports.iter().any(|report| report.fatal) {
            true => Agreement::No,
            false => Agreement::Unknown,
        }
    }

    /// The report that is about the predicted error.
    pub fn confirming<'a>(&self, reports: &'a [Report]) -> Option<&'a Report> {
        let kind = self.kind.as_deref()?;
        let place = self.file.as_deref().zip(self.line);
        reports.iter().find(|report| report.is_about(kind, place))
    }

    /// Whether a sanitizer is to look for leaks.
    pub fn leaks(&self) -> Leaks {
        match self.kind.as_deref() {
            Some("leak") => Leaks::Reported,
            _ => Leaks::Ignored,
        }
    }

    pub fn is_error(&self) -> bool {
        self.end == "error"
    }

    /// In words.
    pub fn text(&self) -> String {
        match (self.end.as_str(), self.exit_code, &self.kind) {
            ("exit", Some(code), _) => format!("exit code {}", code & 0xFF),
            ("error", _, Some(kind)) => format!("error {kind}"),
            (other, ..) => other.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exit(code: i32) -> Prediction {
        Prediction {
            test: "test000001".into(),
            end: "exit".into(),
            exit_code: Some(code),
            kind: None,
            file: None,
            line: None,
        }
    }

    fn error(kind: &str) -> Prediction {
        Prediction {
            end: "error".into(),
            exit_code: None,
            kind: Some(kind.into()),
            ..exit(0)
        }
    }

    #[test]
    fn exit_codes_and_signals() {
        let agrees = |prediction: Prediction, status| prediction.agrees(status, &[]);
        assert_eq!(agrees(exit(256 + 3), Status::Exited(3)), Agreement::Yes);
        assert_eq!(agrees(exit(3), Status::Exited(4)), Agreement::No);
        assert_eq!(agrees(exit(-1), Status::Exited(255)), Agreement::Yes);
        assert_eq!(agrees(exit(141), Status::Signalled(13)), Agreement::Yes);
        let assert = || error("assert");
        assert_eq!(agrees(assert(), Status::Signalled(6)), Agreement::Yes);
        assert_eq!(agrees(assert(), Status::Exited(0)), Agreement::No);
        let beside = error("out-of-bounds-read");
        assert_eq!(agrees(beside, Status::Exited(0)), Agreement::Unknown);
    }

    #[test]
    fn a_segmentation_fault_confirms_a_null_dereference_and_no_division() {
        let null = error("null-dereference");
        assert_eq!(null.agrees(Status::Signalled(11), &[]), Agreement::Yes);
        assert_eq!(null.agrees(Status::Exited(0), &[]), Agreement::Unknown);
        let division = error("division-by-zero");
        assert_eq!(division.agrees(Status::Signalled(8), &[]), Agreement::Yes);
        let otherwise = division.agrees(Status::Signalled(11), &[]);
        assert_eq!(otherwise, Agreement::Unknown);
    }

    #[test]
    fn a_report_of_another_error_is_a_difference() {
        let said = b"==1==ERROR: AddressSanitizer: heap-use-after-free on address 0x1\n";
        let reports = Report::all(said);
        let ended = Status::Exited(1);
        let agrees = |prediction: Prediction| prediction.agrees(ended, &reports);
        assert_eq!(agrees(error("use-after-free")), Agreement::Yes);
        assert_eq!(agrees(error("double-free")), Agreement::No);
        // The exit code is the sanitizer's.
        assert_eq!(agrees(exit(1)), Agreement::No);
    }

    #[test]
    fn a_folder_without_predictions_has_none() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Predictions::read(folder.path()), Predictions::default());
        let line = r#"{"test":"test000001","end":"exit","exit_code":7}"#;
        std::fs::write(folder.path().join("tests.jsonl"), format!("{line}\ncut o")).unwrap();
        let read = Predictions::read(folder.path());
        let found = read.of(Path::new("x/test000001.ktest")).unwrap();
        assert_eq!(found.exit_code, Some(7));
    }
}
