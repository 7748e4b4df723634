//! What the program may read of the host: only what the user named, and only reading.
//!
//! No link is ever followed here: the model shows links to the program as links, and where
//! they lead is looked up in the program's own tree.

use super::world::Records;
use pleach_memory::Contents;
use std::collections::BTreeMap;
use std::fs::{File, Metadata};
use std::io::{self, Read, Seek, SeekFrom};
use std::os::fd::AsFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex};

/// The largest file that is read.
const MOST_BYTES: u64 = 64 << 20;
/// Linux's O_NOFOLLOW and O_NONBLOCK.
const NO_FOLLOW: i32 = 0o400_000 | 0o4000;

type Cache<T> = Mutex<BTreeMap<(usize, Vec<u8>), T>>;

/// The mapped folders and files. What was read once stays as it was, so that all paths
/// of a run see the same.
#[derive(Debug, Default)]
pub(crate) struct Mapped {
    roots: Vec<(PathBuf, Metadata)>,
    lists: Cache<Arc<[u8]>>,
    /// Of files and links; what is large is shared by all who have it.
    contents: Cache<Contents>,
}

impl Mapped {
    pub fn add(&mut self, root: PathBuf, metadata: Metadata) {
        self.roots.push((root, metadata));
    }

    pub fn metadata(&self, map: usize) -> Option<&Metadata> {
        self.roots.get(map).map(|(_, metadata)| metadata)
    }

    /// The names in a folder with what is known about each, as records.
    pub fn list(&self, map: usize, path: &[u8]) -> io::Result<Arc<[u8]>> {
        remembered(&self.lists, map, path, || {
            let folder = self.inside(map, path)?;
            let mut entries = Vec::new();
            for entry in std::fs::read_dir(&folder)? {
                let entry = entry?;
                entries.push((entry.file_name(), entry.metadata()?));
            }
            entries.retain(|(_, m)| m.is_dir() || m.is_file() || m.is_symlink());
            entries.sort_by(|a, b| a.0.cmp(&b.0));
            let mut records = Records::default();
            records.numbers(&[entries.len() as i64]);
            for (name, metadata) in &entries {
                records.text(name.as_bytes());
                records.metadata(metadata);
            }
            Ok(records.0.into())
        })
    }

    /// The first so many bytes of a file, or of where a link leads to. The size is the one that
    /// was seen first: it is the same whenever somebody asks.
    pub fn contents(&self, map: usize, path: &[u8], size: usize) -> io::Result<Contents> {
        remembered(&self.contents, map, path, || {
            let mut bytes = self.bytes(map, path)?;
            bytes.truncate(size);
            Ok(Contents::from_bytes(&bytes, size))
        })
    }

    fn bytes(&self, map: usize, path: &[u8]) -> io::Result<Vec<u8>> {
        let file = self.inside(map, path)?;
        let metadata = file.symlink_metadata()?;
        if metadata.is_symlink() {
            return Ok(file.read_link()?.as_os_str().as_bytes().to_vec());
        }
        let mut options = File::options();
        let file = options.read(true).custom_flags(NO_FOLLOW).open(&file)?;
        all_of(file, metadata.len())
    }

    /// A path below a mapped root, none of whose folders is a link.
    fn inside(&self, map: usize, path: &[u8]) -> io::Result<PathBuf> {
        let refused = || io::Error::from(io::ErrorKind::PermissionDenied);
        let (root, _) = self.roots.get(map).ok_or_else(refused)?;
        let mut whole = root.clone();
        for component in Path::new(std::ffi::OsStr::from_bytes(path)).components() {
            let Component::Normal(name) = component else {
                return Err(refused());
            };
            if whole.symlink_metadata()?.is_symlink() {
                return Err(refused());
            }
            whole.push(name);
        }
        Ok(whole)
    }
}

/// All bytes of a file, unless it is too large.
fn all_of(file: impl Read, size: u64) -> io::Result<Vec<u8>> {
    if size > MOST_BYTES {
        return Err(io::Error::other("files of more than 64 MiB are not read"));
    }
    let mut bytes = Vec::new();
    file.take(MOST_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn remembered<T: Clone>(
    cache: &Cache<T>,
    map: usize,
    path: &[u8],
    read: impl FnOnce() -> io::Result<T>,
) -> io::Result<T> {
    let mut cache = cache.lock().unwrap_or_else(|p| p.into_inner());
    let key = (map, path.to_vec());
    if let Some(known) = cache.get(&key) {
        return Ok(known.clone());
    }
    let new = read()?;
    cache.insert(key, new.clone());
    Ok(new)
}

/// This process's standard input as a file of its own, with the same offset.
fn stdin_file() -> io::Result<File> {
    Ok(File::from(io::stdin().as_fd().try_clone_to_owned()?))
}

/// What standard input is, and where it stands.
pub(crate) fn host_input() -> Option<(Metadata, i64)> {
    let mut file = stdin_file().ok()?;
    let metadata = file.metadata().ok()?;
    let offset = if metadata.is_file() {
        file.stream_position().ok()? as i64
    } else {
        0
    };
    Some((metadata, offset))
}

/// The first so many bytes of standard input where it is a file.
pub(crate) fn host_input_bytes(size: usize) -> io::Result<Contents> {
    let mut file = stdin_file()?;
    let before = file.stream_position()?;
    file.seek(SeekFrom::Start(0))?;
    let read = all_of(&mut file, size as u64);
    file.seek(SeekFrom::Start(before))?;
    let mut bytes = read?;
    bytes.truncate(size);
    Ok(Contents::from_bytes(&bytes, size))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_outside_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("inside");
        std::fs::create_dir_all(inside.join("deep")).unwrap();
        std::fs::write(folder.path().join("secret"), "no").unwrap();
        std::fs::write(inside.join("deep/file"), "yes").unwrap();
        std::os::unix::fs::symlink("..", inside.join("up")).unwrap();
        let mut mapped = Mapped::default();
        mapped.add(inside.clone(), inside.metadata().unwrap());
        assert_eq!(&*mapped.bytes(0, b"deep/file").unwrap(), b"yes");
        assert_eq!(&*mapped.bytes(0, b"up").unwrap(), b"..");
        for path in [
            &b"up/secret"[..],
            b"../secret",
            b"/etc/passwd",
            b"deep/../../secret",
        ] {
            assert!(mapped.bytes(0, path).is_err());
        }
        assert!(mapped.list(0, b"up/x").is_err());
        assert!(mapped.bytes(1, b"").is_err());
    }

    #[test]
    fn what_was_read_once_stays() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "before").unwrap();
        let mut mapped = Mapped::default();
        mapped.add(file.clone(), file.metadata().unwrap());
        let read = |mapped: &Mapped| {
            let mut bytes = [0; 8];
            assert!(mapped.contents(0, b"", 8).unwrap().read(0, &mut bytes));
            bytes
        };
        assert_eq!(&read(&mapped), b"before\0\0");
        std::fs::write(&file, "after").unwrap();
        assert_eq!(&read(&mapped), b"before\0\0");
    }

    #[test]
    fn what_is_too_large_is_an_error() {
        assert_eq!(all_of(&b"few"[..], 3).unwrap(), b"few");
        assert!(all_of(&b""[..], MOST_BYTES + 1).is_err());
    }
}
