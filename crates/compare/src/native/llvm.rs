//! clang's counters: `.profraw` files, put together by `llvm-profdata` and read by `llvm-cov`.

use super::{Build, NativeError, output_of};
use crate::branch::{SourceFile, read_lcov};
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Tools of the newest version first: they read what older compilers made.
const VERSIONS: [&str; 10] = [
    "-22", "-21", "-20", "-19", "-18", "-17", "-16", "-15", "-14", "",
];

/// All processes add to one file (`%1m`), which the runtime locks.
pub fn environment(folder: &Path) -> Vec<(OsString, OsString)> {
    vec![(
        "LLVM_PROFILE_FILE".into(),
        folder.join("%1m.profraw").into(),
    )]
}

pub fn read(build: &Build, folder: &Path) -> Result<BTreeMap<Arc<str>, SourceFile>, NativeError> {
    let entries = std::fs::read_dir(folder).map_err(NativeError::Temporary)?;
    let raw: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension() == Some(OsStr::new("profraw")))
        .collect();
    if raw.is_empty() {
        return Ok(BTreeMap::new());
    }
    let profile = folder.join("all.profdata");
    let mut words = vec![OsStr::new("merge"), OsStr::new("-sparse"), OsStr::new("-o")];
    words.push(profile.as_os_str());
    words.extend(raw.iter().map(|path| path.as_os_str()));
    newest("llvm-profdata", &words)?;
    let mut option = OsString::from("-instr-profile=");
    option.push(&profile);
    let words = [
        OsStr::new("export"),
        OsStr::new("-format=lcov"),
        &option,
        build.program.as_os_str(),
    ];
    let text = newest("llvm-cov", &words)?;
    Ok(read_lcov(&String::from_utf8_lossy(&text)))
}

/// The output of the first version that is there and understands the files.
fn newest(tool: &str, words: &[&OsStr]) -> Result<Vec<u8>, NativeError> {
    let mut failure = None;
    for version in VERSIONS {
        match output_of(Path::new(&format!("{tool}{version}")), words) {
            Ok(output) => return Ok(output),
            Err(NativeError::Tool { tool, source })
                if source.kind() == std::io::ErrorKind::NotFound =>
            {
                // What a tool that is there said is worth more than that another is missing.
                if !matches!(failure, Some(NativeError::ToolFailed { .. })) {
                    failure = Some(NativeError::Tool { tool, source });
                }
            }
            Err(error) => failure = Some(error),
        }
    }
    Err(failure.expect("there are versions"))
}
