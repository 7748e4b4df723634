//! Over a program's lines, how often each is executed with merging beside without.

use super::figures::Figures;
use crate::evaluation::drawing::{self, LogScale, Scale};
use pleach_compare::{COLOURS, escape};
use std::fmt::Write;

/// One program.
pub struct Growth {
    pub name: String,
    /// One per mode, in the order of the modes; the first without merging.
    pub runs: Vec<Figures>,
}

pub struct Chart<'a> {
    pub title: String,
    pub modes: &'a [String],
    pub plain: usize,
    pub programs: &'a [Growth],
}

const WIDTH: f64 = 300.0;
const HEIGHT: f64 = 240.0;
const LEFT: f64 = 62.0;
const BETWEEN: f64 = 62.0;
const TOP: f64 = 86.0;

impl Growth {
    /// Per line that plain exploration executes, in their order: executions with `mode` for each
    /// without. None unless both explore everything: part of a run tells nothing about paths.
    fn ratios(&self, mode: usize, plain: usize) -> Option<Vec<f64>> {
        let (run, plain) = (&self.runs[mode], &self.runs[plain]);
        if !run.finished() || !plain.finished() {
            return None;
        }
        let executions = run.executions();
        let ratio = |(line, count): (u64, u64)| {
            let merged = executions.get(&line).copied().unwrap_or(0);
            (count > 0).then(|| merged as f64 / count as f64)
        };
        Some(plain.executions().into_iter().filter_map(ratio).collect())
    }
}

impl Chart<'_> {
    pub fn svg(&self) -> String {
        let width = LEFT + (WIDTH + BETWEEN) * self.programs.len() as f64;
        let mut out = drawing::open(width, TOP + HEIGHT + 50.0, &self.title, LEFT);
        self.legend(&mut out);
        for (at, program) in self.programs.iter().enumerate() {
            let x = LEFT + (WIDTH + BETWEEN) * at as f64;
            let _ = writeln!(
                out,
                "<g transform=\"translate({x} {TOP})\">\n\
                 <text x=\"0\" y=\"-12\" font-weight=\"bold\">{}</text>",
                escape(&program.name)
            );
            self.panel(&mut out, program);
            out += "</g>\n";
        }
        out += "</svg>\n";
        out
    }

    fn merged(&self) -> impl Iterator<Item = usize> {
        (0..self.modes.len()).filter(|mode| *mode != self.plain)
    }

    fn legend(&self, out: &mut String) {
        let mut x = LEFT;
        for mode in self.merged() {
            let (name, colour) = (&self.modes[mode], COLOURS[mode % COLOURS.len()]);
            let _ = writeln!(
                out,
                "<path d=\"M{x} 44h22\" stroke=\"{colour}\" stroke-width=\"2\"/>"
            );
            drawing::label(out, x + 28.0, 48.0, "start", name);
            x += 60.0 + 7.0 * name.chars().count() as f64;
        }
    }

    fn panel(&self, out: &mut String, program: &Growth) {
        let curves: Vec<(usize, Vec<f64>)> = self
            .merged()
            .filter_map(|mode| Some((mode, program.ratios(mode, self.plain)?)))
            .collect();
        // A line that merging avoids altogether is drawn at the lower end.
        let all = curves.iter().flat_map(|(_, ratios)| ratios.iter().copied());
        let scale = LogScale::around(all);
        let level = |ratio: f64| HEIGHT * (1.0 - scale.part(ratio));
        for tick in scale.ticks() {
            let y = level(tick);
            let colour = if tick == 1.0 { "#888" } else { "#e4e4e4" };
            let _ = writeln!(out, "<path d=\"M0 {y:.1}h{WIDTH}\" stroke=\"{colour}\"/>");
            drawing::label(out, -6.0, y + 4.0, "end", &tick.to_string());
        }
        let axis = match curves.is_empty() {
            true => "not finished",
            false => "lines of its own that are executed",
        };
        drawing::label(out, WIDTH / 2.0, HEIGHT + 20.0, "middle", axis);
        for (mode, ratios) in &curves {
            let step = WIDTH / (ratios.len().max(2) - 1) as f64;
            let mut path = String::new();
            for (at, ratio) in ratios.iter().enumerate() {
                let command = if at == 0 { 'M' } else { 'L' };
                let _ = write!(
                    path,
                    "{command}{:.1} {:.1}",
                    step * at as f64,
                    level(*ratio)
                );
            }
            let colour = COLOURS[mode % COLOURS.len()];
            let _ = writeln!(
                out,
                "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"/>"
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn run(complete: bool, lines: &[(u64, u64)]) -> Figures {
        Figures::new(json!({
            "cpu_seconds": 1.0, "limit_seconds": 60, "run": {"complete": complete}, "profile": lines,
        }))
    }

    #[test]
    fn a_ratio_needs_two_whole_runs_and_a_line_that_is_executed() {
        let growth = Growth {
            name: "echo 8".to_owned(),
            runs: vec![
                run(true, &[(3, 10), (5, 0), (7, 40)]),
                run(true, &[(3, 10), (5, 0), (7, 4)]),
                run(false, &[(3, 1)]),
            ],
        };
        assert_eq!(growth.ratios(1, 0), Some(vec![1.0, 0.1]));
        assert_eq!(growth.ratios(2, 0), None);
        let modes = ["none", "static", "qce"].map(str::to_owned);
        let programs = [growth];
        let svg = Chart {
            title: "Growth".to_owned(),
            modes: &modes,
            plain: 0,
            programs: &programs,
        }
        .svg();
        assert_eq!(svg.matches("stroke-width=\"1.5\"").count(), 1, "{svg}");
        assert!(svg.contains(">static<") && !svg.contains(">none<"));
    }
}
