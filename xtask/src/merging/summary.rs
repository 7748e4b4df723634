//! What a mode comes to over all tasks.

use super::Results;
use super::speed::Speed;
use super::tasks::Task;
use crate::coreutils::page::table as markdown;
use crate::evaluation::averages::geometric_mean;

/// A task is slower if it takes more than so many times its plain time.
const SLOWER: f64 = 1.2;
/// From so many CPU seconds on, a plain run is long.
const LONG: f64 = 10.0;

/// One row per mode.
pub fn table(results: &Results) -> String {
    let long = format!("`none` ≥ {LONG} s");
    let long_with_bounds = format!("{long}, with bounds");
    let slower = format!("slower than {SLOWER} ×");
    let head = [
        "mode",
        "finished",
        "finished, not by `none`",
        "times as fast",
        "with bounds",
        &long,
        &long_with_bounds,
        "faster",
        &slower,
        "slowest",
        "part of the queries",
    ];
    let rows: Vec<Vec<String>> = (0..results.modes.len())
        .map(|mode| {
            let mut cells = row(results, mode);
            cells.resize(head.len(), String::new());
            cells
        })
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
        return cells;
    };
    let all = results.speeds(mode, plain);
    let plain_time = |task: &Task| results.run(task, plain).map_or(0.0, |run| run.cpu());
    let long: Vec<(&Task, Speed)> = all
        .iter()
        .copied()
        .filter(|(task, _)| plain_time(task) >= LONG)
        .collect();
    let only_here = |row: &&super::Row| row.runs[mode].finished() && !row.runs[plain].finished();
    cells.push(results.rows.iter().filter(only_here).count().to_string());
    for some in [&all, &long] {
        let exact = some.iter().filter(|(_, speed)| speed.is_exact());
        cells.push(mean(exact.map(|(_, speed)| speed.times)));
        cells.push(mean(some.iter().map(|(_, speed)| speed.times)));
    }
    let count = |wish: &dyn Fn(&Speed) -> bool| all.iter().filter(|(_, s)| wish(s)).count();
    cells.push(format!("{} of {}", count(&Speed::is_faster), all.len()));
    cells.push(count(&|speed| speed.is_slower_than(SLOWER)).to_string());
    let slowest = all.iter().min_by(|a, b| a.1.times.total_cmp(&b.1.times));
    cells.push(slowest.map_or(String::new(), |(task, speed)| {
        format!("{speed} ({})", task.name())
    }));
    cells.push(mean(
        results.query_ratios(mode, plain).map(|(_, part)| part),
    ));
    cells
}

fn mean(values: impl Iterator<Item = f64>) -> String {
    geometric_mean(values).map_or(String::new(), |value| format!("{value:.2}"))
}

#[cfg(test)]
mod tests {
    use super::super::tests::results;
    use super::*;

    #[test]
    fn ratios_are_over_what_both_finish_and_with_bounds_over_what_one_finishes() {
        let text = table(&results());
        assert!(text.contains("| `none` | 2 of 3 |  |"), "{text}");
        let row = "| `qce` | 3 of 3 | 1 | 1.00 | 1.26 | 0.50 | 1.00 | 2 of 3 | 1 | 0.50 (";
        assert!(text.contains(row), "{text}");
        assert!(text.contains(") | 0.25 |"), "{text}");
    }
}
