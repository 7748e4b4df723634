//! Are states of a large program reached again by what their paths were told?

use crate::Outcome;
use crate::coreutils::{COREUTILS, engine::ENVIRONMENT};
use crate::packages::{self, Again, Flavour};
use clap::Args;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

#[derive(Args)]
pub struct DecisionsArgs {
    /// The program of coreutils
    #[arg(long, default_value = "sort")]
    program: String,
    /// States to reach again
    #[arg(long, default_value_t = 2000)]
    states: u64,
    /// The pleach to use [default: build it]
    #[arg(long)]
    pleach: Option<PathBuf>,
    /// More options for `pleach run`
    #[arg(last = true)]
    flags: Vec<String>,
}

/// No exploration takes longer.
const LIMIT: &str = "10m";

pub fn decisions(args: &DecisionsArgs) -> Outcome {
    let pleach = match &args.pleach {
        Some(path) => std::path::absolute(path)?,
        None => crate::build::pleach()?,
    };
    let build = packages::build(&COREUTILS, Flavour::Bitcode, &pleach, Again::No)?;
    let run = Command::new(&pleach)
        .args(["run", "--quiet", "--max-time", LIMIT, "--check-decisions"])
        .arg(args.states.to_string())
        .args(&args.flags)
        .arg(build.join("src").join(&args.program))
        .args(ENVIRONMENT.split_whitespace())
        .output()?;
    if !run.status.success() {
        let text = String::from_utf8_lossy(&run.stderr);
        println!("{}: {}", args.program, text.trim());
        return Ok(ExitCode::FAILURE);
    }
    let text = String::from_utf8_lossy(&run.stdout);
    println!("{}: {}", args.program, text.trim());
    Ok(ExitCode::SUCCESS)
}
