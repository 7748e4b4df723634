//! Every program of coreutils, for a few seconds each: does it run, and how far does it come?

use super::Common;
use super::engine::{ENVIRONMENT, Exploration, Explored, Limit};
use super::page::{self, table};
use super::programs::{self, Program};
use crate::packages::campaigns;
use crate::{Outcome, at_once};
use clap::Args;
use std::error::Error;
use std::process::ExitCode;

#[derive(Args)]
pub struct RunArgs {
    #[command(flatten)]
    common: Common,
    /// Seconds per program
    #[arg(long, default_value_t = 5)]
    seconds: u64,
    /// Memory of a run
    #[arg(long, default_value = "2GB")]
    memory: String,
    /// More options for `pleach run`
    #[arg(last = true)]
    flags: Vec<String>,
}

/// Errors that are ours, not the program's.
const OURS: [&str; 3] = ["internal", "unsupported", "undefined-function"];

pub fn run(args: &RunArgs) -> Outcome {
    let programs = programs::coreutils(&args.common)?;
    let results = explore_all(args, &programs)?;
    let mut rows = Vec::new();
    let mut bad = Vec::new();
    for (program, explored) in programs.iter().zip(&results) {
        let remarks = remarks(explored);
        println!("{:<12} {}", program.name, line(explored));
        for remark in &remarks {
            println!("             {remark}");
            bad.push(format!("{}: {remark}", program.name));
        }
        rows.push(row(program, explored));
    }
    println!("{} programs, {} remarks", programs.len(), bad.len());
    if args.common.whole() {
        page::write("run", &text(args, &rows, &bad))?;
    }
    Ok(match bad.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

/// Runs all, `--at-once` at a time, and answers in the order of the programs.
fn explore_all(args: &RunArgs, programs: &[Program]) -> Result<Vec<Explored>, Box<dyn Error>> {
    let pleach = args.common.pleach()?;
    let explore = |program: &Program| {
        let explored = Exploration {
            pleach: &pleach,
            program: &program.native,
            flags: &args.flags,
            arguments: ENVIRONMENT,
            limit: Limit::Wall(args.seconds),
            memory: &args.memory,
            folder: campaigns().join("run").join(&program.name),
        }
        .carry_out()
        .map_err(|error| format!("{}: {error}", program.name));
        eprintln!("{}", program.name);
        explored
    };
    let all: Result<Vec<_>, String> = at_once::map(programs, args.common.at_once, explore)
        .into_iter()
        .collect();
    Ok(all?)
}

/// What should not be: no end, errors of ours, system calls without a model.
pub fn remarks(explored: &Explored) -> Vec<String> {
    let mut remarks = Vec::new();
    if explored.json.is_null() {
        remarks.push(format!(
            "no result ({:?}): {}",
            explored.ending,
            explored.last_words()
        ));
    }
    for finding in explored.findings() {
        let kind = finding["kind"].as_str().unwrap_or("");
        if OURS.contains(&kind) {
            let message = finding["message"].as_str().unwrap_or("");
            remarks.push(format!("{kind}: {message}"));
        }
    }
    for (name, count) in explored.unmodelled() {
        remarks.push(format!("system call {name} has no model ({count} times)"));
    }
    remarks
}

fn line(explored: &Explored) -> String {
    format!(
        "{:>12} instructions {:>6} paths {:>6} tests {:>3} errors {:>5.1}% of branches {}",
        explored.number("totals/instructions"),
        explored.number("totals/paths"),
        explored.number("tests"),
        explored.number("totals/errors"),
        explored.percent("branches"),
        explored.kinds().join(" ")
    )
}

fn row(program: &Program, explored: &Explored) -> Vec<String> {
    let mut row = vec![program.name.clone()];
    for path in [
        "totals/instructions",
        "totals/solver/queries",
        "totals/paths",
        "tests",
        "totals/errors",
    ] {
        row.push(explored.number(path).to_string());
    }
    row.push(format!("{:.1}", explored.percent("instructions")));
    row.push(format!("{:.1}", explored.percent("branches")));
    row.push(explored.kinds().join(" "));
    row
}

fn text(args: &RunArgs, rows: &[Vec<String>], bad: &[String]) -> String {
    let head = [
        "program",
        "instructions",
        "queries",
        "paths",
        "tests",
        "errors",
        "% of instructions",
        "% of branches",
        "kinds of errors",
    ];
    let remarks = match bad.is_empty() {
        true => "No run ended with an internal error, met an unsupported instruction, or asked \
                 for a system call without a model."
            .to_owned(),
        false => format!("Remarks:\n\n- {}", bad.join("\n- ")),
    };
    format!(
        "## Every program, {} seconds\n\n`cargo xtask coreutils run`: one job, {} of memory, each \
         program with `{ENVIRONMENT}`. Coverage is of the whole program as it is linked, gnulib \
         included, the C library not. {} programs.\n\n{remarks}\n\n{}",
        args.seconds,
        args.memory,
        rows.len(),
        table(&head, rows)
    )
}
