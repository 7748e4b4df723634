//! Sources to bitcode, through clang and rustc.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::{LoadError, LoadOptions};

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Language {
    C,
    Cxx,
    Rust,
}

/// What a compiler made of one source.
pub struct Compiled {
    pub bitcode: Vec<u8>,
    pub warnings: String,
}

pub fn compile(path: &Path, language: Language, options: &LoadOptions) -> Result<Compiled, LoadError> {
    match language {
        Language::C | Language::Cxx => clang(path, language, options),
        Language::Rust => rustc(path, options),
    }
}

/// Flags before the user's. Unoptimised, so that paths are the source's; not
/// marked `optnone`, so that variables can still be promoted to registers. The
/// rest matters when the user asks for `-O1` or more: vectors, unrolled loops
/// and contracted floats would only make the program harder to execute.
const CLANG_FLAGS: &[&str] = &[
    "-O0", "-g", "-Xclang", "-disable-O0-optnone", "-emit-llvm", "-c",
    "-fno-stack-protector", "-U_FORTIFY_SOURCE", "-ffp-contract=off",
    "-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops", "-fno-color-diagnostics",
];

fn clang(path: &Path, language: Language, options: &LoadOptions) -> Result<Compiled, LoadError> {
    let candidates: Vec<PathBuf> = match &options.clang {
        Some(clang) => vec![clang.clone()],
        None => ["clang-22", "/usr/lib/llvm-22/bin/clang", "clang"].map(PathBuf::from).to_vec(),
    };
    let run = |program: &Path| {
        let mut command = Command::new(program);
        if language == Language::Cxx {
            command.arg("--driver-mode=g++");
        }
        command.args(CLANG_FLAGS);
        for dir in &options.include_dirs {
            command.arg("-I").arg(dir);
        }
        command.args(&options.clang_args).arg("-o").arg("-").arg(path).output()
    };
    for program in &candidates {
        if let Some(output) = run_if_found(run(program), path)? {
            return finish(path, program, output);
        }
    }
    Err(LoadError::NoCompiler {
        compiler: "clang",
        tried: candidates.iter().map(|p| p.display().to_string()).collect(),
        package: "clang-22",
        option: "--clang",
    })
}

/// Overflow checks and assertions stay in: they are what a run looks for.
const RUSTC_FLAGS: &[&str] = &[
    "--edition=2021", "--emit=llvm-bc", "-g", "-C", "panic=abort", "-C", "debug-assertions=on",
    "-C", "codegen-units=1", "-C", "opt-level=0", "-C", "no-prepopulate-passes",
    "--crate-name=program", "--color=never",
];

fn rustc(path: &Path, options: &LoadOptions) -> Result<Compiled, LoadError> {
    let source = std::fs::read_to_string(path)
        .map_err(|source| LoadError::Unreadable { path: path.to_owned(), source })?;
    // A file that brings its own `main` symbol, or none, is a library to rustc.
    let is_program = source.contains("fn main") && !source.contains("#![no_main]");
    let program = options.rustc.clone().unwrap_or_else(|| PathBuf::from("rustc"));
    let run = Command::new(&program)
        .args(RUSTC_FLAGS)
        .arg(if is_program { "--crate-type=bin" } else { "--crate-type=lib" })
        .args(["-o", "-"])
        .arg(path)
        .output();
    match run_if_found(run, path)? {
        Some(output) => finish(path, &program, output),
        None => Err(LoadError::NoCompiler {
            compiler: "rustc",
            tried: vec![program.display().to_string()],
            package: "rustc",
            option: "--rustc",
        }),
    }
}

/// `None` if there is no such program.
fn run_if_found(result: std::io::Result<Output>, path: &Path) -> Result<Option<Output>, LoadError> {
    match result {
        Ok(output) => Ok(Some(output)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(source) => Err(LoadError::Unreadable { path: path.to_owned(), source }),
    }
}

fn finish(path: &Path, program: &Path, output: Output) -> Result<Compiled, LoadError> {
    let stderr = String::from_utf8_lossy(&output.stderr).trim_end().to_owned();
    if output.status.success() {
        return Ok(Compiled { bitcode: output.stdout, warnings: stderr });
    }
    let compiler = program.display().to_string();
    Err(LoadError::CompilerFailed { path: path.to_owned(), compiler, stderr })
}
