//! The table of results.

use std::fmt::Write;

/// One figure.
#[derive(Debug, Clone)]
pub struct Row {
    pub what: String,
    pub measured: String,
    pub target: String,
    /// Whether the target is met, where there is one.
    pub met: Option<bool>,
}

impl Row {
    pub fn new(what: impl Into<String>, measured: impl Into<String>) -> Row {
        Row {
            what: what.into(),
            measured: measured.into(),
            target: String::new(),
            met: None,
        }
    }

    pub fn with_target(self, target: impl Into<String>, met: bool) -> Row {
        Row {
            target: target.into(),
            met: Some(met),
            ..self
        }
    }
}

pub fn render(rows: &[Row]) -> String {
    let mut text = String::from("| what | measured | target | met |\n|---|---|---|---|\n");
    for row in rows {
        let met = match row.met {
            None => "",
            Some(true) => "yes",
            Some(false) => "**no**",
        };
        let _ = writeln!(
            text,
            "| {} | {} | {} | {met} |",
            row.what, row.measured, row.target
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missed_target_stands_out() {
        let rows = [
            Row::new("a", "1"),
            Row::new("b", "2").with_target("at most 1", false),
        ];
        assert!(render(&rows).ends_with("| a | 1 |  |  |\n| b | 2 | at most 1 | **no** |\n"));
    }
}
