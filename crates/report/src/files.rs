//! The folder that a run writes into. Every file appears whole or not at all:
//! it is written under a name that begins with a dot and then renamed, so that
//! a kill at any time leaves whole files and at most a few dotted leftovers.

use rustix::fs::{Mode, OFlags, openat, renameat};
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use thiserror::Error;

const PREFIX: &str = "pleach-out-";
const LAST: &str = "pleach-last";

#[derive(Debug, Error)]
pub enum FolderError {
    #[error("{}: cannot make the output folder: {source}", path.display())]
    Create { path: PathBuf, source: io::Error },
    #[error("{}: already there and not empty; choose another --output-dir", path.display())]
    NotEmpty { path: PathBuf },
    #[error("{}: not a folder; choose another --output-dir", path.display())]
    NotAFolder { path: PathBuf },
}

/// Where the results go.
#[derive(Debug, Clone)]
pub struct RunFolder {
    path: PathBuf,
    /// The folder itself: names in it need no way through the others.
    handle: Arc<OwnedFd>,
}

impl RunFolder {
    /// `pleach-out-N` in `parent`, for the next free N, and the link `pleach-last` to it.
    pub fn numbered(parent: &Path) -> Result<RunFolder, FolderError> {
        let mut number = next_number(parent);
        loop {
            let name = format!("{PREFIX}{number}");
            let path = if parent == Path::new(".") {
                PathBuf::from(&name)
            } else {
                parent.join(&name)
            };
            // Making the folder is what reserves the number: of two runs only one succeeds.
            match fs::create_dir(&path) {
                Ok(()) => {
                    link_last(parent, &name);
                    return RunFolder::open(path);
                }
                Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
                Err(source) => return Err(FolderError::Create { path, source }),
            }
        }
    }

    /// The folder that the user named: new, or there and empty.
    pub fn named(path: &Path) -> Result<RunFolder, FolderError> {
        let create = |source| FolderError::Create {
            path: path.to_owned(),
            source,
        };
        match fs::create_dir_all(path) {
            Ok(()) => {}
            Err(_) if path.exists() && !path.is_dir() => {
                return Err(FolderError::NotAFolder {
                    path: path.to_owned(),
                });
            }
            Err(source) => return Err(create(source)),
        }
        if fs::read_dir(path).map_err(create)?.next().is_some() {
            return Err(FolderError::NotEmpty {
                path: path.to_owned(),
            });
        }
        // A folder that exists may still not be writable: better known now than after the run.
        let probe = path.join(".probe");
        fs::write(&probe, b"")
            .and_then(|()| fs::remove_file(&probe))
            .map_err(create)?;
        RunFolder::open(path.to_owned())
    }

    fn open(path: PathBuf) -> Result<RunFolder, FolderError> {
        match fs::File::open(&path) {
            Ok(folder) => Ok(RunFolder {
                path,
                handle: Arc::new(folder.into()),
            }),
            Err(source) => Err(FolderError::Create { path, source }),
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes a whole file.
    pub fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let partial = format!(".{name}");
        let flags = OFlags::CREATE | OFlags::TRUNC | OFlags::WRONLY | OFlags::CLOEXEC;
        let file = openat(
            &self.handle,
            partial.as_str(),
            flags,
            Mode::from_raw_mode(0o666),
        )?;
        fs::File::from(file).write_all(bytes)?;
        Ok(renameat(
            &self.handle,
            partial.as_str(),
            &self.handle,
            name,
        )?)
    }

    /// A file that grows line by line; each line is to be written with one call.
    pub fn append_to(&self, name: &str) -> io::Result<fs::File> {
        fs::OpenOptions::new()
            .create_new(true)
            .append(true)
            .open(self.path.join(name))
    }
}

fn next_number(parent: &Path) -> u64 {
    let Ok(entries) = fs::read_dir(parent) else {
        return 0;
    };
    let numbers = entries.filter_map(|entry| {
        entry
            .ok()?
            .file_name()
            .to_str()?
            .strip_prefix(PREFIX)?
            .parse::<u64>()
            .ok()
    });
    numbers.max().map_or(0, |largest| largest + 1)
}

/// Points `pleach-last` at the folder. A convenience: where something else has
/// that name, or links cannot be made, it is left as it is.
fn link_last(parent: &Path, name: &str) {
    let link = parent.join(LAST);
    let ours = match fs::symlink_metadata(&link) {
        Ok(there) => there.file_type().is_symlink(),
        Err(_) => true,
    };
    let fresh = parent.join(format!(".{LAST}-{name}"));
    if ours
        && std::os::unix::fs::symlink(name, &fresh).is_ok()
        && fs::rename(&fresh, &link).is_err()
    {
        let _ = fs::remove_file(&fresh);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_go_on_after_the_largest() {
        let parent = tempfile::tempdir().unwrap();
        fs::create_dir(parent.path().join("pleach-out-7")).unwrap();
        let run = RunFolder::numbered(parent.path()).unwrap();
        assert!(run.path().ends_with("pleach-out-8"));
        assert_eq!(
            fs::read_link(parent.path().join(LAST)).unwrap(),
            Path::new("pleach-out-8")
        );
        RunFolder::numbered(parent.path()).unwrap();
        assert_eq!(
            fs::read_link(parent.path().join(LAST)).unwrap(),
            Path::new("pleach-out-9")
        );
    }

    #[test]
    fn runs_that_start_together_get_different_folders() {
        let parent = tempfile::tempdir().unwrap();
        let start = || {
            RunFolder::numbered(parent.path())
                .unwrap()
                .path()
                .to_owned()
        };
        let mut paths: Vec<PathBuf> = std::thread::scope(|scope| {
            let runs: Vec<_> = (0..8).map(|_| scope.spawn(start)).collect();
            runs.into_iter().map(|run| run.join().unwrap()).collect()
        });
        paths.sort();
        paths.dedup();
        assert_eq!(paths.len(), 8);
    }

    #[test]
    fn nothing_of_the_users_is_touched() {
        let parent = tempfile::tempdir().unwrap();
        let taken = parent.path().join("taken");
        fs::create_dir(&taken).unwrap();
        fs::write(taken.join("thesis.txt"), "precious").unwrap();
        assert!(matches!(
            RunFolder::named(&taken),
            Err(FolderError::NotEmpty { .. })
        ));
        assert!(matches!(
            RunFolder::named(&taken.join("thesis.txt")),
            Err(FolderError::NotAFolder { .. })
        ));
        let last = parent.path().join(LAST);
        fs::write(&last, "mine").unwrap();
        RunFolder::numbered(parent.path()).unwrap();
        assert_eq!(fs::read_to_string(&last).unwrap(), "mine");
    }

    #[test]
    fn a_file_appears_whole() {
        let parent = tempfile::tempdir().unwrap();
        let run = RunFolder::named(&parent.path().join("a/b")).unwrap();
        run.write("x.json", b"{}").unwrap();
        let names: Vec<_> = fs::read_dir(run.path())
            .unwrap()
            .map(|e| e.unwrap().file_name())
            .collect();
        assert_eq!(names, ["x.json"]);
    }
}
