//! Whether complete explorations say what the others say.

use super::mode::Mode;
use super::{Results, Row};
use crate::evaluation::Figures;
use std::fmt::Write;

/// A complete exploration covers what any other one covers, and finds its errors if its mode keeps
/// them: one line for each case in which that is not so.
pub fn contradictions(results: &Results) -> String {
    let mut text = String::new();
    for row in &results.rows {
        for (mode, run) in results.modes.iter().zip(&row.runs) {
            if run.complete() {
                against_others(&mut text, results, row, (mode, run));
            }
        }
    }
    text
}

fn against_others(text: &mut String, results: &Results, row: &Row, (mode, run): (&Mode, &Figures)) {
    let program = &row.program;
    let covered = run.covered().covered;
    for (other, its) in results.modes.iter().zip(&row.runs) {
        let more = its.covered().covered;
        if more > covered {
            let _ = writeln!(
                text,
                "- {program}: `{mode}` is complete and covers {covered} instructions, \
                 `{other}` covers {more}"
            );
        }
        let found = run.errors();
        let missing = its.errors().into_iter();
        for error in missing.filter(|error| mode.keeps_errors() && !found.contains(error)) {
            let _ = writeln!(
                text,
                "- {program}: `{mode}` is complete without an error that `{other}` found: {error}"
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{complete, results, run};
    use super::*;
    use serde_json::json;

    #[test]
    fn a_complete_run_must_not_lack_anything() {
        let mut results = results();
        assert_eq!(contradictions(&results), "");
        results.rows[0].runs = vec![run(&[(1.0, 46)], 100), complete(&[(5.0, 45)], 100)];
        let text = contradictions(&results);
        assert!(
            text.contains("covers 45 instructions, `none` covers 46"),
            "{text}"
        );
        let with_error = |run: Figures| {
            let mut value = run.value().clone();
            value["errors"] = json!(["overflow b.c:4"]);
            Figures::new(value)
        };
        let plain = with_error(run(&[(1.0, 40)], 100));
        results.rows[0].runs = vec![plain, complete(&[(5.0, 45)], 100)];
        assert!(contradictions(&results).ends_with("`none` found: overflow b.c:4\n"));
        results.modes[1] = "relevant:coverage".parse().unwrap();
        assert_eq!(contradictions(&results), "");
    }
}
