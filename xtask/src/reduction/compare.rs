//! A run with reduction beside the one without, in the paper's way.

use crate::evaluation::Figures;
use pleach_compare::Share;

/// CPU time is told in steps of this size: nothing is known of less.
const FINEST: f64 = 0.01;

/// How far a run came.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reach {
    pub covered: Share,
    /// When it had covered that.
    pub time: f64,
    /// When it had covered what both cover.
    pub common: f64,
    pub complete: bool,
}

/// Both on one program.
#[derive(Debug, Clone, PartialEq)]
pub struct Comparison<'a> {
    pub program: &'a str,
    pub plain: Reach,
    pub reduced: Reach,
}

impl Reach {
    /// `common` is at most what the run covers.
    fn of(run: &Figures, common: u64) -> Option<Reach> {
        let covered = run.covered();
        let time = |covered| Some(run.time_to(covered)?.max(FINEST));
        Some(Reach {
            covered,
            time: time(covered.covered)?,
            common: time(common)?,
            complete: run.complete(),
        })
    }

    pub fn percent(&self) -> f64 {
        self.covered.percent().unwrap_or(0.0)
    }
}

impl<'a> Comparison<'a> {
    /// None if one of the two failed.
    pub fn of(program: &'a str, plain: &Figures, reduced: &Figures) -> Option<Comparison<'a>> {
        if plain.failure().or(reduced.failure()).is_some() {
            return None;
        }
        // The paper's C_max.
        let common = plain.covered().covered.min(reduced.covered().covered);
        Some(Comparison {
            program,
            plain: Reach::of(plain, common)?,
            reduced: Reach::of(reduced, common)?,
        })
    }

    /// Times as fast to the coverage that both reach.
    pub fn speed(&self) -> f64 {
        self.plain.common / self.reduced.common
    }

    /// Percentage points that are covered more.
    pub fn gain(&self) -> f64 {
        self.reduced.percent() - self.plain.percent()
    }

    /// Whether one of the two may have something left to cover: the other cases are those in which
    /// both cover the same, and a complete exploration says that this is all.
    pub fn is_open(&self) -> bool {
        let one_is_complete = self.plain.complete || self.reduced.complete;
        !(one_is_complete && self.plain.covered == self.reduced.covered)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{complete, run};
    use super::*;
    use serde_json::json;

    #[test]
    fn times_are_to_the_coverage_that_both_reach() {
        let plain = run(&[(1.0, 10), (8.0, 40), (50.0, 60)], 100);
        let reduced = run(&[(0.5, 20), (2.0, 45), (20.0, 50)], 100);
        let both = Comparison::of("tr", &plain, &reduced).unwrap();
        // 50 instructions: plain has them when it has 60.
        assert_eq!((both.plain.common, both.reduced.common), (50.0, 20.0));
        assert_eq!((both.plain.time, both.reduced.time), (50.0, 20.0));
        assert_eq!((both.speed(), both.gain()), (2.5, -10.0));
        let both = Comparison::of("tr", &reduced, &plain).unwrap();
        assert_eq!((both.speed(), both.gain()), (0.4, 10.0));
    }

    #[test]
    fn what_is_too_short_to_be_measured_is_no_infinite_speed() {
        let plain = run(&[(0.0, 10), (0.2, 40)], 100);
        let reduced = run(&[(0.0, 40)], 100);
        let both = Comparison::of("tr", &plain, &reduced).unwrap();
        assert_eq!(both.reduced.common, 0.01);
        assert!((both.speed() - 20.0).abs() < 1e-9);
    }

    #[test]
    fn a_failed_run_is_compared_with_nothing() {
        let failed = Figures::new(json!({"failed": "why"}));
        let good = run(&[(1.0, 10)], 100);
        assert_eq!(Comparison::of("tr", &good, &failed), None);
        assert_eq!(Comparison::of("tr", &failed, &good), None);
    }

    #[test]
    fn open_is_where_something_may_be_left() {
        let open = |plain: &Figures, reduced: &Figures| {
            Comparison::of("tr", plain, reduced).unwrap().is_open()
        };
        let (half, whole) = (run(&[(1.0, 10)], 100), complete(&[(1.0, 20)], 100));
        assert!(open(&half, &half) && open(&half, &whole));
        assert!(!open(&whole, &whole) && !open(&run(&[(9.0, 20)], 100), &whole));
    }
}
