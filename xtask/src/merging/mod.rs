//! What merging is worth: exhaustive runs of coreutils programs in every mode.
//!
//! A run that was made is kept beside the builds and not made again as long as pleach, the program
//! and the options are the same, so the command can be interrupted and goes on where it was.

mod dots;
mod page;
mod plots;
mod run;
mod summary;
mod tables;
mod tasks;

use crate::Outcome;
use crate::coreutils::COREUTILS;
use crate::packages::{self, Again, Flavour};
use clap::Args;
use run::{Figures, Runner};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use tasks::{TASKS, Task};

#[derive(Args)]
pub struct MergingArgs {
    /// Only this program, and no page is written
    #[arg(long, value_name = "NAME")]
    only: Option<String>,
    /// Time that a run gets, in seconds
    #[arg(long, default_value = "60s", value_parser = seconds)]
    limit: Duration,
    /// The modes; all are compared with `none`
    #[arg(long, default_value = "none,static,qce", value_delimiter = ',')]
    modes: Vec<String>,
    /// The pleach to measure [default: build it]
    #[arg(long)]
    pleach: Option<PathBuf>,
}

/// The mode that others are compared with.
const PLAIN: &str = "none";

/// All modes on one task.
struct Row {
    task: &'static Task,
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
}

pub fn merging(args: &MergingArgs) -> Outcome {
    let tasks: Vec<&Task> = TASKS.iter().filter(|task| wanted(args, task)).collect();
    if tasks.is_empty() {
        return Err("no task has this name".into());
    }
    let pleach = match &args.pleach {
        Some(path) => std::path::absolute(path)?,
        None => crate::build::pleach()?,
    };
    let build = packages::build(&COREUTILS, Flavour::Bitcode, &pleach, Again::No)?;
    let runner = Runner::new(pleach, build.join("src"), args.limit)?;
    let mut rows = Vec::new();
    for task in tasks {
        let runs: Result<Vec<Figures>, _> = args
            .modes
            .iter()
            .map(|mode| runner.figures(task, mode))
            .collect();
        rows.push(Row { task, runs: runs? });
    }
    let results = Results {
        limit: args.limit,
        modes: args.modes.clone(),
        rows,
    };
    println!("{}", summary::table(&results));
    println!("{}", tables::times(&results));
    if args.only.is_none() {
        page::write(&results, runner.folder())?;
    }
    let failed = results.rows.iter().flat_map(|row| &row.runs);
    Ok(match failed.filter_map(Figures::failure).next() {
        None => ExitCode::SUCCESS,
        Some(_) => ExitCode::FAILURE,
    })
}

fn wanted(args: &MergingArgs, task: &Task) -> bool {
    args.only.as_ref().is_none_or(|only| only == task.program)
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
    use std::collections::BTreeSet;

    /// A run that took so many CPU seconds and so many questions; without an end if it took long.
    pub fn figures(cpu: f64, queries: u64) -> Figures {
        Figures::new(json!({
            "cpu_seconds": cpu,
            "run": {
                "complete": cpu < 60.0,
                "totals": {
                    "paths": 3, "instructions": 1000, "solver": {"queries": queries},
                    "merge": {"joins_made": 5, "joins_refused": {"files differ": 1200}, "largest_multiplicity": 8},
                },
                "measured": {"solver_seconds": 0.5, "loading_cpu_seconds": 0.25},
            }
        }))
    }

    fn shown() -> impl Iterator<Item = &'static Task> {
        let shown = |task: &&Task| tables::SHOWN.contains(&task.program);
        TASKS.iter().filter(shown)
    }

    /// Two modes on three tasks: twice as fast, half as fast, and finished where plain is not.
    pub fn results() -> Results {
        let times = [(8.0, 4.0), (10.0, 20.0), (61.0, 30.0)];
        let row = |(task, (plain, merged)): (&'static Task, (f64, f64))| Row {
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
    fn tasks_have_names_of_their_own() {
        let names: BTreeSet<&str> = TASKS.iter().map(|task| task.program).collect();
        assert_eq!(names.len(), TASKS.len());
        assert_eq!(shown().count(), tables::SHOWN.len());
    }

    #[test]
    fn limits_are_in_seconds() {
        assert_eq!(seconds("60s"), Ok(Duration::from_secs(60)));
        assert_eq!(seconds("5"), Ok(Duration::from_secs(5)));
        assert!(seconds("0").is_err() && seconds("1h").is_err());
    }
}
