//! From runs to curves: coverage and live states over time.

use crate::data::{EngineRun, Sample};
use crate::spread::Spread;
use crate::summary::{ProgramRuns, Repeats};
use crate::svg::{Chart, Curve, Panel, Point, Scale};

/// Points of a curve: about one per pixel or two.
const POINTS: usize = 200;

/// The picture of a program.
pub fn chart(program: &ProgramRuns, seconds: f64) -> Chart {
    let end = program
        .engine_runs()
        .map(|run| run.elapsed_seconds)
        .fold(0.0, f64::max)
        .min(seconds * 1.05)
        .max(0.001);
    // Rows of other engines, which come last, have no curves. Ours keep their colours in all charts.
    let drawn = program
        .variants
        .iter()
        .rposition(|variant| variant.runs.iter().any(|run| run.engine.is_some()))
        .map_or(0, |last| last + 1);
    let variants = &program.variants[..drawn];
    let panel = |title: &str, scale: Scale, value: fn(&EngineRun, f64) -> f64| Panel {
        title: title.to_owned(),
        scale,
        curves: variants
            .iter()
            .map(|variant| curve(variant, end, value))
            .collect(),
    };
    Chart {
        title: program.program.clone(),
        end,
        names: variants.iter().map(|v| v.variant.clone()).collect(),
        panels: vec![
            panel("instruction coverage, %", Scale::Linear, |run, at| {
                percent_at(run, at, |s| s.instructions, run.instructions.total)
            }),
            panel("branch coverage, %", Scale::Linear, |run, at| {
                percent_at(run, at, |s| s.branches, run.branches.total)
            }),
            panel("live states", Scale::Logarithmic, |run, at| {
                value_at(run, at, |s| s.live_states)
            }),
        ],
    }
}

fn curve(variant: &Repeats, end: f64, value: fn(&EngineRun, f64) -> f64) -> Curve {
    let runs: Vec<&EngineRun> = variant
        .runs
        .iter()
        .filter_map(|run| run.engine.as_ref())
        .collect();
    let point = |at: usize| {
        let time = end * at as f64 / POINTS as f64;
        let spread = Spread::of(runs.iter().map(|run| value(run, time)))?;
        Some(Point {
            time,
            mean: spread.mean,
            least: spread.least,
            most: spread.most,
        })
    };
    Curve {
        points: (0..=POINTS).filter_map(point).collect(),
    }
}

fn percent_at(run: &EngineRun, time: f64, field: fn(&Sample) -> u64, total: u64) -> f64 {
    value_at(run, time, field) * 100.0 / total.max(1) as f64
}

/// The value between two samples; from zero at the start, and as at the end from then on.
fn value_at(run: &EngineRun, time: f64, field: fn(&Sample) -> u64) -> f64 {
    let after = run.samples.partition_point(|sample| sample.seconds <= time);
    let (t0, v0) = match after.checked_sub(1) {
        Some(before) => {
            let sample = &run.samples[before];
            (sample.seconds, field(sample) as f64)
        }
        None => (0.0, 0.0),
    };
    let Some(next) = run.samples.get(after) else {
        return v0;
    };
    let part = ((time - t0) / (next.seconds - t0)).clamp(0.0, 1.0);
    v0 + part * (field(next) as f64 - v0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::summary::tests::{example, run};

    #[test]
    fn values_between_samples() {
        let run = run(1, 50, &[]);
        let at = |time| value_at(run.engine.as_ref().unwrap(), time, |s| s.instructions);
        assert_eq!(at(0.0), 0.0);
        assert_eq!(at(5.0), 25.0);
        assert_eq!(at(4.5), 22.5);
        assert_eq!(at(10.0), 50.0);
        assert_eq!(at(99.0), 50.0);
    }

    #[test]
    fn bands_hold_all_repeats() {
        let chart = chart(&example(), 10.0);
        assert_eq!(chart.panels.len(), 3);
        let beam = &chart.panels[0].curves[1].points;
        let last = beam.last().unwrap();
        assert_eq!((last.mean, last.least, last.most), (60.0, 40.0, 80.0));
        // The third has no runs.
        assert_eq!(chart.names.len(), 2);
    }
}
