//! `-l` names to files. Done here and not by the linker, because a shared library from elsewhere
//! cannot be used at all; those of ours are objects by now, see [`crate::shared`].

use crate::BuildError;
use crate::arguments::Request;
use crate::tools::Musl;
use std::ffi::OsStr;
use std::io::Read;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// Part of musl's libc, or added to every link anyway.
const CONTAINED: &[&str] = &[
    "c",
    "m",
    "pthread",
    "dl",
    "rt",
    "util",
    "crypt",
    "resolv",
    "xnet",
    "gcc",
    "gcc_s",
    "gcc_eh",
    "ssp",
    "ssp_nonshared",
];

/// What a file is to a static link.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A relocatable object, whatever its name.
    Object,
    /// A real shared library.
    Shared,
    /// An archive, a linker script, nothing that can be read.
    Other,
}

pub fn kind(path: &Path) -> Kind {
    let mut head = [0; 18];
    let read = std::fs::File::open(path).and_then(|mut file| file.read_exact(&mut head));
    match (read, &head[..4], head[16]) {
        (Ok(()), b"\x7fELF", 1) => Kind::Object,
        (Ok(()), b"\x7fELF", 3) => Kind::Shared,
        _ => Kind::Other,
    }
}

pub struct Libraries<'a> {
    request: &'a Request,
    musl: &'a Musl,
}

impl<'a> Libraries<'a> {
    pub fn new(request: &'a Request, musl: &'a Musl) -> Self {
        Libraries { request, musl }
    }

    /// The file of `-lNAME`, if the link needs one.
    pub fn library(&self, name: &OsStr) -> Result<Option<PathBuf>, BuildError> {
        let Some(path) = self.search(name) else {
            if name.to_str().is_some_and(|name| CONTAINED.contains(&name)) {
                return Ok(None);
            }
            let name = name.to_string_lossy().into_owned();
            return Err(BuildError::NoLibrary(name));
        };
        self.file(&path)
    }

    /// A file that was named itself.
    pub fn file(&self, path: &Path) -> Result<Option<PathBuf>, BuildError> {
        match kind(path) {
            Kind::Shared => Err(BuildError::SharedLibrary {
                path: path.to_owned(),
            }),
            Kind::Object | Kind::Other => Ok(Some(path.to_owned())),
        }
    }

    fn search(&self, name: &OsStr) -> Option<PathBuf> {
        let own = self.request.library_dirs.iter();
        let folders = own.chain(std::iter::once(&self.musl.lib));
        let mut file = std::ffi::OsString::from("lib");
        file.push(name);
        file.push(".a");
        if let Some(exact) = name.as_bytes().strip_prefix(b":") {
            let exact = OsStr::from_bytes(exact);
            return folders.map(|f| f.join(exact)).find(|path| path.is_file());
        }
        folders.map(|f| f.join(&file)).find(|path| path.is_file())
    }
}

/// `libx.so`, `libx.so.1.2`, also plugins without the `lib`.
pub fn is_shared_name(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    name.ends_with(".so") || name.contains(".so.")
}
