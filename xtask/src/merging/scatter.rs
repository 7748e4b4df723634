//! Plain time across, speed-up upwards, the size of the inputs as a disk: one panel per mode.

use super::speed::Known;
use crate::evaluation::drawing::{self, LogScale, Scale};
use pleach_compare::{COLOURS, escape};
use std::fmt::Write;

/// A task in a mode.
pub struct Spot {
    pub name: String,
    /// Seconds without merging; none where that does not finish.
    pub plain: Option<f64>,
    pub speed: f64,
    pub known: Known,
    /// Unknown bytes.
    pub bytes: u32,
}

pub struct Panel {
    pub mode: String,
    /// Its place among all modes, for its colour.
    pub number: usize,
    pub spots: Vec<Spot>,
}

pub struct Scatter {
    pub title: String,
    pub limit: f64,
    pub panels: Vec<Panel>,
}

const WIDTH: f64 = 330.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 52.0;
const BETWEEN: f64 = 52.0;
const TOP: f64 = 66.0;
/// The strip at the right for what plain exploration does not finish.
const EDGE: f64 = 36.0;
/// The radius of the disk of one byte: its area grows with the bytes.
const BYTE: f64 = 3.2;

impl Scatter {
    pub fn svg(&self) -> String {
        let width = LEFT + (WIDTH + BETWEEN) * self.panels.len() as f64;
        let mut out = drawing::open(width, TOP + HEIGHT + 54.0, &self.title, LEFT);
        let spots = || self.panels.iter().flat_map(|panel| &panel.spots);
        let up = LogScale::around(spots().map(|spot| spot.speed));
        let least = spots().filter_map(|spot| spot.plain).fold(1.0, f64::min);
        let across = LogScale {
            low: LogScale::around([least].into_iter()).low,
            high: self.limit,
        };
        for (at, panel) in self.panels.iter().enumerate() {
            let x = LEFT + (WIDTH + BETWEEN) * at as f64;
            let _ = writeln!(out, "<g transform=\"translate({x} {TOP})\">");
            axes(&mut out, panel, &across, &up);
            // All disks are below all dots.
            for spot in &panel.spots {
                disk(&mut out, spot, &across, &up);
            }
            for spot in &panel.spots {
                dot(&mut out, spot, panel.number, &across, &up);
            }
            out += "</g>\n";
        }
        out += "</svg>\n";
        out
    }
}

fn axes(out: &mut String, panel: &Panel, across: &LogScale, up: &LogScale) {
    let _ = writeln!(
        out,
        "<text x=\"0\" y=\"-14\" font-weight=\"bold\">{}</text>\n\
         <rect x=\"{:.1}\" width=\"{EDGE}\" height=\"{HEIGHT}\" fill=\"#f4f4f4\"/>",
        escape(&panel.mode),
        WIDTH - EDGE
    );
    for tick in up.ticks() {
        let y = HEIGHT * (1.0 - up.part(tick));
        let colour = if tick == 1.0 { "#888" } else { "#e4e4e4" };
        let _ = writeln!(out, "<path d=\"M0 {y:.1}h{WIDTH}\" stroke=\"{colour}\"/>");
        drawing::label(out, -6.0, y + 4.0, "end", &tick.to_string());
    }
    for tick in across.ticks() {
        let x = (WIDTH - EDGE) * across.part(tick);
        let _ = writeln!(out, "<path d=\"M{x:.1} 0v{HEIGHT}\" stroke=\"#e4e4e4\"/>");
        drawing::label(out, x, HEIGHT + 16.0, "middle", &tick.to_string());
    }
    let edge = WIDTH - EDGE / 2.0;
    drawing::label(
        out,
        edge,
        HEIGHT + 16.0,
        "middle",
        &format!("> {}", across.high),
    );
    let middle = (WIDTH - EDGE) / 2.0;
    drawing::label(out, middle, HEIGHT + 34.0, "middle", "CPU seconds of none");
}

fn place(spot: &Spot, across: &LogScale, up: &LogScale) -> (f64, f64) {
    let x = match spot.plain {
        Some(time) => (WIDTH - EDGE) * across.part(time),
        None => WIDTH - EDGE / 2.0,
    };
    (x, HEIGHT * (1.0 - up.part(spot.speed)))
}

fn disk(out: &mut String, spot: &Spot, across: &LogScale, up: &LogScale) {
    let (x, y) = place(spot, across, up);
    let radius = BYTE * f64::from(spot.bytes).sqrt();
    let _ = writeln!(
        out,
        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius:.1}\" fill=\"#888\" opacity=\"0.25\"/>"
    );
}

/// Empty where the mode does not finish, so that it is slower than shown.
fn dot(out: &mut String, spot: &Spot, mode: usize, across: &LogScale, up: &LogScale) {
    let (x, y) = place(spot, across, up);
    let colour = COLOURS[mode % COLOURS.len()];
    let fill = match spot.known {
        Known::AtMost => "#fff",
        Known::Exactly | Known::AtLeast => colour,
    };
    let _ = writeln!(
        out,
        "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"{fill}\" stroke=\"{colour}\">\
         <title>{}</title></circle>",
        escape(&spot.name)
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spot(plain: Option<f64>, speed: f64, known: Known) -> Spot {
        Spot {
            name: "wc 4".to_owned(),
            plain,
            speed,
            known,
            bytes: 4,
        }
    }

    #[test]
    fn what_plain_exploration_does_not_finish_is_at_the_right_edge() {
        let across = LogScale {
            low: 1.0,
            high: 60.0,
        };
        let up = LogScale {
            low: 0.5,
            high: 8.0,
        };
        let (x, y) = place(&spot(Some(60.0), 0.5, Known::Exactly), &across, &up);
        assert_eq!((x, y), (WIDTH - EDGE, HEIGHT));
        assert!(place(&spot(None, 8.0, Known::AtLeast), &across, &up).0 > x);
    }

    #[test]
    fn a_panel_has_a_disk_and_a_dot_per_task() {
        let spots = vec![
            spot(Some(3.0), 2.0, Known::Exactly),
            spot(Some(9.0), 0.1, Known::AtMost),
        ];
        let panels = vec![Panel {
            mode: "qce".to_owned(),
            number: 1,
            spots,
        }];
        let title = "Speed".to_owned();
        let svg = Scatter {
            title,
            limit: 60.0,
            panels,
        }
        .svg();
        assert_eq!(svg.matches("<circle").count(), 4, "{svg}");
        assert_eq!(svg.matches("fill=\"#fff\" stroke").count(), 1);
        assert!(!svg.contains("NaN"));
    }
}
