//! Counters of a chain.

use std::time::Duration;

/// Who can answer a query, in the order in which they are asked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(usize)]
pub enum LayerId {
    /// The question is constant, already known, or contradicts a conjunct literally.
    Fold,
    /// The path's own model.
    Model,
    /// Questions asked before.
    Exact,
    /// Models found for other questions.
    RecentModels,
    /// Contradictions found for other questions.
    Cores,
    /// The own bit-blaster.
    Blaster,
    /// The full SMT solver.
    SecondTier,
}

impl LayerId {
    pub const ALL: [LayerId; 7] = [
        LayerId::Fold,
        LayerId::Model,
        LayerId::Exact,
        LayerId::RecentModels,
        LayerId::Cores,
        LayerId::Blaster,
        LayerId::SecondTier,
    ];

    pub fn name(self) -> &'static str {
        match self {
            LayerId::Fold => "fold",
            LayerId::Model => "model",
            LayerId::Exact => "exact",
            LayerId::RecentModels => "recent",
            LayerId::Cores => "cores",
            LayerId::Blaster => "blaster",
            LayerId::SecondTier => "second tier",
        }
    }
}

/// What one layer did.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct LayerCounts {
    pub asked: u64,
    pub answered: u64,
    pub time: Duration,
}

/// Two solvers that contradict each other on a query: one of them has a bug.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// What the chain answered.
    pub ours: &'static str,
    /// What the checker answered.
    pub theirs: &'static str,
    /// The query, in SMT-LIB.
    pub query: String,
}

/// Everything a chain counts. `queries` are questions asked of the chain; one question may split
/// into several independent ones, which is what the layers count.
#[derive(Clone, Default, Debug)]
pub struct Statistics {
    pub queries: u64,
    pub sat: u64,
    pub unsat: u64,
    pub unknown: u64,
    /// Models that evaluation refuted; each made an answer unknown.
    pub model_mismatches: u64,
    /// Panics and errors inside back ends.
    pub backend_failures: u64,
    /// Times the blaster's instance was started anew.
    pub recycled: u64,
    /// Answers compared with the checker.
    pub checked: u64,
    pub disagreements: Vec<Disagreement>,
    /// Queries that could not be written to the log.
    pub log_failures: u64,
    /// Time spent in all queries.
    pub time: Duration,
    layers: [LayerCounts; LayerId::ALL.len()],
}

impl Statistics {
    pub fn layer(&self, id: LayerId) -> LayerCounts {
        self.layers[id as usize]
    }

    pub(crate) fn layer_mut(&mut self, id: LayerId) -> &mut LayerCounts {
        &mut self.layers[id as usize]
    }

    /// Adds another chain's counters to these.
    pub fn merge(&mut self, other: &Statistics) {
        self.queries += other.queries;
        self.sat += other.sat;
        self.unsat += other.unsat;
        self.unknown += other.unknown;
        self.model_mismatches += other.model_mismatches;
        self.backend_failures += other.backend_failures;
        self.recycled += other.recycled;
        self.checked += other.checked;
        self.disagreements.extend_from_slice(&other.disagreements);
        self.log_failures += other.log_failures;
        self.time += other.time;
        for (mine, theirs) in self.layers.iter_mut().zip(&other.layers) {
            mine.asked += theirs.asked;
            mine.answered += theirs.answered;
            mine.time += theirs.time;
        }
    }
}
