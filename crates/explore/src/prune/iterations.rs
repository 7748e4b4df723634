//! A run in iterations: each begins with the program's first state, drops states every now and then, and is over
//! after a time that was drawn for it.

use super::homi::budget::{Schedule, Space};
use super::homi::data::TestData;
use super::{NothingLeft, PruneOptions, PruneTotals, Pruner, Pruning, Waiting};
use crate::search::Rng;
use pleach_interp::StateId;
use rand::{Rng as _, SeedableRng};
use std::time::Duration;

/// What is particular to one way to prune.
pub(super) trait Kind: Send {
    /// What the next iteration goes by: numbers of a ratio and of a time in these spaces.
    fn begin(&mut self, (ratios, times): (u32, u32), rng: &mut Rng) -> (u32, u32) {
        (rng.random_range(0..ratios), rng.random_range(0..times))
    }
    /// States that are to go now.
    fn gone(&mut self, waiting: &Waiting<'_>, iteration: &Iteration, rng: &mut Rng)
    -> Vec<StateId>;
    fn learns(&self) -> bool {
        false
    }
    fn learn(&mut self, _test: TestData) {}
    /// Adds what only it knows.
    fn add_totals(&self, _totals: &mut PruneTotals) {}
}

/// What an iteration goes by.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Iteration {
    /// The part of the states that goes each time.
    pub ratio: f64,
    ends: Duration,
    next_pruning: Duration,
}

pub(super) struct Iterations {
    kind: Box<dyn Kind>,
    schedule: Schedule,
    ratios: Space,
    rng: Rng,
    now: Iteration,
    /// States went in this iteration.
    has_pruned: bool,
    totals: PruneTotals,
}

impl Iterations {
    pub fn new(
        kind: Box<dyn Kind>,
        options: &PruneOptions,
        seed: u64,
        time: Option<Duration>,
    ) -> Iterations {
        let schedule = options.schedule;
        let mut iterations = Iterations {
            kind,
            schedule: time.map_or(schedule, |time| schedule.within(time)),
            ratios: options.ratios,
            rng: Rng::seed_from_u64(seed),
            now: Iteration {
                ratio: 0.0,
                ends: Duration::ZERO,
                next_pruning: Duration::ZERO,
            },
            has_pruned: false,
            totals: PruneTotals::default(),
        };
        iterations.begin(Duration::ZERO);
        iterations
    }

    fn begin(&mut self, elapsed: Duration) {
        let Space { steps, .. } = self.schedule.times;
        let (ratio, time) = self.kind.begin((self.ratios.steps, steps), &mut self.rng);
        let after = |seconds: f64| elapsed + Duration::from_secs_f64(seconds);
        self.now = Iteration {
            ratio: self.ratios.value(ratio),
            ends: after(self.schedule.times.value(time)),
            next_pruning: after(self.schedule.period),
        };
        self.has_pruned = false;
        self.totals.iterations += 1;
    }
}

impl Pruner for Iterations {
    fn prune(&mut self, waiting: &Waiting<'_>) -> Pruning {
        if waiting.elapsed >= self.now.ends {
            self.begin(waiting.elapsed);
            return Pruning::Restart;
        }
        if waiting.elapsed < self.now.next_pruning {
            return Pruning::Nothing;
        }
        let period = Duration::from_secs_f64(self.schedule.period);
        self.now.next_pruning = waiting.elapsed + period;
        let gone = self.kind.gone(waiting, &self.now, &mut self.rng);
        self.totals.pruned += gone.len() as u64;
        self.has_pruned |= !gone.is_empty();
        match gone.is_empty() {
            true => Pruning::Nothing,
            false => Pruning::Drop(gone),
        }
    }

    fn nothing_left(&mut self, elapsed: Duration) -> NothingLeft {
        if !self.has_pruned {
            return NothingLeft::Explored;
        }
        self.begin(elapsed);
        NothingLeft::BeginAnew
    }

    fn learns(&self) -> bool {
        self.kind.learns()
    }

    fn learn(&mut self, test: TestData) {
        self.kind.learn(test);
    }

    fn totals(&self) -> PruneTotals {
        let mut totals = self.totals;
        self.kind.add_totals(&mut totals);
        totals
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustc_hash::FxHashMap;

    /// Has one state to give up, whoever waits.
    struct Eager;

    impl Kind for Eager {
        fn begin(&mut self, _: (u32, u32), _: &mut Rng) -> (u32, u32) {
            (1, 0)
        }

        fn gone(&mut self, _: &Waiting<'_>, iteration: &Iteration, _: &mut Rng) -> Vec<StateId> {
            assert_eq!(iteration.ratio, 0.5);
            vec![StateId(7)]
        }
    }

    /// An iteration is 10 s, and states go every 4 s.
    fn iterations() -> Iterations {
        let options = PruneOptions {
            schedule: Schedule {
                times: Space {
                    max: 20.0,
                    steps: 2,
                },
                period: 4.0,
            },
            ratios: Space { max: 0.5, steps: 2 },
            ..PruneOptions::default()
        };
        Iterations::new(Box::new(Eager), &options, 0, None)
    }

    fn at(iterations: &mut Iterations, seconds: u64) -> Pruning {
        let pool = FxHashMap::default();
        let elapsed = Duration::from_secs(seconds);
        iterations.prune(&Waiting {
            pool: &pool,
            elapsed,
        })
    }

    #[test]
    fn states_go_every_period_and_all_at_the_end() {
        let mut iterations = iterations();
        let gone = || Pruning::Drop(vec![StateId(7)]);
        let expected = [
            (3, Pruning::Nothing),
            (5, gone()),
            (8, Pruning::Nothing),
            (9, gone()),
            (10, Pruning::Restart),
            (13, Pruning::Nothing),
            (14, gone()),
            (25, Pruning::Restart),
        ];
        for (seconds, what) in expected {
            assert_eq!(at(&mut iterations, seconds), what, "{seconds}");
        }
        let totals = iterations.totals();
        assert_eq!((totals.iterations, totals.pruned), (3, 3));
    }

    #[test]
    fn only_an_iteration_in_which_nothing_went_is_all() {
        let mut iterations = iterations();
        let now = Duration::from_secs(1);
        assert_eq!(iterations.nothing_left(now), NothingLeft::Explored);
        assert_eq!(at(&mut iterations, 4), Pruning::Drop(vec![StateId(7)]));
        assert_eq!(iterations.nothing_left(now), NothingLeft::BeginAnew);
        assert_eq!(iterations.nothing_left(now), NothingLeft::Explored);
    }
}
