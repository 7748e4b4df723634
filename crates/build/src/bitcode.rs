//! The bitcode inside native files: found, taken apart, joined.

use crate::BuildError;
use crate::cache::{Cache, Kept};
use crate::support::cache_folder;
use pleach_ir::ContentHash;
use std::io::Write;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

/// What clang calls it.
const CLANGS_SECTION: &[u8] = b".llvmbc";
/// What it is called afterwards. As long as clang's name, so that it fits in its place.
pub const SECTION_NAME: &str = ".pleach";
const SECTION: &[u8] = SECTION_NAME.as_bytes();

/// The whole program in bitcode, for a path that the user gave as a program.
#[derive(Debug)]
pub enum Found {
    /// A file of bitcode.
    File(PathBuf),
    /// Taken out of the program itself.
    Bytes(Vec<u8>),
}

/// Looks for the bitcode of a program made by `pleach cc`: beside it, or in it when the file
/// beside it is older or gone. `None` if the path names no program, or one without bitcode.
pub fn program_bitcode(program: &Path) -> Result<Option<Found>, BuildError> {
    let modified = |path: &Path| std::fs::metadata(path).and_then(|m| m.modified()).ok();
    let beside = beside(program);
    let inside = modules_of(program)?;
    let fresh = modified(&beside) >= modified(program);
    if beside.is_file() && (fresh || inside.is_empty()) {
        return Ok(Some(Found::File(beside)));
    }
    if !inside.is_empty() {
        return joined_once(program, inside).map(Some);
    }
    // What libtool leaves in the program's place is a script that calls this one.
    let hidden = program
        .parent()
        .zip(program.file_name())
        .map(|(folder, name)| folder.join(".libs").join(name));
    match hidden {
        Some(hidden) if hidden.is_file() => program_bitcode(&hidden),
        _ => Ok(None),
    }
}

pub fn beside(program: &Path) -> PathBuf {
    let mut name = program.as_os_str().to_owned();
    name.push(".bc");
    name.into()
}

/// Writes `PROGRAM.bc`; `false` if there is no bitcode in it. What an earlier link left goes.
pub fn write_beside(program: &Path) -> Result<bool, BuildError> {
    let path = beside(program);
    let modules = modules_of(program)?;
    if modules.is_empty() {
        let _ = std::fs::remove_file(&path);
        return Ok(false);
    }
    let whole = join(program, modules)?;
    match write_whole(&path, &whole) {
        Ok(()) => Ok(true),
        Err(source) => Err(BuildError::Unwritable { path, source }),
    }
}

/// Joins the modules inside of a program, or finds that this was done before: for a large program
/// it takes many seconds.
fn joined_once(program: &Path, modules: Vec<Vec<u8>>) -> Result<Found, BuildError> {
    if modules.len() == 1 {
        return join(program, modules).map(Found::Bytes);
    }
    let mut hash = ContentHash::new();
    hash.add(env!("CARGO_PKG_VERSION").as_bytes());
    modules.iter().for_each(|module| hash.add(module));
    let kept = joined().get_or_make(hash.value(), || join(program, modules))?;
    Ok(match kept {
        Kept::File(path) => Found::File(path),
        Kept::Bytes(bytes) => Found::Bytes(bytes),
    })
}

fn joined() -> Cache {
    Cache {
        folder: cache_folder().join("joined"),
        ending: ".bc",
        most_files: 32,
        most_bytes: 1 << 30,
    }
}

/// Whole or not at all, also when two processes write it.
pub fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let readable = std::os::unix::fs::PermissionsExt::from_mode(0o644);
    let mut file = tempfile::Builder::new()
        .prefix(".pleach-")
        .permissions(readable)
        .tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

fn join(program: &Path, mut modules: Vec<Vec<u8>>) -> Result<Vec<u8>, BuildError> {
    if modules.len() == 1 {
        return Ok(modules.remove(0));
    }
    pleach_ir::join_bitcode(&modules).map_err(|source| BuildError::Join {
        path: program.to_owned(),
        source,
    })
}

/// The modules in an object or a program; none if it is something else.
pub fn modules_of(path: &Path) -> Result<Vec<Vec<u8>>, BuildError> {
    let unreadable = |source| BuildError::Unreadable {
        path: path.to_owned(),
        source,
    };
    if !path.is_file() {
        return Ok(Vec::new());
    }
    let bytes = std::fs::read(path).map_err(unreadable)?;
    let damaged = |what| BuildError::Damaged {
        path: path.to_owned(),
        what,
    };
    let Some(section) = elf_section(&bytes, SECTION) else {
        return Ok(Vec::new());
    };
    let mut modules = Vec::new();
    let mut rest = section.contents;
    while let Some(start) = rest.iter().position(|&byte| byte != 0) {
        let len = module_len(&rest[start..]).ok_or_else(|| damaged("its bitcode is cut off"))?;
        modules.push(rest[start..start + len].to_vec());
        rest = &rest[start + len..];
    }
    Ok(modules)
}

fn number<const N: usize>(bytes: &[u8], at: usize) -> Option<usize> {
    let mut wide = [0; 8];
    wide[..N].copy_from_slice(bytes.get(at..at.checked_add(N)?)?);
    usize::try_from(u64::from_le_bytes(wide)).ok()
}

/// Gives the bitcode in an object its lasting name. Under clang's, plugins of other versions
/// of LLVM in `ar` and `ld` take the object for bitcode and nothing else.
pub fn rename_section(object: &Path) -> Result<(), BuildError> {
    if !object.is_file() {
        return Ok(());
    }
    let unwritable = |source| BuildError::Unwritable {
        path: object.to_owned(),
        source,
    };
    let bytes = std::fs::read(object).map_err(unwritable)?;
    let Some(section) = elf_section(&bytes, CLANGS_SECTION) else {
        return Ok(());
    };
    let file = std::fs::OpenOptions::new().write(true).open(object);
    file.and_then(|file| file.write_all_at(SECTION, section.name as u64))
        .map_err(unwritable)
}

struct Section<'a> {
    /// Where its name is in the file.
    name: usize,
    contents: &'a [u8],
}

/// A section of a 64-bit little-endian ELF file.
fn elf_section<'a>(bytes: &'a [u8], name: &[u8]) -> Option<Section<'a>> {
    if !bytes.starts_with(b"\x7fELF\x02\x01") {
        return None;
    }
    let table = number::<8>(bytes, 0x28)?;
    let entry = number::<2>(bytes, 0x3A)?;
    let header = |index: usize| bytes.get(table.checked_add(index.checked_mul(entry)?)?..);
    // With too many sections for its field, the count is in the first header.
    let count = match number::<2>(bytes, 0x3C)? {
        0 => number::<8>(header(0)?, 0x20)?,
        count => count,
    };
    let names = match number::<2>(bytes, 0x3E)? {
        0xFFFF => number::<4>(header(0)?, 0x28)?,
        index => index,
    };
    let names = number::<8>(header(names)?, 0x18)?;
    (0..count).find_map(|index| {
        let header = header(index)?;
        let at = names.checked_add(number::<4>(header, 0)?)?;
        let found = bytes.get(at..)?;
        if !found.starts_with(name) || found.get(name.len()) != Some(&0) {
            return None;
        }
        let start = number::<8>(header, 0x18)?;
        let end = start.checked_add(number::<8>(header, 0x20)?)?;
        let contents = bytes.get(start..end)?;
        Some(Section { name: at, contents })
    })
}

const MAGIC: &[u8] = b"BC\xC0\xDE";

/// How long the first of several modules is that stand behind each other. After the magic
/// word come blocks: two bits that say so, a number, the width of abbreviations inside, then
/// at the next multiple of four bytes the length in words.
fn module_len(bytes: &[u8]) -> Option<usize> {
    const ENTER_BLOCK: u64 = 1;
    if !bytes.starts_with(MAGIC) {
        return None;
    }
    let mut at = MAGIC.len();
    while at < bytes.len() && !bytes[at..].starts_with(MAGIC) {
        let mut bits = Bits {
            bytes: bytes.get(at..)?,
            at: 0,
        };
        if bits.take(2)? != ENTER_BLOCK {
            // Padding between sections.
            return bytes[at..].starts_with(&[0]).then_some(at);
        }
        bits.variable(8)?;
        bits.variable(4)?;
        let header = bits.at.div_ceil(32) * 4;
        let words = number::<4>(bytes, at + header)?;
        at = at
            .checked_add(header + 4)?
            .checked_add(words.checked_mul(4)?)?;
    }
    (at <= bytes.len()).then_some(at)
}

struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Bits<'_> {
    fn take(&mut self, width: usize) -> Option<u64> {
        let mut value = 0;
        for bit in 0..width {
            let byte = *self.bytes.get((self.at + bit) / 8)?;
            value |= u64::from(byte >> ((self.at + bit) % 8) & 1) << bit;
        }
        self.at += width;
        Some(value)
    }

    /// Groups of `width` bits, the highest of which says that another follows. The value is
    /// of no interest here.
    fn variable(&mut self, width: usize) -> Option<()> {
        while self.take(width)? >> (width - 1) != 0 {}
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_are_no_programs_hold_no_modules() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        for bytes in [&b""[..], b"#!/bin/sh\n", b"\x7fELF\x02\x01", &[0x7f; 100]] {
            std::fs::write(&path, bytes).unwrap();
            assert!(modules_of(&path).unwrap().is_empty());
        }
    }

    #[test]
    fn a_cut_off_module_is_seen() {
        assert_eq!(module_len(b"BC\xC0\xDE"), Some(4));
        assert_eq!(module_len(b"BC\xC0\xDE\x35\x14\0\0\x05\0\0\0"), None);
        assert_eq!(module_len(b"something else"), None);
        let whole = b"BC\xC0\xDE\x35\x14\0\0\x01\0\0\0wordBC\xC0\xDE";
        assert_eq!(module_len(whole), Some(16));
    }
}
