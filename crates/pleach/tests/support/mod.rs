//! What the integration tests share: the built binary, and folders of their own.
#![allow(dead_code)] // each test file uses a part of it

pub mod annotations;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The top of the source tree.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()
        .expect("the tests run in their source tree")
}

pub fn pleach() -> Command {
    Command::new(env!("CARGO_BIN_EXE_pleach"))
}

pub fn output_of(command: &mut Command) -> Output {
    command
        .output()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"))
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A folder with one file in it.
pub fn folder_with(name: &str, contents: &[u8]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join(name), contents).expect("a file in it");
    folder
}

pub fn json(path: &Path) -> serde_json::Value {
    let text =
        std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The annotated programs whose path contains the word, sorted.
pub fn programs(wanted: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().join("tests/programs"), root().join("examples")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("the folder of programs is there") {
            let path = entry.expect("it can be listed").path();
            let is_program = matches!(
                path.extension().and_then(|e| e.to_str()),
                Some("c" | "cc" | "cpp" | "rs")
            );
            if path.is_dir() {
                folders.push(path);
            } else if is_program && path.to_string_lossy().contains(wanted) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Checks all of them on two threads and lists what is wrong.
pub fn check_all(files: &[PathBuf], check: impl Fn(&Path) -> Result<(), String> + Sync) {
    let next = AtomicUsize::new(0);
    let problems = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while let Some(file) = files.get(next.fetch_add(1, Relaxed)) {
                    if let Err(problem) = check(file) {
                        let name = file
                            .strip_prefix(root())
                            .unwrap_or(file)
                            .display()
                            .to_string();
                        problems
                            .lock()
                            .expect("no check panics")
                            .push(format!("{name}: {problem}"));
                    }
                }
            });
        }
    });
    let mut problems = problems.into_inner().expect("no check panics");
    problems.sort();
    let count = problems.len();
    assert!(
        problems.is_empty(),
        "{count} of {} programs:\n{}",
        files.len(),
        problems.join("\n")
    );
}
