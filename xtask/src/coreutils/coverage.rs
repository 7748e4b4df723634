//! Branches that the tests of a run reach natively, beside KLEE's.

use super::engine::{ENVIRONMENT, Exploration, Explored, Limit};
use super::page::{self, table};
use super::programs::{self, Program};
use super::{Common, REFERENCE, suite};
use crate::Outcome;
use crate::packages::{Flavour, campaigns};
use clap::Args;
use pleach_compare::Share;
use pleach_compare::native::NativeCoverage;
use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

#[derive(Args)]
pub struct CoverageArgs {
    #[command(flatten)]
    common: Common,
    /// Seconds per program
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// Memory of a run
    #[arg(long, default_value = "2GB")]
    memory: String,
    /// Tests to replay of a program: those that covered something new, and about so many others
    #[arg(long, default_value_t = 3000)]
    most: usize,
    /// More options for `pleach run`
    #[arg(last = true)]
    flags: Vec<String>,
}

/// KLEE 3.2 in 60 s: tests, then what they cover natively of the program's own source and of all
/// files that are linked into it.
struct Klee {
    program: &'static str,
    tests: u64,
    own_lines: u64,
    own_branches: u64,
    all_lines: u64,
    all_branches: u64,
}

const fn klee(program: &'static str, figures: [u64; 5]) -> Klee {
    let [tests, own_lines, own_branches, all_lines, all_branches] = figures;
    Klee {
        program,
        tests,
        own_lines,
        own_branches,
        all_lines,
        all_branches,
    }
}

const KLEE: [Klee; 12] = [
    klee("echo", [28, 99, 59, 168, 87]),
    klee("printf", [115, 275, 180, 607, 396]),
    klee("mkdir", [91, 84, 35, 636, 332]),
    klee("sha256sum", [36, 180, 94, 385, 205]),
    klee("touch", [100, 121, 81, 1013, 580]),
    klee("sort", [60, 817, 413, 1265, 621]),
    klee("dd", [78, 400, 218, 863, 455]),
    klee("ptx", [55, 392, 220, 632, 340]),
    klee("pr", [73, 583, 326, 1052, 599]),
    klee("od", [74, 472, 226, 833, 410]),
    klee("tr", [94, 472, 257, 726, 382]),
    klee("cat", [66, 217, 125, 444, 241]),
];

/// What one program came to.
struct Measured<'a> {
    klee: &'a Klee,
    explored: Explored,
    native: NativeCoverage,
}

pub fn coverage(args: &CoverageArgs) -> Outcome {
    let programs = programs::coreutils(&args.common)?;
    let gcov = args.common.build(&REFERENCE, Flavour::Gcov)?;
    let pleach = args.common.pleach()?;
    let mut all = Vec::new();
    for klee in &KLEE {
        let Some(program) = programs.iter().find(|one| one.name == klee.program) else {
            continue;
        };
        let measured = measure(args, &pleach, &gcov, program, klee)?;
        println!("{}", row(&measured).join("  "));
        all.push(measured);
    }
    let text = text(args, &all);
    println!("{text}");
    if args.common.whole() {
        page::write("coverage", &text)?;
    }
    let ahead = all
        .iter()
        .all(|one| one.native.own().branches().covered >= one.klee.own_branches);
    Ok(match ahead {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

fn measure<'a>(
    args: &CoverageArgs,
    pleach: &Path,
    gcov: &Path,
    program: &Program,
    klee: &'a Klee,
) -> Result<Measured<'a>, Box<dyn Error>> {
    let explored = Exploration {
        pleach,
        program: &program.native,
        flags: &args.flags,
        arguments: ENVIRONMENT,
        limit: Limit::Wall(args.seconds),
        memory: &args.memory,
        folder: campaigns().join("coverage").join(&program.name),
    }
    .carry_out()?;
    let native = suite::coverage(&explored, gcov, &program.name, args.most)?;
    Ok(Measured {
        klee,
        explored,
        native,
    })
}

fn row(one: &Measured) -> Vec<String> {
    let (own, klee) = (one.native.own(), one.klee);
    let number = |path| one.explored.number(path).to_string();
    vec![
        klee.program.to_owned(),
        number("totals/instructions"),
        number("totals/solver/queries"),
        number("totals/paths"),
        number("tests"),
        beside(own.lines(), klee.own_lines),
        beside(own.branches(), klee.own_branches),
        beside(one.native.lines(), klee.all_lines),
        beside(one.native.branches(), klee.all_branches),
    ]
}

/// Ours of all, and KLEE's in brackets.
fn beside(ours: Share, klee: u64) -> String {
    format!("{} of {} ({klee})", ours.covered, ours.total)
}

fn text(args: &CoverageArgs, all: &[Measured]) -> String {
    let head = [
        "program",
        "instructions",
        "queries",
        "paths",
        "tests",
        "own lines",
        "own branches",
        "all lines",
        "all branches",
    ];
    let mut rows: Vec<Vec<String>> = all.iter().map(row).collect();
    let sum = |of: fn(&Measured) -> u64| all.iter().map(of).sum::<u64>();
    let mut last = vec![String::new(); head.len()];
    last[0] = "sum".into();
    last[4] = sum(|one| one.explored.number("tests")).to_string();
    last[6] = format!(
        "{} of {} ({})",
        sum(|one| one.native.own().branches().covered),
        sum(|one| one.native.own().branches().total),
        sum(|one| one.klee.own_branches)
    );
    rows.push(last);
    format!(
        "## Coverage, measured natively\n\n`cargo xtask coreutils coverage`: {} seconds per program, \
         one job, {} of memory, `{ENVIRONMENT}`. The tests are replayed on a build with gcc's \
         counters (`-O0 --coverage`), one process per test, as an unprivileged user; of more than {} \
         those that covered something new and every so-manieth other. Branches are \
         those that gcov calls taken at least once; own is the file with `main`, all are the files \
         that are linked into the program. In brackets: KLEE 3.2 in 60 seconds of CPU on a build \
         of the same sources, the better of two settings ({} tests over all).{}\n\n{}",
        args.seconds,
        args.memory,
        args.most,
        sum(|one| one.klee.tests),
        match args.flags.is_empty() {
            true => String::new(),
            false => format!(" Options: `{}`.", args.flags.join(" ")),
        },
        table(&head, &rows)
    )
}
