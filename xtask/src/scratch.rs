//! Where runs that are measured write their output.
//!
//! A disk's file system has costs of its own: after a folder of many files was removed, ext4 looks
//! for inodes that were not deleted in the last seconds, for minutes of system time. So measured
//! runs write to memory, and say so; TMPDIR says where else.

use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

const IN_MEMORY: &str = "/dev/shm";

/// A folder of its own: in memory, unless the user names a place or there is no such file system.
pub fn folder() -> std::io::Result<TempDir> {
    if std::env::var_os("TMPDIR").is_some() {
        return tempfile::tempdir();
    }
    if is_in_memory(Path::new(IN_MEMORY))
        && let Ok(folder) = tempfile::tempdir_in(IN_MEMORY)
    {
        return Ok(folder);
    }
    let folder = tempfile::tempdir()?;
    if !is_in_memory(folder.path()) {
        eprintln!(
            "no tmpfs at {IN_MEMORY}: output goes to {} ({}), whose own time is measured too; \
             TMPDIR names another place",
            folder.path().display(),
            file_system(folder.path())
        );
    }
    Ok(folder)
}

/// The kind of file system that a folder is on.
pub fn file_system(folder: &Path) -> String {
    let kind = Command::new("stat")
        .args(["-f", "-c", "%T"])
        .arg(folder)
        .output();
    kind.map_or_else(
        |_| "unknown".into(),
        |run| String::from_utf8_lossy(&run.stdout).trim().to_owned(),
    )
}

fn is_in_memory(folder: &Path) -> bool {
    matches!(file_system(folder).as_str(), "tmpfs" | "ramfs")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_in_memory_where_that_is_possible() {
        let made = folder().unwrap();
        let chosen = std::env::var_os("TMPDIR").is_some();
        assert!(chosen || !is_in_memory(Path::new(IN_MEMORY)) || is_in_memory(made.path()));
        assert_eq!(file_system(Path::new("/proc")), "proc");
    }
}
