//! What the integration tests share: the built binary, and folders of their own.
#![allow(dead_code)] // each test file uses a part of it

pub mod annotations;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

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
