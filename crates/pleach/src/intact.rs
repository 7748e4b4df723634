//! Bitcode that was never seen before is loaded by a child process first: LLVM trusts what it
//! reads, and damaged bitcode can crash it.

use crate::arguments::FrontArgs;
use crate::failure::Failure;
use pleach_build::Cache;
use pleach_ir::ContentHash;
use rustix::process::{Resource, Rlimit, setrlimit};
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// What makes this process such a child.
pub const LOAD_ONLY: &str = "--load-only";

/// CPU seconds and bytes that a child may use: damaged bitcode may also make LLVM run for ever.
const CHILD_SECONDS: u64 = 300;
const CHILD_MEMORY: u64 = 16 << 30;

/// Refuses inputs that this program cannot load without being killed.
pub fn check(inputs: &[PathBuf], front: &FrontArgs) -> Result<(), Failure> {
    let bitcode: Vec<&PathBuf> = inputs.iter().filter(|path| is_bitcode(path)).collect();
    if bitcode.is_empty() || front.load_only {
        return Ok(());
    }
    let contents = hash_of(&bitcode, front);
    if contents.is_some_and(|contents| known_good().find(contents).is_some()) {
        return Ok(());
    }
    // Without a child, loading goes on as it would have.
    let Ok(Output { status, stderr, .. }) = child().and_then(|mut child| child.output()) else {
        return Ok(());
    };
    if let Some(signal) = status.signal() {
        let names: Vec<String> = bitcode.iter().map(|p| p.display().to_string()).collect();
        let names = names.join(", ");
        return Err(Failure::BadInput(match signal {
            signals::INT | signals::TERM => "interrupted while loading".to_owned(),
            signals::XCPU | signals::KILL => {
                format!("{names}: loading takes more than {CHILD_SECONDS} seconds; is it damaged?")
            }
            _ => format!("{names}: damaged bitcode: LLVM crashes on it (signal {signal})"),
        }));
    }
    if status.success()
        && let Some(contents) = contents
    {
        // At worst the next run checks again.
        let _ = known_good().keep(contents, b"");
    }
    let said = String::from_utf8_lossy(&stderr);
    match said
        .lines()
        .rev()
        .find_map(|line| line.strip_prefix("pleach: "))
    {
        // Nothing else than bitcode: no compiler has said more. LLVM may have, about damage.
        Some(line) if status.code() == Some(2) && bitcode.len() == inputs.len() => {
            Err(Failure::BadInput(line.to_owned()))
        }
        // What it refused, this process refuses with the same words.
        _ => Ok(()),
    }
}

/// Limits of the child, set by itself before it loads anything.
pub fn limit_this_process() {
    let limits = [
        (Resource::Cpu, CHILD_SECONDS),
        (Resource::As, CHILD_MEMORY),
        (Resource::Core, 0),
    ];
    for (resource, most) in limits {
        let limit = Rlimit {
            current: Some(most),
            maximum: Some(most),
        };
        // Where there is a lower limit already, that one holds.
        let _ = setrlimit(resource, limit);
    }
}

fn is_bitcode(path: &Path) -> bool {
    matches!(path.extension().and_then(|e| e.to_str()), Some("bc" | "ll"))
}

/// The same command, only to load.
fn child() -> std::io::Result<Command> {
    let mut words = std::env::args_os().skip(1);
    let mut command = Command::new(std::env::current_exe()?);
    command.args(words.next()).arg(LOAD_ONLY).args(words);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    Ok(command)
}

/// Of what is loaded, and how.
fn hash_of(bitcode: &[&PathBuf], front: &FrontArgs) -> Option<u64> {
    let mut hash = ContentHash::new();
    let how = (front.paths(), front.libc, env!("CARGO_PKG_VERSION"));
    hash.add(format!("{how:?}").as_bytes());
    for path in bitcode {
        hash.add(&std::fs::read(path).ok()?);
    }
    Some(hash.value())
}

/// Empty files that say that such contents were loaded before.
fn known_good() -> Cache {
    Cache {
        folder: pleach_build::cache_folder().join("intact"),
        ending: "",
        most_files: 1000,
        most_bytes: 1 << 20,
    }
}

mod signals {
    use rustix::process::Signal;
    pub const INT: i32 = Signal::INT.as_raw();
    pub const TERM: i32 = Signal::TERM.as_raw();
    pub const XCPU: i32 = Signal::XCPU.as_raw();
    pub const KILL: i32 = Signal::KILL.as_raw();
}
