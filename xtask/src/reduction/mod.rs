//! What it is worth to take states out of a run that can reach nothing new: coreutils with
//! reduction and without.
//!
//! The figures are those of "Redundant State Detection for Dynamic Symbolic Execution" (Bugrara,
//! Engler, USENIX ATC 2013), section 4. A run that was made is kept beside the builds and not made
//! again as long as pleach, the program and the options are the same, so the command can be
//! interrupted and goes on where it was.

mod check;
mod compare;
mod measured;
mod mode;
mod page;
mod plots;
mod run;
mod summary;
mod tables;

use crate::coreutils::COREUTILS;
use crate::evaluation::{self, Figures};
use crate::packages::{self, Again, Flavour};
use crate::{Outcome, at_once};
use clap::Args;
use compare::Comparison;
use mode::Mode;
use run::Runner;
use std::error::Error;
use std::path::Path;
use std::process::{Command, ExitCode};

#[derive(Args)]
pub struct ReductionArgs {
    /// Only these programs
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    only: Vec<String>,
    /// CPU seconds per run
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// The modes, such as `rwset` or `relevant:coverage`, where the word behind the colon is for
    /// --reduce-keeps; all are compared with `none`
    #[arg(
        long,
        default_value = "none,relevant,relevant:coverage",
        value_delimiter = ','
    )]
    modes: Vec<Mode>,
    #[command(flatten)]
    common: evaluation::Common,
}

/// The paper's ten largest.
const LARGEST: [&str; 10] = [
    "join", "csplit", "stty", "dd", "tail", "od", "tr", "ptx", "pr", "ls",
];

/// Of all kinds; none was chosen by what came out.
const OTHERS: [&str; 26] = [
    "basename", "cat", "chmod", "comm", "cut", "date", "echo", "env", "expand", "expr", "fmt",
    "fold", "head", "id", "mkdir", "nl", "paste", "printf", "seq", "sort", "split", "sum", "tac",
    "tsort", "uniq", "wc",
];

/// All modes on one program.
struct Row {
    program: String,
    /// In the order of the modes.
    runs: Vec<Figures>,
}

/// Everything that was measured.
struct Results {
    seconds: u64,
    /// The first is the one without reduction.
    modes: Vec<Mode>,
    rows: Vec<Row>,
}

impl Results {
    fn plain(&self) -> &Mode {
        &self.modes[0]
    }

    /// The modes that reduce, and where they are.
    fn reduced(&self) -> impl Iterator<Item = (usize, &Mode)> {
        self.modes.iter().enumerate().skip(1)
    }

    /// A mode beside the one without reduction, on every program that failed in neither.
    fn comparisons(&self, mode: usize) -> Vec<Comparison<'_>> {
        let rows = self.rows.iter();
        rows.filter_map(|row| Comparison::of(&row.program, &row.runs[0], &row.runs[mode]))
            .collect()
    }
}

pub fn reduction(args: &ReductionArgs) -> Outcome {
    let programs = programs(&args.only)?;
    let pleach = args.common.pleach()?;
    let about = about(&pleach, args.common.names_pleach());
    let build = packages::build(&COREUTILS, Flavour::Bitcode, &pleach, Again::No)?;
    let folder = build.join("src");
    let modes = modes(&args.modes);
    for mode in &modes {
        evaluation::require(&pleach, &folder.join("true"), &mode.flags())?;
    }
    let runner = Runner::new(pleach, folder, args.seconds)?;
    let at_once = args.common.at_once();
    let results = Results {
        seconds: args.seconds,
        rows: rows(&runner, &programs, &modes, at_once)?,
        modes,
    };
    println!("{}", summary::table(&results));
    for (mode, _) in results.reduced() {
        println!("{}", tables::programs(&results, mode));
    }
    if let Some(folder) = args.common.page_folder("reduction", &args.only) {
        let about = format!("{about}, executable {}", runner.version());
        page::write(&folder, &results, runner.folder(), &about, at_once)?;
    }
    let contradictions = check::contradictions(&results);
    eprint!("{contradictions}");
    let failed = results.rows.iter().flat_map(|row| &row.runs);
    let failed = failed.filter_map(Figures::failure).next();
    Ok(match failed.is_none() && contradictions.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

/// Those that are named, or all, in the order of the page.
fn programs(only: &[String]) -> Result<Vec<&'static str>, String> {
    let all = || LARGEST.into_iter().chain(OTHERS);
    if let Some(unknown) = only.iter().find(|name| all().all(|one| one != **name)) {
        return Err(format!("`{unknown}` is not one of the programs"));
    }
    let wanted = |name: &&str| only.is_empty() || only.iter().any(|one| one == name);
    Ok(all().filter(wanted).collect())
}

/// The plain one first, and every one once.
fn modes(named: &[Mode]) -> Vec<Mode> {
    let mut modes = vec![Mode::plain()];
    for mode in named {
        if !modes.contains(mode) {
            modes.push(mode.clone());
        }
    }
    modes
}

/// What the executable says of itself, and whether it is known to be of this source tree.
fn about(pleach: &Path, given: bool) -> String {
    let said = Command::new(pleach).arg("--version").output();
    let said = said.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    let said = said.unwrap_or_else(|_| "unknown version".to_owned());
    match given {
        true => format!("{said}, given by `--pleach` (the commit is that of the source tree)"),
        false => format!("{said}, built from the source tree"),
    }
}

/// All programs in all modes. The modes of a program run one after the other, so that what else
/// happens on the machine meets all of them.
fn rows(
    runner: &Runner,
    programs: &[&str],
    modes: &[Mode],
    at_once: usize,
) -> Result<Vec<Row>, Box<dyn Error>> {
    let pairs: Vec<(&str, &Mode)> = programs
        .iter()
        .flat_map(|program| modes.iter().map(move |mode| (*program, mode)))
        .collect();
    let figures = at_once::map(&pairs, at_once, |(program, mode)| {
        let figures = runner.figures(program, mode);
        figures.map_err(|error| format!("{program} with {mode}: {error}"))
    });
    let mut figures = figures.into_iter();
    let mut rows = Vec::new();
    for program in programs {
        let runs: Result<_, String> = figures.by_ref().take(modes.len()).collect();
        rows.push(Row {
            program: (*program).to_owned(),
            runs: runs?,
        });
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};
    use std::collections::BTreeSet;

    /// A run that had covered so much at such times, of so much; loading took 2 s.
    fn json(curve: &[(f64, u64)], total: u64) -> Value {
        let (end, covered) = curve[curve.len() - 1];
        let share = json!({"covered": covered, "total": total});
        let curve: Vec<Value> = curve
            .iter()
            .map(|(at, count)| json!([at + 2.0, count, 0]))
            .collect();
        json!({
            "cpu_seconds": end + 2.5, "limit_seconds": 60, "memory_bytes": 250_000_000,
            "load": 1.25, "curve": curve, "errors": [],
            "run": {
                "complete": false,
                "totals": {"paths": 30, "instructions": 5000, "solver": {"queries": 40}},
                "coverage": {"instructions": share, "branches": share},
                "measured": {
                    "cpu_seconds": end + 2.0, "loading_cpu_seconds": 2.0,
                    "elapsed_seconds": 20.0, "solver_seconds": 5.0,
                },
            }
        })
    }

    pub fn run(curve: &[(f64, u64)], total: u64) -> Figures {
        Figures::new(json(curve, total))
    }

    /// The same, explored to its end.
    pub fn complete(curve: &[(f64, u64)], total: u64) -> Figures {
        let mut run = json(curve, total);
        run["run"]["complete"] = json!(true);
        run["run"]["totals"]["reduce_pruned"] = json!(1500);
        run["run"]["measured"]["reduce_slicing_seconds"] = json!(2.0);
        run["run"]["totals"]["paths"] = json!(3);
        Figures::new(run)
    }

    /// Four times as fast and complete, half as fast with less coverage, and one that failed.
    pub fn results() -> Results {
        let row = |program: &str, plain, reduced| Row {
            program: program.to_owned(),
            runs: vec![plain, reduced],
        };
        let failed = Figures::new(json!({"failed": "Signal(9) no memory"}));
        Results {
            seconds: 60,
            modes: modes(&["relevant".parse().unwrap()]),
            rows: vec![
                row(
                    "join",
                    run(&[(1.0, 10), (8.0, 40)], 100),
                    complete(&[(2.0, 40), (5.0, 45)], 100),
                ),
                row(
                    "tr",
                    run(&[(1.0, 10), (8.0, 40)], 100),
                    run(&[(2.0, 10), (50.0, 10)], 100),
                ),
                row("ls", run(&[(1.0, 10)], 100), failed),
            ],
        }
    }

    #[test]
    fn programs_are_many_and_each_is_there_once() {
        let all = programs(&[]).unwrap();
        assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
        assert!(all.len() >= 26 && all[..10] == LARGEST);
        let some = ["wc", "join"].map(str::to_owned);
        assert_eq!(programs(&some), Ok(vec!["join", "wc"]));
        assert!(programs(&["gcc".to_owned()]).is_err());
    }

    #[test]
    fn the_plain_mode_is_first() {
        let named: Vec<Mode> = ["relevant", "none", "relevant"]
            .map(|mode| mode.parse().unwrap())
            .to_vec();
        let names: Vec<String> = modes(&named).iter().map(Mode::to_string).collect();
        assert_eq!(names, ["none", "relevant"]);
    }
}
