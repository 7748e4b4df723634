//! An instrumented program.

use super::NativeError;
use std::path::{Path, PathBuf};

/// Who counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counters {
    /// `gcc --coverage`
    Gcov,
    /// `clang -fprofile-instr-generate -fcoverage-mapping`
    Llvm,
}

/// A native program that counts what it executes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Build {
    pub program: PathBuf,
    pub counters: Counters,
}

impl Build {
    /// The program of this name in a build tree: `DIR/src/NAME`, as in coreutils, or `DIR/NAME`.
    pub fn find(folder: &Path, name: &str) -> Result<Build, NativeError> {
        [folder.join("src").join(name), folder.join(name)]
            .into_iter()
            .find(|path| path.is_file())
            .ok_or_else(|| NativeError::NoProgram {
                folder: folder.to_owned(),
                name: name.to_owned(),
            })
            .and_then(Build::of)
    }

    /// Looks into the program to see who counts.
    pub fn of(program: PathBuf) -> Result<Build, NativeError> {
        let bytes = std::fs::read(&program).map_err(|source| NativeError::Unreadable {
            path: program.clone(),
            source,
        })?;
        let contains = |text: &str| bytes.windows(text.len()).any(|at| at == text.as_bytes());
        let counters = if contains("__llvm_prf_names") {
            Counters::Llvm
        } else if contains(".gcda") {
            Counters::Gcov
        } else {
            return Err(NativeError::NoCounters { path: program });
        };
        let program = std::path::absolute(&program).unwrap_or(program);
        Ok(Build { program, counters })
    }
}
