//! What merging is worth: exhaustive runs of coreutils programs in every mode, and runs of the
//! default search with and without.
//!
//! A run that was made is kept beside the builds and not made again as long as pleach, the program
//! and the options are the same, so the command can be interrupted and goes on where it was.

mod against;
mod coverage;
mod dots;
mod figures;
mod growth;
mod page;
mod plots;
mod run;
mod scatter;
mod speed;
mod summary;
mod tables;
mod tasks;

use crate::coreutils::COREUTILS;
use crate::evaluation;
use crate::packages::{self, Again, Flavour};
use crate::{Outcome, at_once};
use clap::{Args, Subcommand};
use figures::Figures;
use growth::Growth;
use run::{Runner, Wanted};
use speed::Speed;
use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;
use tasks::Task;

#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct MergingArgs {
    #[command(subcommand)]
    other: Option<Other>,
    #[command(flatten)]
    evaluation: EvaluationArgs,
}

#[derive(Subcommand)]
enum Other {
    /// Programs too large to be explored whole: what do tests cover, with merging and without?
    Coverage(coverage::CoverageArgs),
}

#[derive(Args)]
struct EvaluationArgs {
    /// Only these programs or tasks, such as `wc` or `wc 4`
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    only: Vec<String>,
    /// CPU time that a run gets, in seconds
    #[arg(long, default_value = "60s", value_parser = seconds)]
    limit: Duration,
    /// The modes; all are compared with `none`
    #[arg(long, default_value = "none,static,qce,dynamic", value_delimiter = ',')]
    modes: Vec<String>,
    #[command(flatten)]
    common: evaluation::Common,
}

/// The mode that others are compared with.
const PLAIN: &str = "none";

/// Programs whose lines are looked at, each in its smallest task.
const GROWTH: [&str; 3] = ["echo", "seq", "basename"];

/// All modes on one task.
struct Row {
    task: Task,
    /// In the order of the modes.
    runs: Vec<Figures>,
}

/// Everything that was measured.
struct Results {
    limit: Duration,
    modes: Vec<String>,
    rows: Vec<Row>,
}

impl Results {
    /// Where the runs without merging are, if they were made.
    fn plain(&self) -> Option<usize> {
        self.modes.iter().position(|mode| mode == PLAIN)
    }

    fn runs(&self, mode: usize) -> impl Iterator<Item = &Figures> {
        self.rows.iter().map(move |row| &row.runs[mode])
    }

    fn run(&self, task: &Task, mode: usize) -> Option<&Figures> {
        let row = self.rows.iter().find(|row| row.task == *task)?;
        Some(&row.runs[mode])
    }

    /// The task of a program with the fewest unknowns.
    fn smallest(&self, program: &str) -> Option<&Row> {
        self.rows.iter().find(|row| row.task.program == program)
    }

    /// How fast `mode` is beside `other` on the tasks that one of them finishes.
    fn speeds(&self, mode: usize, other: usize) -> Vec<(&Task, Speed)> {
        let limit = self.limit.as_secs_f64();
        let speed = |row: &Row| Speed::of(&row.runs[mode], &row.runs[other], limit);
        let speeds = self.rows.iter().map(|row| (&row.task, speed(row)));
        speeds
            .filter_map(|(task, speed)| Some((task, speed?)))
            .collect()
    }

    /// Queries of `mode` for each of `other`, on the tasks that both finish.
    fn query_ratios(&self, mode: usize, other: usize) -> impl Iterator<Item = (&Task, f64)> {
        let both = move |row: &&Row| row.runs[mode].finished() && row.runs[other].finished();
        self.rows.iter().filter(both).map(move |row| {
            let queries = |mode: usize| row.runs[mode].queries().max(1) as f64;
            (&row.task, queries(mode) / queries(other))
        })
    }
}

pub fn merging(args: &MergingArgs) -> Outcome {
    match &args.other {
        None => evaluation(&args.evaluation),
        Some(Other::Coverage(args)) => coverage::coverage(args),
    }
}

fn evaluation(args: &EvaluationArgs) -> Outcome {
    let tasks: Vec<Task> = tasks::all()
        .into_iter()
        .filter(|task| wanted(args, task))
        .collect();
    if tasks.is_empty() {
        return Err("no task has this name".into());
    }
    let pleach = args.common.pleach()?;
    let build = packages::build(&COREUTILS, Flavour::Bitcode, &pleach, Again::No)?;
    let programs = build.join("src");
    require_modes(&pleach, &programs, &args.modes)?;
    let runner = Runner::new(pleach, programs, args.limit)?;
    let results = Results {
        limit: args.limit,
        modes: args.modes.clone(),
        rows: rows(args, &runner, tasks)?,
    };
    println!("{}", summary::table(&results));
    println!("{}", tables::times(&results));
    if let Some(folder) = args.common.page_folder("merging", &args.only) {
        let growth = growth(args, &runner, &results)?;
        page::write(&folder, &results, &growth, runner.folder())?;
    }
    let failed = results.rows.iter().flat_map(|row| &row.runs);
    Ok(match failed.filter_map(Figures::failure).next() {
        None => ExitCode::SUCCESS,
        Some(_) => ExitCode::FAILURE,
    })
}

/// All tasks in all modes. The modes of a task run one after the other, so that what else happens
/// on the machine meets all of them.
fn rows(
    args: &EvaluationArgs,
    runner: &Runner,
    tasks: Vec<Task>,
) -> Result<Vec<Row>, Box<dyn Error>> {
    let runs = runs(args, runner, &tasks, Wanted::Figures)?;
    let rows = tasks.into_iter().zip(runs);
    Ok(rows.map(|(task, runs)| Row { task, runs }).collect())
}

/// How often lines are executed, for the few programs that show it.
fn growth(
    args: &EvaluationArgs,
    runner: &Runner,
    results: &Results,
) -> Result<Vec<Growth>, Box<dyn Error>> {
    let smallest = GROWTH.iter().filter_map(|name| results.smallest(name));
    let tasks: Vec<Task> = smallest.map(|row| row.task.clone()).collect();
    let runs = runs(args, runner, &tasks, Wanted::Executions)?;
    let grown = tasks.iter().zip(runs).map(|(task, runs)| Growth {
        name: task.name(),
        runs,
    });
    Ok(grown.collect())
}

fn runs(
    args: &EvaluationArgs,
    runner: &Runner,
    tasks: &[Task],
    wanted: Wanted,
) -> Result<Vec<Vec<Figures>>, Box<dyn Error>> {
    let pairs: Vec<(&Task, &String)> = tasks
        .iter()
        .flat_map(|task| args.modes.iter().map(move |mode| (task, mode)))
        .collect();
    let figures = at_once::map(&pairs, args.common.at_once(), |(task, mode)| {
        let figures = runner.figures(task, mode, wanted);
        figures.map_err(|error| format!("{} with {mode}: {error}", task.name()))
    });
    let mut figures = figures.into_iter();
    let mut of_tasks = Vec::new();
    for _ in tasks {
        let of_task: Result<_, String> = figures.by_ref().take(args.modes.len()).collect();
        of_tasks.push(of_task?);
    }
    Ok(of_tasks)
}

fn require_modes(pleach: &Path, programs: &Path, modes: &[String]) -> Result<(), Box<dyn Error>> {
    let words = |mode: &String| ["--merge".to_owned(), mode.clone()];
    let known = |mode| evaluation::require(pleach, &programs.join("true"), &words(mode));
    modes.iter().try_for_each(known)
}

fn wanted(args: &EvaluationArgs, task: &Task) -> bool {
    let named = |name: &String| *name == task.program || *name == task.name();
    args.only.is_empty() || args.only.iter().any(named)
}

/// `60s` or `60`.
fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.strip_suffix('s').unwrap_or(text);
    match number.parse() {
        Ok(0) | Err(_) => Err("write seconds, such as 60s".to_owned()),
        Ok(seconds) => Ok(Duration::from_secs(seconds)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// A run that took so many CPU seconds and so many questions; without an end if it took long.
    pub fn figures(cpu: f64, queries: u64) -> Figures {
        Figures::new(json!({
            "cpu_seconds": cpu,
            "limit_seconds": 60,
            "run": {
                "complete": cpu < 60.0,
                "totals": {
                    "paths": 3, "instructions": 1000, "solver": {"queries": queries},
                    "merge": {
                        "joins_made": 5,
                        "joins_refused": {"files differ": 1200},
                        "largest_multiplicity": 8,
                        "active_forks": 1500,
                    },
                },
                "measured": {"solver_seconds": 0.5, "loading_cpu_seconds": 0.25},
            }
        }))
    }

    fn shown() -> impl Iterator<Item = Task> {
        let tasks = tasks::all();
        let smallest = move |name: &&str| tasks.iter().find(|task| task.program == *name).cloned();
        tables::SHOWN.iter().filter_map(smallest)
    }

    /// Two modes on three tasks: twice as fast, half as fast, and finished where plain is not.
    pub fn results() -> Results {
        let times = [(8.0, 4.0), (10.0, 20.0), (61.0, 30.0)];
        let row = |(task, (plain, merged)): (Task, (f64, f64))| Row {
            task,
            runs: vec![figures(plain, 400), figures(merged, 100)],
        };
        Results {
            limit: Duration::from_secs(60),
            modes: ["none", "qce"].map(str::to_owned).to_vec(),
            rows: shown().zip(times).map(row).collect(),
        }
    }

    #[test]
    fn programs_that_are_named_have_tasks() {
        let tasks = tasks::all();
        for name in tables::SHOWN.iter().chain(&GROWTH) {
            assert!(tasks.iter().any(|task| task.program == *name), "{name}");
        }
    }

    #[test]
    fn limits_are_in_seconds() {
        assert_eq!(seconds("60s"), Ok(Duration::from_secs(60)));
        assert_eq!(seconds("5"), Ok(Duration::from_secs(5)));
        assert!(seconds("0").is_err() && seconds("1h").is_err());
    }
}
