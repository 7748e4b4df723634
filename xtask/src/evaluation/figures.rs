//! What is known of a run.

use serde_json::Value;

/// What was kept of it: its `run.json` and what the system measured.
pub struct Figures(Value);

impl Figures {
    pub fn new(result: Value) -> Figures {
        Figures(result)
    }

    /// All of it.
    pub fn value(&self) -> &Value {
        &self.0
    }

    /// By its path, such as `/run/measured/solver_seconds`; not a number where there is none.
    pub fn number(&self, path: &str) -> f64 {
        self.0
            .pointer(path)
            .and_then(Value::as_f64)
            .unwrap_or(f64::NAN)
    }

    /// The same for a whole number; 0 where there is none.
    pub fn count(&self, path: &str) -> u64 {
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

    /// The parts of what is at a path.
    pub fn object(&self, path: &str) -> impl Iterator<Item = (&String, &Value)> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn run(cpu: f64, complete: bool) -> Figures {
        Figures::new(json!({
            "cpu_seconds": cpu, "limit_seconds": 60, "run": {"complete": complete}
        }))
    }

    #[test]
    fn a_run_is_finished_if_it_is_complete_within_the_limit() {
        assert!(run(59.0, true).finished());
        assert!(!run(61.0, true).finished() && !run(59.0, false).finished());
        let failed = Figures::new(json!({"failed": "why"}));
        assert!(!failed.finished() && failed.failure() == Some("why"));
    }
}
