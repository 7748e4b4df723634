//! Compiles musl to bitcode: one module per source file, an index of their symbols, and the
//! headers that programs include. None of it is in the repository: the source comes from the
//! user's folder or from Debian's source package.

mod compile;
mod headers;
mod index;
mod source;

use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    for name in [
        "PLEACH_CLANG",
        "PLEACH_MUSL_SOURCE",
        "XDG_CACHE_HOME",
        "HOME",
    ] {
        println!("cargo::rerun-if-env-changed={name}");
    }
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it"));
    let root = root.join("../..");
    for path in ["crates/libc/build", "runtime/musl", "scripts/debian-source"] {
        println!("cargo::rerun-if-changed={}", root.join(path).display());
    }
    if let Err(message) = build(&root) {
        println!("cargo::error={message}");
    }
}

fn build(root: &Path) -> Result<(), String> {
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    let overlay = root.join("runtime/musl");
    let source = source::find(root, &out)?;
    let include = out.join("include");
    let list = headers::generate(&source, &include)?;
    let library = compile::library(&source, &overlay, &include, &out)?;
    let modules = index::index(&library)?;
    write(&out.join("modules.bc"), &modules.bitcode)?;
    write(&out.join("modules.rs"), modules.table.as_bytes())?;
    write(&out.join("symbols.rs"), modules.symbols.as_bytes())?;
    write(&out.join("headers.rs"), list.as_bytes())
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    fs::write(path, bytes).map_err(|e| format!("cannot write {}: {e}", path.display()))
}

/// Where things are kept between builds: the user's cache folder, or the build's own.
fn cache_folder(out: &Path) -> PathBuf {
    let named = |name: &str| {
        env::var_os(name)
            .filter(|v| !v.is_empty())
            .map(PathBuf::from)
    };
    let cache = named("XDG_CACHE_HOME").or_else(|| named("HOME").map(|home| home.join(".cache")));
    cache
        .map(|folder| folder.join("pleach"))
        .filter(|folder| fs::create_dir_all(folder).is_ok())
        .unwrap_or_else(|| out.to_owned())
}

/// FNV-1a, to recognise what was built before.
fn hash(parts: &[&[u8]]) -> u64 {
    parts
        .iter()
        .flat_map(|part| part.iter().chain(&[0xff]))
        .fold(0xcbf2_9ce4_8422_2325, |hash: u64, &byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        })
}
