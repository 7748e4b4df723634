//! Counters over time (`stats.jsonl`) and at the end (`run.json`).
//!
//! In both, what differs between two equal runs (times, memory) stands apart
//! in `measured`: all the rest of a run with one job is the same each time.

use crate::counter::CoverageCounter;
use crate::coverage::{Share, Shares};
use crate::finding::SourcePlace;
use crate::tests::Reported;
use crate::{Omitted, RunFolder};
use pleach_explore::merge::{Decisions, MergeTotals};
use pleach_explore::prune::PruneTotals;
use pleach_explore::reduce::ReduceTotals;
use pleach_explore::{Observer, Outcome, PathEnd, RunOn, Target, TargetOutcome, Totals, WhyEnded};
use pleach_solver::{LayerId, Statistics};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Write};
use std::sync::Mutex;
use std::time::Duration;

/// What differs between two equal runs.
#[derive(Debug, Serialize)]
struct Measured {
    elapsed_seconds: f64,
    cpu_seconds: f64,
    solver_seconds: f64,
    /// Keeping distances to uncovered code up to date, and the like.
    distance_seconds: f64,
    /// Joining states, and deciding about it.
    merge_seconds: f64,
    /// Part of that: looking at the code ahead of joins.
    merge_analysis_seconds: f64,
    /// Which branches may still decide about something new.
    reduce_control_seconds: f64,
    /// Finding out what mattered on paths that are over.
    reduce_slicing_seconds: f64,
    /// Looking for states that did the same.
    reduce_matching_seconds: f64,
    layer_seconds: BTreeMap<&'static str, f64>,
    memory_bytes: u64,
}

#[derive(Debug, Serialize)]
struct Counters {
    instructions: u64,
    forks: u64,
    paths: u64,
    errors: u64,
    live_states: u64,
    most_live_states: u64,
    left_states: u64,
    dropped_states: u64,
    postponed_questions: u64,
    covered_points: u64,
    coverage_points: u64,
    terms: u64,
    sweeps: u64,
    /// Where states are merged.
    #[serde(skip_serializing_if = "Option::is_none")]
    merge: Option<MergeCounters>,
    /// Where redundant states are recognised.
    #[serde(skip_serializing_if = "Option::is_none")]
    reduce: Option<ReduceCounters>,
    #[serde(skip_serializing_if = "Option::is_none")]
    prune: Option<PruneCounters>,
    solver: SolverCounters,
}

#[derive(Debug, Serialize)]
struct MergeCounters {
    joins_tried: u64,
    joins_made: u64,
    /// By reason.
    joins_refused: BTreeMap<&'static str, u64>,
    largest_multiplicity: u64,
    /// Paths that the ended states stood for, at most.
    paths_at_most: u64,
    /// Joined states that were taken apart again.
    active_forks: u64,
    /// States that this made, besides those that were taken apart.
    states_forked_actively: u64,
    /// Of one state.
    most_virtual_states: u64,
    decisions: DecisionCounters,
}

/// What was decided about states that met.
#[derive(Debug, Serialize)]
struct DecisionCounters {
    join: u64,
    until: u64,
    after: u64,
    apart: u64,
}

impl DecisionCounters {
    fn new(decisions: Decisions) -> DecisionCounters {
        let Decisions {
            join,
            until,
            after,
            apart,
        } = decisions;
        DecisionCounters {
            join,
            until,
            after,
            apart,
        }
    }
}

impl MergeCounters {
    fn new(merge: &MergeTotals) -> Option<MergeCounters> {
        (merge.tried > 0).then(|| MergeCounters {
            joins_tried: merge.tried,
            joins_made: merge.made,
            joins_refused: merge.refused.clone(),
            largest_multiplicity: merge.largest_multiplicity,
            paths_at_most: merge.paths_at_most,
            active_forks: merge.active_forks,
            states_forked_actively: merge.forked_actively,
            most_virtual_states: merge.most_virtual_states,
            decisions: DecisionCounters::new(merge.decisions),
        })
    }
}

/// States that were given up, and what was learned.
#[derive(Debug, Serialize)]
struct PruneCounters {
    iterations: u32,
    pruned: u64,
    features: usize,
    good_tests: usize,
    learned_from: usize,
}

impl PruneCounters {
    fn new(prune: PruneTotals) -> Option<PruneCounters> {
        (prune.iterations > 0).then_some(PruneCounters {
            iterations: prune.iterations,
            pruned: prune.pruned,
            features: prune.features,
            good_tests: prune.good,
            learned_from: prune.learned_from,
        })
    }
}

/// States that had nothing new ahead of them.
#[derive(Debug, Serialize)]
struct ReduceCounters {
    pruned: u64,
    /// How often a state was much like one that came by before: for `--search reduce`.
    familiar: u64,
    /// How often a state was looked at.
    tried: u64,
    /// What was learned of states that came by.
    sets: u64,
    /// In all of these.
    locations: u64,
    /// Sets that became smaller when more was covered.
    refined: u64,
    most_snapshots: u64,
    /// Why nothing was learned, and how often.
    unusable: BTreeMap<&'static str, u64>,
}

impl ReduceCounters {
    fn new(reduce: &ReduceTotals) -> Option<ReduceCounters> {
        (reduce.tried > 0).then(|| ReduceCounters {
            pruned: reduce.pruned,
            familiar: reduce.familiar,
            tried: reduce.tried,
            sets: reduce.sets,
            locations: reduce.locations,
            refined: reduce.refined,
            most_snapshots: reduce.most_snapshots,
            unusable: reduce.unusable.clone(),
        })
    }
}

#[derive(Debug, Serialize)]
struct SolverCounters {
    queries: u64,
    sat: u64,
    unsat: u64,
    unknown: u64,
    model_mismatches: u64,
    backend_failures: u64,
    recycled: u64,
    checked: u64,
    disagreements: u64,
    log_failures: u64,
    layers: BTreeMap<&'static str, LayerCounters>,
}

#[derive(Debug, Serialize)]
struct LayerCounters {
    asked: u64,
    answered: u64,
}

impl Measured {
    fn new(totals: &Totals) -> Measured {
        let solver = &totals.solver;
        let layer = |id: LayerId| (id.name(), solver.layer(id).time.as_secs_f64());
        Measured {
            elapsed_seconds: totals.elapsed.as_secs_f64(),
            cpu_seconds: totals.cpu.as_secs_f64(),
            solver_seconds: solver.time.as_secs_f64(),
            distance_seconds: totals.atlas.as_secs_f64(),
            merge_seconds: totals.merge.time.as_secs_f64(),
            merge_analysis_seconds: totals.merge.analysis.as_secs_f64(),
            reduce_control_seconds: totals.reduce.control.as_secs_f64(),
            reduce_slicing_seconds: (totals.reduce.slicing + totals.reduce.refining).as_secs_f64(),
            reduce_matching_seconds: totals.reduce.matching.as_secs_f64(),
            layer_seconds: LayerId::ALL.into_iter().map(layer).collect(),
            memory_bytes: totals.memory,
        }
    }
}

impl Counters {
    fn new(totals: &Totals) -> Counters {
        Counters {
            instructions: totals.instructions,
            forks: totals.forks,
            paths: totals.paths,
            errors: totals.errors,
            live_states: totals.live_states,
            most_live_states: totals.most_live_states,
            left_states: totals.left,
            dropped_states: totals.dropped,
            postponed_questions: totals.postponed,
            covered_points: totals.covered_points,
            coverage_points: totals.coverage_points,
            terms: totals.live_terms,
            sweeps: totals.sweeps,
            merge: MergeCounters::new(&totals.merge),
            reduce: ReduceCounters::new(&totals.reduce),
            prune: PruneCounters::new(totals.prune),
            solver: SolverCounters::new(&totals.solver),
        }
    }
}

impl SolverCounters {
    fn new(solver: &Statistics) -> SolverCounters {
        let layer = |id: LayerId| {
            let counts = solver.layer(id);
            (
                id.name(),
                LayerCounters {
                    asked: counts.asked,
                    answered: counts.answered,
                },
            )
        };
        SolverCounters {
            queries: solver.queries,
            sat: solver.sat,
            unsat: solver.unsat,
            unknown: solver.unknown,
            model_mismatches: solver.model_mismatches,
            backend_failures: solver.backend_failures,
            recycled: solver.recycled,
            checked: solver.checked,
            disagreements: solver.disagreements.len() as u64,
            log_failures: solver.log_failures,
            layers: LayerId::ALL.into_iter().map(layer).collect(),
        }
    }
}

/// One line per tick of the run.
#[derive(Serialize)]
struct Tick {
    measured: Measured,
    #[serde(flatten)]
    counters: Counters,
    coverage: TickCoverage,
}

/// As in `run.json`, without the lines.
#[derive(Serialize)]
struct TickCoverage {
    instructions: Share,
    branches: Share,
}

/// The observer that writes `stats.jsonl`.
pub struct StatisticsWriter {
    file: Mutex<File>,
    coverage: CoverageCounter,
}

impl StatisticsWriter {
    pub fn new(folder: &RunFolder, coverage: CoverageCounter) -> io::Result<StatisticsWriter> {
        Ok(StatisticsWriter {
            file: Mutex::new(folder.append_to("stats.jsonl")?),
            coverage,
        })
    }
}

impl Observer for StatisticsWriter {
    fn path_ended(&self, _: &PathEnd<'_>) -> RunOn {
        RunOn::Yes
    }

    fn progress(&self, totals: &Totals) {
        let tick = Tick {
            measured: Measured::new(totals),
            counters: Counters::new(totals),
            coverage: TickCoverage {
                instructions: self.coverage.instructions(),
                branches: self.coverage.branches(),
            },
        };
        let line = serde_json::to_string(&tick).expect("plain data") + "\n";
        let mut file = self
            .file
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        // A full disk also stops the tests, and that is reported there.
        let _ = file.write_all(line.as_bytes());
    }
}

/// What a run was, for `run.json`.
pub struct RunRecord<'a> {
    pub loading: Loading,
    pub command_line: &'a [String],
    /// Every option with its value, defaults included.
    pub options: BTreeMap<String, String>,
    pub inputs: &'a [String],
    pub module_hash: u64,
    pub seed: u64,
    pub outcome: &'a Outcome,
    /// What makes the run incomplete.
    pub omitted: &'a [Omitted],
    pub tests: u64,
    pub reported: &'a [Reported],
    pub coverage: Shares,
    pub warnings: &'a [String],
    /// System calls that the model does not know, and how often they were called.
    pub unmodelled: BTreeMap<String, u64>,
}

/// What it took to make the program ready to run, before the exploration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Loading {
    pub elapsed: Duration,
    /// Of this process.
    pub own_cpu: Duration,
    /// Of compilers and others that were called.
    pub children_cpu: Duration,
}

impl Loading {
    pub fn cpu(&self) -> Duration {
        self.own_cpu + self.children_cpu
    }
}

#[derive(Serialize)]
struct WholeMeasured {
    loading_seconds: f64,
    loading_cpu_seconds: f64,
    #[serde(flatten)]
    exploration: Measured,
}

/// Raised when a field changes its meaning or goes away.
const FORMAT: u32 = 1;

#[derive(Serialize)]
struct RunJson<'a> {
    format: u32,
    pleach: &'static str,
    command_line: &'a [String],
    inputs: &'a [String],
    module_hash: String,
    seed: u64,
    options: &'a BTreeMap<String, String>,
    complete: bool,
    ended: Ended<'a>,
    incomplete: Vec<Omitted>,
    targets: Vec<TargetJson<'a>>,
    totals: Counters,
    tests: u64,
    coverage: Shares,
    findings: Vec<FindingJson<'a>>,
    warnings: &'a [String],
    unmodelled_system_calls: &'a BTreeMap<String, u64>,
    measured: WholeMeasured,
}

#[derive(Serialize)]
struct Ended<'a> {
    why: &'static str,
    detail: &'a str,
}

#[derive(Serialize)]
struct TargetJson<'a> {
    target: &'a str,
    outcome: &'static str,
}

#[derive(Serialize)]
struct FindingJson<'a> {
    kind: &'static str,
    message: &'a str,
    /// Where it is to be looked for; file and line only where they are known, otherwise the number
    /// of the instruction in the function and what it does.
    function: Option<&'a str>,
    file: Option<&'a str>,
    line: Option<u32>,
    column: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    instruction: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    operation: Option<&'a str>,
    stack: &'a [SourcePlace],
    paths: u64,
    test: Option<String>,
    input: Vec<InputJson<'a>>,
}

#[derive(Serialize)]
struct InputJson<'a> {
    name: &'a str,
    hex: String,
}

impl RunRecord<'_> {
    pub fn json(&self) -> String {
        let Outcome {
            totals,
            why,
            targets,
        } = self.outcome;
        let mut incomplete = self.omitted.to_vec();
        incomplete.extend(totals.solver.disagreements.iter().map(|d| Omitted {
            what: format!(
                "solvers disagree: ours {}, the checker {}",
                d.ours, d.theirs
            ),
            count: 1,
            place: None,
        }));
        let run = RunJson {
            format: FORMAT,
            pleach: env!("CARGO_PKG_VERSION"),
            command_line: self.command_line,
            inputs: self.inputs,
            module_hash: format!("{:016x}", self.module_hash),
            seed: self.seed,
            options: &self.options,
            complete: self.outcome.complete(),
            ended: ended(why),
            incomplete,
            targets: targets.iter().map(|t| target(self.outcome, t)).collect(),
            totals: Counters::new(totals),
            tests: self.tests,
            coverage: self.coverage,
            findings: self.reported.iter().map(finding).collect(),
            warnings: self.warnings,
            unmodelled_system_calls: &self.unmodelled,
            measured: WholeMeasured {
                loading_seconds: self.loading.elapsed.as_secs_f64(),
                loading_cpu_seconds: self.loading.cpu().as_secs_f64(),
                exploration: Measured::new(totals),
            },
        };
        serde_json::to_string_pretty(&run).expect("plain data") + "\n"
    }
}

fn ended(why: &WhyEnded) -> Ended<'_> {
    let (why, detail) = match why {
        WhyEnded::NothingLeft => ("nothing-left", ""),
        WhyEnded::Limit(limit) => ("limit", limit.as_str()),
        WhyEnded::Halted => ("halted", ""),
        WhyEnded::ErrorFound(error) => ("error-found", error.as_str()),
        WhyEnded::InternalError(panic) => ("internal-error", panic.as_str()),
        WhyEnded::NoStart(reason) => ("no-start", reason.as_str()),
    };
    Ended { why, detail }
}

fn target<'a>(outcome: &Outcome, target: &'a Target) -> TargetJson<'a> {
    TargetJson {
        target: &target.text,
        outcome: match outcome.of_target(target) {
            TargetOutcome::Reached => "reached",
            TargetOutcome::ProvedUnreachable => "proved-unreachable",
            TargetOutcome::NotReached => "not-reached",
        },
    }
}

fn finding(reported: &Reported) -> FindingJson<'_> {
    let place = reported.place.as_ref();
    let line = place.filter(|p| p.line != 0);
    let hex = |bytes: &[u8]| bytes.iter().map(|b| format!("{b:02x}")).collect();
    FindingJson {
        kind: reported.finding.kind.name(),
        message: &reported.finding.message,
        function: place.map(|p| p.function.as_str()),
        file: line.map(|p| p.file.as_str()),
        line: line.map(|p| p.line),
        column: line.map(|p| p.column),
        instruction: place.and_then(|p| p.instruction),
        operation: place.and_then(|p| p.operation.as_deref()),
        stack: &reported.stack,
        paths: reported.paths,
        test: reported.test.map(|number| format!("test{number:06}")),
        input: reported
            .inputs
            .iter()
            .map(|i| InputJson {
                name: &i.name,
                hex: hex(&i.bytes),
            })
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_became_of_joined_states_is_counted() {
        let merge = MergeTotals {
            tried: 57,
            made: 47,
            refused: BTreeMap::from([("what differs is asked about soon", 10)]),
            active_forks: 12,
            forked_actively: 19,
            most_virtual_states: 8,
            decisions: Decisions {
                join: 40,
                until: 7,
                after: 7,
                apart: 3,
            },
            analysis: Duration::from_millis(250),
            ..MergeTotals::default()
        };
        let counters = serde_json::to_value(MergeCounters::new(&merge)).expect("plain data");
        assert_eq!(counters["active_forks"], 12);
        assert_eq!(counters["states_forked_actively"], 19);
        assert_eq!(counters["most_virtual_states"], 8);
        let decisions = json!({"join": 40, "until": 7, "after": 7, "apart": 3});
        assert_eq!(counters["decisions"], decisions);
        let totals = Totals {
            merge,
            ..Totals::default()
        };
        let measured = serde_json::to_value(Measured::new(&totals)).expect("plain data");
        assert_eq!(measured["merge_analysis_seconds"], 0.25);
    }
}
