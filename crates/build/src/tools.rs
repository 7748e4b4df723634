//! The programs and folders that a compilation needs, and what the environment chooses.

use crate::arguments::Request;
use crate::{BuildError, Driver};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Which C library the native program is built against.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Libc {
    /// Statically; the same library that is under a program in the engine.
    Musl,
    /// The system's own, dynamically. The only choice for C++, whose library needs it, and for
    /// sanitizers, whose runtimes do.
    Host,
}

impl Libc {
    pub fn chosen(request: &Request) -> Result<Libc, BuildError> {
        let sanitized = request.needs_native_runtime();
        match std::env::var("PLEACH_CC_LIBC").as_deref() {
            _ if request.driver == Driver::Cxx => Ok(Libc::Host),
            Ok("musl") if sanitized => Err(BuildError::NoRuntime),
            Err(_) | Ok("") if sanitized => Ok(Libc::Host),
            Err(_) | Ok("" | "musl") => Ok(Libc::Musl),
            Ok("host") => Ok(Libc::Host),
            Ok(other) => Err(BuildError::UnknownLibc(other.to_owned())),
        }
    }
}

/// Words of a variable in the environment.
pub fn words_of(variable: &str) -> Option<Vec<OsString>> {
    let text = std::env::var(variable).ok()?;
    Some(text.split_whitespace().map(OsString::from).collect())
}

/// By its full path where possible: `clang` in the path may be ourselves, see [`crate::build`].
pub fn clang() -> Result<PathBuf, BuildError> {
    find(
        "clang",
        "PLEACH_CLANG",
        &["/usr/lib/llvm-22/bin/clang", "clang-22"],
        "clang-22",
    )
}

pub fn linker() -> Result<PathBuf, BuildError> {
    find(
        "a linker",
        "PLEACH_LD",
        &["ld", "ld.lld-22", "ld.lld"],
        "binutils",
    )
}

/// Objects are native ones, so any of them does.
pub fn binutil(name: &'static str) -> Result<PathBuf, BuildError> {
    let own = match name {
        "ar" => "/usr/lib/llvm-22/bin/llvm-ar",
        "ranlib" => "/usr/lib/llvm-22/bin/llvm-ranlib",
        _ => "/usr/lib/llvm-22/bin/llvm-nm",
    };
    find(name, "PLEACH_BINUTIL", &[own, name], "binutils")
}

pub fn objcopy() -> Result<PathBuf, BuildError> {
    let candidates = ["/usr/lib/llvm-22/bin/llvm-objcopy", "objcopy"];
    find("objcopy", "PLEACH_OBJCOPY", &candidates, "llvm-22")
}

fn find(
    tool: &'static str,
    variable: &str,
    candidates: &[&str],
    package: &'static str,
) -> Result<PathBuf, BuildError> {
    let chosen = std::env::var_os(variable).map(PathBuf::from);
    let candidates: Vec<PathBuf> = match chosen {
        Some(path) => vec![path],
        None => candidates.iter().map(PathBuf::from).collect(),
    };
    let found = candidates.iter().find_map(|name| in_path(name));
    found.ok_or_else(|| BuildError::NoTool {
        tool,
        tried: candidates.iter().map(|p| p.display().to_string()).collect(),
        package,
    })
}

fn in_path(name: &Path) -> Option<PathBuf> {
    if name.components().count() > 1 {
        return name.is_file().then(|| name.to_owned());
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|folder| folder.join(name))
        .find(|candidate| candidate.is_file())
}

/// Where musl's headers and its static library are.
#[derive(Debug)]
pub struct Musl {
    pub include: PathBuf,
    pub lib: PathBuf,
}

/// Debian's, Alpine-like and hand-made installations.
const MUSL: &[(&str, &str)] = &[
    (
        "/usr/include/x86_64-linux-musl",
        "/usr/lib/x86_64-linux-musl",
    ),
    ("/usr/lib/musl/include", "/usr/lib/musl/lib"),
    ("/usr/local/musl/include", "/usr/local/musl/lib"),
];

impl Musl {
    pub fn find() -> Result<Musl, BuildError> {
        let places = match std::env::var_os("PLEACH_MUSL").map(PathBuf::from) {
            Some(folder) => vec![(folder.join("include"), folder.join("lib"))],
            None => MUSL
                .iter()
                .map(|(include, lib)| (include.into(), lib.into()))
                .collect(),
        };
        places
            .into_iter()
            .find(|(include, lib)| {
                include.join("stdio.h").is_file() && lib.join("libc.a").is_file()
            })
            .map(|(include, lib)| Musl { include, lib })
            .ok_or(BuildError::NoMusl)
    }
}

/// What the compiler itself calls (128-bit division, cleanups): gcc's library, the newest.
pub fn compiler_libraries() -> Vec<PathBuf> {
    let root = Path::new("/usr/lib/gcc/x86_64-linux-gnu");
    let mut versions: Vec<(u32, PathBuf)> = std::fs::read_dir(root)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| {
            let version = entry.file_name().to_string_lossy().parse().unwrap_or(0);
            (version, entry.path())
        })
        .filter(|(_, path)| path.join("libgcc.a").is_file())
        .collect();
    versions.sort();
    let Some((_, newest)) = versions.pop() else {
        return Vec::new();
    };
    let names = ["libgcc.a", "libgcc_eh.a"].map(|name| newest.join(name));
    names.into_iter().filter(|path| path.is_file()).collect()
}
