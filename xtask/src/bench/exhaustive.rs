//! Exhaustive runs against KLEE's.

use super::measure::Bench;
use super::table::Row;
use std::error::Error;

/// What KLEE 3.2 needed: CPU seconds with its best settings, and paths.
const KLEE: [(&str, f64, u64); 5] = [
    ("maze", 0.3, 309),
    ("keygen", 11.6, 773),
    ("bubble", 9.8, 720),
    ("tok", 16.0, 156_901),
    ("regexp8", 3.4, 9_262),
];
/// CPU seconds of the calibration program on the machine where KLEE was measured.
const KLEE_CALIBRATION: f64 = 0.31;

pub const FLAGS: [&str; 5] = ["--jobs", "1", "--search", "dfs", "--simplify-cfg"];

pub fn measure(bench: &Bench) -> Result<Vec<Row>, Box<dyn Error>> {
    let calibration = bench.calibration()?;
    let scale = calibration / KLEE_CALIBRATION;
    let mut rows = vec![Row::new(
        "calibration, native",
        format!("{calibration:.3} s ({scale:.2} × that of KLEE's machine)"),
    )];
    for (name, klee, paths) in KLEE {
        let bitcode = bench.bitcode(name, &["-O0"])?;
        let (mut best, mut found, mut complete) = (f64::INFINITY, 0, true);
        for _ in 0..bench.repeats {
            let run = bench.explore(&bitcode, &FLAGS)?;
            best = best.min(run.process.cpu.as_secs_f64());
            found = run.paths();
            complete &= run.is_complete();
        }
        let (scaled, limit) = (klee * scale, klee * scale / 4.0);
        let note = if complete { "" } else { ", not complete" };
        let measured = format!(
            "{best:.3} s, {found} paths{note}: {:.1} times as fast as KLEE's {scaled:.2} s",
            scaled / best
        );
        let met = best <= limit && found == paths && complete;
        rows.push(
            Row::new(format!("exhaustive: {name}"), measured)
                .with_target(format!("at most {limit:.3} s, {paths} paths"), met),
        );
    }
    Ok(rows)
}
