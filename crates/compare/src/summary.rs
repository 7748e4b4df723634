//! The repeats of each variant put together.

use crate::branch::Branch;
use crate::data::EngineRun;
use crate::native::NativeCoverage;
use crate::spread::Spread;
use std::collections::BTreeSet;

/// One run, or one folder of tests of another engine.
#[derive(Debug, Clone)]
pub struct OneRun {
    pub seed: u32,
    pub engine: Option<EngineRun>,
    pub native: Option<NativeCoverage>,
}

/// All repeats of one variant on one program.
#[derive(Debug, Clone)]
pub struct Repeats {
    pub variant: String,
    pub runs: Vec<OneRun>,
}

/// All variants on one program.
#[derive(Debug, Clone)]
pub struct ProgramRuns {
    pub program: String,
    pub variants: Vec<Repeats>,
}

/// A figure of one run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Figure {
    Instructions,
    Branches,
    TimeToCommon,
    NativeOwnLines,
    NativeOwnBranches,
    NativeLines,
    NativeBranches,
    Paths,
    LiveStates,
    Queries,
    Errors,
    Tests,
    Cpu,
    Memory,
}

/// How a figure is written down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Form {
    pub heading: &'static str,
    pub csv: &'static str,
    pub decimals: usize,
}

impl Figure {
    pub const ALL: [Figure; 14] = [
        Figure::Instructions,
        Figure::Branches,
        Figure::TimeToCommon,
        Figure::NativeOwnLines,
        Figure::NativeOwnBranches,
        Figure::NativeLines,
        Figure::NativeBranches,
        Figure::Paths,
        Figure::LiveStates,
        Figure::Queries,
        Figure::Errors,
        Figure::Tests,
        Figure::Cpu,
        Figure::Memory,
    ];

    pub fn form(self) -> Form {
        let (heading, csv, decimals) = match self {
            Figure::Instructions => ("instructions %", "instruction_coverage_percent", 1),
            Figure::Branches => ("branches %", "branch_coverage_percent", 1),
            Figure::TimeToCommon => ("time to common, s", "seconds_to_common_coverage", 1),
            Figure::NativeOwnLines => ("native lines %, own file", "native_own_lines_percent", 1),
            Figure::NativeOwnBranches => (
                "native branches %, own file",
                "native_own_branches_percent",
                1,
            ),
            Figure::NativeLines => ("native lines %, all files", "native_lines_percent", 1),
            Figure::NativeBranches => {
                ("native branches %, all files", "native_branches_percent", 1)
            }
            Figure::Paths => ("paths", "paths", 0),
            Figure::LiveStates => ("live states", "live_states", 0),
            Figure::Queries => ("queries", "queries", 0),
            Figure::Errors => ("errors", "errors", 0),
            Figure::Tests => ("tests", "tests", 0),
            Figure::Cpu => ("CPU s", "cpu_seconds", 1),
            Figure::Memory => ("memory MB", "most_memory_mb", 0),
        };
        Form {
            heading,
            csv,
            decimals,
        }
    }

    /// The figure of a run; `common` is the number of instructions that all runs cover.
    pub fn of(self, run: &OneRun, common: Option<u64>) -> Option<f64> {
        let engine = run.engine.as_ref();
        let native = run.native.as_ref();
        match self {
            Figure::Instructions => engine?.instructions.percent(),
            Figure::Branches => engine?.branches.percent(),
            Figure::TimeToCommon => engine?.time_to(common?),
            Figure::NativeOwnLines => native?.own().lines().percent(),
            Figure::NativeOwnBranches => native?.own().branches().percent(),
            Figure::NativeLines => native?.lines().percent(),
            Figure::NativeBranches => native?.branches().percent(),
            Figure::Paths => Some(engine?.paths as f64),
            Figure::LiveStates => Some(engine?.live_states as f64),
            Figure::Queries => Some(engine?.queries as f64),
            Figure::Errors => Some(engine?.errors as f64),
            Figure::Tests => match (engine, native) {
                (Some(engine), _) => Some(engine.tests as f64),
                (None, native) => Some(native?.replayed.tests as f64),
            },
            Figure::Cpu => Some(engine?.cpu_seconds),
            Figure::Memory => Some(engine?.most_memory_bytes as f64 / f64::from(1 << 20)),
        }
    }
}

/// Which measure of branches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Measure {
    Engine,
    Native,
}

impl Repeats {
    pub fn spread(&self, figure: Figure, common: Option<u64>) -> Option<Spread> {
        Spread::of(self.runs.iter().filter_map(|run| figure.of(run, common)))
    }

    /// What any of the repeats covers; none where nothing was measured.
    pub fn branches(&self, measure: Measure) -> Option<BTreeSet<Branch>> {
        let of_run = |run: &OneRun| match measure {
            Measure::Engine => run.engine.as_ref().map(|e| e.covered_branches.clone()),
            Measure::Native => {
                let native = run.native.as_ref().filter(|native| !native.is_empty());
                native.map(NativeCoverage::covered_branches)
            }
        };
        self.runs.iter().filter_map(of_run).reduce(|mut all, more| {
            all.extend(more);
            all
        })
    }
}

impl ProgramRuns {
    /// The instructions that every run covers at its end.
    pub fn common(&self) -> Option<u64> {
        self.engine_runs().map(|run| run.instructions.covered).min()
    }

    pub fn engine_runs(&self) -> impl Iterator<Item = &EngineRun> {
        self.variants
            .iter()
            .flat_map(|variant| &variant.runs)
            .filter_map(|run| run.engine.as_ref())
    }

    /// Per variant, the branches that it covers in any repeat and no other variant in any. None
    /// where there is nothing to compare.
    pub fn only(&self, measure: Measure) -> Vec<Option<BTreeSet<Branch>>> {
        let all: Vec<_> = self.variants.iter().map(|v| v.branches(measure)).collect();
        let compared = all.iter().flatten().count() > 1;
        let only = |at: usize| {
            let mut mine = all[at].clone().filter(|_| compared)?;
            for (other, theirs) in all.iter().enumerate() {
                if let Some(theirs) = theirs.as_ref().filter(|_| other != at) {
                    mine.retain(|branch| !theirs.contains(branch));
                }
            }
            Some(mine)
        };
        (0..all.len()).map(only).collect()
    }

    /// Whether any run has this figure.
    pub fn has(&self, figure: Figure) -> bool {
        let common = self.common();
        self.variants
            .iter()
            .any(|variant| variant.spread(figure, common).is_some())
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::data::{Sample, Share};
    use std::sync::Arc;

    pub fn branch(number: u32) -> Branch {
        Branch {
            file: Arc::from("a.c"),
            line: number,
            number,
            direction: 0,
        }
    }

    /// A run that covers so many of 100 instructions, evenly over ten seconds.
    pub fn run(seed: u32, instructions: u64, branches: &[u32]) -> OneRun {
        let samples = (0..=10)
            .map(|second| Sample {
                seconds: second as f64,
                instructions: instructions * second / 10,
                branches: branches.len() as u64 * second / 10,
                live_states: second * 3,
            })
            .collect();
        let engine = EngineRun {
            instructions: Share {
                covered: instructions,
                total: 100,
            },
            branches: Share {
                covered: branches.len() as u64,
                total: 20,
            },
            paths: 7,
            live_states: 30,
            queries: 1000,
            errors: 1,
            tests: 8,
            complete: false,
            broke: None,
            cpu_seconds: 10.5,
            elapsed_seconds: 10.0,
            most_memory_bytes: 100 << 20,
            samples,
            covered_branches: branches.iter().copied().map(branch).collect(),
        };
        OneRun {
            seed,
            engine: Some(engine),
            native: None,
        }
    }

    pub fn example() -> ProgramRuns {
        let repeats = |variant: &str, runs| Repeats {
            variant: variant.to_owned(),
            runs,
        };
        ProgramRuns {
            program: "printf".to_owned(),
            variants: vec![
                repeats("default", vec![run(1, 50, &[1, 2]), run(2, 60, &[1, 3])]),
                repeats("beam | wide", vec![run(1, 80, &[1, 4]), run(2, 40, &[1])]),
                repeats("late", vec![]),
            ],
        }
    }

    #[test]
    fn only_counts_what_no_other_variant_covers_in_any_repeat() {
        let only = example().only(Measure::Engine);
        assert_eq!(only[0], Some([2, 3].map(branch).into()));
        assert_eq!(only[1], Some([4].map(branch).into()));
        assert_eq!(only[2], None);
        assert_eq!(example().only(Measure::Native), [None, None, None]);
    }

    /// A run whose tests were replayed, and covered so many of two lines; none wrote no counters.
    pub fn replayed(seed: u32, lines: Option<u32>) -> OneRun {
        let text = match lines {
            Some(covered) => format!(
                "SF:a.c\nFN:1,main\nDA:1,{}\nDA:2,{}\nBRDA:1,0,0,1\nBRDA:1,0,1,0\n",
                u32::from(covered > 0),
                u32::from(covered > 1)
            ),
            None => String::new(),
        };
        let ended = crate::native::Replayed {
            tests: 4,
            ..Default::default()
        };
        let files = crate::branch::read_lcov(&text);
        OneRun {
            native: Some(NativeCoverage::new(files, ended)),
            ..run(seed, 50, &[1])
        }
    }

    #[test]
    fn what_was_not_measured_natively_has_no_figure() {
        let nothing = replayed(1, None);
        for figure in Figure::ALL {
            if figure.form().csv.starts_with("native") {
                assert_eq!(figure.of(&nothing, None), None, "{figure:?}");
                assert!(figure.of(&replayed(1, Some(1)), None).is_some());
            }
        }
        let repeats = |runs| Repeats {
            variant: "x".to_owned(),
            runs,
        };
        assert_eq!(repeats(vec![nothing]).branches(Measure::Native), None);
        // It does not pull the mean up either.
        let both = repeats(vec![replayed(1, None), replayed(2, Some(1))]);
        let lines = both.spread(Figure::NativeLines, None).unwrap();
        assert_eq!((lines.mean, lines.count), (50.0, 1));
    }

    #[test]
    fn a_single_variant_is_compared_with_nothing() {
        let mut program = example();
        program.variants.truncate(1);
        assert_eq!(program.only(Measure::Engine), [None]);
    }

    #[test]
    fn the_common_coverage_is_what_the_worst_run_reaches() {
        let program = example();
        assert_eq!(program.common(), Some(40));
        let time = |at: usize| program.variants[at].spread(Figure::TimeToCommon, program.common());
        // 80 instructions in ten seconds: 40 after five.
        assert_eq!(time(1).unwrap().least, 5.0);
        assert_eq!(time(1).unwrap().most, 10.0);
        assert_eq!(time(2), None);
    }
}
