//! What a user of the chain may choose.

use crate::Halt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Settings of a [`crate::Chain`].
#[derive(Clone, Debug)]
pub struct SolverConfig {
    /// Per query and back end. `None`: as long as it takes.
    pub time_limit: Option<Duration>,
    /// The end of the run: no question is worked on any longer.
    pub deadline: Option<Instant>,
    /// Ends all work before that.
    pub halt: Arc<Halt>,
    /// Bytes that the second tier may allocate. `None`: no limit.
    pub memory_limit: Option<u64>,
    /// Conflicts that the own SAT solver may spend on a query before the second tier is asked.
    pub conflict_budget: u64,
    pub second_tier: SecondTier,
    /// Compare every answer with this solver and record disagreements.
    pub check_with: Option<CheckWith>,
    /// After every answer, see whether the model of the whole path satisfies every conjunct; a panic
    /// where it does not. For tests: debug builds look at what is new in any case.
    pub check_models: bool,
    /// Write every query that reaches a back end to this file, in SMT-LIB.
    pub log: Option<PathBuf>,
    pub layers: LayerSwitches,
    /// The own blaster starts anew once its instance has this many variables.
    pub recycle_at: usize,
    /// Entries that the exact cache may hold.
    pub exact_entries: usize,
    /// Assignments that are tried again.
    pub recent_models: usize,
    /// Unsatisfiable cores remembered.
    pub core_entries: usize,
}

impl Default for SolverConfig {
    fn default() -> Self {
        SolverConfig {
            time_limit: Some(Duration::from_secs(10)),
            deadline: None,
            halt: Arc::default(),
            memory_limit: Some(2 << 30),
            conflict_budget: 20_000,
            second_tier: SecondTier::Z3,
            check_with: None,
            check_models: false,
            log: None,
            layers: LayerSwitches::default(),
            recycle_at: 20_000,
            exact_entries: 200_000,
            recent_models: 6,
            core_entries: 50_000,
        }
    }
}

/// How much work a question is worth. All but the largest are counted in steps of the own back
/// end, not in time: equal runs leave the same questions open. What it cannot translate (floats)
/// is asked with full effort in any case.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Effort {
    /// What nearly every question of a program takes; some ten milliseconds, where it is about a
    /// hash of the input a hundred.
    Quick,
    /// Ten times as much.
    Long,
    /// As much as [`SolverConfig`] allows, of every back end.
    #[default]
    Full,
}

impl Effort {
    /// What a question is worth that stayed open with this much.
    pub fn more(self) -> Effort {
        match self {
            Effort::Quick => Effort::Long,
            Effort::Long | Effort::Full => Effort::Full,
        }
    }
}

/// Who answers what the own blaster cannot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SecondTier {
    Off,
    Z3,
}

/// Who checks answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CheckWith {
    Z3,
}

/// Layers that can be switched off; all are on by default. Answers do not depend on it, except
/// that without any back end many are unknown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LayerSwitches {
    /// Try the path's own model first.
    pub model: bool,
    /// Leave out groups that share no variable with the question.
    pub slice: bool,
    /// Look up questions asked before.
    pub exact: bool,
    /// Try models found for other questions.
    pub recent: bool,
    /// Look for a known contradiction among the constraints.
    pub cores: bool,
    /// The own bit-blaster.
    pub blaster: bool,
}

impl Default for LayerSwitches {
    fn default() -> Self {
        LayerSwitches {
            model: true,
            slice: true,
            exact: true,
            recent: true,
            cores: true,
            blaster: true,
        }
    }
}
