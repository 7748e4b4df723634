//! Programs of csmith: what `pleach exec` prints and returns is what the native build does.

use crate::campaign::Check;
use crate::process::{self, Ending, Finished};
use crate::{Comparison, Error, Tools};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Where Debian's `libcsmith-dev` puts the headers that the programs include.
const HEADERS: [&str; 2] = ["/usr/include/csmith", "/usr/local/include/csmith"];

/// Small enough that most programs end at once, large enough that every feature occurs.
const SHAPE: [&str; 10] = [
    "--no-argc",
    "--concise",
    "--max-funcs",
    "6",
    "--max-block-depth",
    "4",
    "--max-expr-complexity",
    "8",
    "--max-array-len-per-dim",
    "8",
];

/// A program that natively runs longer than this may never end.
const NATIVE_LIMIT: Duration = Duration::from_secs(5);
const COMPILE_LIMIT: Duration = Duration::from_secs(120);

/// The comparison, with what it calls.
#[derive(Debug)]
pub struct Csmith {
    tools: Tools,
    headers: PathBuf,
    limit: Duration,
}

impl Csmith {
    /// `None` when csmith or its headers are not installed. `limit` is the time that pleach gets.
    pub fn find(tools: Tools, limit: Duration) -> Option<Csmith> {
        let headers = HEADERS
            .iter()
            .map(PathBuf::from)
            .find(|path| path.join("csmith.h").exists())?;
        let version = process::run(Command::new("csmith").arg("--version"), COMPILE_LIMIT).ok()?;
        version.succeeded().then_some(Csmith {
            tools,
            headers,
            limit,
        })
    }

    fn generate(&self, seed: u64, to: &Path) -> Result<Finished, Error> {
        let mut command = Command::new("csmith");
        command
            .args(SHAPE)
            .arg("--seed")
            .arg(seed.to_string())
            .arg("--output")
            .arg(to);
        // csmith leaves a file of its own in the working folder.
        command.current_dir(to.parent().unwrap_or(Path::new(".")));
        process::run(&mut command, COMPILE_LIMIT)
    }

    /// The native build at this level, run; `None` if it does not compile.
    fn native(&self, program: &Path, level: &str) -> Result<Option<Finished>, Error> {
        let binary = program.with_extension(format!("native{level}"));
        let mut compile = Command::new(&self.tools.clang);
        compile
            .args([level, "-w", "-I"])
            .arg(&self.headers)
            .arg(program)
            .arg("-o")
            .arg(&binary);
        if !process::run(&mut compile, COMPILE_LIMIT)?.succeeded() {
            return Ok(None);
        }
        process::run(&mut Command::new(&binary), NATIVE_LIMIT).map(Some)
    }

    fn engine(&self, program: &Path, level: &str) -> Result<Finished, Error> {
        let mut command = Command::new(&self.tools.pleach);
        command
            .args(["exec", level, "-w", "-I"])
            .arg(&self.headers)
            .arg(program);
        process::run(&mut command, self.limit)
    }

    fn compare(&self, program: &Path, level: &str) -> Result<Comparison, Error> {
        let Some(native) = self.native(program, level)? else {
            return Ok(Comparison::Skipped(format!(
                "{level}: clang does not compile it"
            )));
        };
        let Ending::Exit(wanted) = native.ending else {
            return Ok(Comparison::Skipped(format!(
                "{level}: natively {:?}",
                native.ending
            )));
        };
        let engine = self.engine(program, level)?;
        Ok(match engine.ending {
            Ending::Exit(code) if code == wanted && engine.stdout == native.stdout => {
                Comparison::Equal
            }
            Ending::OutOfTime => Comparison::Skipped(format!(
                "{level}: {} s were not enough for pleach",
                self.limit.as_secs()
            )),
            _ if says_unsupported(&engine) => {
                Comparison::Unsupported(format!("{level}: {}", complaint(&engine)))
            }
            ending => Comparison::Different(format!(
                "{level}: natively {:?} {:?}, pleach {:?} {:?} {}",
                native.ending,
                text(&native.stdout),
                ending,
                text(&engine.stdout),
                complaint(&engine)
            )),
        })
    }
}

impl Check for Csmith {
    fn check(&self, seed: u64, folder: &Path) -> Result<Comparison, Error> {
        let program = folder.join("program.c");
        let generated = self.generate(seed, &program)?;
        if !generated.succeeded() {
            return Ok(Comparison::Skipped(format!(
                "csmith: {}",
                generated.last_words()
            )));
        }
        for level in ["-O0", "-O2"] {
            let verdict = self.compare(&program, level)?;
            if verdict != Comparison::Equal {
                return Ok(verdict);
            }
        }
        Ok(Comparison::Equal)
    }
}

fn says_unsupported(engine: &Finished) -> bool {
    let said = engine.stderr_text();
    ["unsupported", "undefined-function", "undefined function"]
        .iter()
        .any(|word| said.contains(word))
}

/// What pleach said first, on one line.
fn complaint(engine: &Finished) -> String {
    let said = engine.stderr_text();
    let lines = said.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.take(3).collect::<Vec<_>>().join(" / ")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim_end().to_owned()
}
