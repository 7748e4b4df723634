//! How much faster one run is than another one.

use super::figures::Figures;
use std::fmt;

/// Times as fast. A run that is not finished counts with the limit, so that what it takes part in
/// is a bound.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Speed {
    pub times: f64,
    pub known: Known,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Known {
    /// Both finish.
    Exactly,
    /// Only the run itself finishes.
    AtLeast,
    /// Only the other one finishes.
    AtMost,
}

impl Speed {
    /// How fast `run` is beside `other`; none if neither finishes within the `limit`.
    pub fn of(run: &Figures, other: &Figures, limit: f64) -> Option<Speed> {
        let (times, known) = match (run.finished(), other.finished()) {
            (true, true) => (other.cpu() / run.cpu(), Known::Exactly),
            (true, false) => (limit / run.cpu(), Known::AtLeast),
            (false, true) => (other.cpu() / limit, Known::AtMost),
            (false, false) => return None,
        };
        Some(Speed { times, known })
    }

    pub fn is_exact(&self) -> bool {
        self.known == Known::Exactly
    }

    /// More than so many times as slow. Whoever does not finish what the other one finishes is.
    pub fn is_slower_than(&self, times: f64) -> bool {
        self.known == Known::AtMost || self.times < 1.0 / times
    }

    pub fn is_faster(&self) -> bool {
        self.times > 1.0 && self.known != Known::AtMost
    }
}

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match self.known {
            Known::Exactly => "",
            Known::AtLeast => "≥ ",
            Known::AtMost => "≤ ",
        };
        write!(f, "{sign}{:.2}", self.times)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::figures;
    use super::*;

    fn speed(run: f64, other: f64) -> Option<Speed> {
        Speed::of(&figures(run, 1), &figures(other, 1), 60.0)
    }

    #[test]
    fn a_run_without_an_end_gives_a_bound() {
        assert_eq!(speed(10.0, 20.0).unwrap().to_string(), "2.00");
        assert_eq!(speed(10.0, 61.0).unwrap().to_string(), "≥ 6.00");
        assert_eq!(speed(61.0, 57.0).unwrap().to_string(), "≤ 0.95");
        assert_eq!(speed(61.0, 61.0), None);
    }

    #[test]
    fn who_does_not_finish_is_slower() {
        assert!(speed(61.0, 57.0).unwrap().is_slower_than(1.2));
        assert!(speed(13.0, 10.0).unwrap().is_slower_than(1.2));
        assert!(!speed(11.0, 10.0).unwrap().is_slower_than(1.2));
        assert!(speed(9.0, 10.0).unwrap().is_faster() && !speed(61.0, 59.0).unwrap().is_faster());
    }
}
