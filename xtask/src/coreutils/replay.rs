//! Is what a symbolic run claims true? Every test is replayed natively: the exit codes must be the
//! predicted ones, and the lines that are executed those that pleach says it covered.
//!
//! A test of a path that ended is compared both ways. Tests of paths that were still running at the
//! end of the run go on natively to places that pleach did not reach, so they only show that what
//! pleach claims is reached at all.

use super::engine::{ENVIRONMENT, Exploration, Explored, Limit};
use super::lines_covered::{Lines, claimed, native, with_reason};
use super::page::{self, table};
use super::programs::{self, Program};
use super::suite::{self, Suite};
use super::{COREUTILS, Common};
use crate::Outcome;
use crate::packages::{Flavour, campaigns};
use clap::Args;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

#[derive(Args)]
pub struct ReplayArgs {
    #[command(flatten)]
    common: Common,
    /// Seconds per program
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// Memory of a run
    #[arg(long, default_value = "2GB")]
    memory: String,
    /// Tests to replay of a program: those that covered something new, and about so many others
    #[arg(long, default_value_t = 5000)]
    most: usize,
    /// More options for `pleach run`
    #[arg(last = true)]
    flags: Vec<String>,
}

/// Programs of many kinds: text, numbers, files, checksums, options.
const PROGRAMS: [&str; 20] = [
    "basename",
    "cat",
    "comm",
    "cut",
    "dd",
    "echo",
    "expr",
    "head",
    "join",
    "ls",
    "mkdir",
    "od",
    "pr",
    "printf",
    "ptx",
    "sha256sum",
    "sort",
    "touch",
    "tr",
    "wc",
];

struct Compared {
    program: String,
    /// Tests that the run wrote.
    written: usize,
    replayed: usize,
    /// Tests that ended otherwise than predicted.
    different_ends: Vec<String>,
    /// Lines that both compilers know.
    lines: usize,
    /// Claimed, but no test reaches them natively.
    not_reached: Vec<String>,
    /// Reached natively by paths that ended, but not claimed.
    not_claimed: Vec<String>,
}

impl Compared {
    fn share(&self) -> f64 {
        let different = self.not_reached.len() + self.not_claimed.len();
        100.0 * different as f64 / self.lines.max(1) as f64
    }
}

pub fn replay(args: &ReplayArgs) -> Outcome {
    let programs = programs::coreutils(&args.common)?;
    let gcov = args.common.build(&COREUTILS, Flavour::GcovMusl)?;
    let pleach = args.common.pleach()?;
    let named = !args.common.programs.is_empty();
    let mut all = Vec::new();
    for program in &programs {
        if !named && !PROGRAMS.contains(&program.name.as_str()) {
            continue;
        }
        let compared = compare(args, &pleach, &gcov, program)?;
        println!("{}", row(&compared).join("  "));
        for text in details(&compared) {
            println!("  {text}");
        }
        all.push(compared);
    }
    if args.common.whole() {
        page::write("replay", &text(args, &all))?;
    }
    let good = all
        .iter()
        .all(|one| one.different_ends.is_empty() && one.share() < 1.0);
    Ok(match good {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

fn compare(
    args: &ReplayArgs,
    pleach: &Path,
    gcov: &Path,
    program: &Program,
) -> Result<Compared, Box<dyn Error>> {
    let mut flags = vec!["--dump-states-on-halt".to_owned()];
    flags.extend(args.flags.iter().cloned());
    let explored = Exploration {
        pleach,
        program: &program.native,
        flags: &flags,
        arguments: ENVIRONMENT,
        limit: Limit::Wall(args.seconds),
        memory: &args.memory,
        folder: campaigns().join("replay").join(&program.name),
    }
    .carry_out()?;
    if explored.json.is_null() {
        return Err(format!("{}: {}", program.name, explored.last_words()).into());
    }
    let written = explored.tests()?;
    let wrote = written.len();
    let (early, ended): (Vec<PathBuf>, Vec<PathBuf>) =
        suite::choose(&explored.folder, written, args.most)
            .into_iter()
            .partition(|test| test.with_extension("early").exists());
    let of_ended = suite::measure(gcov, &program.name, &ended)?;
    let of_early = suite::measure(gcov, &program.name, &early)?;
    compare_lines(program, &explored, wrote, [&of_ended, &of_early])
}

fn compare_lines(
    program: &Program,
    explored: &Explored,
    written: usize,
    [ended, early]: [&Suite; 2],
) -> Result<Compared, Box<dyn Error>> {
    let claimed = claimed(&explored.folder)?;
    let source = COREUTILS.source()?;
    let reasons = |places: Vec<String>| -> Vec<String> {
        places
            .iter()
            .map(|place| with_reason(&source, place))
            .collect()
    };
    let of_ended = native(&ended.coverage);
    let of_all = of_ended.with(&native(&early.coverage));
    Ok(Compared {
        program: program.name.clone(),
        written,
        replayed: ended.tests.len() + early.tests.len(),
        different_ends: ended.different_ends(&explored.folder),
        lines: claimed.common(&of_all),
        not_reached: reasons(claimed.covered_but_not_in(&of_all)),
        not_claimed: reasons(Lines::covered_but_not_in(&of_ended, &claimed)),
    })
}

fn row(one: &Compared) -> Vec<String> {
    vec![
        one.program.clone(),
        one.written.to_string(),
        one.replayed.to_string(),
        one.different_ends.len().to_string(),
        one.lines.to_string(),
        one.not_reached.len().to_string(),
        one.not_claimed.len().to_string(),
        format!("{:.2}", one.share()),
    ]
}

fn details(one: &Compared) -> Vec<String> {
    let mut details = one.different_ends.clone();
    let line = |what: &str, place: &String| format!("{place}: {what}");
    details.extend(
        one.not_reached
            .iter()
            .map(|at| line("claimed, not reached natively", at)),
    );
    details.extend(
        one.not_claimed
            .iter()
            .map(|at| line("reached natively, not claimed", at)),
    );
    details
}

fn options(flags: &[String]) -> String {
    match flags {
        [] => String::new(),
        flags => format!(" Options: `{}`.", flags.join(" ")),
    }
}

fn text(args: &ReplayArgs, all: &[Compared]) -> String {
    let head = [
        "program",
        "tests",
        "replayed",
        "other end than predicted",
        "lines that both know",
        "claimed, not reached natively",
        "reached natively, not claimed",
        "% different",
    ];
    let rows: Vec<Vec<String>> = all.iter().map(row).collect();
    let mut text = format!(
        "## Tests replayed natively\n\n`cargo xtask coreutils replay`: {} seconds per program, one \
         job, {} of memory, `{ENVIRONMENT}`. Tests, those of paths that were still running \
         included, are replayed on a build with gcc's counters and musl, as an unprivileged user. \
         Lines are those of all files of the program that both gcc and clang have code for. Of more than {} tests, those that covered something new and every \
         so-manieth other are replayed.\n\nLines that differ are listed below the table. Most continue a \
         condition of several lines: clang gives such a line the code that joins its operands, gcc does \
         not. What a native run covers before it ends with `_exit` or by a signal is lost. What \
         belongs to the machine differs as well: the time that dd measures, the folders that ls lists, \
         the processors, memory and limits that sort asks for.{}\n\n{}\n",
        args.seconds,
        args.memory,
        args.most,
        options(&args.flags),
        table(&head, &rows)
    );
    for one in all {
        let details = details(one);
        if !details.is_empty() {
            text += &format!("\n{}:\n\n- {}\n", one.program, details.join("\n- "));
        }
    }
    text
}
