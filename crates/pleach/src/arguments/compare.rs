//! Options of `pleach compare`.

use super::values::{duration, megabytes};
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

const HELP: &str = "\
Every program is run with every variant, once for each of the seeds 1 to N, with one thread unless the
variant says otherwise. When it is interrupted, the same command goes on where it stopped.

In DIR: table.md, table.csv (means and ranges), runs.csv (every run), only.csv (branches that one
variant alone covers), PROGRAM.svg (coverage and live states over time), runs/ (the runs themselves).

Exit code: 0 when every run was made, whether errors were found or not; 1 when some failed; 2 when the
input or the command line is wrong; 3 when something gave out; 130 when it was interrupted.

Example:
  pleach compare --program printf.bc --program sort.bc --variant \"beam: --search beam\" \\
    --variant \"default:\" --time 60s --repeat 3 --args \"--sym-args 0 1 10 --sym-stdin 8\"";

#[derive(Args)]
#[command(after_help = HELP)]
pub struct CompareArgs {
    /// A program; its name is that of the file, up to the ending
    #[arg(long = "program", value_name = "[NAME=]FILE", required = true)]
    pub programs: Vec<String>,
    /// Options of `pleach run` under a name, for example "beam: --search beam"
    #[arg(long = "variant", value_name = "NAME: OPTIONS")]
    pub variants: Vec<String>,
    /// What follows the program on the command line of every run
    #[arg(
        long,
        value_name = "WORDS",
        default_value = "",
        allow_hyphen_values = true
    )]
    pub args: String,
    /// For each run
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "60s")]
    pub time: Duration,
    /// Runs of each variant on each program
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub repeat: u32,
    /// For each run: megabytes, or 2G
    #[arg(long, value_name = "SIZE", value_parser = megabytes, default_value = "1G")]
    pub memory: u64,
    /// Runs at the same time, at most [default: as many as cores and free memory allow]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs_at_once: Option<u16>,
    /// Where to write; an interrupted comparison goes on there
    #[arg(long, value_name = "DIR", default_value = "pleach-compare")]
    pub output: PathBuf,
    /// Replay the tests natively as well, and measure what they cover
    #[arg(long, value_enum, requires = "binary")]
    pub coverage: Option<CoverageKind>,
    /// The build with counters (gcov or llvm-cov): DIR/src/PROGRAM or DIR/PROGRAM
    #[arg(long, value_name = "[PROGRAM=]DIR", requires = "coverage")]
    pub binary: Vec<String>,
    /// Tests of another engine, measured natively in the same table: DIR/PROGRAM/*.ktest, or
    /// DIR/*.ktest for a single program; subfolders are repeats
    #[arg(long, value_name = "[NAME=]DIR", requires = "coverage")]
    pub tests: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CoverageKind {
    Native,
}
