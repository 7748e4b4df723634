//! What the run said about each test, and whether a native run agrees.

use crate::run::Status;
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

/// Kinds of errors that end a native program with a signal.
const ABORTS: &[&str] = &["assert", "abort"];

/// What Rust's runtime exits with, unless panics abort.
const RUST_PANIC: i32 = 101;

impl Prediction {
    pub fn agrees(&self, status: Status) -> Agreement {
        let yes = |is: bool| if is { Agreement::Yes } else { Agreement::No };
        match (self.end.as_str(), self.exit_code) {
            ("exit", Some(code)) => yes(match status {
                Status::Exited(native) => native == code & 0xFF,
                // As a shell counts, and the model of system calls too.
                Status::Signalled(signal) => code == 128 + signal,
                Status::OutOfTime => false,
            }),
            ("error", _) if self.kind.as_deref().is_some_and(|k| ABORTS.contains(&k)) => {
                yes(matches!(status, Status::Signalled(_)))
            }
            ("error", _) if self.kind.as_deref() == Some("panic") => yes(matches!(
                status,
                Status::Exited(RUST_PANIC) | Status::Signalled(_)
            )),
            _ => Agreement::Unknown,
        }
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

    #[test]
    fn exit_codes_and_signals() {
        let exit = |code| Prediction {
            test: "test000001".into(),
            end: "exit".into(),
            exit_code: Some(code),
            kind: None,
        };
        assert_eq!(exit(256 + 3).agrees(Status::Exited(3)), Agreement::Yes);
        assert_eq!(exit(3).agrees(Status::Exited(4)), Agreement::No);
        assert_eq!(exit(-1).agrees(Status::Exited(255)), Agreement::Yes);
        assert_eq!(exit(141).agrees(Status::Signalled(13)), Agreement::Yes);
        let error = |kind: &str| Prediction {
            end: "error".into(),
            exit_code: None,
            kind: Some(kind.into()),
            ..exit(0)
        };
        assert_eq!(error("assert").agrees(Status::Signalled(6)), Agreement::Yes);
        assert_eq!(error("assert").agrees(Status::Exited(0)), Agreement::No);
        assert_eq!(
            error("out-of-bounds").agrees(Status::Exited(0)),
            Agreement::Unknown
        );
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
