//! What took long to make, kept in a folder for the next time: named by a hash of what it was made
//! from and one of what it is, so that a damaged file is not used. The oldest go first.

use crate::bitcode::write_whole;
use pleach_ir::ContentHash;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

pub struct Cache {
    pub folder: PathBuf,
    /// How names end, with the dot.
    pub ending: &'static str,
    pub most_files: usize,
    pub most_bytes: u64,
}

/// Something that is there now.
#[derive(Debug, PartialEq, Eq)]
pub enum Kept {
    File(PathBuf),
    /// A folder that cannot be written is no reason to fail.
    Bytes(Vec<u8>),
}

impl Cache {
    /// Makes it only if it was not made before.
    pub fn get_or_make<E>(
        &self,
        key: u64,
        make: impl FnOnce() -> Result<Vec<u8>, E>,
    ) -> Result<Kept, E> {
        if let Some(path) = self.find(key) {
            return Ok(Kept::File(path));
        }
        let bytes = make()?;
        Ok(match self.keep(key, &bytes) {
            Ok(path) => Kept::File(path),
            Err(_) => Kept::Bytes(bytes),
        })
    }

    /// The file that was kept under this key, if its contents are still what they were.
    pub fn find(&self, key: u64) -> Option<PathBuf> {
        let start = format!("{key:016x}-");
        let entries = std::fs::read_dir(&self.folder).ok()?.flatten();
        let ours = entries.filter(|e| e.file_name().to_string_lossy().starts_with(&start));
        for path in ours.map(|entry| entry.path()) {
            let bytes = std::fs::read(&path).ok()?;
            if path == self.path(key, &bytes) {
                // It was of use: others are older now.
                let _ = File::options()
                    .append(true)
                    .open(&path)
                    .and_then(|file| file.set_modified(SystemTime::now()));
                return Some(path);
            }
            let _ = std::fs::remove_file(&path);
        }
        None
    }

    pub fn keep(&self, key: u64, bytes: &[u8]) -> std::io::Result<PathBuf> {
        std::fs::create_dir_all(&self.folder)?;
        self.make_room(bytes.len() as u64)?;
        let path = self.path(key, bytes);
        write_whole(&path, bytes)?;
        Ok(path)
    }

    fn path(&self, key: u64, bytes: &[u8]) -> PathBuf {
        let mut contents = ContentHash::new();
        contents.add(bytes);
        let name = format!("{key:016x}-{:016x}{}", contents.value(), self.ending);
        self.folder.join(name)
    }

    fn make_room(&self, wanted: u64) -> std::io::Result<()> {
        let entry = |entry: std::fs::DirEntry| {
            let metadata = entry.metadata().ok()?;
            Some((metadata.modified().ok()?, entry.path(), metadata.len()))
        };
        let mut kept: Vec<_> = std::fs::read_dir(&self.folder)?
            .flatten()
            .filter_map(entry)
            .collect();
        kept.sort();
        let mut files = kept.len() + 1;
        let mut bytes = wanted + kept.iter().map(|(.., len)| len).sum::<u64>();
        for (_, path, len) in &kept {
            if files <= self.most_files && bytes <= self.most_bytes {
                break;
            }
            let _ = std::fs::remove_file(Path::new(path));
            files -= 1;
            bytes -= len;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::convert::Infallible;

    fn cache(folder: &tempfile::TempDir) -> Cache {
        Cache {
            folder: folder.path().join("cache"),
            ending: ".bc",
            most_files: 3,
            most_bytes: 1000,
        }
    }

    /// What is found, and whether it had to be made.
    fn get(cache: &Cache, key: u64, contents: &[u8]) -> (Vec<u8>, bool) {
        let mut made = false;
        let make = || {
            made = true;
            Ok::<_, Infallible>(contents.to_vec())
        };
        let Ok(kept) = cache.get_or_make(key, make);
        let bytes = match kept {
            Kept::File(path) => std::fs::read(path).expect("it is there"),
            Kept::Bytes(bytes) => bytes,
        };
        (bytes, made)
    }

    #[test]
    fn what_was_made_once_is_not_made_again() {
        let folder = tempfile::tempdir().unwrap();
        let cache = cache(&folder);
        assert_eq!(get(&cache, 1, b"one"), (b"one".to_vec(), true));
        assert_eq!(get(&cache, 1, b"other"), (b"one".to_vec(), false));
        assert_eq!(get(&cache, 2, b"two"), (b"two".to_vec(), true));
    }

    #[test]
    fn a_damaged_entry_is_made_anew() {
        let folder = tempfile::tempdir().unwrap();
        let cache = cache(&folder);
        get(&cache, 1, b"whole");
        let path = cache.find(1).expect("it was kept");
        for damage in [&b"whol"[..], b"Whole", b""] {
            std::fs::write(&path, damage).unwrap();
            assert_eq!(get(&cache, 1, b"whole"), (b"whole".to_vec(), true));
        }
    }

    #[test]
    fn the_oldest_go_when_there_are_too_many_or_too_large_ones() {
        let folder = tempfile::tempdir().unwrap();
        let cache = cache(&folder);
        let age = |key: u64, seconds: u64| {
            let time = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(seconds);
            let file = File::options().append(true).open(cache.find(key).unwrap());
            file.unwrap().set_modified(time).unwrap();
        };
        for key in 1..=3 {
            get(&cache, key, b"small");
        }
        for (key, seconds) in [(1, 30), (2, 10), (3, 20)] {
            age(key, seconds);
        }
        get(&cache, 4, b"small");
        assert!(cache.find(2).is_none() && cache.find(3).is_some());
        age(3, 5);
        age(1, 6);
        age(4, 7);
        get(&cache, 5, &[7; 995]);
        let left: Vec<bool> = (1..=5).map(|key| cache.find(key).is_some()).collect();
        assert_eq!(left, [false, false, false, true, true]);
    }

    #[test]
    fn a_folder_that_cannot_be_written_is_no_failure() {
        let folder = tempfile::tempdir().unwrap();
        let cache = cache(&folder);
        std::fs::write(&cache.folder, "a file in its place").unwrap();
        assert_eq!(get(&cache, 1, b"one"), (b"one".to_vec(), true));
    }
}
