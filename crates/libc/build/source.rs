//! Where musl's source is.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The folder that `PLEACH_MUSL_SOURCE` names, or Debian's source package, unpacked once.
pub fn find(root: &Path, out: &Path) -> Result<PathBuf, String> {
    let named = env::var_os("PLEACH_MUSL_SOURCE").filter(|v| !v.is_empty());
    let source = match named {
        Some(folder) => PathBuf::from(folder),
        None => debian(root, &crate::cache_folder(out).join("source/musl"))?,
    };
    if !source.join("src/stdio/printf.c").is_file() {
        return Err(format!(
            "{} is not musl's source: there is no src/stdio/printf.c in it (see PLEACH_MUSL_SOURCE)",
            source.display()
        ));
    }
    println!(
        "cargo::rerun-if-changed={}",
        source.join("VERSION").display()
    );
    fs::canonicalize(&source).map_err(|e| format!("cannot read {}: {e}", source.display()))
}

fn debian(root: &Path, destination: &Path) -> Result<PathBuf, String> {
    const HELP: &str = "the C library for programs under test is built from musl's source, which could not be fetched: put the unpacked source into a folder and set PLEACH_MUSL_SOURCE to it";
    let output = Command::new(root.join("scripts/debian-source"))
        .arg("musl")
        .arg(destination)
        .output()
        .map_err(|e| format!("{HELP} (scripts/debian-source cannot be started: {e})"))?;
    if output.status.success() {
        return Ok(destination.to_owned());
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    let last = errors.lines().last().unwrap_or("no message");
    Err(format!("{HELP} ({last})"))
}
