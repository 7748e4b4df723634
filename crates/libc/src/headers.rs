//! The library's headers, unpacked where a compiler can read them.

use std::io;
use std::path::{Path, PathBuf};
use std::{env, fs};

static HEADERS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/headers.rs"));

#[derive(Debug, thiserror::Error)]
pub enum HeadersError {
    #[error("the C library's headers cannot be unpacked into {}: {source}", folder.display())]
    Unpack { folder: PathBuf, source: io::Error },
}

/// A folder for `-isystem`. It is in the user's cache folder, named by what it holds, and filled
/// once; where there is no such folder, one for temporary files serves.
pub fn headers() -> Result<PathBuf, HeadersError> {
    let name = format!("headers-{:016x}", hash());
    let mut last = None;
    for base in candidates() {
        let folder = base.join(&name);
        if folder.join(COMPLETE).is_file() {
            return Ok(folder);
        }
        match unpack(&base, &folder) {
            Ok(()) => return Ok(folder),
            Err(source) => last = Some(HeadersError::Unpack { folder, source }),
        }
    }
    Err(last.unwrap_or_else(|| HeadersError::Unpack {
        folder: PathBuf::from(name),
        source: io::Error::other("there is no folder to use"),
    }))
}

/// Present once all the rest is.
const COMPLETE: &str = ".complete";

fn candidates() -> Vec<PathBuf> {
    let named = |name: &str| {
        env::var_os(name)
            .filter(|value| !value.is_empty())
            .map(PathBuf::from)
    };
    let cache = named("XDG_CACHE_HOME")
        .filter(|path| path.is_absolute())
        .or_else(|| named("HOME").map(|home| home.join(".cache")));
    let mut all: Vec<PathBuf> = cache.map(|c| c.join("pleach")).into_iter().collect();
    // A folder that others may write to must not be shared with them: the name says whose it is.
    let user = named("USER").unwrap_or_else(|| PathBuf::from("user"));
    let user = user.to_string_lossy().replace('/', "-");
    all.push(env::temp_dir().join(format!("pleach-{user}")));
    all
}

/// Fills a folder beside the final one and gives it its name: nobody sees a half-filled one.
fn unpack(base: &Path, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(base)?;
    let scratch = base.join(format!("headers-{}.new", std::process::id()));
    let _ = fs::remove_dir_all(&scratch);
    for (name, text) in HEADERS {
        let path = scratch.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        fs::write(path, text)?;
    }
    fs::write(scratch.join(COMPLETE), "")?;
    match fs::rename(&scratch, folder) {
        Ok(()) => Ok(()),
        // Another process was faster.
        Err(_) if folder.join(COMPLETE).is_file() => fs::remove_dir_all(&scratch),
        Err(error) => Err(error),
    }
}

fn hash() -> u64 {
    HEADERS
        .iter()
        .flat_map(|(name, text)| name.bytes().chain([0]).chain(text.bytes()).chain([0]))
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_there_and_generated() {
        let folder = headers().unwrap();
        assert_eq!(folder, headers().unwrap());
        let types = fs::read_to_string(folder.join("bits/alltypes.h")).unwrap();
        assert!(types.contains("#if defined(__NEED_size_t)"));
        let calls = fs::read_to_string(folder.join("bits/syscall.h")).unwrap();
        assert!(calls.contains("SYS_exit_group"));
        assert!(folder.join("stdio.h").is_file());
    }
}
