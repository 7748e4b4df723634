//! `pleach build`: somebody's own build command with our compilers in it.

use crate::BuildError;
use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

/// Where compilers write down what they linked, one path per line.
const RECORD: &str = "PLEACH_BUILD_RECORD";

/// Compilers that a makefile may name itself: found first in the path, they are ours.
const SHIMS: &[&str] = &["cc", "gcc", "clang", "c++", "g++", "clang++"];

/// What came of a build.
#[derive(Debug)]
pub struct Built {
    pub status: ExitStatus,
    /// Programs that have bitcode beside them, in order of their names.
    pub programs: Vec<PathBuf>,
}

/// Runs `command` with `CC` and the like set to `pleach`, the path of our own executable.
pub fn build(pleach: &Path, command: &[OsString]) -> Result<Built, BuildError> {
    let Some((program, arguments)) = command.split_first() else {
        return Err(BuildError::NoCommand);
    };
    let unwritable = |source| BuildError::Unwritable {
        path: std::env::temp_dir(),
        source,
    };
    let scratch = tempfile::Builder::new()
        .prefix("pleach-build-")
        .tempdir()
        .map_err(unwritable)?;
    let record = scratch.path().join("programs");
    let shims = scratch.path().join("bin");
    std::fs::create_dir(&shims).map_err(unwritable)?;
    for name in SHIMS {
        std::os::unix::fs::symlink(pleach, shims.join(name)).map_err(unwritable)?;
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::iter::once(shims).chain(std::env::split_paths(&path));
    let mut command = Command::new(program);
    command.args(arguments).env(RECORD, &record);
    if let Ok(path) = std::env::join_paths(folders) {
        command.env("PATH", path);
    }
    for (variable, tool) in [
        ("CC", "cc"),
        ("CXX", "c++"),
        ("AR", "ar"),
        ("RANLIB", "ranlib"),
        ("NM", "nm"),
    ] {
        let mut words = pleach.as_os_str().to_owned();
        words.push(" ");
        words.push(tool);
        command.env(variable, words);
    }
    let status = command.status().map_err(|source| BuildError::Start {
        program: program.into(),
        source,
    })?;
    let recorded = std::fs::read(&record).unwrap_or_default();
    Ok(Built {
        status,
        programs: still_there(&recorded),
    })
}

/// Tests of configure scripts were linked too, and are gone again.
fn still_there(recorded: &[u8]) -> Vec<PathBuf> {
    let lines = recorded.split(|&byte| byte == b'\n');
    let paths: BTreeSet<PathBuf> = lines
        .filter(|line| !line.is_empty())
        .map(|line| PathBuf::from(OsStr::from_bytes(line)))
        .filter(|path| path.is_file() && crate::bitcode::beside(path).is_file())
        .collect();
    paths.into_iter().collect()
}

/// Tells the build that this program was linked. That it cannot be told spoils only a list.
pub fn record(program: &Path) {
    let Some(record) = std::env::var_os(RECORD) else {
        return;
    };
    let whole = program
        .canonicalize()
        .unwrap_or_else(|_| program.to_owned());
    let mut line = whole.into_os_string().into_vec();
    line.push(b'\n');
    let file = std::fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(record);
    // One call, so that lines of parallel links stay whole.
    let _ = file.and_then(|mut file| file.write_all(&line));
}
