//! Iterative deepening around any strategy: a state that has used up what is
//! allowed waits; when only such states are left, twice as much is allowed.

use super::{BatchSummary, Deepening, Pool, Searcher, Turn};
use pleach_interp::StateId;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::time::Duration;

pub struct IterativeDeepening {
    inner: Box<dyn Searcher>,
    measure: Deepening,
    /// Forks, or milliseconds.
    allowed: u64,
    /// With what they have used. For the inner strategy they are taken.
    waiting: BTreeMap<StateId, u64>,
    /// Time that each live path has run, its beginning that it shares with others included.
    time: FxHashMap<StateId, Duration>,
}

const FIRST_FORKS: u64 = 8;
const FIRST_MILLISECONDS: u64 = 1000;

impl IterativeDeepening {
    pub fn new(inner: Box<dyn Searcher>, measure: Deepening) -> Self {
        IterativeDeepening {
            inner,
            measure,
            allowed: match measure {
                Deepening::Time => FIRST_MILLISECONDS,
                Deepening::Forks => FIRST_FORKS,
            },
            waiting: BTreeMap::new(),
            time: FxHashMap::default(),
        }
    }

    fn note_time(&mut self, done: &BatchSummary<'_>) {
        let time = self.time.remove(&done.parent).unwrap_or_default() + done.time;
        for state in done.states() {
            self.time.insert(state.id(), time);
        }
    }

    fn release(&mut self, pool: &dyn Pool) {
        let (allowed, inner) = (self.allowed, &mut self.inner);
        self.waiting.retain(|id, used| {
            let waits = *used > allowed;
            if !waits {
                inner.put(&BatchSummary::arrival(&*pool.live(*id)));
            }
            waits
        });
    }
}

impl Searcher for IterativeDeepening {
    fn take(&mut self, turn: &mut Turn<'_>) -> Option<StateId> {
        loop {
            if let Some(id) = self.inner.take(turn) {
                return Some(id);
            }
            let least = *self.waiting.values().min()?;
            while self.allowed < least {
                self.allowed = self.allowed.saturating_mul(2);
            }
            self.release(turn.pool);
        }
    }

    fn put(&mut self, done: &BatchSummary<'_>) {
        self.inner.put(done);
        if self.measure == Deepening::Time {
            self.note_time(done);
        }
        for state in done.states() {
            let used = match self.measure {
                Deepening::Forks => u64::from(state.depth()),
                Deepening::Time => self.time[&state.id()].as_millis() as u64,
            };
            if used > self.allowed {
                self.waiting.insert(state.id(), used);
                self.inner.taken_elsewhere(state.id());
            }
        }
    }

    fn remove(&mut self, gone: StateId) {
        self.waiting.remove(&gone);
        self.time.remove(&gone);
        self.inner.remove(gone);
    }

    fn taken_elsewhere(&mut self, id: StateId) {
        if self.waiting.remove(&id).is_none() {
            self.inner.taken_elsewhere(id);
        }
    }

    fn is_familiar(&mut self, id: StateId) {
        if !self.waiting.contains_key(&id) {
            self.inner.is_familiar(id);
        }
    }

    fn targets_changed(&mut self, pool: &dyn Pool) {
        self.inner.targets_changed(pool);
    }

    /// Also because a state may not go deeper than is allowed at this moment.
    fn at_every_fork(&self) -> bool {
        self.measure == Deepening::Forks || self.inner.at_every_fork()
    }
}
