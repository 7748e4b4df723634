//! States that wait for the answer to a question that would take long.
//!
//! At a branch where one side is known to be possible and the other one is a hard question, the
//! state goes on with the first, and a second state waits with the question. Who runs next is
//! decided among the others; these have their turn when nobody else is left, or when the others
//! have done much work without covering anything new. So one hash does not stop a whole run, and
//! nothing is left out.

use pleach_interp::{State, StateId};
use pleach_solver::Effort;
use std::collections::BTreeSet;

#[derive(Default)]
pub(crate) struct Postponed {
    /// States whose questions cost least come first.
    waiting: BTreeSet<(Effort, StateId)>,
    /// Work that others have done since something new was covered, or since one of these was taken.
    idle: u64,
}

/// What a worker has done with a state, in numbers that are equal in equal runs.
pub(crate) struct Work {
    pub instructions: u64,
    /// Questions that a solver had to be asked.
    pub questions: u64,
    pub postponed: u64,
}

impl Work {
    /// In instructions, about.
    fn units(&self) -> u64 {
        self.instructions + QUESTION * self.questions + HARD_QUESTION * self.postponed
    }
}

const QUESTION: u64 = 5_000;
const HARD_QUESTION: u64 = 2_500_000;

/// Work without new coverage after which a question is worth so much: some five times as much as it costs.
fn patience(effort: Effort) -> u64 {
    match effort {
        Effort::Quick => 0,
        Effort::Long => 100_000_000,
        Effort::Full => 2_000_000_000,
    }
}

impl Postponed {
    /// Whether the state is one of these from now on.
    pub fn add(&mut self, state: &State) -> bool {
        let waits = state
            .standing
            .open_question
            .as_ref()
            .map(|p| (p.effort, state.id));
        waits.is_some_and(|waits| self.waiting.insert(waits))
    }

    pub fn remove(&mut self, state: &State) {
        if let Some(pending) = &state.standing.open_question {
            self.waiting.remove(&(pending.effort, state.id));
        }
    }

    pub fn note(&mut self, work: &Work, covered_new: bool) {
        self.idle = match covered_new {
            true => 0,
            false => self.idle.saturating_add(work.units()),
        };
    }

    /// The next one, if the others have had their time.
    pub fn take_if_due(&mut self) -> Option<StateId> {
        let (effort, _) = self.waiting.first()?;
        (self.idle >= patience(*effort)).then(|| self.take())?
    }

    pub fn take(&mut self) -> Option<StateId> {
        let (_, id) = self.waiting.pop_first()?;
        self.idle = 0;
        Some(id)
    }
}
