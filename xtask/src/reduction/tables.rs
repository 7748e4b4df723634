//! Totals, programs, what reduction costs, and all runs.

use super::Results;
use super::compare::Reach;
use super::summary::times;
use crate::coreutils::page::table;
use crate::evaluation::{Figures, grouped};

/// A figure that is summed over runs.
type Sum = fn(&Figures) -> f64;
/// How it is written.
type Text = fn(f64) -> String;

/// The paper's table 1: sums over the programs that failed in no mode.
pub fn totals(results: &Results) -> String {
    let good: Vec<_> = results
        .rows
        .iter()
        .filter(|row| row.runs.iter().all(|run| run.failure().is_none()))
        .collect();
    let sum = |mode: usize, of: Sum| -> f64 { good.iter().map(|row| of(&row.runs[mode])).sum() };
    let whole: Text = |value| grouped(value as u64);
    let seconds: Text = |value| format!("{value:.1} s");
    let sums: [(&str, Sum, Text); 6] = [
        ("instructions", |run| run.instructions() as f64, whole),
        ("paths", |run| run.paths() as f64, whole),
        ("queries", |run| run.queries() as f64, whole),
        ("solver time", Figures::solver, seconds),
        ("CPU time", Figures::cpu, seconds),
        ("time after loading", Figures::elapsed, seconds),
    ];
    let row = |name: &str, values: &[f64], text: &dyn Fn(f64) -> String| -> Vec<String> {
        let mut cells = vec![name.to_owned(), text(values[0])];
        for value in &values[1..] {
            cells.push(text(*value));
            cells.push(quotient(values[0], *value));
        }
        cells
    };
    let modes = 0..results.modes.len();
    let mut rows: Vec<Vec<String>> = sums
        .iter()
        .map(|(name, of, text)| {
            let values: Vec<f64> = modes.clone().map(|mode| sum(mode, *of)).collect();
            row(name, &values, text)
        })
        .collect();
    let part = |mode| 100.0 * sum(mode, Figures::solver) / sum(mode, Figures::elapsed);
    let parts: Vec<f64> = modes.map(part).collect();
    rows.push(row("solver's part of it", &parts, &|part| {
        format!("{part:.0} %")
    }));
    let told = [
        ("pruned", "pruned", whole),
        ("slicing", "slicing_seconds", seconds),
        ("matching", "matching_seconds", seconds),
    ];
    rows.extend(told.into_iter().map(|(title, name, text)| {
        let mut cells = vec![title.to_owned(), String::new()];
        for (mode, _) in results.reduced() {
            let runs = good.iter().filter_map(|row| row.runs[mode].reduced(name));
            let sum = runs.reduce(|one, other| one + other);
            cells.extend([sum.map_or(String::new(), text), String::new()]);
        }
        cells
    }));
    let mut head = vec![
        format!("{} programs", good.len()),
        format!("`{}`", results.plain()),
    ];
    for (_, mode) in results.reduced() {
        head.extend([format!("`{mode}`"), "times less".to_owned()]);
    }
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    table(&head, &rows)
}

fn quotient(more: f64, less: f64) -> String {
    match less > 0.0 && more.is_finite() {
        true => times(more / less),
        false => String::new(),
    }
}

/// The paper's table 2, of all programs.
pub fn programs(results: &Results, mode: usize) -> String {
    let (plain, reduced) = (results.plain(), &results.modes[mode]);
    let of = |what: &str, mode: &dyn std::fmt::Display| format!("{what}, `{mode}`");
    let mut head = vec!["program".to_owned()];
    for mode in [plain, reduced] {
        head.extend(["T", "cov", "T_c"].map(|what| of(what, mode)));
    }
    head.extend(["X", "cov_inc"].map(str::to_owned));
    let cells = |reach: &Reach| {
        let end = if reach.complete { "!" } else { "" };
        [
            format!("{:.2}", reach.time),
            format!("{:.1}{end}", reach.percent()),
            format!("{:.2}", reach.common),
        ]
    };
    let rows: Vec<Vec<String>> = results
        .comparisons(mode)
        .iter()
        .map(|one| {
            let mut row = vec![one.program.to_owned()];
            row.extend(cells(&one.plain));
            row.extend(cells(&one.reduced));
            row.push(times(one.speed()));
            row.push(format!("{:+.1}", one.gain()));
            row
        })
        .collect();
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    table(&head, &rows)
}

/// What a mode did and took; blank where runs do not tell.
pub fn costs(results: &Results, mode: usize) -> String {
    let head = [
        "program",
        "pruned",
        "looked at",
        "sets",
        "slicing, part of the time",
        "matching, part of the time",
        "most memory, MB",
        "without, MB",
    ];
    let good = results
        .rows
        .iter()
        .filter(|row| row.runs[mode].failure().is_none());
    let rows: Vec<Vec<String>> = good
        .map(|row| {
            let run = &row.runs[mode];
            let count = |name: &str| {
                let count = run.reduced(name);
                count.map_or(String::new(), |count| grouped(count as u64))
            };
            let part = |name: &str| {
                let seconds = run.reduced(&format!("{name}_seconds"));
                let part = |seconds: f64| format!("{:.1} %", 100.0 * seconds / run.elapsed());
                seconds.map_or(String::new(), part)
            };
            vec![
                row.program.clone(),
                count("pruned"),
                count("tried"),
                count("sets"),
                part("slicing"),
                part("matching"),
                megabytes(run),
                megabytes(&row.runs[0]),
            ]
        })
        .collect();
    table(&head, &rows)
}

fn megabytes(run: &Figures) -> String {
    match run.failure() {
        Some(_) => String::new(),
        None => format!("{:.0}", run.memory() as f64 / 1e6),
    }
}

/// One line per run.
pub fn runs(results: &Results) -> String {
    let head = [
        "program",
        "mode",
        "complete",
        "CPU s",
        "loading",
        "instructions covered",
        "branches covered",
        "errors",
        "instructions",
        "paths",
        "queries",
        "solver s",
    ];
    let mut rows = Vec::new();
    for row in &results.rows {
        for (mode, run) in results.modes.iter().zip(&row.runs) {
            let mut cells = vec![row.program.clone(), format!("`{mode}`")];
            match run.failure() {
                Some(_) => cells.push("failed".to_owned()),
                None => cells.extend(of_run(run)),
            }
            cells.resize(head.len(), String::new());
            rows.push(cells);
        }
    }
    table(&head, &rows)
}

fn of_run(run: &Figures) -> [String; 10] {
    let share = |share: pleach_compare::Share| format!("{} of {}", share.covered, share.total);
    [
        if run.complete() { "yes" } else { "no" }.to_owned(),
        format!("{:.2}", run.cpu()),
        format!("{:.2}", run.loading()),
        share(run.covered()),
        share(run.branches()),
        run.errors().len().to_string(),
        grouped(run.instructions()),
        grouped(run.paths()),
        grouped(run.queries()),
        format!("{:.2}", run.solver()),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::tests::results;
    use super::*;
    use crate::evaluation::assert_parts;

    #[test]
    fn totals_leave_out_programs_that_failed() {
        let rows = [
            "| 2 programs | `none` | `relevant` | times less |",
            "| instructions | 10,000 | 10,000 | 1.00 |",
            "| paths | 60 | 33 | 1.82 |",
            "| solver's part of it | 25 % | 25 % | 1.00 |",
            "| pruned |  | 1,500 |  |",
            "| slicing |  | 2.0 s |  |",
            "| matching |  |  |  |",
        ];
        assert_parts(&totals(&results()), &rows);
    }

    #[test]
    fn programs_have_the_columns_of_the_paper() {
        let text = programs(&results(), 1);
        let rows = [
            "| T, `none` | cov, `none` | T_c, `none` | T, `relevant` |",
            "| join | 8.00 | 40.0 | 8.00 | 5.00 | 45.0! | 2.00 | 4.00 | +5.0 |",
            "| tr | 8.00 | 40.0 | 1.00 | 2.00 | 10.0 | 2.00 | 0.50 | -30.0 |",
        ];
        assert_parts(&text, &rows);
        assert!(!text.contains("| ls |"));
    }

    #[test]
    fn what_a_run_does_not_tell_is_blank() {
        let text = costs(&results(), 1);
        let rows = [
            "| join | 1,500 |  |  | 10.0 % |  | 250 | 250 |",
            "| tr |  |  |  |  |  | 250 | 250 |",
        ];
        assert_parts(&text, &rows);
    }

    #[test]
    fn every_run_has_its_line() {
        let rows = [
            "| join | `relevant` | yes | 7.50 | 2.00 | 45 of 100 | 45 of 100 | 0 | 5,000 | 3 | 40 |",
            "| ls | `relevant` | failed |  |",
        ];
        assert_parts(&runs(&results()), &rows);
    }
}
