//! Inputs that stand for bitcode: native programs made by `pleach cc`, and Rust packages.

use crate::arguments::FrontArgs;
use crate::failure::Failure;
use crate::intact;
use pleach_build::{CargoTarget, Found};
use pleach_ir::{Inputs, LoadOptions, NameError, find_symbol};
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// Inputs, linked with each other.
pub struct Read {
    pub inputs: Inputs,
    /// Of the program, as it sees it.
    pub name: Vec<u8>,
    /// Where to start, if the inputs say so.
    pub entry: Option<String>,
}

pub fn read(front: &FrontArgs, options: &LoadOptions) -> Result<Read, Failure> {
    if let Some(path) = &front.cargo {
        return read_package(path, front, options);
    }
    let files = with_bitcode(&front.files)?;
    intact::check(&files.paths, front)?;
    Ok(Read {
        inputs: Inputs::read(&files.paths, options).map_err(Failure::bad_input)?,
        name: front.files[0].as_os_str().as_encoded_bytes().to_vec(),
        entry: None,
    })
}

fn read_package(path: &Path, front: &FrontArgs, options: &LoadOptions) -> Result<Read, Failure> {
    let target = match (&front.bin, &front.test) {
        (Some(name), _) => CargoTarget::Bin(name.clone()),
        (None, Some(name)) => CargoTarget::Test(name.clone()),
        (None, None) => CargoTarget::Program,
    };
    let built = pleach_build::cargo(path, &target).map_err(Failure::bad_input)?;
    let name = built.name.into_bytes();
    let read = |file: &PathBuf| {
        Inputs::read(std::slice::from_ref(file), options).map_err(Failure::bad_input)
    };
    let Some(test) = &front.test else {
        let inputs = read(&built.bitcode[0])?;
        let entry = None;
        return Ok(Read {
            inputs,
            name,
            entry,
        });
    };
    for file in &built.bitcode {
        let inputs = read(file)?;
        if let Some(entry) = rust_function(&inputs.defined_functions(), test)? {
            let entry = Some(entry);
            return Ok(Read {
                inputs,
                name,
                entry,
            });
        }
    }
    Err(Failure::BadInput(format!(
        "no test function `{test}` in this package"
    )))
}

/// The symbol of a Rust function, by its path or the end of it.
fn rust_function(symbols: &[String], wanted: &str) -> Result<Option<String>, Failure> {
    match find_symbol(symbols.iter().map(String::as_str), wanted) {
        Ok(at) => Ok(Some(symbols[at].clone())),
        Err(NameError::Unknown(_)) => Ok(None),
        Err(several) => Err(Failure::bad_input(several)),
    }
}

/// What is to be loaded.
struct Files {
    paths: Vec<PathBuf>,
    /// Bitcode that was taken out of programs; lives as long as the paths are used.
    _taken_out: Vec<tempfile::TempDir>,
}

/// Replaces programs made by `pleach cc` by their bitcode. Everything else stays.
fn with_bitcode(files: &[PathBuf]) -> Result<Files, Failure> {
    let mut inputs = Files {
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

impl Files {
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
