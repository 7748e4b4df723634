//! What every compilation needs of ours, unpacked once into the user's cache folder: the
//! headers that programs include, and the library under a native program that replays tests.

use crate::BuildError;
use crate::tools::{self, Libc, Musl};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

const FILES: &[(&str, &str)] = &[
    (
        "include/klee/klee.h",
        include_str!("../../../runtime/include/klee/klee.h"),
    ),
    (
        "include/pleach.h",
        include_str!("../../../runtime/include/pleach.h"),
    ),
    (
        "replay/replay.c",
        include_str!("../../../runtime/replay/replay.c"),
    ),
    (
        "replay/sanitize.c",
        include_str!("../../../runtime/replay/sanitize.c"),
    ),
];

/// What the library under a native program is made of, without the ending.
const REPLAY: &[&str] = &["replay", "sanitize"];

/// Headers of the kernel, for programs that include them; they belong to no C library.
const KERNEL: &[(&str, &[&str])] = &[
    ("linux", &["/usr/include/linux"]),
    (
        "asm",
        &["/usr/include/x86_64-linux-gnu/asm", "/usr/include/asm"],
    ),
    ("asm-generic", &["/usr/include/asm-generic"]),
    ("mtd", &["/usr/include/mtd"]),
];

pub struct Support {
    folder: PathBuf,
}

impl Support {
    /// Costs one look at the file system when it is there already.
    pub fn unpacked() -> Result<Support, BuildError> {
        let cache = cache_folder();
        let folder = cache.join(format!("build-{:016x}", contents_hash()));
        if !folder.is_dir() {
            unpack(&cache, &folder).map_err(|source| BuildError::Unwritable {
                path: folder.clone(),
                source,
            })?;
        }
        Ok(Support { folder })
    }

    pub fn headers(&self) -> PathBuf {
        self.folder.join("include")
    }

    pub fn kernel_headers(&self) -> PathBuf {
        self.folder.join("kernel")
    }

    /// The functions of `klee/klee.h` for a native program, which take their values from a
    /// test, and those that sanitized code calls. An archive: a program that does not call them does not get them.
    pub fn replay_library(&self, libc: Libc) -> Result<PathBuf, BuildError> {
        let name = match libc {
            Libc::Musl => "libreplay-musl.a",
            Libc::Host => "libreplay-host.a",
        };
        let path = self.folder.join("replay").join(name);
        if !path.is_file() {
            self.compile_replay(libc, &path)?;
        }
        Ok(path)
    }

    /// Several compilers may come here at once: each works in a folder of its own and the
    /// result is put in place whole.
    fn compile_replay(&self, libc: Libc, path: &Path) -> Result<(), BuildError> {
        let unwritable = |source| BuildError::Unwritable {
            path: path.to_owned(),
            source,
        };
        let scratch = tempfile::tempdir_in(&self.folder).map_err(unwritable)?;
        let archive = scratch.path().join("replay.a");
        let mut pack = Command::new(tools::binutil("ar")?);
        pack.arg("rcs").arg(&archive);
        for name in REPLAY {
            let object = scratch.path().join(format!("{name}.o"));
            let mut compile = self.native_compiler(libc)?;
            compile.arg(self.folder.join(format!("replay/{name}.c")));
            compile.arg("-o").arg(&object);
            succeed(&mut compile).map_err(unwritable)?;
            pack.arg(object);
        }
        succeed(&mut pack).map_err(unwritable)?;
        std::fs::rename(&archive, path).map_err(unwritable)
    }

    fn native_compiler(&self, libc: Libc) -> Result<Command, BuildError> {
        let mut compile = Command::new(tools::clang()?);
        compile.args(["-c", "-O1", "-fno-pic", "-fno-pie", "-fno-stack-protector"]);
        if libc == Libc::Musl {
            let musl = Musl::find()?;
            compile
                .arg("-nostdlibinc")
                .arg("-isystem")
                .arg(musl.include);
        }
        compile.arg("-I").arg(self.headers());
        Ok(compile)
    }
}

fn succeed(command: &mut Command) -> io::Result<()> {
    let output = command.output()?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(io::Error::other(said.trim().to_owned()))
}

fn unpack(cache: &Path, folder: &Path) -> io::Result<()> {
    std::fs::create_dir_all(cache)?;
    let scratch = tempfile::Builder::new()
        .prefix(".build-")
        .tempdir_in(cache)?;
    for (name, text) in FILES {
        let path = scratch.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap_or(cache))?;
        std::fs::write(path, text)?;
    }
    let kernel = scratch.path().join("kernel");
    std::fs::create_dir_all(&kernel)?;
    for (name, places) in KERNEL {
        if let Some(place) = places.iter().find(|place| Path::new(place).is_dir()) {
            std::os::unix::fs::symlink(place, kernel.join(name))?;
        }
    }
    match std::fs::rename(scratch.path(), folder) {
        // Someone else was faster, with the same contents.
        Err(_) if folder.is_dir() => Ok(()),
        Err(error) => Err(error),
        Ok(()) => {
            // It is not there any more under this name: nothing to remove.
            let _ = scratch.keep();
            Ok(())
        }
    }
}

/// Where the user keeps what can be made again.
pub fn cache_folder() -> PathBuf {
    let home = || Some(PathBuf::from(std::env::var_os("HOME")?).join(".cache"));
    std::env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .filter(|path| path.is_absolute())
        .or_else(home)
        .unwrap_or_else(std::env::temp_dir)
        .join("pleach")
}

/// FNV-1a.
fn contents_hash() -> u64 {
    FILES
        .iter()
        .flat_map(|(name, text)| name.bytes().chain(text.bytes()))
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        })
}
