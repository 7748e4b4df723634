//! Campaigns and benchmarks: what is too long, or too dependent on the machine, for the tests.

mod at_once;
mod bench;
mod build;
mod campaigns;
mod coreutils;
mod decisions;
mod endurance;
mod evaluation;
mod merging;
mod packages;
mod projects;
mod reduction;
mod scratch;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Campaigns and benchmarks of pleach")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// csmith programs: `pleach exec` against native execution, at -O0 and -O2
    Csmith(campaigns::Seeds),
    /// Our own random programs: every test of `pleach run`, replayed natively, takes its path
    Random(campaigns::RandomArgs),
    /// Bitcode with flipped bits: loaded, or refused in one line
    Damaged(campaigns::Seeds),
    /// Speed and memory in one table, written to docs/performance.md
    Bench(bench::BenchArgs),
    /// Real programs: coreutils, grep, gawk and sed
    Coreutils(coreutils::CoreutilsArgs),
    /// Other projects from Debian's sources, built and explored
    Projects(projects::ProjectsArgs),
    /// A long run with little memory: does it stay bounded?
    Endurance(endurance::EnduranceArgs),
    /// States of coreutils' sort, reached again by what their paths were told: are they the same?
    Decisions(decisions::DecisionsArgs),
    /// Exhaustive runs of coreutils in every mode of merging, written to docs/merging
    Merging(merging::MergingArgs),
    /// Coreutils with and without the states that can reach nothing new, written to docs/reduction
    Reduction(reduction::ReductionArgs),
}

/// What a task came to: everything as wished, or not.
type Outcome = Result<ExitCode, Box<dyn std::error::Error>>;

fn main() -> ExitCode {
    let result = match Cli::parse().task {
        Task::Csmith(seeds) => campaigns::csmith(&seeds),
        Task::Random(args) => campaigns::random(&args),
        Task::Damaged(seeds) => campaigns::damaged(&seeds),
        Task::Bench(args) => bench::bench(&args),
        Task::Coreutils(args) => coreutils::coreutils(&args),
        Task::Projects(args) => projects::projects(&args),
        Task::Endurance(args) => endurance::endurance(&args),
        Task::Decisions(args) => decisions::decisions(&args),
        Task::Merging(args) => merging::merging(&args),
        Task::Reduction(args) => reduction::reduction(&args),
    };
    result.unwrap_or_else(|error| {
        eprintln!("xtask: {error}");
        ExitCode::from(2)
    })
}
