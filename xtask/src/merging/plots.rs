//! The pictures of the page.

use super::Results;
use super::dots::Dots;
use pleach_compare::{Chart, Curve, Panel, Point, Scale};

/// CPU seconds of every task in every mode.
pub fn times(results: &Results) -> String {
    let value = |run: &super::run::Figures| run.finished().then(|| run.cpu());
    Dots {
        title: "CPU seconds per task".to_owned(),
        names: results.modes.clone(),
        limit: results.limit.as_secs_f64(),
        rows: results
            .rows
            .iter()
            .map(|row| {
                let values = row.runs.iter().map(value).collect();
                (row.task.program.to_owned(), values)
            })
            .collect(),
    }
    .svg()
}

/// How many tasks a mode has finished when each got so many CPU seconds.
pub fn finished(results: &Results) -> String {
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
    let mut times: Vec<f64> = finished.map(|run| run.cpu().min(end)).collect();
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
        for svg in [finished(&results()), times(&results())] {
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        }
    }
}
