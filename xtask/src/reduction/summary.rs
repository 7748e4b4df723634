//! What each mode comes to over all programs, beside the paper.

use super::Results;
use super::compare::Comparison;
use crate::coreutils::page::table as markdown;
use crate::evaluation::averages::{geometric_mean, mean, median};

/// Programs for which `none` takes at least so many seconds to the coverage that both reach: there
/// the steps in which time is told do not matter.
const LONG: f64 = 1.0;

/// Figures down, modes across.
pub fn table(results: &Results) -> String {
    let columns: Vec<Vec<Cell>> = results
        .reduced()
        .map(|(at, _)| column(&results.comparisons(at)))
        .collect();
    let Some(first) = columns.first() else {
        return String::new();
    };
    let rows: Vec<Vec<String>> = (0..first.len())
        .map(|row| {
            let cells = columns.iter().map(|column| column[row].here.clone());
            let mut all = vec![first[row].what.clone()];
            all.extend(cells);
            all.push(first[row].paper.to_owned());
            all
        })
        .collect();
    let mut head = vec![format!("against `{}`", results.plain())];
    head.extend(results.reduced().map(|(_, mode)| format!("`{mode}`")));
    head.push("paper".to_owned());
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    markdown(&head, &rows)
}

/// A figure, here and in the paper.
struct Cell {
    what: String,
    here: String,
    paper: &'static str,
}

fn column(all: &[Comparison]) -> Vec<Cell> {
    let mut cells = Vec::new();
    let mut add = |what: &str, here: String, paper| {
        let what = what.to_owned();
        cells.push(Cell { what, here, paper });
    };
    let count = |wish: &dyn Fn(&Comparison) -> bool| {
        let count = all.iter().filter(|one| wish(one)).count();
        share(count, all.len())
    };
    let speeds = || all.iter().map(Comparison::speed);
    let by_speed = |a: &&Comparison, b: &&Comparison| a.speed().total_cmp(&b.speed());
    add("programs", all.len().to_string(), "66");
    add("times as fast, mean", number(mean(speeds())), "50.5");
    add("times as fast, median", number(median(speeds())), "10");
    let geometric = geometric_mean(speeds());
    add("times as fast, geometric mean", number(geometric), "");
    add("faster", count(&|one| one.speed() > 1.0), "54 (82 %)");
    add("best", named(all.iter().max_by(by_speed)), "717");
    add("worst", named(all.iter().min_by(by_speed)), "0.2");

    let long = || all.iter().filter(|one| one.plain.common >= LONG);
    let long_speeds = || long().map(Comparison::speed);
    let of_long = |what: &str| format!("`none` ≥ {LONG} s: {what}");
    add(&of_long("programs"), long().count().to_string(), "");
    let cell = number(mean(long_speeds()));
    add(&of_long("times as fast, mean"), cell, "");
    let cell = number(median(long_speeds()));
    add(&of_long("times as fast, median"), cell, "");
    let cell = number(geometric_mean(long_speeds()));
    add(&of_long("times as fast, geometric mean"), cell, "");

    let gains = || all.iter().map(Comparison::gain);
    let open = || all.iter().filter(|one| one.is_open());
    add("coverage, mean increase", points(mean(gains())), "");
    add("coverage, median increase", points(median(gains())), "");
    add("may have more to cover", open().count().to_string(), "54");
    let cell = points(mean(open().map(Comparison::gain)));
    add("of those, mean increase", cell, "+3.8");
    let cell = points(median(open().map(Comparison::gain)));
    add("of those, median increase", cell, "+2.5");
    add(
        "at least the same coverage",
        count(&|one| one.gain() >= 0.0),
        "55 (83 %)",
    );
    add("more coverage", count(&|one| one.gain() > 0.0), "30 (45 %)");
    add("complete", count(&|one| one.reduced.complete), "12 (18 %)");
    let only = |one: &Comparison| one.reduced.complete && !one.plain.complete;
    add("complete, not with `none`", count(&only), "12 (18 %)");
    let lost = |one: &Comparison| !one.reduced.complete && one.plain.complete;
    add("complete only with `none`", count(&lost), "");
    cells
}

fn named(one: Option<&Comparison>) -> String {
    one.map_or(String::new(), |one| {
        format!("{} ({})", times(one.speed()), one.program)
    })
}

fn number(value: Option<f64>) -> String {
    value.map_or(String::new(), times)
}

/// A ratio; more figures where it is small.
pub fn times(ratio: f64) -> String {
    match ratio < 0.1 {
        true => format!("{ratio:.4}"),
        false => format!("{ratio:.2}"),
    }
}

/// Percentage points.
fn points(value: Option<f64>) -> String {
    value.map_or(String::new(), |value| format!("{value:+.1}"))
}

/// `3 (12 %)`
fn share(some: usize, all: usize) -> String {
    let percent = 100.0 * some as f64 / all.max(1) as f64;
    format!("{some} ({percent:.0} %)")
}

#[cfg(test)]
mod tests {
    use super::super::tests::results;
    use super::*;
    use crate::evaluation;

    #[test]
    fn figures_are_over_programs_that_failed_in_neither_mode() {
        let text = table(&results());
        let rows = [
            "| against `none` | `relevant` | paper |",
            "| programs | 2 | 66 |",
            // 8 s to 2 s, and 1 s to 2 s.
            "| times as fast, mean | 2.25 | 50.5 |",
            "| times as fast, geometric mean | 1.41 |  |",
            "| faster | 1 (50 %) | 54 (82 %) |",
            "| best | 4.00 (join) | 717 |",
            "| worst | 0.50 (tr) | 0.2 |",
            "| coverage, mean increase | -12.5 |  |",
            "| complete, not with `none` | 1 (50 %) | 12 (18 %) |",
            "| complete only with `none` | 0 (0 %) |  |",
        ];
        evaluation::assert_parts(&text, &rows);
    }

    #[test]
    fn without_modes_there_is_nothing_to_say() {
        let mut results = results();
        results.modes.truncate(1);
        assert_eq!(table(&results), "");
    }
}
