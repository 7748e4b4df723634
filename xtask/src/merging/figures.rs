//! What is known of a run.

use serde_json::Value;
use std::collections::BTreeMap;

pub struct Figures(Value);

/// Counters of merging that have tables of their own, or are of no use in one.
const KNOWN: [&str; 5] = [
    "joins_tried",
    "joins_made",
    "joins_refused",
    "largest_multiplicity",
    "paths_at_most",
];

impl Figures {
    pub fn new(result: Value) -> Figures {
        Figures(result)
    }

    fn number(&self, path: &str) -> f64 {
        self.0
            .pointer(path)
            .and_then(Value::as_f64)
            .unwrap_or(f64::NAN)
    }

    fn count(&self, path: &str) -> u64 {
        self.0.pointer(path).and_then(Value::as_u64).unwrap_or(0)
    }

    /// Why there is nothing but this to say. Such a run is made again the next time.
    pub fn failure(&self) -> Option<&str> {
        self.0["failed"].as_str()
    }

    /// Whether everything was explored within the limit.
    pub fn finished(&self) -> bool {
        self.0["run"]["complete"] == true && self.cpu() <= self.number("/limit_seconds")
    }

    /// CPU seconds of the whole process.
    pub fn cpu(&self) -> f64 {
        self.number("/cpu_seconds")
    }

    pub fn loading(&self) -> f64 {
        self.number("/run/measured/loading_cpu_seconds")
    }

    /// On the clock.
    pub fn solver(&self) -> f64 {
        self.number("/run/measured/solver_seconds")
    }

    /// Seconds that merging itself took, on the clock.
    pub fn merging(&self) -> f64 {
        self.number("/run/measured/merge_seconds")
    }

    /// Most memory of the process, in bytes.
    pub fn memory(&self) -> u64 {
        self.count("/memory_bytes")
    }

    pub fn queries(&self) -> u64 {
        self.count("/run/totals/solver/queries")
    }

    pub fn paths(&self) -> u64 {
        self.count("/run/totals/paths")
    }

    pub fn instructions(&self) -> u64 {
        self.count("/run/totals/instructions")
    }

    /// Joins that were made; none where the run does not speak of merging.
    pub fn joins(&self) -> Option<u64> {
        self.0.pointer("/run/totals/merge/joins_made")?.as_u64()
    }

    /// Paths that one state stood for, at most; it may be too large for a number.
    pub fn largest_multiplicity(&self) -> Option<String> {
        let value = self.0.pointer("/run/totals/merge/largest_multiplicity")?;
        Some(value.to_string().trim_matches('"').to_owned())
    }

    /// Joins that were refused, by reason.
    pub fn refused(&self) -> BTreeMap<String, u64> {
        let reasons = self.object("/run/totals/merge/joins_refused");
        reasons
            .filter_map(|(reason, count)| Some((reason.clone(), count.as_u64()?)))
            .collect()
    }

    /// What a mode counts beyond the joins that all modes count, and the seconds that it took, by
    /// name; without those that are zero.
    pub fn statistics(&self) -> BTreeMap<String, f64> {
        let counters = self.object("/run/totals/merge");
        let counters = counters.filter(|(name, _)| !KNOWN.contains(&name.as_str()));
        let times = self.object("/run/measured");
        let of_mode = |name: &str| name.contains("merge") || name.contains("analysis");
        let times = times.filter(|(name, _)| of_mode(name) && *name != "merge_seconds");
        let mut all = BTreeMap::new();
        for (name, value) in counters.chain(times) {
            collect(&mut all, name.replace('_', " "), value);
        }
        all
    }

    /// How often lines of the program's own file were executed, if the run was asked for it.
    pub fn executions(&self) -> BTreeMap<u64, u64> {
        let lines = self.0["profile"].as_array().into_iter().flatten();
        lines
            .filter_map(|line| Some((line[0].as_u64()?, line[1].as_u64()?)))
            .collect()
    }

    fn object(&self, path: &str) -> impl Iterator<Item = (&String, &Value)> {
        let object = self.0.pointer(path).and_then(Value::as_object);
        object.into_iter().flatten()
    }

    /// For the terminal.
    pub fn line(&self) -> String {
        if let Some(why) = self.failure() {
            return format!("failed: {why}");
        }
        format!(
            "{:.2} s of CPU, {} queries, {} paths{}",
            self.cpu(),
            self.queries(),
            self.paths(),
            if self.finished() {
                ""
            } else {
                ", not finished"
            }
        )
    }
}

/// Numbers that are not zero; those of an object have its name before their own.
fn collect(all: &mut BTreeMap<String, f64>, name: String, value: &Value) {
    match value {
        Value::Object(parts) => {
            for (part, value) in parts {
                collect(all, format!("{name}: {}", part.replace('_', " ")), value);
            }
        }
        value => {
            if let Some(number) = value.as_f64().filter(|number| *number != 0.0) {
                all.insert(name, number);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn run(cpu: f64, complete: bool) -> Figures {
        Figures::new(json!({
            "cpu_seconds": cpu,
            "limit_seconds": 60,
            "profile": [[12, 3], [14, 5]],
            "run": {
                "complete": complete,
                "totals": {"merge": {"joins_made": 5, "active_forks": 7, "idle": 0, "decisions": {"to_merge": 2}}},
                "measured": {"merge_seconds": 3.0, "merge_analysis_seconds": 0.5, "solver_seconds": 2.0},
            }
        }))
    }

    #[test]
    fn a_run_is_finished_if_it_is_complete_within_the_limit() {
        assert!(run(59.0, true).finished());
        assert!(!run(61.0, true).finished() && !run(59.0, false).finished());
        let failed = Figures::new(json!({"failed": "why"}));
        assert!(!failed.finished() && failed.failure() == Some("why"));
    }

    #[test]
    fn statistics_of_a_mode_need_not_be_known_by_name() {
        let expected = [
            ("active forks", 7.0),
            ("decisions: to merge", 2.0),
            ("merge analysis seconds", 0.5),
        ];
        let expected = expected.map(|(name, value)| (name.to_owned(), value));
        assert_eq!(run(1.0, true).statistics(), BTreeMap::from(expected));
    }

    #[test]
    fn lines_have_their_executions() {
        assert_eq!(
            run(1.0, true).executions(),
            BTreeMap::from([(12, 3), (14, 5)])
        );
    }
}
