//! What a path covers from its beginning to its end: it is run once more, with its own inputs alone.

use pleach_interp::{Budget, CoverageMap, Machine, State, Stop};
use std::sync::Arc;

/// Instructions after which a path is not followed any further.
const LONGEST: u64 = 5_000_000;

/// A machine that nobody else sees, with a coverage of its own.
pub(crate) struct Replayer {
    machine: Machine,
    coverage: Arc<CoverageMap>,
}

impl Replayer {
    pub fn new(machine: Machine, coverage: Arc<CoverageMap>) -> Replayer {
        Replayer { machine, coverage }
    }

    pub fn machine(&mut self) -> &mut Machine {
        &mut self.machine
    }

    /// The edges that a path takes from `first`, which is the program's first state, with the inputs of `like`.
    pub fn edges(&mut self, mut first: Box<State>, like: &State) -> Vec<u32> {
        self.coverage.clear();
        first.path = like.path.clone();
        first.standing.alone = true;
        let budget = Budget {
            instructions: LONGEST,
            stop_at_fork: false,
            until: u64::MAX,
        };
        while matches!(
            self.machine.run(&mut first, budget),
            Stop::Traced | Stop::Forked
        ) {}
        self.machine.forked.clear();
        self.machine.ended.clear();
        self.machine.warnings.clear();
        self.machine.incomplete.clear();
        std::mem::take(&mut self.machine.newly_covered)
    }
}
