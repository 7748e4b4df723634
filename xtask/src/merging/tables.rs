//! Tasks down, modes across: one table per figure.

use super::Results;
use super::figures::Figures;
use crate::coreutils::page::table;
use crate::evaluation::grouped;
use std::collections::{BTreeMap, BTreeSet};

/// Programs whose refused joins are shown.
pub const SHOWN: [&str; 5] = ["echo", "basename", "cut", "wc", "join"];

/// What is run. Loading is part of all times; shown is the least of all modes.
pub fn tasks(results: &Results) -> String {
    let rows: Vec<Vec<String>> = results
        .rows
        .iter()
        .map(|row| {
            let loading = row.runs.iter().map(Figures::loading).reduce(f64::min);
            vec![
                row.task.name(),
                format!("`{} {}`", row.task.program, row.task.arguments),
                format!("{:.2}", loading.unwrap_or(f64::NAN)),
            ]
        })
        .collect();
    table(&["task", "unknowns", "loading, CPU s"], &rows)
}

pub fn times(results: &Results) -> String {
    figure(results, |run| format!("{:.2}", run.cpu()))
}

pub fn queries(results: &Results) -> String {
    figure(results, |run| grouped(run.queries()))
}

pub fn paths(results: &Results) -> String {
    figure(results, |run| grouped(run.paths()))
}

pub fn instructions(results: &Results) -> String {
    figure(results, |run| grouped(run.instructions()))
}

pub fn solver(results: &Results) -> String {
    figure(results, |run| format!("{:.2}", run.solver()))
}

pub fn merging(results: &Results) -> String {
    figure(results, |run| match run.joins() {
        Some(_) => format!("{:.2}", run.merging()),
        None => String::new(),
    })
}

/// In megabytes.
pub fn memory(results: &Results) -> String {
    figure(results, |run| format!("{:.0}", run.memory() as f64 / 1e6))
}

pub fn joins(results: &Results) -> String {
    figure(results, |run| {
        let made = run.joins().map(grouped).unwrap_or_default();
        match run.largest_multiplicity() {
            Some(most) => format!("{made} ({most})"),
            None => made,
        }
    })
}

/// One column per mode; what is not the end of a run is in italics.
fn figure(results: &Results, text: impl Fn(&Figures) -> String) -> String {
    let cell = |run: &Figures| match (run.failure(), text(run)) {
        (Some(_), _) => "failed".to_owned(),
        (None, text) if run.finished() || text.is_empty() => text,
        (None, text) => format!("*{text}*"),
    };
    let mut head = vec!["task"];
    head.extend(results.modes.iter().map(String::as_str));
    let rows: Vec<Vec<String>> = results
        .rows
        .iter()
        .map(|row| {
            let name = std::iter::once(row.task.name());
            name.chain(row.runs.iter().map(cell)).collect()
        })
        .collect();
    table(&head, &rows)
}

/// Why joins were refused in a mode, the most frequent reason first; none where nothing was. Of the
/// programs that are shown it is the task with the fewest unknowns.
pub fn refusals(results: &Results, mode: usize) -> Option<String> {
    let rows = SHOWN.iter().filter_map(|program| results.smallest(program));
    let columns: Vec<(String, BTreeMap<String, u64>)> = rows
        .map(|row| (row.task.name(), row.runs[mode].refused()))
        .collect();
    let count = |reason: &String, of: &BTreeMap<String, u64>| *of.get(reason).unwrap_or(&0);
    let reasons: BTreeSet<&String> = columns
        .iter()
        .flat_map(|(_, refused)| refused.keys())
        .collect();
    let mut reasons: Vec<(u64, &String)> = reasons
        .into_iter()
        .map(|reason| {
            let all = columns.iter().map(|(_, refused)| count(reason, refused));
            (all.sum(), reason)
        })
        .collect();
    reasons.sort_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(other.1)));
    if reasons.is_empty() {
        return None;
    }
    let mut head = vec!["reason"];
    head.extend(columns.iter().map(|(task, _)| task.as_str()));
    let rows: Vec<Vec<String>> = reasons
        .iter()
        .map(|(_, reason)| {
            let counts = columns
                .iter()
                .map(|(_, refused)| grouped(count(reason, refused)));
            std::iter::once((*reason).clone()).chain(counts).collect()
        })
        .collect();
    Some(table(&head, &rows))
}

/// What a mode counts beyond the joins that all count; none where that is nothing.
pub fn statistics(results: &Results, mode: usize) -> Option<String> {
    let all: Vec<BTreeMap<String, f64>> = results.runs(mode).map(Figures::statistics).collect();
    let names: BTreeSet<&String> = all.iter().flat_map(BTreeMap::keys).collect();
    if names.is_empty() {
        return None;
    }
    let mut head = vec!["task"];
    head.extend(names.iter().map(|name| name.as_str()));
    let rows = results.rows.iter().zip(&all).map(|(row, numbers)| {
        let cells = names.iter().map(|name| match numbers.get(*name) {
            None => String::new(),
            Some(number) if number.fract() == 0.0 => grouped(*number as u64),
            Some(number) => format!("{number:.2}"),
        });
        std::iter::once(row.task.name()).chain(cells).collect()
    });
    Some(table(&head, &rows.collect::<Vec<Vec<String>>>()))
}

#[cfg(test)]
mod tests {
    use super::super::tests::results;
    use super::*;

    #[test]
    fn a_run_that_did_not_finish_says_so() {
        let text = times(&results());
        assert!(text.contains("| 8.00 | 4.00 |"), "{text}");
        assert!(text.contains("| *61.00* | 30.00 |"), "{text}");
        assert!(joins(&results()).contains("| 5 (8) |"));
    }

    #[test]
    fn reasons_are_counted_per_program() {
        let text = refusals(&results(), 1).unwrap();
        assert!(text.contains("| files differ | 1,200 |"), "{text}");
    }

    #[test]
    fn statistics_have_a_column_where_some_run_has_them() {
        let text = statistics(&results(), 1).unwrap();
        assert!(text.contains("| task | active forks |"), "{text}");
        assert!(text.contains(" | 1,500 |"), "{text}");
    }
}
