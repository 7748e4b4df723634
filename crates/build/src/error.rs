//! Why a build cannot go on. What the compilers say themselves goes straight to the user.

use std::io;
use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    #[error("{tool} was not found ({}); install it (Debian: {package})", tried.join(", "))]
    NoTool {
        tool: &'static str,
        tried: Vec<String>,
        package: &'static str,
    },
    #[error(
        "the C library musl was not found; install it (Debian: musl-dev), or name its folder (with include and lib in it) in PLEACH_MUSL, or build against the system's library with PLEACH_CC_LIBC=host"
    )]
    NoMusl,
    #[error("PLEACH_CC_LIBC is `{0}`; it can be musl or host")]
    UnknownLibc(String),
    #[error(
        "-fsanitize=address has no runtime for musl; build without PLEACH_CC_LIBC=musl, against the system's library"
    )]
    NoRuntime,
    #[error("{}: cannot be read: {source}", path.display())]
    Unreadable { path: PathBuf, source: io::Error },
    #[error("{}: cannot be written: {source}", path.display())]
    Unwritable { path: PathBuf, source: io::Error },
    #[error("{} cannot be started: {source}", program.display())]
    Start { program: PathBuf, source: io::Error },
    #[error("{0} needs a value")]
    NoValue(String),
    #[error("no input files")]
    NoInput,
    #[error(
        "cannot find -l{0}: no static library or one made by pleach cc in the folders given with -L"
    )]
    NoLibrary(String),
    #[error(
        "{}: a shared library from elsewhere; the program is linked statically against musl: build the library with pleach cc, or give its static one", path.display()
    )]
    SharedLibrary { path: PathBuf },
    #[error("{}: damaged: {what}", path.display())]
    Damaged { path: PathBuf, what: &'static str },
    #[error("{}: its bitcode cannot be joined: {source}", path.display())]
    Join {
        path: PathBuf,
        source: pleach_ir::LoadError,
    },
    #[error("{}: no such file; name the folder of a Rust package", .0.display())]
    NoManifest(PathBuf),
    #[error("cargo: {0}")]
    Cargo(String),
    #[error("cargo could not build the package: see above")]
    CargoFailed,
    #[error("cargo built `{0}`, but left no bitcode of it")]
    NoCrateBitcode(String),
    #[error("a workspace and no package itself; name the folder of one of: {0}")]
    Workspace(String),
    #[error("no program `{wanted}` in this package; it has: {there}")]
    NoBin { wanted: String, there: String },
    #[error("no program in this package, only a library; run one of its tests with --test NAME")]
    NoProgram,
    #[error("several programs in this package; choose one with --bin: {0}")]
    WhichBin(String),
    #[error("say what to build: pleach build -- make -j2")]
    NoCommand,
}
