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

/// The language that `-x` among clang's flags asks for, and whether it is preprocessed already.
pub fn asked_language(clang_args: &[String]) -> Option<(Language, bool)> {
    let at = clang_args.iter().rposition(|arg| arg.starts_with("-x"))?;
    let name = match &clang_args[at][2..] {
        "" => clang_args.get(at + 1)?.as_str(),
        joined => joined,
    };
    match name {
        "c" => Some((Language::C, false)),
        "cpp-output" => Some((Language::C, true)),
        "c++" => Some((Language::Cxx, false)),
        "c++-cpp-output" => Some((Language::Cxx, true)),
        _ => None,
    }
}

fn is_preprocessed(path: &Path, options: &LoadOptions) -> bool {
    match asked_language(&options.clang_args) {
        Some((_, preprocessed)) => preprocessed,
        None => path.extension().is_some_and(|e| e == "i" || e == "ii"),
    }
}

pub fn compile(
    path: &Path,
    language: Language,
    options: &LoadOptions,
) -> Result<Compiled, LoadError> {
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
    "-O0",
    "-g",
    "-Xclang",
    "-disable-O0-optnone",
    // Where scopes begin and end; not the sanitizer itself.
    "-Xclang",
    "-fsanitize-address-use-after-scope",
    "-emit-llvm",
    "-c",
    "-fno-stack-protector",
    "-U_FORTIFY_SOURCE",
    "-ffp-contract=off",
    "-fno-vectorize",
    "-fno-slp-vectorize",
    "-fno-unroll-loops",
    "-fno-color-diagnostics",
];

fn clang(path: &Path, language: Language, options: &LoadOptions) -> Result<Compiled, LoadError> {
    let candidates: Vec<PathBuf> = match &options.clang {
        Some(clang) => vec![clang.clone()],
        None => ["clang-22", "/usr/lib/llvm-22/bin/clang", "clang"]
            .map(PathBuf::from)
            .to_vec(),
    };
    let run = |program: &Path| {
        let mut command = Command::new(program);
        if language == Language::Cxx {
            command.arg("--driver-mode=g++");
        }
        command.args(CLANG_FLAGS);
        // Nothing is included any more: that flags about it are of no use is no news.
        if is_preprocessed(path, options) {
            command.arg("-Qunused-arguments");
        }
        if let (Language::C, Some(headers)) = (language, &options.libc_headers) {
            command.arg("-nostdlibinc").arg("-isystem").arg(headers);
            // Where they are must not show in what is compiled.
            command.arg(format!("-ffile-prefix-map={}=libc", headers.display()));
        }
        // System headers: what is in them is not the user's to mend.
        for dir in &options.include_dirs {
            command.arg("-isystem").arg(dir);
        }
        command.args(&options.clang_args);
        if language == Language::C && options.libc_headers.is_some() {
            command.args(QUIET_MACROS);
        }
        command.arg("-o").arg("-").arg(path).output()
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

/// musl's macros (`isnan`, `stderr`, `FD_ZERO`) are told off in the lines that use them: for `long long`,
/// for their own names in them, for pointers that move. Those who do not use them lose little.
pub const QUIET_MACROS: &[&str] = &[
    "-Wno-long-long",
    "-Wno-disabled-macro-expansion",
    "-Wno-unsafe-buffer-usage",
];

/// Overflow checks and assertions stay in: they are what a run looks for.
const RUSTC_FLAGS: &[&str] = &[
    "--edition=2021",
    "-g",
    "-C",
    "panic=abort",
    "-C",
    "debug-assertions=on",
    "-C",
    "codegen-units=1",
    "-C",
    "opt-level=0",
    "--crate-name=program",
    "--color=never",
];

/// A whole program with the standard library in it: the linker is not run (the
/// engine's own functions are nowhere to be found), but what would have been
/// linked is saved as bitcode.
const RUSTC_PROGRAM: &[&str] = &[
    "--crate-type=bin",
    "-C",
    "lto=fat",
    "-C",
    "save-temps",
    "-C",
    "linker=true",
];
const WHOLE_PROGRAM: &str = ".lto.after-restriction.bc";

const RUSTC_LIBRARY: &[&str] = &["--crate-type=lib", "--emit=llvm-bc"];

fn rustc(path: &Path, options: &LoadOptions) -> Result<Compiled, LoadError> {
    let unreadable = |source| LoadError::Unreadable {
        path: path.to_owned(),
        source,
    };
    let source = std::fs::read_to_string(path).map_err(unreadable)?;
    // A file that brings its own `main` symbol, or none, is a library to rustc.
    let is_program = source.contains("fn main") && !source.contains("#![no_main]");
    let program = options
        .rustc
        .clone()
        .unwrap_or_else(|| PathBuf::from("rustc"));
    let scratch = Scratch::new().map_err(unreadable)?;
    let run = Command::new(&program)
        .args(RUSTC_FLAGS)
        .args(if is_program {
            RUSTC_PROGRAM
        } else {
            RUSTC_LIBRARY
        })
        .arg("--out-dir")
        .arg(&scratch.path)
        .arg(path)
        .output();
    let Some(output) = run_if_found(run, path)? else {
        return Err(LoadError::NoCompiler {
            compiler: "rustc",
            tried: vec![program.display().to_string()],
            package: "rustc",
            option: "--rustc",
        });
    };
    let compiled = finish(path, &program, output)?;
    let ending = if is_program { WHOLE_PROGRAM } else { ".bc" };
    let bitcode = scratch.read_file_ending_in(ending).map_err(unreadable)?;
    Ok(Compiled {
        bitcode,
        ..compiled
    })
}

/// A folder of our own, removed when dropped.
struct Scratch {
    path: PathBuf,
}

impl Scratch {
    fn new() -> std::io::Result<Scratch> {
        for attempt in 0_u32.. {
            let path =
                std::env::temp_dir().join(format!("pleach-{}-{attempt}", std::process::id()));
            match std::fs::create_dir(&path) {
                Ok(()) => return Ok(Scratch { path }),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        Err(std::io::Error::other("no name left for a temporary folder"))
    }

    fn read_file_ending_in(&self, ending: &str) -> std::io::Result<Vec<u8>> {
        for entry in std::fs::read_dir(&self.path)? {
            let path = entry?.path();
            if path.to_string_lossy().ends_with(ending) {
                return std::fs::read(path);
            }
        }
        Err(std::io::Error::other("rustc left no bitcode"))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // Nothing depends on it being gone.
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

/// `None` if there is no such program.
fn run_if_found(result: std::io::Result<Output>, path: &Path) -> Result<Option<Output>, LoadError> {
    match result {
        Ok(output) => Ok(Some(output)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(source) => Err(LoadError::Unreadable {
            path: path.to_owned(),
            source,
        }),
    }
}

fn finish(path: &Path, program: &Path, output: Output) -> Result<Compiled, LoadError> {
    let stderr = String::from_utf8_lossy(&output.stderr)
        .trim_end()
        .to_owned();
    if output.status.success() {
        return Ok(Compiled {
            bitcode: output.stdout,
            warnings: stderr,
        });
    }
    let compiler = program.display().to_string();
    Err(LoadError::CompilerFailed {
        path: path.to_owned(),
        compiler,
        stderr,
    })
}
