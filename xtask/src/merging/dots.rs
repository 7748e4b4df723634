//! A picture of dots: one line per task, one colour per mode, time on a logarithmic scale.

use crate::evaluation::drawing;
use pleach_compare::{COLOURS, escape};
use std::fmt::Write;

pub struct Dots {
    pub title: String,
    /// One per mode.
    pub names: Vec<String>,
    /// Seconds at which runs were ended.
    pub limit: f64,
    /// A task and its seconds in each mode; none where it was not finished.
    pub rows: Vec<(String, Vec<Option<f64>>)>,
}

const LEFT: f64 = 90.0;
const TOP: f64 = 62.0;
const WIDTH: f64 = 620.0;
const LINE: f64 = 24.0;
/// Between dots of the same task.
const APART: f64 = 4.0;

impl Dots {
    pub fn svg(&self) -> String {
        let height = LINE * self.rows.len() as f64;
        let (all_width, all_height) = (LEFT + WIDTH + 40.0, TOP + height + 50.0);
        let mut out = drawing::open(all_width, all_height, &self.title, LEFT);
        self.legend(&mut out);
        self.scale(&mut out, height);
        for (at, (name, values)) in self.rows.iter().enumerate() {
            let y = TOP + LINE * (at as f64 + 0.5);
            self.row(&mut out, y, name, values);
        }
        out += "</svg>\n";
        out
    }

    fn legend(&self, out: &mut String) {
        let mut x = LEFT;
        for (at, name) in self.names.iter().enumerate() {
            dot(out, x + 5.0, 44.0, at, true);
            let _ = writeln!(
                out,
                "<text x=\"{}\" y=\"48\">{}</text>",
                x + 14.0,
                escape(name)
            );
            x += 40.0 + 7.0 * name.chars().count() as f64;
        }
        dot(out, x + 5.0, 44.0, usize::MAX, false);
        let _ = writeln!(out, "<text x=\"{}\" y=\"48\">not finished</text>", x + 14.0);
    }

    /// Lines at 1, 2, 5, 10, ... and at the limit.
    fn scale(&self, out: &mut String, height: f64) {
        let round = [
            0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0,
        ];
        let low = self.low();
        let inside = |time: &&f64| (low..self.limit * 0.9).contains(*time);
        for time in round.iter().filter(inside).chain([&self.limit]) {
            let x = self.place(*time);
            let _ = writeln!(
                out,
                "<path d=\"M{x:.1} {TOP}v{height}\" stroke=\"#ddd\"/><text x=\"{x:.1}\" y=\"{:.1}\" \
                 text-anchor=\"middle\" font-size=\"11\">{time}</text>",
                TOP + height + 16.0
            );
        }
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" font-size=\"11\">seconds</text>",
            LEFT + WIDTH / 2.0,
            TOP + height + 34.0
        );
    }

    fn row(&self, out: &mut String, y: f64, name: &str, values: &[Option<f64>]) {
        let _ = writeln!(
            out,
            "<path d=\"M{LEFT} {y:.1}h{WIDTH}\" stroke=\"#eee\"/><text x=\"{}\" y=\"{:.1}\" \
             text-anchor=\"end\">{}</text>",
            LEFT - 8.0,
            y + 4.0,
            escape(name)
        );
        for (at, value) in values.iter().enumerate() {
            let x = self.place(value.unwrap_or(self.limit));
            let middle = (values.len() - 1) as f64 / 2.0;
            dot(
                out,
                x,
                y + APART * (at as f64 - middle),
                at,
                value.is_some(),
            );
        }
    }

    /// The left end: the next of 0.1, 0.2, 0.5, 1 below all values.
    fn low(&self) -> f64 {
        let values = self.rows.iter().flat_map(|(_, values)| values).flatten();
        let least = values.copied().fold(self.limit, f64::min);
        let ends = [1.0, 0.5, 0.2, 0.1];
        ends.into_iter()
            .find(|end| *end <= least && *end < self.limit)
            .unwrap_or(0.05)
    }

    fn place(&self, time: f64) -> f64 {
        let low = self.low();
        let part = (time.clamp(low, self.limit) / low).ln() / (self.limit / low).ln();
        LEFT + WIDTH * part
    }
}

/// A full dot, or an empty one for a run without an end. Beyond all modes it is grey.
fn dot(out: &mut String, x: f64, y: f64, mode: usize, full: bool) {
    let colour = match mode {
        usize::MAX => "#666",
        mode => COLOURS[mode % COLOURS.len()],
    };
    let fill = if full { colour } else { "#fff" };
    let _ = writeln!(
        out,
        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" fill=\"{fill}\" stroke=\"{colour}\" \
         stroke-width=\"1.5\"/>"
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slower_is_further_right_and_without_an_end_at_the_limit() {
        let dots = Dots {
            title: "t".to_owned(),
            names: vec!["none".to_owned()],
            limit: 60.0,
            rows: vec![
                ("a".to_owned(), vec![Some(2.0)]),
                ("b".to_owned(), vec![None]),
            ],
        };
        assert_eq!(dots.low(), 1.0);
        assert_eq!(dots.place(60.0), LEFT + WIDTH);
        assert!(dots.place(2.0) > LEFT && dots.place(2.0) < dots.place(20.0));
        let svg = dots.svg();
        assert!(svg.matches("fill=\"#fff\" stroke").count() == 2, "{svg}");
    }
}
