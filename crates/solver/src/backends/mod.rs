//! Back ends: they decide a conjunction from scratch.

mod blaster;
mod sample;
mod z3;

use std::sync::Arc;
use std::time::{Duration, Instant};

use pleach_term::{Term, Terms, VarId};

use crate::{Effort, Halt, SolverConfig, UnknownReason};
pub use blaster::Blaster;
pub use z3::Z3;

/// A conjunction to decide.
#[derive(Clone, Copy)]
pub struct Query<'q> {
    /// Sorted, without duplicates, none constant.
    pub constraints: &'q [Term],
    /// Constraints among them that are new; the others are known to be satisfiable together.
    pub fresh: &'q [Term],
    /// The constraints' variables, sorted.
    pub vars: &'q [VarId],
    /// A value per variable; satisfies the constraints that are not new.
    pub hint: &'q [u8],
}

/// What a back end or a layer found out about a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// One value per variable of the query.
    Sat(Arc<[u8]>),
    /// With constraints, sorted, that contradict each other, if they are known.
    Unsat(Option<Box<[Term]>>),
    Unknown(UnknownReason),
}

impl Verdict {
    pub fn name(&self) -> &'static str {
        match self {
            Verdict::Sat(_) => "sat",
            Verdict::Unsat(_) => "unsat",
            Verdict::Unknown(_) => "unknown",
        }
    }
}

/// What a query may cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct Budget<'a> {
    pub effort: Effort,
    pub time: Option<Duration>,
    /// Whatever `time` says.
    pub end: Option<Instant>,
    /// Ends the work at once.
    pub halt: Option<&'a Halt>,
    pub memory: Option<u64>,
    pub conflicts: Option<u64>,
}

impl<'a> Budget<'a> {
    pub fn new(config: &'a SolverConfig, effort: Effort) -> Budget<'a> {
        Budget {
            effort,
            time: config.time_limit,
            end: config.deadline,
            halt: Some(&config.halt),
            memory: config.memory_limit,
            conflicts: Some(config.conflict_budget),
        }
    }

    pub(crate) fn deadline(&self) -> Option<Instant> {
        let limit = self
            .time
            .and_then(|limit| Instant::now().checked_add(limit));
        limit.into_iter().chain(self.end).min()
    }

    pub(crate) fn is_halted(&self) -> bool {
        self.halt.is_some_and(Halt::is_raised)
    }
}

/// A decision procedure. It need not check its own models: the chain does.
pub trait Backend {
    fn solve(&mut self, terms: &Terms, query: Query<'_>, budget: Budget<'_>) -> Verdict;

    /// Drops everything that mentions terms: their indices may now mean something else. Also
    /// called after a panic, so it must leave the back end as if new.
    fn forget(&mut self);

    /// Times the back end dropped its state by itself.
    fn recycled(&self) -> u64 {
        0
    }
}
