//! The values that a pruning ratio or the time of an iteration may have (section 3.2).

use std::time::Duration;

/// Equal steps up to the largest value.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Space {
    pub max: f64,
    pub steps: u32,
}

/// Iterations that fit into a run, at least.
const ITERATIONS: f64 = 20.0;

impl Space {
    /// The paper's times: up to 800 s in 4 steps.
    pub const TIMES: Space = Space {
        max: 800.0,
        steps: 4,
    };
    /// The paper's ratios: 20, 40 or 60 % of the states.
    pub const RATIOS: Space = Space { max: 0.6, steps: 3 };

    /// From the smallest to the largest.
    pub fn values(&self) -> impl ExactSizeIterator<Item = f64> + '_ {
        (0..self.steps).map(|number| self.value(number))
    }

    /// By number, the smallest is 0.
    pub fn value(&self, number: u32) -> f64 {
        self.max * f64::from(number + 1) / f64::from(self.steps)
    }

    fn mean(&self) -> f64 {
        self.max * f64::from(self.steps + 1) / f64::from(2 * self.steps)
    }
}

/// When iterations end and states are pruned.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Schedule {
    pub times: Space,
    /// Seconds between two prunings.
    pub period: f64,
}

impl Schedule {
    pub const PAPER: Schedule = Schedule {
        times: Space::TIMES,
        period: 30.0,
    };

    /// The same in smaller steps if the whole budget is short: so many iterations fit that something can
    /// be learned.
    pub fn within(self, budget: Duration) -> Schedule {
        let wanted = ITERATIONS * self.times.mean();
        let scale = (budget.as_secs_f64() / wanted).min(1.0);
        Schedule {
            times: Space {
                max: self.times.max * scale,
                ..self.times
            },
            period: self.period * scale,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(max: f64, steps: u32) -> Vec<f64> {
        Space { max, steps }.values().collect()
    }

    #[test]
    fn the_papers_example_spaces() {
        let times = [100.0, 200.0, 300.0, 400.0, 500.0, 600.0];
        assert_eq!(values(600.0, 6), times);
        assert_eq!(values(0.8, 4), [0.2, 0.4, 0.6000000000000001, 0.8]);
    }

    #[test]
    fn short_runs_have_as_many_iterations() {
        let five_hours = Schedule::PAPER.within(Duration::from_secs(5 * 3600));
        assert_eq!(five_hours, Schedule::PAPER);
        let minute = Schedule::PAPER.within(Duration::from_secs(60));
        assert_eq!(minute.times.max, 4.8);
        assert_eq!(minute.times.mean() * ITERATIONS, 60.0);
        assert!((minute.period / minute.times.max - 30.0 / 800.0).abs() < 1e-12);
    }
}
