//! One mode of merging beside another one.

use super::Results;
use super::tasks::Task;
use crate::coreutils::page::table as markdown;
use crate::evaluation::averages::{geometric_mean, median};

/// The mode that is looked at, and the one that it is to be better than.
pub const PAIR: [&str; 2] = ["dynamic", "qce"];

/// None unless there are runs of both.
pub fn table(results: &Results) -> Option<String> {
    let [mode, other] = pair(results)?;
    let speeds = results.speeds(mode, other);
    let faster = speeds.iter().filter(|(_, speed)| speed.is_faster()).count();
    let best = speeds.iter().max_by(|a, b| a.1.times.total_cmp(&b.1.times));
    let worst = speeds.iter().min_by(|a, b| a.1.times.total_cmp(&b.1.times));
    let times = || speeds.iter().map(|(_, speed)| speed.times);
    let queries: Vec<(&Task, f64)> = results.query_ratios(mode, other).collect();
    let fewest = queries.iter().min_by(|a, b| a.1.total_cmp(&b.1));
    let fewer = queries.iter().filter(|(_, part)| *part < 1.0).count();
    let named = |(task, speed): &(&Task, super::speed::Speed)| format!("{speed} ({})", task.name());
    let rows = [
        ("tasks that one of them finishes", speeds.len().to_string()),
        ("faster", share(faster, speeds.len())),
        ("times as fast, best", best.map_or(String::new(), named)),
        ("times as fast, worst", worst.map_or(String::new(), named)),
        ("times as fast, median", number(median(times()))),
        (
            "times as fast, geometric mean",
            number(geometric_mean(times())),
        ),
        ("tasks that both finish", queries.len().to_string()),
        ("with fewer queries", share(fewer, queries.len())),
        (
            "decrease in queries, largest",
            fewest.map_or(String::new(), |(task, part)| {
                format!("{} ({})", decrease(*part), task.name())
            }),
        ),
        (
            "decrease in queries, median",
            median(queries.iter().map(|(_, part)| *part)).map_or(String::new(), decrease),
        ),
    ];
    let rows: Vec<Vec<String>> = rows
        .into_iter()
        .map(|(name, value)| vec![name.to_owned(), value])
        .collect();
    let title = format!("`{}` against `{}`", PAIR[0], PAIR[1]);
    Some(markdown(&[&title, ""], &rows))
}

/// Where the runs of the two are.
pub fn pair(results: &Results) -> Option<[usize; 2]> {
    let [mode, other] = PAIR.map(|name| results.modes.iter().position(|mode| mode == name));
    Some([mode?, other?])
}

fn share(some: usize, all: usize) -> String {
    format!("{some} ({:.0} %)", 100.0 * some as f64 / all.max(1) as f64)
}

fn number(value: Option<f64>) -> String {
    value.map_or(String::new(), |value| format!("{value:.2}"))
}

/// `part` is what is left.
fn decrease(part: f64) -> String {
    format!("{:.1} %", 100.0 * (1.0 - part))
}

#[cfg(test)]
mod tests {
    use super::super::tests::results;
    use super::*;

    #[test]
    fn there_is_nothing_to_say_about_a_mode_without_runs() {
        assert_eq!(table(&results()), None);
    }

    #[test]
    fn what_only_one_finishes_counts_with_a_bound() {
        let mut results = results();
        results.modes = PAIR.map(str::to_owned).to_vec();
        for row in &mut results.rows {
            row.runs.reverse();
        }
        let text = table(&results).unwrap();
        for part in [
            "| tasks that one of them finishes | 3 |",
            "| faster | 2 (67 %) |",
            "| times as fast, best | ≥ 2.00 (cut ",
            "| times as fast, median | 2.00 |",
            "| tasks that both finish | 2 |",
            "| decrease in queries, median | 75.0 % |",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }
}
