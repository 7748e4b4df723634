//! docs/reduction: the tables and the pictures.

use super::run::{MEMORY, SEED};
use super::{Results, check, plots, summary, tables};
use crate::bench::machine;
use crate::coreutils::engine::ENVIRONMENT;
use crate::evaluation::{self, Figures, Picture};
use std::error::Error;
use std::fmt::Write;
use std::path::Path;

/// `scratch` is where the runs wrote, `executable` what they were made with.
pub fn write(
    folder: &Path,
    results: &Results,
    scratch: &Path,
    executable: &str,
    at_once: usize,
) -> Result<(), Box<dyn Error>> {
    let pictures = plots::all(results);
    let about = format!(
        "{}- pleach: {executable}\n- runs at a time: {at_once}\n{}",
        machine::describe(scratch),
        loads(results)
    );
    evaluation::write_page(folder, &text(results, &pictures, &about), &pictures)
}

/// How busy the machine was when runs began; they may be of different days.
fn loads(results: &Results) -> String {
    let runs = results.rows.iter().flat_map(|row| &row.runs);
    let loads: Vec<f64> = runs.filter_map(Figures::load).collect();
    let (Some(least), Some(most)) = (
        loads.iter().copied().reduce(f64::min),
        loads.iter().copied().reduce(f64::max),
    ) else {
        return String::new();
    };
    format!("- load when runs began: {least:.2} to {most:.2}\n")
}

fn text(results: &Results, pictures: &[Picture], about: &str) -> String {
    let modes: Vec<String> = results
        .modes
        .iter()
        .map(|mode| format!("`{mode}`"))
        .collect();
    let mut text = include_str!("page.md")
        .replace("SECONDS", &results.seconds.to_string())
        .replace("MEMORY", MEMORY)
        .replace("SEED", SEED)
        .replace("MODES", &modes.join(", "))
        .replace("ENVIRONMENT", ENVIRONMENT);
    let _ = writeln!(text, "\n{about}");
    let mut section = |title: &str, body: &str| {
        if !body.is_empty() {
            let _ = writeln!(text, "## {title}\n\n{}\n", body.trim_end());
        }
    };
    section("Contradictions", &check::contradictions(results));
    section("All programs together", &summary::table(results));
    section("Totals", &tables::totals(results));
    section("Pictures", &evaluation::shown(pictures));
    for (at, mode) in results.reduced() {
        let title = format!("Programs with `{mode}`");
        section(&title, &tables::programs(results, at));
    }
    for (at, mode) in results.reduced() {
        let title = format!("What `{mode}` did and took");
        section(&title, &tables::costs(results, at));
    }
    section("All runs", &tables::runs(results));
    let failures = results
        .rows
        .iter()
        .map(|row| evaluation::failures(&row.program, &results.modes, &row.runs));
    section("Failed", &failures.collect::<String>());
    text.trim_end().to_owned() + "\n"
}

#[cfg(test)]
mod tests {
    use super::super::tests::results;
    use super::*;

    #[test]
    fn the_load_is_that_of_all_runs() {
        let mut results = results();
        assert_eq!(loads(&results), "- load when runs began: 1.25 to 1.25\n");
        results.rows.clear();
        assert_eq!(loads(&results), "");
    }

    #[test]
    fn the_page_has_all_parts() {
        let results = results();
        let page = text(&results, &plots::all(&results), "- machine: one\n");
        let parts = [
            "60 CPU seconds",
            "`none`, `relevant`",
            "--sym-args 0 1 10",
            "- machine: one",
            "](speed-relevant.svg)",
            "](coverage-relevant.svg)",
            "## Totals",
            "## Programs with `relevant`",
            "## All runs",
            "- ls with `relevant`: Signal(9) no memory",
        ];
        evaluation::assert_parts(&page, &parts);
        assert!(!page.contains("SECONDS") && !page.contains("## Contradictions"));
    }
}
