//! Where things are, and the build of pleach that is measured.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The top of the source tree.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap_or(Path::new("."))
}

/// Where cargo builds.
pub fn target_folder() -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => std::path::absolute(&folder).unwrap_or_else(|_| folder.into()),
        None => root().join("target"),
    }
}

/// Builds pleach in release mode and says where it is.
pub fn pleach() -> Result<PathBuf, Box<dyn Error>> {
    let status = Command::new("cargo")
        .args(["build", "--release", "--quiet", "--package", "pleach"])
        .current_dir(root())
        .status()?;
    if !status.success() {
        return Err("pleach does not build".into());
    }
    Ok(target_folder().join("release/pleach"))
}
