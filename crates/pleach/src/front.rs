//! From files to a program that is ready to run.

use crate::arguments::FrontArgs;
use crate::failure::Failure;
use crate::intact;
use crate::programs;
use pleach_env::{Libc, World};
use pleach_interp::{Code, Config, CoverageMap};
use pleach_ir::{Inputs, LoadOptions, Locals, Module, Teardown};
use pleach_term::Terms;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The headers that programs include: part of the binary, so that it works wherever it is copied.
const HEADERS: &[(&str, &str)] = &[
    (
        "klee/klee.h",
        include_str!("../../../runtime/include/klee/klee.h"),
    ),
    (
        "pleach.h",
        include_str!("../../../runtime/include/pleach.h"),
    ),
];

/// A loaded program with everything that all runs of it share.
pub struct Program {
    pub module: Arc<Module>,
    pub code: Arc<Code>,
    pub terms: Arc<Terms>,
    pub coverage: Arc<CoverageMap>,
    pub config: Arc<Config>,
    /// `argv`: the first file's name, then the arguments.
    pub args: Vec<Vec<u8>>,
    pub world: Arc<World>,
}

pub fn load(
    front: &FrontArgs,
    clang_args: &[String],
    world: World,
    config: Config,
) -> Result<Program, Failure> {
    if front.load_only {
        intact::limit_this_process();
    }
    let Loaded { module, libc, name } = load_module(front, clang_args, &world, &config)?;
    let module = Arc::new(module);
    let terms = Arc::new(Terms::new());
    let code = Arc::new(Code::new(&module, &libc, &config, &terms));
    let coverage = Arc::new(CoverageMap::new(code.coverage_points as usize));
    let args = std::iter::once(name)
        .chain(world.arguments().cloned())
        .collect();
    Ok(Program {
        module,
        code,
        terms,
        coverage,
        config: Arc::new(config),
        args,
        world: Arc::new(world),
    })
}

struct Loaded {
    module: Module,
    libc: Libc,
    /// `argv[0]`
    name: Vec<u8>,
}

fn load_module(
    front: &FrontArgs,
    clang_args: &[String],
    world: &World,
    config: &Config,
) -> Result<Loaded, Failure> {
    refuse_unused_sanitizers(front)?;
    let headers = write_headers()?;
    let locals = if config.checks.uninit {
        Locals::InMemory
    } else {
        Locals::InRegisters
    };
    let mut options = LoadOptions {
        clang: front.clang.clone(),
        rustc: front.rustc.clone(),
        paths: front.paths(),
        locals,
        checks: config.checks.inserted,
        entry: front.entry.clone(),
        libc_headers: Some(pleach_libc::headers().map_err(Failure::broken)?),
        teardown: Teardown::LeftToExit,
        ..LoadOptions::default()
    };
    options.include_dirs.push(headers.path().to_owned());
    // The folder's name is different each time; what is compiled must not be.
    options.clang_args.push(format!(
        "-ffile-prefix-map={}=pleach",
        headers.path().display()
    ));
    options
        .clang_args
        .extend(pleach_build::sanitizer_flags(&front.sanitize));
    options.clang_args.extend(clang_args.iter().cloned());
    let programs::Read {
        inputs,
        name,
        entry,
    } = programs::read(front, &options)?;
    options.entry = entry.unwrap_or(options.entry);
    refuse_foreign_sanitizers(&inputs)?;
    let libc = front
        .libc
        .chosen()
        .unwrap_or_else(|| automatic_libc(&inputs, world));
    if libc != Libc::Musl && !world.is_plain() {
        return Err(Failure::bad_input(
            "a symbolic or mapped environment (--sym-..., --env, --map, --max-fail) needs --libc musl",
        ));
    }
    libc.link(&mut options);
    let module = inputs.lower(&options).map_err(Failure::bad_input)?;
    Ok(Loaded { module, libc, name })
}

/// Checks are compiled in; what is compiled already has them or not.
fn refuse_unused_sanitizers(front: &FrontArgs) -> Result<(), Failure> {
    let is_compiled = |path: &PathBuf| {
        let ending = path.extension().and_then(|e| e.to_str());
        matches!(ending, Some("c" | "i" | "cc" | "cpp" | "cxx" | "C" | "ii"))
    };
    if front.sanitize.is_empty() || front.files.iter().any(is_compiled) {
        return Ok(());
    }
    Err(Failure::BadInput(format!(
        "--sanitize is for sources in C and C++; compile the program itself with -fsanitize={}",
        front.sanitize.join(",")
    )))
}

/// Prefixes of what the code of other sanitizers calls, and the names of these.
const FOREIGN: &[(&str, &str)] = &[
    ("__asan_", "address"),
    ("__hwasan_", "hwaddress"),
    ("__msan_", "memory"),
    ("__tsan_", "thread"),
];

/// Code that was instrumented for another runtime reads memory that only that runtime has.
fn refuse_foreign_sanitizers(inputs: &Inputs) -> Result<(), Failure> {
    let undefined = inputs.undefined();
    let asked_for = |prefix: &str| undefined.iter().any(|name| name.starts_with(prefix));
    match FOREIGN.iter().find(|(prefix, _)| asked_for(prefix)) {
        None => Ok(()),
        Some((_, name)) => Err(Failure::BadInput(format!(
            "the program is compiled with -fsanitize={name}; leave that out: pleach finds invalid accesses itself, use of uninitialised memory with --check uninit, leaks with --check leak"
        ))),
    }
}

/// Rust's own library asks for many functions that it never calls; the engine stands in for those
/// that it does.
fn automatic_libc(inputs: &Inputs, world: &World) -> Libc {
    if !world.is_plain() {
        return Libc::Musl;
    }
    if inputs.defines("rust_eh_personality") {
        return Libc::Small;
    }
    Libc::for_symbols(&inputs.undefined())
}

fn write_headers() -> Result<tempfile::TempDir, Failure> {
    let write = |folder: &Path| {
        for (name, text) in HEADERS {
            let path = folder.join(name);
            if let Some(parent) = path.parent() {
                std::fs::create_dir_all(parent)?;
            }
            std::fs::write(path, text)?;
        }
        Ok(())
    };
    let folder = tempfile::Builder::new().prefix("pleach-").tempdir();
    let written = folder.and_then(|folder| write(folder.path()).map(|()| folder));
    written.map_err(|error: std::io::Error| {
        Failure::Broken(format!(
            "the folder for temporary files cannot be used: {error}"
        ))
    })
}
