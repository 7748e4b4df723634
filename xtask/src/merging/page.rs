//! docs/merging: the tables and the pictures.

use super::plots;
use super::{Growth, PLAIN, Results, Row, against, summary, tables};
use crate::bench::machine;
use crate::evaluation::{self, Picture};
use std::error::Error;
use std::fmt::Write;
use std::path::Path;

/// `scratch` is where the runs wrote.
pub fn write(
    folder: &Path,
    results: &Results,
    growth: &[Growth],
    scratch: &Path,
) -> Result<(), Box<dyn Error>> {
    let pictures = plots::all(results, growth);
    let about = machine::describe(scratch);
    evaluation::write_page(folder, &text(results, &pictures, &about), &pictures)
}

fn text(results: &Results, pictures: &[Picture], about: &str) -> String {
    let mut text = include_str!("page.md").replace("LIMIT", &results.limit.as_secs().to_string());
    let _ = writeln!(text, "\n{about}");
    let mut section = |title: &str, body: &str| {
        let _ = writeln!(text, "## {title}\n\n{}\n", body.trim_end());
    };
    section("All tasks together", &summary::table(results));
    if let Some(table) = against::table(results) {
        section("Beside the other way to choose what is joined", &table);
    }
    section("Pictures", &evaluation::shown(pictures));
    section("CPU seconds", &tables::times(results));
    section("Queries", &tables::queries(results));
    section("Paths", &tables::paths(results));
    section("Instructions", &tables::instructions(results));
    section(
        "Seconds in the solver, on the clock",
        &tables::solver(results),
    );
    section("Most memory, MB", &tables::memory(results));
    if results.modes.iter().any(|mode| mode != PLAIN) {
        section(
            "Joins made, and the paths that one state stood for at most",
            &tables::joins(results),
        );
        section(
            "Seconds of merging itself, on the clock",
            &tables::merging(results),
        );
    }
    for (at, mode) in results.modes.iter().enumerate() {
        if let Some(numbers) = tables::statistics(results, at) {
            section(&format!("What else `{mode}` counts"), &numbers);
        }
    }
    for (at, mode) in results.modes.iter().enumerate() {
        if let Some(reasons) = tables::refusals(results, at) {
            section(&format!("Joins that `{mode}` refused"), &reasons);
        }
    }
    section("Tasks", &tables::tasks(results));
    let failures = failures(results);
    if !failures.is_empty() {
        section("Failed", &failures);
    }
    text.trim_end().to_owned() + "\n"
}

fn failures(results: &Results) -> String {
    let of_row = |row: &Row| evaluation::failures(&row.task.name(), &results.modes, &row.runs);
    results.rows.iter().map(of_row).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::results;
    use super::*;

    #[test]
    fn the_page_has_all_parts() {
        let results = results();
        let page = text(&results, &plots::all(&results, &[]), "- machine: one\n");
        let parts = [
            "60 CPU seconds",
            "- machine: one",
            "](speedup.svg)",
            "## What else `qce` counts",
            "## Joins that `qce` refused",
            "## Tasks",
        ];
        evaluation::assert_parts(&page, &parts);
        assert!(!page.contains("LIMIT") && !page.contains("## Failed"));
        assert!(!page.contains("dynamic"), "a mode without runs: {page}");
    }
}
