//! One bar per task, upwards where it is better than nothing at all, sorted.

use super::drawing::{self, LinearScale, LogScale, Scale};
use std::fmt::Write;

pub struct Bars {
    pub title: String,
    /// What a bar is.
    pub unit: String,
    pub axis: Axis,
    pub bars: Vec<Bar>,
}

/// What the values are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    /// Logarithmic, from 1.
    Times,
    /// From 0.
    Differences,
}

impl Axis {
    /// Where bars begin.
    fn origin(self) -> f64 {
        match self {
            Axis::Times => 1.0,
            Axis::Differences => 0.0,
        }
    }

    fn scale(self, values: impl Iterator<Item = f64>) -> Box<dyn Scale> {
        match self {
            Axis::Times => Box::new(LogScale::around(values)),
            Axis::Differences => Box::new(LinearScale::around(values)),
        }
    }
}

pub struct Bar {
    pub name: String,
    pub value: f64,
    /// The true value is further from where bars begin.
    pub bound: bool,
}

const LEFT: f64 = 52.0;
const TOP: f64 = 60.0;
const HEIGHT: f64 = 260.0;
const STEP: f64 = 15.0;
const BAR: f64 = 10.0;
const NAMES: f64 = 96.0;
const BETTER: &str = "#0072b2";
const WORSE: &str = "#d55e00";

impl Bars {
    pub fn svg(mut self) -> String {
        self.bars.sort_by(|a, b| b.value.total_cmp(&a.value));
        let width = (STEP * self.bars.len() as f64).max(240.0);
        let all = (LEFT + width + 20.0, TOP + HEIGHT + NAMES);
        let mut out = drawing::open(all.0, all.1, &self.title, LEFT);
        drawing::label(&mut out, LEFT, 44.0, "start", &self.unit);
        let scale = self.axis.scale(self.bars.iter().map(|bar| bar.value));
        let level = |value: f64| TOP + HEIGHT * (1.0 - scale.part(value));
        for tick in scale.ticks() {
            let y = level(tick);
            let _ = writeln!(
                out,
                "<path d=\"M{LEFT} {y:.1}h{width}\" stroke=\"#e4e4e4\"/>"
            );
            drawing::label(&mut out, LEFT - 6.0, y + 4.0, "end", &tick.to_string());
        }
        let start = level(self.axis.origin());
        for (at, bar) in self.bars.iter().enumerate() {
            let x = LEFT + STEP * at as f64 + (STEP - BAR) / 2.0;
            let better = bar.value >= self.axis.origin();
            draw(&mut out, bar, better, x, [start, level(bar.value)]);
        }
        let _ = writeln!(
            out,
            "<path d=\"M{LEFT} {start:.1}h{width}\" stroke=\"#444\"/>"
        );
        out += "</svg>\n";
        out
    }
}

/// `x` is its left side.
fn draw(out: &mut String, bar: &Bar, better: bool, x: f64, [start, end]: [f64; 2]) {
    let colour = if better { BETTER } else { WORSE };
    let fill = if bar.bound { "#fff" } else { colour };
    let _ = writeln!(
        out,
        "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"{BAR}\" height=\"{:.1}\" fill=\"{fill}\" \
         stroke=\"{colour}\"/>",
        start.min(end),
        (start - end).abs()
    );
    let (x, y) = (x + BAR - 2.0, TOP + HEIGHT + 10.0);
    let _ = write!(
        out,
        "<g transform=\"translate({x:.1} {y:.1}) rotate(-90)\">"
    );
    drawing::label(out, 0.0, 0.0, "end", &bar.name);
    out.push_str("</g>\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_sorted_and_bounds_are_empty() {
        let bar = |name: &str, value: f64, bound: bool| Bar {
            name: name.to_owned(),
            value,
            bound,
        };
        let bars = vec![
            bar("slow", 0.5, false),
            bar("fast", 8.0, true),
            bar("same", 1.0, false),
        ];
        let (title, unit) = ("Speed".to_owned(), "times".to_owned());
        let axis = Axis::Times;
        let svg = Bars {
            title,
            unit,
            axis,
            bars,
        }
        .svg();
        let at = |name: &str| svg.find(&format!(">{name}<")).unwrap();
        assert!(at("fast") < at("same") && at("same") < at("slow"));
        assert_eq!(svg.matches("fill=\"#fff\" stroke").count(), 1, "{svg}");
        assert_eq!(svg.matches(WORSE).count(), 2);
        assert!(!svg.contains("NaN"));
    }
}
