//! gcc's counters: `.gcda` files, read by `gcov`.

use super::{Build, NativeError, output_of};
use crate::branch::{Branch, SourceFile};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

/// Where the program's counters go instead of beside the objects of the build.
pub fn environment(folder: &Path) -> Vec<(OsString, OsString)> {
    vec![("GCOV_PREFIX".into(), folder.into())]
}

#[derive(Deserialize)]
struct Report {
    current_working_directory: String,
    files: Vec<FileJson>,
}

#[derive(Deserialize)]
struct FileJson {
    file: String,
    functions: Vec<FunctionJson>,
    lines: Vec<LineJson>,
}

#[derive(Deserialize)]
struct FunctionJson {
    name: String,
}

#[derive(Deserialize)]
struct LineJson {
    line_number: u32,
    count: u64,
    /// Several functions can be on a line, each with counts of its own.
    #[serde(default)]
    function_name: String,
    #[serde(default)]
    branches: Vec<BranchJson>,
}

#[derive(Deserialize)]
struct BranchJson {
    count: u64,
    throw: bool,
}

/// A file while reports of several objects are put together: a header is in many of them.
#[derive(Default)]
struct Merged {
    lines: BTreeMap<u32, bool>,
    branches: BTreeMap<(u32, String), Vec<bool>>,
    functions: std::collections::BTreeSet<String>,
}

/// Reads all counters below the folder.
pub fn read(_: &Build, folder: &Path) -> Result<BTreeMap<Arc<str>, SourceFile>, NativeError> {
    let mut counters = Vec::new();
    find(folder, &mut counters)?;
    counters.sort();
    let mut merged: BTreeMap<String, Merged> = BTreeMap::new();
    for path in &counters {
        notes_beside(folder, path)?;
        let words = [
            OsStr::new("--json-format"),
            OsStr::new("--stdout"),
            OsStr::new("--branch-probabilities"),
            path.as_os_str(),
        ];
        let output = output_of(Path::new("gcov"), &words)?;
        // One object of JSON per line, and nothing at all for an object without code.
        for line in output
            .split(|byte| *byte == b'\n')
            .filter(|l| !l.is_empty())
        {
            add(&mut merged, serde_json::from_slice(line)?);
        }
    }
    Ok(merged
        .into_iter()
        .map(|(name, file)| finish(&name, file))
        .collect())
}

fn find(folder: &Path, found: &mut Vec<PathBuf>) -> Result<(), NativeError> {
    for entry in fs::read_dir(folder).map_err(NativeError::Temporary)? {
        let entry = entry.map_err(NativeError::Temporary)?;
        let path = entry.path();
        if entry.file_type().map_err(NativeError::Temporary)?.is_dir() {
            find(&path, found)?;
        } else if path.extension() == Some(OsStr::new("gcda")) {
            found.push(path);
        }
    }
    Ok(())
}

/// gcov wants the notes of the compiler beside the counters. The counters lie below the folder at
/// the place that the notes have below the root.
fn notes_beside(folder: &Path, counters: &Path) -> Result<(), NativeError> {
    let below = counters.strip_prefix(folder).unwrap_or(counters);
    let notes = Path::new("/").join(below).with_extension("gcno");
    if !notes.is_file() {
        return Err(NativeError::NoNotes { path: notes });
    }
    symlink(&notes, counters.with_extension("gcno")).map_err(NativeError::Temporary)
}

fn add(merged: &mut BTreeMap<String, Merged>, report: Report) {
    for file in report.files {
        let path = Path::new(&report.current_working_directory).join(&file.file);
        let into = merged.entry(plain(&path)).or_default();
        into.functions
            .extend(file.functions.into_iter().map(|function| function.name));
        for line in file.lines {
            *into.lines.entry(line.line_number).or_default() |= line.count > 0;
            // Ways out by an exception are no branches of the source.
            let taken: Vec<bool> = line
                .branches
                .iter()
                .filter(|branch| !branch.throw)
                .map(|branch| branch.count > 0)
                .collect();
            if taken.is_empty() {
                continue;
            }
            let known = into
                .branches
                .entry((line.line_number, line.function_name))
                .or_default();
            known.resize(known.len().max(taken.len()), false);
            known.iter_mut().zip(taken).for_each(|(a, b)| *a |= b);
        }
    }
}

/// A path without `.` and `..`.
fn plain(path: &Path) -> String {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            part => plain.push(part),
        }
    }
    plain.to_string_lossy().into_owned()
}

fn finish(name: &str, merged: Merged) -> (Arc<str>, SourceFile) {
    let name: Arc<str> = Arc::from(name);
    let mut branches = BTreeMap::new();
    // The functions of a line are numbered by name: the same in every measurement of a program.
    let mut last = (0, 0);
    for ((line, _), ways) in merged.branches {
        let number = if last.0 == line { last.1 + 1 } else { 0 };
        last = (line, number);
        for (direction, taken) in ways.into_iter().enumerate() {
            let branch = Branch {
                file: name.clone(),
                line,
                number,
                direction: direction as u32,
            };
            branches.insert(branch, taken);
        }
    }
    let file = SourceFile {
        lines: merged.lines,
        branches,
        functions: merged.functions,
    };
    (name, file)
}
