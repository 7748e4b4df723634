//! Objects to a program, and its bitcode beside it.

use crate::arguments::{Item, Product, Request};
use crate::compile::{Compiler, code, run};
use crate::libraries::{Kind, Libraries, is_shared_name, kind};
use crate::tools::{self, Libc, Musl};
use crate::{BuildError, bitcode, compile, project, shared};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

pub fn link(
    request: &Request,
    compiler: &Compiler,
    product: Product,
    items: &[Item],
) -> Result<u8, BuildError> {
    let scratch = compile::scratch()?;
    let items = &shared::taken_in(request, items, product, scratch.path())?;
    let output = request.output.clone().unwrap_or_else(|| "a.out".into());
    let mut command = match (product, compiler.libc) {
        (Product::Program, Libc::Musl) => static_program(request, compiler, items)?,
        (Product::Program, Libc::Host) => host_program(request, compiler, items)?,
        (Product::SharedLibrary | Product::Object, _) => one_object(request, items, product)?,
    };
    command.arg("-o").arg(&output);
    let status = run(&mut command)?;
    if !status.success() {
        return Ok(code(status));
    }
    match product {
        Product::Program => finish(&output, items),
        Product::SharedLibrary => {
            eprintln!(
                "pleach: {}: made as one object: programs that are linked with it take it in whole",
                output.display()
            );
            Ok(0)
        }
        Product::Object => Ok(0),
    }
}

fn finish(output: &Path, items: &[Item]) -> Result<u8, BuildError> {
    for item in items {
        if let Item::File(path) = item
            && kind(path) == Kind::Object
            && bitcode::modules_of(path)?.is_empty()
        {
            eprintln!(
                "pleach: {}: has no bitcode: a program under test cannot call what it defines",
                path.display()
            );
        }
    }
    if bitcode::write_beside(output)? {
        project::record(output);
    }
    Ok(0)
}

/// Every library is looked up before the linker sees it; see [`Libraries`].
fn static_program(
    request: &Request,
    compiler: &Compiler,
    items: &[Item],
) -> Result<Command, BuildError> {
    let musl = Musl::find()?;
    let libraries = Libraries::new(request, &musl);
    let mut command = Command::new(tools::linker()?);
    command.args([
        "-static",
        "-nostdlib",
        "--eh-frame-hdr",
        "-z",
        "noexecstack",
    ]);
    if request.start_files {
        command.args(["crt1.o", "crti.o"].map(|name| musl.lib.join(name)));
    }
    // For scripts and words of the user's that name libraries themselves.
    for folder in request.library_dirs.iter().chain([&musl.lib]) {
        command.arg("-L").arg(folder);
    }
    for item in items {
        match item {
            Item::File(path) => command.args(libraries.file(path)?),
            Item::Library(name) => command.args(libraries.library(name)?),
            Item::Word(word) => command.arg(word),
            Item::Source { .. } => &mut command,
        };
    }
    if request.default_libraries {
        command.arg("--start-group");
        command.arg(compiler.support.replay_library(Libc::Musl)?);
        command.arg(musl.lib.join("libc.a"));
        command.args(tools::compiler_libraries());
        command.arg("--end-group");
    }
    if request.start_files {
        command.arg(musl.lib.join("crtn.o"));
    }
    Ok(command)
}

/// clang knows how the system's own library is linked.
fn host_program(
    request: &Request,
    compiler: &Compiler,
    items: &[Item],
) -> Result<Command, BuildError> {
    let mut command = compiler.clang();
    command.args(["-no-pie", "-Qunused-arguments"]);
    if !request.needs_native_runtime() {
        // What checks of undefined behaviour call is in the library of ours that is linked below.
        command.arg("-fno-sanitize-link-runtime");
    }
    command.args(&request.flags);
    if !request.start_files {
        command.arg("-nostartfiles");
    }
    if !request.default_libraries {
        command.arg("-nodefaultlibs");
    }
    for folder in &request.library_dirs {
        command.arg("-L").arg(folder);
    }
    for item in items {
        match item {
            Item::File(path) => command.arg(path),
            Item::Library(name) => {
                let mut word = OsString::from("-l");
                word.push(name);
                command.arg(word)
            }
            Item::Word(word) => command.arg("-Xlinker").arg(word),
            Item::Source { .. } => &mut command,
        };
    }
    if request.default_libraries {
        command.arg(compiler.support.replay_library(Libc::Host)?);
    }
    Ok(command)
}

/// `-r`, and what stands for a shared library. Other libraries of that kind are left to the
/// program, which would get them twice otherwise.
fn one_object(request: &Request, items: &[Item], product: Product) -> Result<Command, BuildError> {
    let mut command = Command::new(tools::linker()?);
    command.arg("-r");
    let mut search = request.library_dirs.clone();
    search.retain(|folder| folder.is_dir());
    for item in items {
        match item {
            Item::File(path) if is_shared_name(path) => {}
            Item::File(path) => drop(command.arg(path)),
            Item::Library(name) => drop(command.args(archive(&search, name))),
            Item::Word(word) if product == Product::Object || groups_files(word) => {
                command.arg(word);
            }
            Item::Word(_) | Item::Source { .. } => {}
        }
    }
    Ok(command)
}

fn archive(folders: &[PathBuf], name: &OsString) -> Option<PathBuf> {
    let file = format!("lib{}.a", name.to_string_lossy());
    let shared = format!("lib{}.so", name.to_string_lossy());
    folders
        .iter()
        .find(|folder| folder.join(&file).is_file() || folder.join(&shared).is_file())
        .filter(|folder| !folder.join(&shared).is_file())
        .map(|folder| folder.join(&file))
}

fn groups_files(word: &OsString) -> bool {
    let word = word.to_str().unwrap_or("");
    matches!(
        word,
        "--whole-archive" | "--no-whole-archive" | "--start-group" | "--end-group" | "-(" | "-)"
    )
}
