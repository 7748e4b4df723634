//! The paper's figures 5 and 6, for each mode, and coverage over time.

use super::compare::Comparison;
use super::mode::Mode;
use super::{Results, Row};
use crate::evaluation::averages::mean;
use crate::evaluation::bars::{Axis, Bar, Bars};
use crate::evaluation::{Figures, Picture};
use pleach_compare::{Chart, Curve, Panel, Point, Scale};

pub fn all(results: &Results) -> Vec<Picture> {
    let mut pictures = Vec::new();
    for (at, mode) in results.reduced() {
        let comparisons = results.comparisons(at);
        pictures.push(speed(results.plain(), mode, &comparisons));
        pictures.push(coverage(results.plain(), mode, &comparisons));
    }
    pictures.push(progress(results));
    pictures
}

/// How many times of a run are looked at.
const TIMES: u32 = 240;

/// The mean over all programs that failed in no mode.
fn progress(results: &Results) -> Picture {
    let about = "Coverage over CPU seconds after loading, in percent: the mean over all programs. \
                 A run that is complete goes on with what it covers.";
    let good = |row: &&Row| row.runs.iter().all(|run| run.failure().is_none());
    let good: Vec<&Row> = results.rows.iter().filter(good).collect();
    let end = results.seconds as f64;
    let point = |mode: usize, time: f64| {
        let all = good.iter().map(|row| percent_at(&row.runs[mode], time));
        let mean = mean(all).unwrap_or(0.0);
        Point {
            time,
            mean,
            least: mean,
            most: mean,
        }
    };
    let times = || (0..=TIMES).map(|step| end * f64::from(step) / f64::from(TIMES));
    let curve = |mode: usize| Curve {
        points: times().map(|time| point(mode, time)).collect(),
    };
    let svg = Chart {
        title: "Coverage over time".to_owned(),
        end,
        names: results.modes.iter().map(Mode::to_string).collect(),
        panels: vec![Panel {
            title: "mean coverage of instructions, percent".to_owned(),
            scale: Scale::FromZero,
            curves: (0..results.modes.len()).map(curve).collect(),
        }],
    }
    .svg();
    Picture::new("progress.svg", about, svg)
}

fn percent_at(run: &Figures, time: f64) -> f64 {
    let samples = run.samples();
    let last = samples.iter().rfind(|sample| sample.seconds <= time);
    let covered = last.map_or(0, |sample| sample.covered) as f64;
    100.0 * covered / run.covered().total.max(1) as f64
}

/// Figure 5.
fn speed(plain: &Mode, mode: &Mode, comparisons: &[Comparison]) -> Picture {
    let about = format!(
        "Times as fast as `{plain}`, `{mode}` reaches the coverage that both reach. The scale is \
         logarithmic; below 1 it is slower."
    );
    let svg = Bars {
        title: format!("{mode}: speed to the same coverage"),
        unit: format!("times as fast as {plain}"),
        axis: Axis::Times,
        bars: bars(comparisons, |one| one.speed()),
    }
    .svg();
    Picture::new(&format!("speed-{}.svg", mode.file()), &about, svg)
}

/// Figure 6.
fn coverage(plain: &Mode, mode: &Mode, comparisons: &[Comparison]) -> Picture {
    let about = format!(
        "Percentage points of the program's own instructions that `{mode}` covers at its end more \
         than `{plain}`."
    );
    let svg = Bars {
        title: format!("{mode}: increase in coverage"),
        unit: format!("percentage points more than {plain}"),
        axis: Axis::Differences,
        bars: bars(comparisons, |one| one.gain()),
    }
    .svg();
    Picture::new(&format!("coverage-{}.svg", mode.file()), &about, svg)
}

fn bars(comparisons: &[Comparison], value: fn(&Comparison) -> f64) -> Vec<Bar> {
    let bar = |one: &Comparison| Bar {
        name: one.program.to_owned(),
        value: value(one),
        bound: false,
    };
    comparisons.iter().map(bar).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{results, run};
    use super::*;

    #[test]
    fn coverage_is_what_was_last_told() {
        let run = run(&[(1.0, 10), (8.0, 40)], 200);
        let percents = [0.5, 1.0, 7.9, 8.0, 50.0].map(|time| percent_at(&run, time));
        assert_eq!(percents, [0.0, 5.0, 5.0, 20.0, 20.0]);
        let picture = progress(&results());
        assert_eq!(picture.file, "progress.svg");
        assert!(!picture.svg.contains("NaN"));
    }

    #[test]
    fn each_mode_has_two_pictures_sorted_by_value() {
        let pictures = all(&results());
        let files: Vec<&str> = pictures.iter().map(|one| one.file.as_str()).collect();
        let of_mode = ["speed-relevant.svg", "coverage-relevant.svg"];
        assert_eq!(files[..2], of_mode);
        for picture in &pictures[..2] {
            let at = |name: &str| picture.svg.find(&format!(">{name}<")).unwrap();
            assert!(at("join") < at("tr"), "{}", picture.svg);
            assert!(!picture.svg.contains("NaN") && !picture.svg.contains("inf"));
        }
    }
}
