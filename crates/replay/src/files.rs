//! The folder that a test runs in.

use crate::test::{FileOf, Test};
use rustix::fs::{AtFlags, CWD, Timespec, Timestamps, utimensat};
use std::fs::{File, Permissions};
use std::io;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::Path;
use tempfile::TempDir;

/// An owner other than ourselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Owner {
    pub uid: u32,
    pub gid: u32,
}

pub struct Place {
    folder: TempDir,
    pub stdin: File,
}

impl Place {
    /// Files are made last to first only in name: permissions and times are set when their
    /// contents are there, and the standard input is open before it may become unreadable.
    pub fn make(test: &Test, owner: Option<Owner>) -> io::Result<Place> {
        let folder = tempfile::Builder::new()
            .prefix("pleach-replay-")
            .tempdir()?;
        let work = folder.path().join("box");
        std::fs::create_dir(&work)?;
        for (name, file) in &test.files {
            write(&work.join(name), file, owner)?;
        }
        let stdin = match &test.stdin {
            None => File::open("/dev/null")?,
            Some(file) => {
                let path = folder.path().join("stdin");
                write(&path, file, owner)?;
                let readable = std::fs::metadata(&path)?.permissions();
                std::fs::set_permissions(&path, Permissions::from_mode(0o600))?;
                let open = File::open(&path)?;
                std::fs::set_permissions(&path, readable)?;
                open
            }
        };
        std::fs::set_permissions(&work, Permissions::from_mode(0o755))?;
        if let Some(Owner { uid, gid }) = owner {
            chown(&work, Some(uid), Some(gid))?;
        }
        // As in the model: somebody else's, open to look at.
        std::fs::set_permissions(folder.path(), Permissions::from_mode(0o755))?;
        Ok(Place { folder, stdin })
    }

    pub fn work(&self) -> std::path::PathBuf {
        self.folder.path().join("box")
    }
}

impl Drop for Place {
    /// A program may have left folders that cannot be entered, not even by us.
    fn drop(&mut self) {
        open_folders(&self.folder.path().join("box"));
    }
}

fn open_folders(folder: &Path) {
    let _ = std::fs::set_permissions(folder, Permissions::from_mode(0o700));
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            open_folders(&entry.path());
        }
    }
}

fn write(path: &Path, file: &FileOf, owner: Option<Owner>) -> io::Result<()> {
    std::fs::write(path, &file.bytes)?;
    if let Some(Owner { uid, gid }) = owner {
        chown(path, Some(uid), Some(gid))?;
    }
    std::fs::set_permissions(path, Permissions::from_mode(file.mode.unwrap_or(0o644)))?;
    if let Some([accessed, modified]) = file.times {
        let time = |(tv_sec, tv_nsec)| Timespec { tv_sec, tv_nsec };
        let times = Timestamps {
            last_access: time(accessed),
            last_modification: time(modified),
        };
        utimensat(CWD, path, &times, AtFlags::empty())?;
    }
    Ok(())
}
