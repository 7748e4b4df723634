//! What the program may read of the host: only what the user named, and only reading.
//!
//! No link is ever followed here: the model shows links to the program as links, and where
//! they lead is looked up in the program's own tree.

use super::world::Records;
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

type Cache = Mutex<BTreeMap<(usize, Vec<u8>), Arc<[u8]>>>;

/// The mapped folders and files. What was read once stays as it was, so that all paths
/// of a run see the same.
#[derive(Debug, Default)]
pub(crate) struct Mapped {
    roots: Vec<(PathBuf, Metadata)>,
    lists: Cache,
    bytes: Cache,
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
            Ok(records.0)
        })
    }

    /// The bytes of a file, or where a link leads to.
    pub fn bytes(&self, map: usize, path: &[u8]) -> io::Result<Arc<[u8]>> {
        remembered(&self.bytes, map, path, || {
            let file = self.inside(map, path)?;
            let metadata = file.symlink_metadata()?;
            if metadata.is_symlink() {
                return Ok(file.read_link()?.as_os_str().as_bytes().to_vec());
            }
            if metadata.len() > MOST_BYTES {
                return Err(io::Error::other("files of more than 64 MiB are not read"));
            }
            let mut options = File::options();
            let file = options.read(true).custom_flags(NO_FOLLOW).open(&file)?;
            let mut bytes = Vec::new();
            file.take(MOST_BYTES).read_to_end(&mut bytes)?;
            Ok(bytes)
        })
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

fn remembered(
    cache: &Cache,
    map: usize,
    path: &[u8],
    read: impl FnOnce() -> io::Result<Vec<u8>>,
) -> io::Result<Arc<[u8]>> {
    let mut cache = cache.lock().unwrap_or_else(|p| p.into_inner());
    let key = (map, path.to_vec());
    if let Some(known) = cache.get(&key) {
        return Ok(known.clone());
    }
    let bytes: Arc<[u8]> = read()?.into();
    cache.insert(key, bytes.clone());
    Ok(bytes)
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

/// All bytes of standard input where it is a file.
pub(crate) fn host_input_bytes() -> io::Result<Vec<u8>> {
    let mut file = stdin_file()?;
    let before = file.stream_position()?;
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    let read = (&mut file).take(MOST_BYTES).read_to_end(&mut bytes);
    file.seek(SeekFrom::Start(before))?;
    read.map(|_| bytes)
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
}
