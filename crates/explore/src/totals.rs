use crate::Target;
use crate::merge::MergeTotals;
use crate::prune::PruneTotals;
use crate::reduce::ReduceTotals;
use pleach_interp::Omission;
use pleach_solver::Statistics;
use std::collections::BTreeMap;
use std::time::Duration;

/// Counters of a run so far.
#[derive(Debug, Clone, Default)]
pub struct Totals {
    pub elapsed: Duration,
    pub cpu: Duration,
    pub instructions: u64,
    pub forks: u64,
    /// Ended paths, errors and silent ones included, dropped states not.
    pub paths: u64,
    pub errors: u64,
    pub live_states: u64,
    pub most_live_states: u64,
    /// States that were live when the run ended.
    pub left: u64,
    /// States given up before their end.
    pub dropped: u64,
    /// Questions that were put off because they would take long.
    pub postponed: u64,
    pub covered_points: u64,
    pub coverage_points: u64,
    pub live_terms: u64,
    pub sweeps: u64,
    pub memory: u64,
    pub solver: Statistics,
    /// Spent on distances to uncovered code and the like.
    pub atlas: Duration,
    /// Zero where states are not merged.
    pub merge: MergeTotals,
    /// Zero where redundant states are not recognised.
    pub reduce: ReduceTotals,
    /// Zero where states are not pruned.
    pub prune: PruneTotals,
    /// What makes the run incomplete, where, and how often.
    pub incomplete: BTreeMap<Omission, u64>,
}

/// Why a run came to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WhyEnded {
    /// Every path was explored (as far as `incomplete` does not say otherwise).
    NothingLeft,
    Limit(String),
    /// The user's Ctrl-C.
    Halted,
    ErrorFound(String),
    /// A panic outside of all paths, behind which nobody can go on; the message.
    InternalError(String),
    /// The program could not even be started.
    NoStart(String),
}

#[derive(Debug, Clone)]
pub struct Outcome {
    pub totals: Totals,
    pub why: WhyEnded,
    /// The places that were to be reached.
    pub targets: Vec<Target>,
}

/// What became of a place that was to be reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TargetOutcome {
    Reached,
    /// Every path was explored, and none came there.
    ProvedUnreachable,
    NotReached,
}

impl Outcome {
    pub fn of_target(&self, target: &Target) -> TargetOutcome {
        if target.reached {
            TargetOutcome::Reached
        } else if self.complete() {
            TargetOutcome::ProvedUnreachable
        } else {
            TargetOutcome::NotReached
        }
    }

    /// Every feasible path was explored.
    pub fn complete(&self) -> bool {
        self.why == WhyEnded::NothingLeft
            && self.totals.incomplete.is_empty()
            && self.totals.dropped == 0
    }
}
