//! Compiles the C runtime to bitcode, one module per file.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

const FLAGS: &[&str] = &[
    "-target",
    "x86_64-unknown-linux-gnu",
    "-std=c17",
    "-O1",
    "-g",
    "-ffreestanding",
    "-fno-builtin",
    "-fno-vectorize",
    "-fno-slp-vectorize",
    "-fno-unroll-loops",
    "-fno-stack-protector",
    "-ffp-contract=off",
    "-fdebug-compilation-dir=.",
    "-emit-llvm",
    "-c",
];

/// The model of system calls: one module, whose files include each other.
const POSIX: &str = "posix/posix.c";

/// Parts of the C++ library, through which exceptions pass.
const CXX: &str = "cxx_";

fn main() {
    println!("cargo::rerun-if-env-changed=PLEACH_CLANG");
    let root =
        PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("../../runtime");
    println!("cargo::rerun-if-changed={}", root.display());
    if let Err(message) = build(&root) {
        println!("cargo::error={message}");
    }
}

fn build(root: &Path) -> Result<(), String> {
    let clang = env::var("PLEACH_CLANG").unwrap_or_else(|_| "clang-22".to_string());
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it"));
    let mut list = String::from("&[\n");
    for name in sources(root)? {
        let target = out.join(format!("{}.bc", name.replace('/', "_")));
        compile(&clang, root, &name, &target)?;
        let (defines, needs) = symbols(&clang, &target)?;
        list.push_str(&format!(
            "    ({name:?}, include_bytes!({:?}), &{defines:?}, &{needs:?}),\n",
            target.display().to_string()
        ));
    }
    list.push_str("]\n");
    fs::write(out.join("runtime.rs"), list)
        .map_err(|e| format!("cannot write the list of runtime modules: {e}"))
}

/// The `.c` files of the runtime, in a fixed order, and a rerun when any file of it changes.
fn sources(root: &Path) -> Result<Vec<String>, String> {
    let entries =
        fs::read_dir(root).map_err(|e| format!("cannot read the folder runtime/: {e}"))?;
    let mut names = Vec::new();
    for entry in entries {
        let entry = entry.map_err(|e| format!("cannot read the folder runtime/: {e}"))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.ends_with(".c") || name.ends_with(".h") {
            println!("cargo::rerun-if-changed={}", entry.path().display());
        }
        if name.ends_with(".c") {
            names.push(name);
        }
    }
    names.sort();
    names.push(POSIX.to_owned());
    let folder = root.join("posix");
    let entries =
        fs::read_dir(&folder).map_err(|e| format!("cannot read the folder runtime/posix: {e}"))?;
    for entry in entries {
        let entry = entry.map_err(|e| format!("cannot read the folder runtime/posix: {e}"))?;
        println!("cargo::rerun-if-changed={}", entry.path().display());
    }
    Ok(names)
}

fn compile(clang: &str, root: &Path, name: &str, target: &Path) -> Result<(), String> {
    let output = Command::new(clang)
        .current_dir(root)
        .args(FLAGS)
        .args(name.starts_with(CXX).then_some("-fexceptions"))
        .arg(name)
        .arg("-o")
        .arg(target)
        .output()
        .map_err(|e| format!("the C runtime is compiled with `{clang}`, which cannot be started: {e} (install Debian's clang-22, or set PLEACH_CLANG)"))?;
    if output.status.success() {
        return Ok(());
    }
    let errors = String::from_utf8_lossy(&output.stderr);
    Err(format!(
        "`{clang}` cannot compile runtime/{name}: {}",
        errors.lines().next().unwrap_or("no message")
    ))
}

/// What a module defines for others and needs of them, as llvm-nm sees it, which comes with clang.
fn symbols(clang: &str, module: &Path) -> Result<(Vec<String>, Vec<String>), String> {
    let nm = Command::new(clang)
        .arg("-print-prog-name=llvm-nm")
        .output()
        .map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
        .map_err(|e| format!("`{clang}` cannot be started: {e}"))?;
    let output = Command::new(&nm)
        .arg("-P")
        .arg(module)
        .output()
        .map_err(|e| format!("`{nm}` (Debian package llvm-22) cannot be started: {e}"))?;
    let (mut defines, mut needs) = (Vec::new(), Vec::new());
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let mut words = line.split(' ');
        let (Some(name), Some(kind)) = (words.next(), words.next()) else {
            continue;
        };
        match kind {
            "U" => needs.push(name.to_owned()),
            _ if kind.chars().all(|c| c.is_ascii_uppercase()) => defines.push(name.to_owned()),
            _ => {}
        }
    }
    Ok((defines, needs))
}
