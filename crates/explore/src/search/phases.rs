//! One strategy after the other, by the clock. All of them know all states, so
//! that each can go on where the one before it ends.

use super::{BatchSummary, Pool, Searcher, Turn};
use pleach_interp::StateId;
use std::time::{Duration, Instant};

pub struct Phases {
    /// With the time at which each ends; the last one has none.
    phases: Vec<(Option<Duration>, Box<dyn Searcher>)>,
    now: usize,
    /// Since the first choice.
    started: Option<Instant>,
}

impl Phases {
    /// Each strategy with how long it is asked; `None` is for the rest of the run.
    pub fn new(lengths: Vec<(Option<Duration>, Box<dyn Searcher>)>) -> Phases {
        let mut end = Duration::ZERO;
        let phases = lengths.into_iter().map(|(length, searcher)| {
            end = end.saturating_add(length.unwrap_or_default());
            (length.map(|_| end), searcher)
        });
        Phases {
            phases: phases.collect(),
            now: 0,
            started: None,
        }
    }

    fn all(&mut self) -> impl Iterator<Item = &mut Box<dyn Searcher>> {
        self.phases.iter_mut().map(|(_, searcher)| searcher)
    }
}

impl Searcher for Phases {
    fn take(&mut self, turn: &mut Turn<'_>) -> Option<StateId> {
        let elapsed = self.started.get_or_insert_with(Instant::now).elapsed();
        let is_over = |end: Option<Duration>| end.is_some_and(|end| elapsed >= end);
        while self.now + 1 < self.phases.len() && is_over(self.phases[self.now].0) {
            self.now += 1;
        }
        let id = self.phases[self.now].1.take(turn)?;
        let now = self.now;
        let others = self.all().enumerate().filter(|(i, _)| *i != now);
        others.for_each(|(_, s)| s.taken_elsewhere(id));
        Some(id)
    }

    fn put(&mut self, done: &BatchSummary<'_>) {
        self.all().for_each(|s| s.put(done));
    }

    fn remove(&mut self, gone: StateId) {
        self.all().for_each(|s| s.remove(gone));
    }

    fn taken_elsewhere(&mut self, id: StateId) {
        self.all().for_each(|s| s.taken_elsewhere(id));
    }

    fn is_familiar(&mut self, id: StateId) {
        self.all().for_each(|s| s.is_familiar(id));
    }

    fn targets_changed(&mut self, pool: &dyn Pool) {
        self.all().for_each(|s| s.targets_changed(pool));
    }

    fn at_every_fork(&self) -> bool {
        self.phases[self.now].1.at_every_fork()
    }
}
