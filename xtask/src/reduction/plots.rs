//! The paper's figures 5 and 6, for each mode.

use super::Results;
use super::compare::Comparison;
use super::mode::Mode;
use crate::evaluation::Picture;
use crate::evaluation::bars::{Axis, Bar, Bars};

pub fn all(results: &Results) -> Vec<Picture> {
    let mut pictures = Vec::new();
    for (at, mode) in results.reduced() {
        let comparisons = results.comparisons(at);
        pictures.push(speed(results.plain(), mode, &comparisons));
        pictures.push(coverage(results.plain(), mode, &comparisons));
    }
    pictures
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
    use super::super::tests::results;
    use super::*;

    #[test]
    fn each_mode_has_two_pictures_sorted_by_value() {
        let pictures = all(&results());
        let files: Vec<&str> = pictures.iter().map(|one| one.file.as_str()).collect();
        assert_eq!(files, ["speed-relevant.svg", "coverage-relevant.svg"]);
        for picture in &pictures {
            let at = |name: &str| picture.svg.find(&format!(">{name}<")).unwrap();
            assert!(at("join") < at("tr"), "{}", picture.svg);
            assert!(!picture.svg.contains("NaN") && !picture.svg.contains("inf"));
        }
    }
}
