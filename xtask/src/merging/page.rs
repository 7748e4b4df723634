//! docs/merging: the tables and the pictures.

use super::{PLAIN, Results, plots, summary, tables};
use crate::bench::machine;
use crate::build::root;
use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// `scratch` is where the runs wrote.
pub fn write(results: &Results, scratch: &Path) -> Result<(), Box<dyn Error>> {
    let folder = root().join("docs/merging");
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("times.svg"), plots::times(results))?;
    fs::write(folder.join("finished.svg"), plots::finished(results))?;
    let about = machine::describe(scratch);
    fs::write(folder.join("README.md"), text(results, &about))?;
    println!("written to docs/merging");
    Ok(())
}

fn text(results: &Results, about: &str) -> String {
    let mut text = include_str!("page.md").replace("LIMIT", &results.limit.as_secs().to_string());
    let _ = writeln!(text, "\n{about}");
    let mut section = |title: &str, body: &str| {
        let _ = writeln!(text, "## {title}\n\n{body}");
    };
    section("All tasks together", &summary::table(results));
    section("CPU seconds", &tables::times(results));
    section(
        "Pictures",
        "![CPU seconds of every task in every mode](times.svg)\n\n\
         ![Tasks finished over time in every mode](finished.svg)\n",
    );
    section("Queries", &tables::queries(results));
    section("Paths", &tables::paths(results));
    section("Instructions", &tables::instructions(results));
    section("Seconds in the solver", &tables::solver(results));
    if results.modes.iter().any(|mode| mode != PLAIN) {
        section(
            "Joins made, and the paths that one state stood for at most",
            &tables::joins(results),
        );
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
    let mut text = String::new();
    for row in &results.rows {
        for (mode, run) in results.modes.iter().zip(&row.runs) {
            if let Some(why) = run.failure() {
                let _ = writeln!(text, "- {} with `{mode}`: {why}", row.task.program);
            }
        }
    }
    crate::coreutils::page::without_folders(&text)
}

#[cfg(test)]
mod tests {
    use super::super::tests::results;
    use super::*;

    #[test]
    fn the_page_has_all_parts() {
        let page = text(&results(), "- machine: one\n");
        for part in [
            "60 s",
            "- machine: one",
            "## Joins that `qce` refused",
            "## Tasks",
        ] {
            assert!(page.contains(part), "{part}: {page}");
        }
        assert!(!page.contains("LIMIT") && !page.contains("## Failed"));
    }
}
