//! Command lines without unknowns: `pleach exec` against the native binary of the same build.

use super::Common;
use super::lines::{self, List};
use super::native::{self, Ran};
use super::page;
use super::programs::{self, Program};
use super::shell::{CommandLine, Input};
use crate::Outcome;
use clap::Args;
use std::collections::BTreeSet;
use std::error::Error;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

#[derive(Args)]
pub struct ConcreteArgs {
    #[command(flatten)]
    common: Common,
    /// Only command lines that contain this
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Seconds that pleach gets for one
    #[arg(long, default_value_t = 300)]
    limit: u64,
    /// More options for `pleach exec`
    #[arg(last = true)]
    flags: Vec<String>,
}

/// Where a program starts in the guest, and where the files are.
const GUEST: &str = "/box";

/// What both see of the environment, before what the command line sets.
const ENVIRONMENT: [(&str, &str); 3] = [("LC_ALL", "C"), ("TZ", "UTC0"), ("PATH", "/bin")];

pub fn concrete(args: &ConcreteArgs) -> Outcome {
    let list = lines::list()?;
    let stage = Stage::new(args, &list)?;
    let commands: Vec<&CommandLine> = list
        .commands
        .iter()
        .filter(|line| args.common.wants(&line.program))
        .filter(|line| {
            args.only
                .as_ref()
                .is_none_or(|text| line.text.contains(text))
        })
        .collect();
    let differences = compare_all(&stage, &commands)?;
    for (line, difference) in &differences {
        println!("{line}\n{difference}");
    }
    let used: BTreeSet<&str> = commands.iter().map(|line| line.program.as_str()).collect();
    let summary = format!(
        "{} command lines over {} programs, {} different",
        commands.len(),
        used.len(),
        differences.len()
    );
    println!("{summary}");
    if args.common.whole() && args.only.is_none() {
        page::write("concrete", &text(&summary, &differences))?;
    }
    Ok(match differences.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

fn compare_all(
    stage: &Stage,
    commands: &[&CommandLine],
) -> Result<Vec<(String, String)>, Box<dyn Error>> {
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..stage.args.common.at_once.max(1) {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let Some(line) = commands.get(index) else {
                        break;
                    };
                    let difference = match stage.difference(line) {
                        Ok(difference) => difference,
                        Err(error) => Some(format!("  not run: {error}")),
                    };
                    if let (Some(text), Ok(mut found)) = (difference, found.lock()) {
                        eprintln!("different: {}", line.text);
                        found.push((index, line.text.clone(), text));
                    }
                    if index % 50 == 49 {
                        eprintln!("{} of {}", index + 1, commands.len());
                    }
                }
            });
        }
    });
    let mut found = found.into_inner().map_err(|_| "a comparison panicked")?;
    found.sort();
    Ok(found
        .into_iter()
        .map(|(_, line, text)| (line, text))
        .collect())
}

/// What all comparisons share.
struct Stage<'a> {
    args: &'a ConcreteArgs,
    list: &'a List,
    programs: Vec<Program>,
    pleach: PathBuf,
    /// The files, mapped into the guest and never written.
    files: tempfile::TempDir,
}

impl<'a> Stage<'a> {
    fn new(args: &'a ConcreteArgs, list: &'a List) -> Result<Self, Box<dyn Error>> {
        let files = tempfile::tempdir()?;
        list.write_files(files.path())?;
        Ok(Stage {
            args,
            list,
            programs: programs::all(&args.common)?,
            pleach: args.common.pleach()?,
            files,
        })
    }

    /// How the two runs differ, if they do.
    fn difference(&self, line: &CommandLine) -> Result<Option<String>, Box<dyn Error>> {
        let program = self
            .programs
            .iter()
            .find(|program| program.name == line.program)
            .ok_or_else(|| format!("there is no program '{}'", line.program))?;
        let input = match &line.input {
            Input::Empty => Vec::new(),
            Input::Text(text) => text.clone(),
            Input::File(name) => self
                .list
                .file(name)
                .ok_or_else(|| format!("there is no file '{name}'"))?
                .to_vec(),
        };
        let native = self.native(program, line, &input)?;
        let ours = self.ours(program, line, &input)?;
        Ok(describe(&native, &ours))
    }

    fn native(&self, program: &Program, line: &CommandLine, input: &[u8]) -> std::io::Result<Ran> {
        let folder = tempfile::tempdir()?;
        self.list.write_files(folder.path())?;
        let mut command = Command::new(&program.native);
        command
            // As the guest sees it: it stands in messages.
            .arg0(format!("{}.bc", program.native.display()))
            .args(line.arguments.iter().map(|word| OsStr::from_bytes(word)))
            .current_dir(folder.path())
            .env_clear()
            .envs(ENVIRONMENT)
            .envs(line.environment.iter().map(|(name, value)| (name, value)));
        as_nobody(&mut command, folder.path())?;
        native::run(&mut command, input, Duration::from_secs(10))
    }

    fn ours(&self, program: &Program, line: &CommandLine, input: &[u8]) -> std::io::Result<Ran> {
        let mut command = Command::new(&self.pleach);
        command.arg("exec").args(&self.args.flags);
        command.arg(format!("--map={}:{GUEST}", self.files.path().display()));
        for (name, value) in ENVIRONMENT {
            command.arg(format!("--env={name}={value}"));
        }
        for (name, value) in &line.environment {
            command.arg(format!("--env={name}={value}"));
        }
        command
            .arg(format!("{}.bc", program.native.display()))
            .args(line.arguments.iter().map(|word| OsStr::from_bytes(word)));
        native::run(&mut command, input, Duration::from_secs(self.args.limit))
    }
}

/// Root may do what others may not: run as an unprivileged user where that is possible.
fn as_nobody(command: &mut Command, folder: &Path) -> std::io::Result<()> {
    const USER: u32 = 1000;
    // Only root may give files away; for others this changes nothing.
    if std::os::unix::fs::chown(folder, Some(USER), Some(USER)).is_ok() {
        give_away(folder, USER)?;
        command.uid(USER).gid(USER);
    }
    Ok(())
}

fn give_away(folder: &Path, user: u32) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        std::os::unix::fs::chown(&path, Some(user), Some(user))?;
        if path.is_dir() {
            give_away(&path, user)?;
        }
    }
    Ok(())
}

fn describe(native: &Ran, ours: &Ran) -> Option<String> {
    let mut text = String::new();
    let code = |ran: &Ran| match ran.status {
        Some(status) => status.to_string(),
        None => "no end in time".to_owned(),
    };
    if code(native) != code(ours) {
        text += &format!("  natively {}, pleach {}\n", code(native), code(ours));
    }
    for (what, one, other) in [
        ("stdout", &native.stdout, &ours.stdout),
        ("stderr", &native.stderr, &ours.stderr),
    ] {
        if one != other {
            text += &first_difference(what, one, other);
        }
    }
    (!text.is_empty()).then_some(text)
}

/// The first line that differs.
fn first_difference(what: &str, native: &[u8], ours: &[u8]) -> String {
    let lines = |bytes: &[u8]| -> Vec<String> {
        bytes
            .split(|byte| *byte == b'\n')
            .map(|line| line.escape_ascii().to_string())
            .collect()
    };
    let (native, ours) = (lines(native), lines(ours));
    let at = (0..native.len().max(ours.len()))
        .find(|at| native.get(*at) != ours.get(*at))
        .unwrap_or(0);
    let show = |lines: &[String]| lines.get(at).cloned().unwrap_or_else(|| "(end)".into());
    format!(
        "  {what}, line {}:\n    natively: {}\n    pleach:   {}\n",
        at + 1,
        show(&native),
        show(&ours)
    )
}

fn text(summary: &str, differences: &[(String, String)]) -> String {
    let mut text = format!(
        "## Command lines without unknowns\n\n`cargo xtask coreutils concrete` runs the command \
         lines of `xtask/data/command-lines.txt`, with arguments, standard input and files, in \
         `pleach exec` and natively (the binary that `pleach cc` made of the same source), and \
         compares output, error output and exit code.\n\n{summary}.\n"
    );
    for (line, difference) in differences {
        text += &format!("\n```\n{line}\n{difference}```\n");
    }
    text
}
