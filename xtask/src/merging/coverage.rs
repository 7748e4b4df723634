//! Branches that the tests of the default search reach natively, with merging and without.

use super::{PLAIN, require_modes};
use crate::coreutils::engine::{ENVIRONMENT, Exploration, Limit};
use crate::coreutils::page::table;
use crate::coreutils::{COREUTILS, REFERENCE, suite};
use crate::evaluation::{self, Kept};
use crate::packages::{self, Again, Flavour};
use crate::{Outcome, at_once, bench::machine};
use clap::Args;
use pleach_compare::Fingerprint;
use serde_json::{Value, json};
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Args)]
pub struct CoverageArgs {
    /// Only these programs
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    only: Vec<String>,
    /// CPU seconds per run
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// The modes
    #[arg(long, default_value = "none,dynamic", value_delimiter = ',')]
    modes: Vec<String>,
    /// One run of each mode per seed
    #[arg(long, default_value = "1,2", value_delimiter = ',')]
    seeds: Vec<u64>,
    /// Tests to replay of a run: those that covered something new, and about so many others
    #[arg(long, default_value_t = 3000)]
    most: usize,
    #[command(flatten)]
    common: evaluation::Common,
}

/// Too large to be explored whole, so that the search has to choose.
const PROGRAMS: [&str; 6] = ["printf", "sort", "od", "tr", "dd", "pr"];
const MEMORY: &str = "2GB";

/// One program in one mode with one seed.
struct Run<'a> {
    program: &'a str,
    mode: &'a str,
    seed: u64,
}

/// What it came to.
struct Covered {
    branches: u64,
    /// How many there are.
    of: u64,
    lines: u64,
    tests: u64,
    paths: u64,
}

struct Measure<'a> {
    args: &'a CoverageArgs,
    pleach: PathBuf,
    /// Content of the executable.
    version: Fingerprint,
    programs: PathBuf,
    gcov: PathBuf,
    folder: tempfile::TempDir,
}

pub fn coverage(args: &CoverageArgs) -> Outcome {
    let pleach = args.common.pleach()?;
    let programs = packages::build(&COREUTILS, Flavour::Bitcode, &pleach, Again::No)?.join("src");
    let gcov = packages::build(&REFERENCE, Flavour::Gcov, &pleach, Again::No)?;
    require_modes(&pleach, &programs, &args.modes)?;
    let mut version = Fingerprint::default();
    version.add_file(&pleach)?;
    let measure = Measure {
        args,
        pleach,
        version,
        programs,
        gcov,
        folder: crate::scratch::folder()?,
    };
    let wanted = |name: &&str| args.only.is_empty() || args.only.iter().any(|one| one == name);
    let names: Vec<&str> = PROGRAMS.into_iter().filter(wanted).collect();
    let runs = runs(&names, &args.modes, &args.seeds);
    let covered: Result<Vec<Covered>, String> = at_once::map(&runs, args.common.at_once(), |run| {
        let covered = measure.find_or_make(run);
        covered.map_err(|error| format!("{} with {}: {error}", run.program, run.mode))
    })
    .into_iter()
    .collect();
    let covered = covered?;
    let text = text(
        args,
        &names,
        &covered,
        &machine::describe(measure.folder.path()),
    );
    println!("{text}");
    if let Some(folder) = args.common.page_folder("merging", &args.only) {
        fs::create_dir_all(&folder)?;
        fs::write(folder.join("coverage.md"), text)?;
        println!("written to {}", folder.display());
    }
    Ok(ExitCode::SUCCESS)
}

/// In the order of the table: by program, mode and seed.
fn runs<'a>(programs: &[&'a str], modes: &'a [String], seeds: &[u64]) -> Vec<Run<'a>> {
    let mut runs = Vec::new();
    for program in programs {
        for mode in modes {
            runs.extend(seeds.iter().map(|seed| Run {
                program,
                mode,
                seed: *seed,
            }));
        }
    }
    runs
}

impl Run<'_> {
    fn flags(&self) -> Vec<String> {
        let mut words = vec!["--seed".to_owned(), self.seed.to_string()];
        if self.mode != PLAIN {
            words.extend(["--merge".to_owned(), self.mode.to_owned()]);
        }
        words
    }

    fn name(&self) -> String {
        format!("{} {} {}", self.program, self.mode, self.seed)
    }
}

impl Measure<'_> {
    fn find_or_make(&self, run: &Run) -> Result<Covered, Box<dyn Error>> {
        let mut key = self.version.clone();
        key.add_file(&self.programs.join(run.program).with_extension("bc"))?;
        let words = [ENVIRONMENT, MEMORY, &run.flags().join(" ")].join("\n");
        key.add(format!("{words}\n{} {}", self.args.seconds, self.args.most).as_bytes());
        let kept = Kept::new("merging-coverage", &run.name(), &key);
        let result = match kept.read() {
            Some(result) => result,
            None => {
                let result = self.make(run)?;
                kept.write(&result)?;
                result
            }
        };
        let covered = Covered::read(&result);
        eprintln!("{}: {} of {}", run.name(), covered.branches, covered.of);
        Ok(covered)
    }

    fn make(&self, run: &Run) -> Result<Value, Box<dyn Error>> {
        let explored = Exploration {
            pleach: &self.pleach,
            program: &self.programs.join(run.program),
            flags: &run.flags(),
            arguments: ENVIRONMENT,
            limit: Limit::Cpu(self.args.seconds),
            memory: MEMORY,
            folder: self.folder.path().join(run.name().replace(' ', "-")),
        }
        .carry_out()?;
        let native = suite::coverage(&explored, &self.gcov, run.program, self.args.most)?;
        fs::remove_dir_all(&explored.folder)?;
        let (branches, lines) = (native.own().branches(), native.own().lines());
        Ok(json!({
            "branches": branches.covered,
            "of": branches.total,
            "lines": lines.covered,
            "tests": explored.number("tests"),
            "paths": explored.number("totals/paths"),
            "totals": explored.json["totals"],
            "measured": explored.json["measured"],
        }))
    }
}

impl Covered {
    fn read(result: &Value) -> Covered {
        let number = |name: &str| result[name].as_u64().unwrap_or(0);
        Covered {
            branches: number("branches"),
            of: number("of"),
            lines: number("lines"),
            tests: number("tests"),
            paths: number("paths"),
        }
    }
}

fn text(args: &CoverageArgs, programs: &[&str], covered: &[Covered], about: &str) -> String {
    let mut text = format!(
        "# Merging and the default search\n\nWritten by `cargo xtask merging coverage`; nothing \
         here is edited by hand. Programs that are too large to be explored whole, {} CPU seconds \
         each with the default search, one job, {MEMORY} of memory, `{ENVIRONMENT}`. The tests \
         are replayed on a build with gcc's counters (`-O0 --coverage`), one process per test, as \
         an unprivileged user; of more than {} those that covered something new and every \
         so-manieth other. Branches and lines are those of the file with `main`.\n\n{about}\n",
        args.seconds, args.most
    );
    let mut part = |title: &str, numbers: Numbers| {
        let body = figure(args, programs, covered, &numbers);
        let _ = writeln!(text, "## {title}\n\n{body}");
    };
    part("Branches", (|run| run.branches, Some(|run| run.of)));
    part("Lines", (|run| run.lines, None));
    part("Paths", (|run| run.paths, None));
    part("Tests", (|run| run.tests, None));
    text.trim_end().to_owned() + "\n"
}

/// What a table shows of each run, and of all of them in a last column.
type Numbers = (fn(&Covered) -> u64, Option<fn(&Covered) -> u64>);

/// Programs down; each mode with its seeds, and their mean, across.
fn figure(
    args: &CoverageArgs,
    programs: &[&str],
    covered: &[Covered],
    (of, in_all): &Numbers,
) -> String {
    let mut head = vec!["program".to_owned()];
    for mode in &args.modes {
        let seeds = args.seeds.iter();
        head.extend(seeds.map(|seed| format!("{mode}, seed {seed}")));
        head.push(format!("{mode}, mean"));
    }
    if in_all.is_some() {
        head.push("of".to_owned());
    }
    let of_program = args.modes.len() * args.seeds.len();
    let numbers: Vec<Vec<f64>> = covered
        .chunks(of_program.max(1))
        .map(|runs| {
            let of_modes = runs.chunks(args.seeds.len().max(1));
            let last = in_all.map(|in_all| in_all(&runs[0]) as f64);
            let numbers = of_modes.flat_map(|runs| with_mean(runs, *of));
            numbers.chain(last).collect()
        })
        .collect();
    let cells = |name: &str, numbers: &[f64]| -> Vec<String> {
        let numbers = numbers.iter().map(|number| number.to_string());
        std::iter::once(name.to_owned()).chain(numbers).collect()
    };
    let mut rows: Vec<Vec<String>> = programs
        .iter()
        .zip(&numbers)
        .map(|(name, numbers)| cells(name, numbers))
        .collect();
    let sums: Vec<f64> = (0..head.len() - 1)
        .map(|column| numbers.iter().map(|row| row[column]).sum())
        .collect();
    rows.push(cells("sum", &sums));
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    table(&head, &rows)
}

fn with_mean(runs: &[Covered], of: fn(&Covered) -> u64) -> Vec<f64> {
    let mut numbers: Vec<f64> = runs.iter().map(|run| of(run) as f64).collect();
    let mean = numbers.iter().sum::<f64>() / numbers.len().max(1) as f64;
    numbers.push((mean * 10.0).round() / 10.0);
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(clap::Parser)]
    struct Cli {
        #[command(flatten)]
        args: CoverageArgs,
    }

    #[test]
    fn each_mode_has_its_seeds_and_their_mean() {
        let args = <Cli as clap::Parser>::parse_from(["coverage"]).args;
        let programs = ["tr", "pr"];
        assert_eq!(runs(&programs, &args.modes, &args.seeds).len(), 8);
        let covered: Vec<Covered> = (0..8)
            .map(|number| Covered::read(&json!({"branches": 10 + number, "of": 50})))
            .collect();
        let page = text(&args, &programs, &covered, "- machine: one\n");
        for part in [
            "| program | none, seed 1 | none, seed 2 | none, mean | dynamic, seed 1 |",
            "| tr | 10 | 11 | 10.5 | 12 | 13 | 12.5 | 50 |",
            "| sum | 24 | 26 | 25 | 28 | 30 | 29 | 100 |",
            "| tr | 0 | 0 | 0 | 0 | 0 | 0 |\n",
            "60 CPU seconds",
        ] {
            assert!(page.contains(part), "{part}: {page}");
        }
    }

    #[test]
    fn plain_runs_name_no_mode() {
        let run = |mode| Run {
            program: "tr",
            mode,
            seed: 2,
        };
        assert_eq!(run(PLAIN).flags(), ["--seed", "2"]);
        assert_eq!(run("qce").flags(), ["--seed", "2", "--merge", "qce"]);
    }
}
