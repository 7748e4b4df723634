//! Coverage as the native program shows it: tests are run on a build with gcov's or llvm-cov's
//! counters, so that tests of different engines are measured by the same rule.

mod build;
mod error;
mod gcov;
mod llvm;
mod replay;

pub use build::{Build, Counters};
pub use error::NativeError;
pub use pleach_replay::Limits;
pub use replay::{measure, measure_until};

use crate::branch::{Branch, SourceFile};
use crate::data::Share;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

/// How the tests of a measurement ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
pub struct Replayed {
    pub tests: u64,
    /// Ended by a signal: what such a run covered is lost, because counters are written at exit.
    pub signalled: u64,
    /// Ended by us, after their time.
    pub out_of_time: u64,
}

/// How one replayed test ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    Exited,
    Signalled,
    OutOfTime,
}

/// What all tests together cover.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NativeCoverage {
    pub files: BTreeMap<Arc<str>, SourceFile>,
    /// The file that defines `main`.
    pub own: Option<Arc<str>>,
    pub replayed: Replayed,
}

static NO_FILE: SourceFile = SourceFile::EMPTY;

impl NativeCoverage {
    pub(crate) fn new(files: BTreeMap<Arc<str>, SourceFile>, replayed: Replayed) -> NativeCoverage {
        let own = files
            .iter()
            .find(|(_, file)| file.functions.contains("main"))
            .map(|(name, _)| name.clone());
        NativeCoverage {
            files,
            own,
            replayed,
        }
    }

    /// The program's own file: the one with `main`.
    pub fn own(&self) -> &SourceFile {
        self.own
            .as_ref()
            .and_then(|name| self.files.get(name))
            .unwrap_or(&NO_FILE)
    }

    /// Whether any counters were found. They are written at exit: without a test that comes so far
    /// there are none, and then it is not even known what there is to cover.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Lines of all files that are linked into the program.
    pub fn lines(&self) -> Share {
        sum(self.files.values().map(SourceFile::lines))
    }

    pub fn branches(&self) -> Share {
        sum(self.files.values().map(SourceFile::branches))
    }

    pub fn covered_branches(&self) -> BTreeSet<Branch> {
        let taken = |(branch, taken): (&Branch, &bool)| taken.then(|| branch.clone());
        self.files
            .values()
            .flat_map(|file| file.branches.iter().filter_map(taken))
            .collect()
    }
}

fn sum(shares: impl Iterator<Item = Share>) -> Share {
    shares.fold(Share::default(), |a, b| Share {
        covered: a.covered + b.covered,
        total: a.total + b.total,
    })
}

/// Runs tests on an instrumented program and reads what its counters say.
///
/// `run` gets a test and the variables that its process must have in its environment. Counters go
/// to a folder of their own: the build is never written, and several measurements can go on at the
/// same time.
pub fn measure_with<T>(
    build: &Build,
    tests: &[T],
    mut run: impl FnMut(&T, &[(OsString, OsString)]) -> Result<Ending, NativeError>,
) -> Result<NativeCoverage, NativeError> {
    let folder = open_folder()?;
    let environment = match build.counters {
        Counters::Gcov => gcov::environment(folder.path()),
        Counters::Llvm => llvm::environment(folder.path()),
    };
    let mut replayed = Replayed::default();
    for test in tests {
        replayed.tests += 1;
        match run(test, &environment)? {
            Ending::Exited => {}
            Ending::Signalled => replayed.signalled += 1,
            Ending::OutOfTime => replayed.out_of_time += 1,
        }
    }
    let files = match build.counters {
        Counters::Gcov => gcov::read(build, folder.path())?,
        Counters::Llvm => llvm::read(build, folder.path())?,
    };
    Ok(NativeCoverage::new(files, replayed))
}

/// A folder that the program can write into also when it runs as somebody else.
fn open_folder() -> Result<tempfile::TempDir, NativeError> {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().map_err(NativeError::Temporary)?;
    let open = std::fs::Permissions::from_mode(0o777);
    std::fs::set_permissions(folder.path(), open).map_err(NativeError::Temporary)?;
    Ok(folder)
}

/// The output of a tool, or why there is none.
fn output_of(tool: &Path, words: &[&std::ffi::OsStr]) -> Result<Vec<u8>, NativeError> {
    let output = std::process::Command::new(tool)
        .args(words)
        .output()
        .map_err(|source| NativeError::Tool {
            tool: tool.to_owned(),
            source,
        })?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(NativeError::ToolFailed {
        tool: tool.to_owned(),
        said: said.lines().next().unwrap_or("it said nothing").to_owned(),
    })
}

impl SourceFile {
    const EMPTY: SourceFile = SourceFile {
        lines: BTreeMap::new(),
        branches: BTreeMap::new(),
        functions: BTreeSet::new(),
    };

    pub fn lines(&self) -> Share {
        share(self.lines.values())
    }

    pub fn branches(&self) -> Share {
        share(self.branches.values())
    }

    /// The lines that were executed.
    pub fn covered_lines(&self) -> impl Iterator<Item = u32> + '_ {
        let covered = |(line, covered): (&u32, &bool)| covered.then_some(*line);
        self.lines.iter().filter_map(covered)
    }
}

fn share<'a>(values: impl Iterator<Item = &'a bool>) -> Share {
    let mut share = Share::default();
    for covered in values {
        share.total += 1;
        share.covered += u64::from(*covered);
    }
    share
}
