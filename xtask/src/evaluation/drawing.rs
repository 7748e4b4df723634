//! What the pictures have in common: the frame of a file, and logarithmic scales.

use pleach_compare::escape;
use std::fmt::Write;

/// The head of a picture, with its title; whoever draws ends it with `</svg>`.
pub fn open(width: f64, height: f64, title: &str, left: f64) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" font-family=\"Helvetica, Arial, sans-serif\" \
         font-size=\"12\" fill=\"#222\">\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n\
         <text x=\"{left}\" y=\"24\" font-size=\"16\" font-weight=\"bold\">{}</text>\n",
        escape(title)
    )
}

/// Small text with its middle, start or end at a place.
pub fn label(out: &mut String, x: f64, y: f64, anchor: &str, text: &str) {
    let _ = writeln!(
        out,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" font-size=\"11\">{}</text>",
        escape(text)
    );
}

/// Where values are drawn.
pub trait Scale {
    /// 0 at the low end, 1 at the high one; what is beyond an end is drawn at it.
    fn part(&self, value: f64) -> f64;

    /// Values with a line and a name.
    fn ticks(&self) -> Vec<f64>;
}

/// Logarithmic, from `low` to `high`, both above 0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LogScale {
    pub low: f64,
    pub high: f64,
}

impl LogScale {
    /// Round ends around 1 and all values.
    pub fn around(values: impl Iterator<Item = f64>) -> LogScale {
        let (mut low, mut high) = (1.0f64, 1.0f64);
        for value in values.filter(|value| value.is_finite() && *value > 0.0) {
            low = low.min(value);
            high = high.max(value);
        }
        let below = |end: f64| -> f64 { round_values().rev().find(|v| *v <= end).unwrap_or(end) };
        let above = |end: f64| -> f64 { round_values().find(|v| *v >= end).unwrap_or(end) };
        LogScale {
            low: below(low * 0.95).min(0.5),
            high: above(high * 1.05).max(2.0),
        }
    }
}

impl Scale for LogScale {
    fn part(&self, value: f64) -> f64 {
        (value.clamp(self.low, self.high) / self.low).ln() / (self.high / self.low).ln()
    }

    /// 1, 2, 5, 10, ..., or only 1, 10, ... if those are many.
    fn ticks(&self) -> Vec<f64> {
        let inside = |value: &f64| (self.low..=self.high).contains(value);
        let all: Vec<f64> = round_values().filter(inside).collect();
        if all.len() <= 9 {
            return all;
        }
        let whole = |value: &f64| (value.log10() - value.log10().round()).abs() < 1e-9;
        all.into_iter().filter(whole).collect()
    }
}

/// Even, between multiples of `step`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LinearScale {
    low: f64,
    high: f64,
    step: f64,
}

impl LinearScale {
    /// Round ends around 0 and all values.
    pub fn around(values: impl Iterator<Item = f64>) -> LinearScale {
        let (mut low, mut high) = (0.0f64, 0.0f64);
        for value in values.filter(|value| value.is_finite()) {
            low = low.min(value);
            high = high.max(value);
        }
        let wish = ((high - low) / 8.0).max(0.1);
        let step = round_values().find(|v| *v >= wish).unwrap_or(wish);
        LinearScale {
            low: (low / step).floor() * step,
            high: ((high / step).ceil() * step).max(step),
            step,
        }
    }
}

impl Scale for LinearScale {
    fn part(&self, value: f64) -> f64 {
        (value.clamp(self.low, self.high) - self.low) / (self.high - self.low)
    }

    fn ticks(&self) -> Vec<f64> {
        let count = ((self.high - self.low) / self.step).round() as i32;
        let at = |number: i32| self.low + self.step * f64::from(number);
        // Tenths are as fine as it gets.
        let rounded = |value: f64| (value * 10.0).round() / 10.0;
        (0..=count).map(|number| rounded(at(number))).collect()
    }
}

/// 1, 2 and 5 times the powers of ten.
fn round_values() -> impl DoubleEndedIterator<Item = f64> {
    (-6..=9).flat_map(|power: i32| {
        // A quotient of whole numbers prints as it is written.
        let times = move |value: f64| match power {
            0.. => value * 10f64.powi(power),
            _ => value / 10f64.powi(-power),
        };
        [times(1.0), times(2.0), times(5.0)]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_are_round_and_around_all_values() {
        let scale = LogScale::around([0.3, 7.0, f64::NAN].into_iter());
        assert_eq!((scale.low, scale.high), (0.2, 10.0));
        assert_eq!((scale.part(0.2), scale.part(10.0)), (0.0, 1.0));
        assert_eq!(scale.part(1000.0), 1.0);
        assert_eq!(scale.ticks(), [0.2, 0.5, 1.0, 2.0, 5.0, 10.0]);
        let empty = LogScale::around([].into_iter());
        assert_eq!((empty.low, empty.high), (0.5, 2.0));
    }

    #[test]
    fn differences_are_drawn_from_zero() {
        let scale = LinearScale::around([-3.2, 11.0].into_iter());
        assert_eq!(
            scale.ticks(),
            [-4.0, -2.0, 0.0, 2.0, 4.0, 6.0, 8.0, 10.0, 12.0]
        );
        assert_eq!(scale.part(0.0), 0.25);
        let none = LinearScale::around([0.0].into_iter());
        assert_eq!(none.ticks(), [0.0, 0.1]);
    }

    #[test]
    fn wide_scales_have_few_lines() {
        let scale = LogScale::around([0.002, 800.0].into_iter());
        assert_eq!(scale.ticks(), [0.001, 0.01, 0.1, 1.0, 10.0, 100.0, 1000.0]);
        assert_eq!(scale.ticks()[0].to_string(), "0.001");
    }
}
