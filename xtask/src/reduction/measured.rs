//! What a run tells of coverage and of reduction.

use crate::evaluation::Figures;
use pleach_compare::Share;
use serde_json::Value;

/// How many of the program's own instructions were covered at a time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sample {
    /// CPU seconds since the program was loaded.
    pub seconds: f64,
    pub covered: u64,
}

impl Figures {
    /// In the order of time; the last one is the end.
    pub fn samples(&self) -> Vec<Sample> {
        let ticks = self.value()["curve"].as_array().into_iter().flatten();
        let ticks = ticks.filter_map(|tick| Some((tick[0].as_f64()?, tick[1].as_u64()?)));
        let end = self.number("/run/measured/cpu_seconds");
        let end = (end, self.covered().covered);
        let samples: Vec<(f64, u64)> = ticks.chain([end]).collect();
        // Time of children counts as loading, and not in these.
        let loading = self.loading().min(samples[0].0);
        let sample = |(cpu, covered)| Sample {
            seconds: cpu - loading,
            covered,
        };
        samples.into_iter().map(sample).collect()
    }

    /// CPU seconds after loading until so many instructions were covered.
    pub fn time_to(&self, covered: u64) -> Option<f64> {
        let samples = self.samples();
        let first = samples.iter().find(|sample| sample.covered >= covered)?;
        Some(first.seconds)
    }

    pub fn covered(&self) -> Share {
        self.share("instructions")
    }

    pub fn branches(&self) -> Share {
        self.share("branches")
    }

    fn share(&self, what: &str) -> Share {
        let count = |part: &str| self.count(&format!("/run/coverage/{what}/{part}"));
        Share {
            covered: count("covered"),
            total: count("total"),
        }
    }

    /// Everything was explored, or proved to be redundant.
    pub fn complete(&self) -> bool {
        self.value()["run"]["complete"] == true
    }

    /// Each by its kind and place.
    pub fn errors(&self) -> Vec<&str> {
        let errors = self.value()["errors"].as_array().into_iter().flatten();
        errors.filter_map(Value::as_str).collect()
    }

    /// Seconds on the clock, after loading.
    pub fn elapsed(&self) -> f64 {
        self.number("/run/measured/elapsed_seconds")
    }

    /// A figure of reduction, such as `pruned`; none where the run does not speak of it.
    pub fn reduced(&self, name: &str) -> Option<f64> {
        let places = [
            format!("/run/totals/reduce_{name}"),
            format!("/run/totals/reduce/{name}"),
            format!("/run/measured/reduce_{name}"),
            format!("/run/reduce_{name}"),
        ];
        let mut found = places.iter().filter_map(|at| self.value().pointer(at));
        found.find_map(Value::as_f64)
    }

    /// How busy the machine was when the run began.
    pub fn load(&self) -> Option<f64> {
        self.value()["load"].as_f64()
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::run;
    use super::*;
    use serde_json::json;

    #[test]
    fn times_are_those_after_loading() {
        let run = run(&[(1.0, 5), (2.0, 40), (30.0, 60)], 100);
        assert_eq!(run.time_to(40), Some(2.0));
        assert_eq!(run.time_to(41), Some(30.0));
        assert_eq!(run.time_to(0), Some(1.0));
        assert_eq!(run.time_to(61), None);
        assert_eq!(run.covered().percent(), Some(60.0));
    }

    #[test]
    fn the_end_counts_also_if_no_line_tells_of_it() {
        let run = |loading: f64| {
            Figures::new(json!({"curve": [[0.5, 3]], "run": {
                "coverage": {"instructions": {"covered": 8, "total": 9}},
                "measured": {"cpu_seconds": 2.0, "loading_cpu_seconds": loading},
            }}))
        };
        assert_eq!(run(0.25).time_to(3), Some(0.25));
        assert_eq!(run(0.25).time_to(8), Some(1.75));
        // Part of it was the time of children.
        assert_eq!(run(0.75).time_to(3), Some(0.0));
        assert_eq!(run(0.75).time_to(8), Some(1.5));
    }

    #[test]
    fn figures_of_reduction_may_be_missing() {
        let run = Figures::new(json!({"run": {
            "totals": {"reduce_pruned": 7, "reduce": {"tried": 9}},
            "measured": {"reduce_slicing_seconds": 0.5},
        }}));
        assert_eq!(run.reduced("pruned"), Some(7.0));
        assert_eq!(run.reduced("tried"), Some(9.0));
        assert_eq!(run.reduced("slicing_seconds"), Some(0.5));
        assert_eq!(run.reduced("sets"), None);
    }
}
