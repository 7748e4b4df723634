//! Charts as SVG: panels side by side with lines and bands, one legend below.

use std::fmt::Write;

/// One value over time, with the range of its repeats.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    pub time: f64,
    pub mean: f64,
    pub least: f64,
    pub most: f64,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    pub points: Vec<Point>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// From a round value below what is shown to one above.
    Linear,
    /// From 0 to a round value above what is shown.
    FromZero,
    /// From 1; what is less is drawn at 1.
    Logarithmic,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Panel {
    pub title: String,
    pub scale: Scale,
    /// One per name of the chart, in that order; may be empty.
    pub curves: Vec<Curve>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct Chart {
    pub title: String,
    /// Seconds.
    pub end: f64,
    pub names: Vec<String>,
    pub panels: Vec<Panel>,
}

/// Colours that stay apart for people who see colours differently, and on paper. With the two
/// kinds of dashes they are enough for 27 curves before one comes again.
pub const COLOURS: [&str; 9] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#332288", "#882255",
    "#666666",
];
const DASHES: [&str; 3] = ["", " stroke-dasharray=\"6 3\"", " stroke-dasharray=\"2 2\""];

const WIDTH: f64 = 340.0;
const HEIGHT: f64 = 260.0;
const LEFT: f64 = 52.0;
const BETWEEN: f64 = 58.0;
const TOP: f64 = 58.0;
/// From the panels to the legend, and the height of its lines.
const LEGEND: f64 = 56.0;
const LINE: f64 = 18.0;
/// Width of a letter, about.
const LETTER: f64 = 6.6;

/// Where values are drawn: from `low` at the bottom to `high` at the top, with these ticks.
struct Axis {
    low: f64,
    high: f64,
    ticks: Vec<(f64, String)>,
}

impl Chart {
    pub fn svg(&self) -> String {
        let panels = self.panels.len() as f64;
        let width = LEFT + panels * (WIDTH + BETWEEN);
        let longest = self.names.iter().map(|n| n.chars().count()).max();
        let column = (46.0 + LETTER * longest.unwrap_or(0) as f64).max(110.0);
        let columns = ((width - LEFT) / column).floor().max(1.0) as usize;
        let rows = self.names.len().div_ceil(columns);
        let height = TOP + HEIGHT + LEGEND + LINE * rows as f64 + 8.0;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
             height=\"{height}\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12\" fill=\"#222\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n\
             <text x=\"{LEFT}\" y=\"24\" font-size=\"16\" font-weight=\"bold\">{}</text>\n",
            escape(&self.title)
        );
        for (at, panel) in self.panels.iter().enumerate() {
            let x = LEFT + at as f64 * (WIDTH + BETWEEN);
            self.panel(&mut out, at, x, panel);
        }
        for (at, name) in self.names.iter().enumerate() {
            // Down the columns first, as people read lists.
            let x = LEFT + (at / rows) as f64 * column;
            let y = TOP + HEIGHT + LEGEND + LINE * (at % rows) as f64;
            let _ = writeln!(
                out,
                "<path d=\"M{x} {y0}h26\" {}/><text x=\"{}\" y=\"{}\">{}</text>",
                stroke(at),
                x + 32.0,
                y + 4.0,
                escape(name),
                y0 = y,
            );
        }
        out += "</svg>\n";
        out
    }

    fn panel(&self, out: &mut String, number: usize, x: f64, panel: &Panel) {
        let axis = axis(panel, self.end);
        let place = |time: f64| time / self.end * WIDTH;
        let level = |value: f64| {
            let value = position(panel.scale, value);
            HEIGHT * (1.0 - (value - axis.low) / (axis.high - axis.low))
        };
        let _ = writeln!(
            out,
            "<g transform=\"translate({x} {TOP})\">\n<clipPath id=\"c{number}\"><rect y=\"-2\" width=\"{WIDTH}\" \
             height=\"{}\"/></clipPath>\n<text x=\"0\" y=\"-10\" font-weight=\"bold\">{}</text>",
            HEIGHT + 4.0,
            escape(&panel.title)
        );
        for (value, label) in &axis.ticks {
            let y = HEIGHT * (1.0 - (value - axis.low) / (axis.high - axis.low));
            let _ = writeln!(
                out,
                "<path d=\"M0 {y:.1}h{WIDTH}\" stroke=\"#e4e4e4\"/><text x=\"-6\" y=\"{:.1}\" \
                 text-anchor=\"end\" font-size=\"11\">{label}</text>",
                y + 4.0
            );
        }
        time_axis(out, self.end);
        let _ = writeln!(out, "<g clip-path=\"url(#c{number})\" fill=\"none\">");
        for (at, curve) in panel.curves.iter().enumerate() {
            band(out, curve, at, &place, &level);
        }
        for (at, curve) in panel.curves.iter().enumerate() {
            line(out, curve, at, &place, &level);
        }
        out.push_str("</g>\n</g>\n");
    }
}

fn time_axis(out: &mut String, end: f64) {
    let step = round_step(end / 6.0);
    let mut time = 0.0;
    while time <= end * 1.0001 {
        let x = time / end * WIDTH;
        let _ = writeln!(
            out,
            "<path d=\"M{x:.1} {HEIGHT}v5\" stroke=\"#888\"/><text x=\"{x:.1}\" y=\"{}\" \
             text-anchor=\"middle\" font-size=\"11\">{}</text>",
            HEIGHT + 18.0,
            plain(time)
        );
        time += step;
    }
    let _ = writeln!(
        out,
        "<path d=\"M0 0V{HEIGHT}H{WIDTH}\" stroke=\"#888\" fill=\"none\"/>\
         <text x=\"{}\" y=\"{}\" text-anchor=\"middle\" font-size=\"11\">seconds</text>",
        WIDTH / 2.0,
        HEIGHT + 34.0
    );
}

fn stroke(at: usize) -> String {
    let dash = DASHES[at / COLOURS.len() % DASHES.len()];
    format!(
        "stroke=\"{}\" stroke-width=\"1.8\" fill=\"none\"{dash}",
        COLOURS[at % COLOURS.len()]
    )
}

/// The range of the repeats; nothing where they are all the same.
fn band(
    out: &mut String,
    curve: &Curve,
    at: usize,
    place: &dyn Fn(f64) -> f64,
    level: &dyn Fn(f64) -> f64,
) {
    if curve.points.iter().all(|point| point.least == point.most) {
        return;
    }
    let upper = curve.points.iter().map(|p| (p.time, p.most));
    let lower = curve.points.iter().rev().map(|p| (p.time, p.least));
    let _ = writeln!(
        out,
        "<path d=\"{}Z\" fill=\"{}\" fill-opacity=\"0.13\"/>",
        path(upper.chain(lower), place, level),
        COLOURS[at % COLOURS.len()]
    );
}

fn line(
    out: &mut String,
    curve: &Curve,
    at: usize,
    place: &dyn Fn(f64) -> f64,
    level: &dyn Fn(f64) -> f64,
) {
    if curve.points.is_empty() {
        return;
    }
    let points = curve.points.iter().map(|p| (p.time, p.mean));
    let _ = writeln!(
        out,
        "<path d=\"{}\" stroke-linejoin=\"round\" {}/>",
        path(points, place, level),
        stroke(at).replace(" fill=\"none\"", "")
    );
}

fn path(
    points: impl Iterator<Item = (f64, f64)>,
    place: &dyn Fn(f64) -> f64,
    level: &dyn Fn(f64) -> f64,
) -> String {
    // Of a level stretch, both ends are enough.
    let mut corners: Vec<(String, String)> = Vec::new();
    for (time, value) in points {
        let (x, y) = (
            format!("{:.1}", place(time)),
            format!("{:.1}", level(value)),
        );
        match corners.as_mut_slice() {
            [.., before, last] if before.1 == y && last.1 == y => last.0 = x,
            _ => corners.push((x, y)),
        }
    }
    let corners: Vec<String> = corners.iter().map(|(x, y)| format!("{x} {y}")).collect();
    format!("M{}", corners.join("L"))
}

fn position(scale: Scale, value: f64) -> f64 {
    match scale {
        Scale::Linear | Scale::FromZero => value,
        Scale::Logarithmic => value.max(1.0).log10(),
    }
}

fn axis(panel: &Panel, end: f64) -> Axis {
    let points = || panel.curves.iter().flat_map(|curve| &curve.points);
    let most = points().map(|point| point.most).fold(0.0, f64::max);
    match panel.scale {
        Scale::Logarithmic => {
            let decades = position(panel.scale, most).ceil().max(1.0);
            let label = |decade: i32| (f64::from(decade), short(10f64.powi(decade)));
            Axis {
                low: 0.0,
                high: decades,
                ticks: (0..=decades as i32).map(label).collect(),
            }
        }
        Scale::Linear | Scale::FromZero => {
            // The steep start is the same for all and would leave no room for the differences.
            let late = points().filter(|point| point.time >= end * 0.1);
            let least = match panel.scale {
                Scale::FromZero => 0.0,
                _ => late.map(|point| point.least).fold(most, f64::min),
            };
            let step = round_step(((most - least) / 5.0).max(0.2));
            let low = ((least / step).floor() * step).max(0.0);
            let high = ((most / step).ceil() * step).max(low + step);
            let count = ((high - low) / step).round() as usize;
            let tick = |at: usize| {
                let value = low + step * at as f64;
                (value, plain(value))
            };
            Axis {
                low,
                high,
                ticks: (0..=count).map(tick).collect(),
            }
        }
    }
}

/// The next of 1, 2, 5, 10, ...
fn round_step(least: f64) -> f64 {
    let power = 10f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * power)
        .find(|step| *step >= least * 0.999)
        .unwrap_or(10.0 * power)
}

fn plain(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn short(value: f64) -> String {
    match value {
        v if v >= 1e6 => format!("{}M", plain(v / 1e6)),
        v if v >= 1e3 => format!("{}k", plain(v / 1e3)),
        v => plain(v),
    }
}

/// Text that stays text between tags and in quotes.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::summary::tests::example;

    /// Whether tags are closed in the order in which they were opened.
    fn well_formed(text: &str) -> bool {
        let mut open = Vec::new();
        for tag in text.split('<').skip(1) {
            let Some((tag, rest)) = tag.split_once('>') else {
                return false;
            };
            if rest.contains('&') && !rest.contains(';') || tag.matches('"').count() % 2 == 1 {
                return false;
            }
            let name = tag.trim_start_matches('/').split([' ', '/']).next();
            if tag.starts_with('/') {
                if open.pop() != name {
                    return false;
                }
            } else if !tag.ends_with('/') {
                open.extend(name);
            }
        }
        open.is_empty()
    }

    #[test]
    fn a_chart_is_well_formed() {
        let mut program = example();
        program.program = "<[\" & co>".to_owned();
        let svg = crate::plot::chart(&program, 10.0).svg();
        assert!(well_formed(&svg), "{svg}");
        assert!(svg.contains("&lt;[&quot; &amp; co&gt;"));
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }

    #[test]
    fn a_chart_of_nothing_is_well_formed() {
        let mut program = example();
        program.variants.iter_mut().for_each(|v| v.runs.clear());
        let svg = crate::plot::chart(&program, 10.0).svg();
        assert!(well_formed(&svg) && !svg.contains("NaN"), "{svg}");
        program.variants.clear();
        let svg = crate::plot::chart(&program, 10.0).svg();
        assert!(well_formed(&svg) && !svg.contains("NaN"), "{svg}");
    }

    #[test]
    fn steps_are_round() {
        assert_eq!(round_step(0.9), 1.0);
        assert_eq!(round_step(1.2), 2.0);
        assert_eq!(round_step(2.1), 5.0);
        assert_eq!(round_step(12.0), 20.0);
        assert_eq!(short(20_000.0), "20k");
    }
}
