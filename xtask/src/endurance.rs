//! Does a long run stay within its bounds?

use crate::Outcome;
use crate::build::{pleach, root};
use clap::Args;
use pleach_fuzz::process;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

#[derive(Args)]
pub struct EnduranceArgs {
    /// How long to run
    #[arg(long, default_value_t = 5)]
    minutes: u64,
    /// The cap on memory, in megabytes
    #[arg(long, default_value_t = 300)]
    memory: u64,
    /// The pleach to run [default: build it]
    #[arg(long)]
    pleach: Option<PathBuf>,
}

/// What one line of `stats.jsonl` says.
struct Sample {
    second: f64,
    memory: f64,
    terms: u64,
    sweeps: u64,
    states: u64,
    instructions: u64,
    paths: u64,
}

impl Sample {
    fn read(line: &str) -> Option<Sample> {
        let tick: Value = serde_json::from_str(line).ok()?;
        Some(Sample {
            second: tick["measured"]["elapsed_seconds"].as_f64()?,
            memory: tick["measured"]["memory_bytes"].as_f64()? / MEGABYTE,
            terms: tick["terms"].as_u64()?,
            sweeps: tick["sweeps"].as_u64()?,
            states: tick["live_states"].as_u64()?,
            instructions: tick["instructions"].as_u64()?,
            paths: tick["paths"].as_u64()?,
        })
    }
}

/// Memory may be above the cap by a tenth.
const TOLERANCE: f64 = 1.1;
const MEGABYTE: f64 = (1 << 20) as f64;
/// The first makes states without end, the second terms, the third freed objects.
const PROGRAMS: [&str; 3] = ["tok", "endless", "churn"];
/// The last minute must bring at least this share of the instructions of the second.
const LEAST_RATE: f64 = 0.5;

pub fn endurance(args: &EnduranceArgs) -> Outcome {
    let pleach = match &args.pleach {
        Some(path) => std::path::absolute(path)?,
        None => pleach()?,
    };
    let mut code = ExitCode::SUCCESS;
    for program in PROGRAMS {
        println!("{program}:");
        if judge(args, &run(args, &pleach, program)?) == Growth::Unbounded {
            code = ExitCode::FAILURE;
        }
    }
    Ok(code)
}

#[derive(PartialEq, Eq)]
enum Growth {
    Bounded,
    Unbounded,
}

fn run(
    args: &EnduranceArgs,
    pleach: &Path,
    program: &str,
) -> Result<Vec<Sample>, Box<dyn std::error::Error>> {
    let folder = crate::scratch::folder()?;
    let out = folder.path().join("out");
    let mut command = Command::new(pleach);
    command
        .args([
            "run",
            "--no-fail",
            "--quiet",
            "--jobs",
            "1",
            "--search",
            "random-path",
            "--write-no-tests",
            "-DN=64",
        ])
        .args([
            "--max-memory".into(),
            format!("{}M", args.memory),
            "--max-time".into(),
            format!("{}m", args.minutes),
        ])
        .arg("--output-dir")
        .arg(&out)
        .arg(
            root()
                .join("benches/programs")
                .join(program)
                .with_extension("c"),
        );
    let done = process::run(&mut command, Duration::from_secs(args.minutes * 60 + 300))?;
    if !done.succeeded() {
        return Err(format!("pleach: {:?} {}", done.ending, done.last_words()).into());
    }
    let text = std::fs::read_to_string(out.join("stats.jsonl"))?;
    Ok(text.lines().filter_map(Sample::read).collect())
}

fn judge(args: &EnduranceArgs, samples: &[Sample]) -> Growth {
    println!("| minute | memory MB | live terms | sweeps | live states | instructions | paths |");
    println!("|---|---|---|---|---|---|---|");
    let minutes: Vec<&Sample> = (1..=args.minutes)
        .filter_map(|minute| at(samples, minute as f64 * 60.0))
        .collect();
    for (minute, s) in minutes.iter().enumerate() {
        let (memory, terms, sweeps) = (s.memory, s.terms, s.sweeps);
        println!(
            "| {} | {memory:.0} | {terms} | {sweeps} | {} | {} | {} |",
            minute + 1,
            s.states,
            s.instructions,
            s.paths
        );
    }
    let most = samples.iter().map(|s| s.memory).fold(0.0, f64::max);
    let terms = samples.iter().map(|s| s.terms).max().unwrap_or(0);
    println!(
        "most memory {most:.0} MB with a cap of {} MB, most live terms {terms}",
        args.memory
    );
    let bounded = most <= args.memory as f64 * TOLERANCE;
    let lively = match (
        rate(&minutes, 1),
        rate(&minutes, minutes.len().saturating_sub(1)),
    ) {
        (Some(second), Some(last)) if minutes.len() >= 3 => {
            println!("instructions in the second minute {second}, in the last {last}");
            last as f64 >= second as f64 * LEAST_RATE
        }
        _ => true,
    };
    println!(
        "bounded: {}; as fast at the end: {}",
        yes(bounded),
        yes(lively)
    );
    if bounded && lively {
        Growth::Bounded
    } else {
        Growth::Unbounded
    }
}

/// The last sample not after this second.
fn at(samples: &[Sample], second: f64) -> Option<&Sample> {
    samples
        .iter()
        .rev()
        .find(|sample| sample.second <= second + 0.5)
}

/// Instructions within minute `index`, counted from 0.
fn rate(minutes: &[&Sample], index: usize) -> Option<u64> {
    let before = minutes.get(index.checked_sub(1)?)?;
    Some(minutes.get(index)?.instructions - before.instructions)
}

fn yes(is: bool) -> &'static str {
    if is { "yes" } else { "no" }
}
