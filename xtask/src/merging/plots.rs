//! The pictures of the page.

use super::against::{self, PAIR};
use super::dots::Dots;
use super::figures::Figures;
use super::growth;
use super::scatter::{self, Scatter, Spot};
use super::{Growth, Results};
use crate::evaluation::Picture;
use crate::evaluation::bars::{Axis, Bar, Bars};
use pleach_compare::{Chart, Curve, Panel, Point, Scale};

/// All that there are runs for.
pub fn all(results: &Results, growth: &[Growth]) -> Vec<Picture> {
    let merged = results.modes.len() > usize::from(results.plain().is_some());
    let plain = results.plain().filter(|_| merged);
    let mut pictures = Vec::new();
    let mut add = |file: &str, about: &str, svg: Option<String>| {
        pictures.extend(svg.map(|svg| Picture::new(file, about, svg)));
    };
    add(
        "speedup.svg",
        "Times as fast as `none` over the CPU seconds of `none`. The disk is larger for more \
         unknown bytes. At the right edge is what `none` does not finish (at least so fast); an \
         empty dot is a run that does not finish (at most so fast).",
        plain.map(|plain| speedup(results, plain)),
    );
    add(
        "finished.svg",
        "Tasks finished when each gets so many CPU seconds.",
        Some(finished(results)),
    );
    add(
        "faster.svg",
        "Per task, the speed of `dynamic` over `none` for that of `qce` over `none`. An empty bar \
         is a bound: only one of the two finishes.",
        faster(results),
    );
    add(
        "queries.svg",
        "Per task that both finish, queries of `qce` for each of `dynamic`: 5 times fewer is a \
         decrease by 80 %.",
        fewer_queries(results),
    );
    add(
        "growth.svg",
        "Executions of a program's own lines, in the order of the file, with merging for each \
         without: the paths that merging leaves there.",
        plain.filter(|_| !growth.is_empty()).map(|plain| {
            growth::Chart {
                title: "Executions of lines, for each without merging".to_owned(),
                modes: &results.modes,
                plain,
                programs: growth,
            }
            .svg()
        }),
    );
    add(
        "times.svg",
        "CPU seconds of every task in every mode.",
        Some(times(results)),
    );
    pictures
}

fn speedup(results: &Results, plain: usize) -> String {
    let limit = results.limit.as_secs_f64();
    let spots = |mode: usize| {
        let speeds = results.speeds(mode, plain).into_iter();
        speeds.map(move |(task, speed)| Spot {
            name: task.name(),
            plain: results
                .run(task, plain)
                .filter(|run| run.finished())
                .map(Figures::cpu),
            speed: speed.times,
            known: speed.known,
            bytes: task.bytes(),
        })
    };
    let merged = (0..results.modes.len()).filter(|mode| *mode != plain);
    Scatter {
        title: "Times as fast as none".to_owned(),
        limit,
        panels: merged
            .map(|mode| scatter::Panel {
                mode: results.modes[mode].clone(),
                number: mode,
                spots: spots(mode).collect(),
            })
            .collect(),
    }
    .svg()
}

/// Both are normalised against the same plain run, which goes out of the quotient.
fn faster(results: &Results) -> Option<String> {
    let [mode, other] = against::pair(results)?;
    let bars = results.speeds(mode, other).into_iter();
    let bars = bars.map(|(task, speed)| Bar {
        name: task.name(),
        value: speed.times,
        bound: !speed.is_exact(),
    });
    Some(
        Bars {
            title: format!("{} beside {}: speed", PAIR[0], PAIR[1]),
            unit: "times as fast".to_owned(),
            axis: Axis::Times,
            bars: bars.collect(),
        }
        .svg(),
    )
}

fn fewer_queries(results: &Results) -> Option<String> {
    let [mode, other] = against::pair(results)?;
    let bars = results.query_ratios(mode, other).map(|(task, part)| Bar {
        name: task.name(),
        value: 1.0 / part,
        bound: false,
    });
    Some(
        Bars {
            title: format!("{} beside {}: queries", PAIR[0], PAIR[1]),
            unit: "times fewer".to_owned(),
            axis: Axis::Times,
            bars: bars.collect(),
        }
        .svg(),
    )
}

fn times(results: &Results) -> String {
    let value = |run: &Figures| run.finished().then(|| run.cpu());
    Dots {
        title: "CPU seconds per task".to_owned(),
        names: results.modes.clone(),
        limit: results.limit.as_secs_f64(),
        rows: results
            .rows
            .iter()
            .map(|row| (row.task.name(), row.runs.iter().map(value).collect()))
            .collect(),
    }
    .svg()
}

/// How many tasks a mode has finished when each got so many CPU seconds.
fn finished(results: &Results) -> String {
    let end = results.limit.as_secs_f64();
    Chart {
        title: "Tasks finished".to_owned(),
        end,
        names: results.modes.clone(),
        panels: vec![Panel {
            title: "tasks that need at most so many CPU seconds".to_owned(),
            scale: Scale::FromZero,
            curves: (0..results.modes.len())
                .map(|mode| steps(results, mode, end))
                .collect(),
        }],
    }
    .svg()
}

fn steps(results: &Results, mode: usize, end: f64) -> Curve {
    let finished = results.runs(mode).filter(|run| run.finished());
    let mut times: Vec<f64> = finished.map(Figures::cpu).collect();
    times.sort_by(f64::total_cmp);
    let mut points = vec![point(0.0, 0)];
    for (before, time) in times.iter().enumerate() {
        points.extend([point(*time, before), point(*time, before + 1)]);
    }
    points.push(point(end, times.len()));
    Curve { points }
}

fn point(time: f64, tasks: usize) -> Point {
    let tasks = tasks as f64;
    Point {
        time,
        mean: tasks,
        least: tasks,
        most: tasks,
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::results;
    use super::*;

    #[test]
    fn a_curve_has_one_step_per_finished_task() {
        let curve = steps(&results(), 0, 60.0);
        let corners: Vec<(f64, f64)> = curve.points.iter().map(|p| (p.time, p.mean)).collect();
        let expected = [
            (0.0, 0.0),
            (8.0, 0.0),
            (8.0, 1.0),
            (10.0, 1.0),
            (10.0, 2.0),
            (60.0, 2.0),
        ];
        assert_eq!(corners, expected);
    }

    #[test]
    fn there_are_pictures_of_what_was_run() {
        let files = |results: &Results| -> Vec<String> {
            let all = all(results, &[]);
            let bad = |svg: &str| svg.contains("NaN") || svg.contains("inf");
            assert!(all.iter().all(|picture| !bad(&picture.svg)));
            all.into_iter().map(|picture| picture.file).collect()
        };
        let mut results = results();
        assert_eq!(
            files(&results),
            ["speedup.svg", "finished.svg", "times.svg"]
        );
        results.modes = PAIR.map(str::to_owned).to_vec();
        let of_pair = ["finished.svg", "faster.svg", "queries.svg", "times.svg"];
        assert_eq!(files(&results), of_pair);
    }
}
