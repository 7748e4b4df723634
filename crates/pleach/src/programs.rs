//! Native programs as inputs: each stands for its bitcode.

use crate::failure::Failure;
use pleach_build::Found;
use std::io::Read;
use std::path::{Path, PathBuf};

/// What is to be loaded.
pub struct Inputs {
    pub paths: Vec<PathBuf>,
    /// Bitcode that was taken out of programs; lives as long as the paths are used.
    _taken_out: Vec<tempfile::TempDir>,
}

/// Replaces programs made by `pleach cc` by their bitcode. Everything else stays.
pub fn with_bitcode(files: &[PathBuf]) -> Result<Inputs, Failure> {
    let mut inputs = Inputs {
        paths: Vec::with_capacity(files.len()),
        _taken_out: Vec::new(),
    };
    for file in files {
        let path = match kind(file) {
            Kind::Other => file.clone(),
            kind => match pleach_build::program_bitcode(file).map_err(Failure::bad_input)? {
                Some(Found::File(path)) => path,
                Some(Found::Bytes(bytes)) => inputs.take_out(&bytes).map_err(Failure::broken)?,
                None if kind == Kind::Script => file.clone(),
                None => {
                    return Err(Failure::BadInput(format!(
                        "{}: a native program without bitcode; build it with pleach cc",
                        file.display()
                    )));
                }
            },
        };
        inputs.paths.push(path);
    }
    Ok(inputs)
}

impl Inputs {
    fn take_out(&mut self, bitcode: &[u8]) -> std::io::Result<PathBuf> {
        let folder = tempfile::Builder::new().prefix("pleach-").tempdir()?;
        let path = folder.path().join("program.bc");
        std::fs::write(&path, bitcode)?;
        self._taken_out.push(folder);
        Ok(path)
    }
}

#[derive(PartialEq, Eq)]
enum Kind {
    Native,
    /// libtool leaves one in the place of a program.
    Script,
    Other,
}

fn kind(path: &Path) -> Kind {
    let mut head = [0; 4];
    if path.is_dir() {
        return Kind::Other;
    }
    let read = std::fs::File::open(path).and_then(|mut file| file.read_exact(&mut head));
    match (read, &head) {
        (Ok(()), b"\x7fELF") => Kind::Native,
        (Ok(()), [b'#', b'!', ..]) => Kind::Script,
        _ => Kind::Other,
    }
}
