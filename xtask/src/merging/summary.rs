//! What a mode comes to over all tasks.

use super::run::Figures;
use super::{Results, Row};
use crate::coreutils::page::table as markdown;

/// A task is slower if it takes more than so many times its plain time.
const SLOWER: f64 = 1.2;
/// From so many CPU seconds on, a plain run is long.
const LONG: f64 = 10.0;

/// One row per mode. Ratios are over tasks that both finish.
pub fn table(results: &Results) -> String {
    let long = format!("the same, where `none` takes {LONG} s or more");
    let slower = format!("slower than {SLOWER} ×");
    let head = [
        "mode",
        "finished",
        "finished, not by `none`",
        "times as fast",
        &long,
        "part of the queries",
        "faster",
        &slower,
    ];
    let rows: Vec<Vec<String>> = (0..results.modes.len())
        .map(|mode| row(results, mode))
        .collect();
    markdown(&head, &rows)
}

fn row(results: &Results, mode: usize) -> Vec<String> {
    let finished = results.runs(mode).filter(|run| run.finished()).count();
    let mut cells = vec![
        format!("`{}`", results.modes[mode]),
        format!("{finished} of {}", results.rows.len()),
    ];
    let Some(plain) = results.plain().filter(|plain| *plain != mode) else {
        cells.resize(8, String::new());
        return cells;
    };
    let only_here = |row: &&Row| row.runs[mode].finished() && !row.runs[plain].finished();
    cells.push(results.rows.iter().filter(only_here).count().to_string());
    let pairs = pairs(results, plain, mode);
    let speed = |pair: &Pair| pair.0.cpu() / pair.1.cpu();
    let long = pairs.iter().filter(|pair| pair.0.cpu() >= LONG);
    let queries = |pair: &Pair| pair.1.queries().max(1) as f64 / pair.0.queries().max(1) as f64;
    cells.push(times(geometric_mean(pairs.iter().map(speed))));
    cells.push(times(geometric_mean(long.map(speed))));
    cells.push(times(geometric_mean(pairs.iter().map(queries))));
    let count = |wish: &dyn Fn(f64) -> bool| pairs.iter().filter(|p| wish(speed(p))).count();
    cells.push(format!("{} of {}", count(&|s| s > 1.0), pairs.len()));
    cells.push(count(&|s| s < 1.0 / SLOWER).to_string());
    cells
}

/// The plain run of a task, and that of another mode.
type Pair<'a> = (&'a Figures, &'a Figures);

/// Those tasks that both finish.
fn pairs(results: &Results, plain: usize, mode: usize) -> Vec<Pair<'_>> {
    let both = |row: &&Row| row.runs[plain].finished() && row.runs[mode].finished();
    let rows = results.rows.iter().filter(both);
    rows.map(|row| (&row.runs[plain], &row.runs[mode]))
        .collect()
}

fn geometric_mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let logarithms: Vec<f64> = values.map(f64::ln).collect();
    let count = logarithms.len() as f64;
    (count > 0.0).then(|| (logarithms.iter().sum::<f64>() / count).exp())
}

fn times(value: Option<f64>) -> String {
    value.map_or(String::new(), |value| format!("{value:.2}"))
}

#[cfg(test)]
mod tests {
    use super::super::tests::results;
    use super::*;

    #[test]
    fn ratios_are_over_what_both_finish() {
        let text = table(&results());
        assert!(text.contains("| `none` | 2 of 3 |  |"), "{text}");
        let row = "| `qce` | 3 of 3 | 1 | 1.00 | 0.50 | 0.25 | 1 of 2 | 1 |";
        assert!(text.contains(row), "{text}");
    }

    #[test]
    fn nothing_has_no_mean() {
        assert_eq!(geometric_mean([].into_iter()), None);
        assert_eq!(geometric_mean([1.0, 4.0].into_iter()), Some(2.0));
    }
}
