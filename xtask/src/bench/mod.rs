//! Speed and memory, as ratios taken in one run on one machine.
//!
//! Absolute times say little about another machine, so each figure is set against native runs of
//! the same minutes: concrete code against the native binary, exhaustive runs against KLEE's
//! times scaled by a calibration program.

mod concrete;
mod corpus;
mod exhaustive;
mod jobs;
pub mod machine;
mod measure;
mod memory;
mod table;

use crate::Outcome;
use crate::build::{pleach, root};
use clap::Args;
use measure::Bench;
use std::path::PathBuf;
use std::process::ExitCode;
use table::Row;

#[derive(Args)]
pub struct BenchArgs {
    /// Each figure once, and no page is written
    #[arg(long)]
    quick: bool,
    /// The pleach to measure [default: build it]
    #[arg(long)]
    pleach: Option<PathBuf>,
    /// Only the parts whose name contains this: concrete, exhaustive, jobs, memory, corpus
    #[arg(long, value_name = "PART")]
    only: Option<String>,
}

type Part = fn(&Bench) -> Result<Vec<Row>, Box<dyn std::error::Error>>;

const PARTS: [(&str, Part); 5] = [
    ("concrete", concrete::measure),
    ("exhaustive", exhaustive::measure),
    ("jobs", jobs::measure),
    ("memory", memory::measure),
    ("corpus", corpus::measure),
];

pub fn bench(args: &BenchArgs) -> Outcome {
    let pleach = match &args.pleach {
        Some(path) => std::path::absolute(path)?,
        None => pleach()?,
    };
    let bench = Bench::new(pleach, if args.quick { 1 } else { 3 })?;
    let mut rows = Vec::new();
    for (name, part) in PARTS {
        if args
            .only
            .as_ref()
            .is_none_or(|only| name.contains(only.as_str()))
        {
            eprintln!("measuring: {name}");
            rows.extend(part(&bench)?);
        }
    }
    let text = table::render(&rows);
    let about = machine::describe(bench.folder());
    println!("{about}\n{text}");
    if !args.quick && args.only.is_none() {
        let page = root().join("docs/performance.md");
        std::fs::write(
            &page,
            format!("{}\n{about}\n{text}", include_str!("page.md")),
        )?;
        println!("written to docs/performance.md");
    }
    Ok(if rows.iter().all(|row| row.met != Some(false)) {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
