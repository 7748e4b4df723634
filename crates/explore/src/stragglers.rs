//! States that a pruner gave up. They go to their ends with the inputs of their own models alone: nothing is
//! asked and nothing forks, so that the test of each is a whole path, and what it covers is covered.

use pleach_interp::State;
use std::collections::VecDeque;

/// Of the work of a run, one part in so many may be theirs.
const SHARE: u64 = 5;

/// Those that may wait: they take memory.
const MOST: usize = 5_000;

/// Instructions after which one is not followed any further.
pub(crate) const LONGEST: u64 = 2_000_000;

#[derive(Default)]
pub(crate) struct Stragglers {
    waiting: VecDeque<Box<State>>,
    instructions: u64,
}

impl Stragglers {
    /// The one that has waited longest goes if there are too many.
    pub fn add(&mut self, mut state: Box<State>) -> Option<Box<State>> {
        state.standing.alone = true;
        state.log = None;
        self.waiting.push_back(state);
        let full = self.waiting.len() > MOST;
        full.then(|| self.waiting.pop_front()).flatten()
    }

    /// Whether one may run now, with so many instructions executed by all.
    pub fn are_due(&self, instructions: u64) -> bool {
        self.instructions * SHARE <= instructions
    }

    pub fn take(&mut self) -> Option<Box<State>> {
        self.waiting.pop_front()
    }

    /// One has run.
    pub fn ran(&mut self, instructions: u64) {
        self.instructions += instructions;
    }

    pub fn take_all(&mut self) -> impl Iterator<Item = Box<State>> + '_ {
        self.waiting.drain(..)
    }

    pub fn states(&self) -> impl Iterator<Item = &State> {
        self.waiting.iter().map(|state| &**state)
    }
}
