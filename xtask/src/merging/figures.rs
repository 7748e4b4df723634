//! What a run tells of merging.

pub use crate::evaluation::Figures;
use serde_json::Value;
use std::collections::BTreeMap;

/// Counters of merging that have tables of their own, or are of no use in one.
const KNOWN: [&str; 5] = [
    "joins_tried",
    "joins_made",
    "joins_refused",
    "largest_multiplicity",
    "paths_at_most",
];

impl Figures {
    /// Seconds that merging itself took, on the clock.
    pub fn merging(&self) -> f64 {
        self.number("/run/measured/merge_seconds")
    }

    /// Joins that were made; none where the run does not speak of merging.
    pub fn joins(&self) -> Option<u64> {
        self.value()
            .pointer("/run/totals/merge/joins_made")?
            .as_u64()
    }

    /// Paths that one state stood for, at most; it may be too large for a number.
    pub fn largest_multiplicity(&self) -> Option<String> {
        let value = self
            .value()
            .pointer("/run/totals/merge/largest_multiplicity")?;
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
        let lines = self.value()["profile"].as_array().into_iter().flatten();
        lines
            .filter_map(|line| Some((line[0].as_u64()?, line[1].as_u64()?)))
            .collect()
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
