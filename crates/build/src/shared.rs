//! What `pleach cc -shared` made, in a program: one object that is taken in whole. Its symbols are
//! made weak first, so that it stands behind the program's own and behind earlier libraries, as
//! where a dynamic linker puts it.

use crate::arguments::{Item, Product, Request};
use crate::libraries::{Kind, is_shared_name, kind};
use crate::{BuildError, bitcode, tools};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The items of a link, with such libraries replaced by objects in `scratch`. One that is named
/// several times is taken in once, where it stands first. Inside of other libraries nothing is
/// replaced: they leave libraries to the program.
pub fn taken_in(
    request: &Request,
    items: &[Item],
    product: Product,
    scratch: &Path,
) -> Result<Vec<Item>, BuildError> {
    if product != Product::Program {
        return Ok(items.to_vec());
    }
    let mut taken = BTreeSet::new();
    let mut all = Vec::with_capacity(items.len());
    for item in items {
        let Some(library) = library_of(request, item) else {
            all.push(item.clone());
            continue;
        };
        let same = library.canonicalize().unwrap_or_else(|_| library.clone());
        if taken.insert(same) {
            let object = scratch.join(format!("shared-{}.o", taken.len()));
            weaken(&library, &object, scratch)?;
            all.push(Item::File(object));
        }
    }
    Ok(all)
}

/// The file of ours that an item names, as a file or with `-l`.
fn library_of(request: &Request, item: &Item) -> Option<PathBuf> {
    let path = match item {
        Item::File(path) => path.clone(),
        Item::Library(name) => named(&request.library_dirs, &name.to_string_lossy())?,
        Item::Word(_) | Item::Source { .. } => return None,
    };
    (is_shared_name(&path) && kind(&path) == Kind::Object).then_some(path)
}

/// `-lNAME`: the first folder with a library of that name has it, a shared one before a static one.
fn named(folders: &[PathBuf], name: &str) -> Option<PathBuf> {
    let files = match name.strip_prefix(':') {
        Some(exact) => vec![exact.to_owned()],
        None => [".so", ".a"]
            .map(|ending| format!("lib{name}{ending}"))
            .into(),
    };
    let mut candidates = folders
        .iter()
        .flat_map(|folder| files.iter().map(|file| folder.join(file)));
    candidates.find(|path| path.is_file())
}

fn weaken(library: &Path, object: &Path, scratch: &Path) -> Result<(), BuildError> {
    let mut command = Command::new(tools::objcopy()?);
    command.args(["--localize-hidden", "--weaken"]);
    let modules = bitcode::modules_of(library)?;
    if !modules.is_empty() {
        let whole = pleach_ir::join_library(&modules).map_err(|source| BuildError::Join {
            path: library.to_owned(),
            source,
        })?;
        let file = scratch.join("shared.bc");
        let unwritable = |source| BuildError::Unwritable {
            path: file.clone(),
            source,
        };
        std::fs::write(&file, whole).map_err(unwritable)?;
        let mut section = std::ffi::OsString::from(format!("{}=", bitcode::SECTION_NAME));
        section.push(&file);
        command.arg("--update-section").arg(section);
    }
    command.arg(library).arg(object);
    let output = command.output().map_err(|source| BuildError::Start {
        program: command.get_program().into(),
        source,
    })?;
    if output.status.success() {
        return Ok(());
    }
    Err(BuildError::Unreadable {
        path: library.to_owned(),
        source: std::io::Error::other(String::from_utf8_lossy(&output.stderr).trim().to_owned()),
    })
}
