//! Two jobs against one, with the default search. Also without writing tests:
//! files made in one folder wait for each other in the kernel.

use super::measure::Bench;
use super::table::Row;
use std::error::Error;

const LEAST: f64 = 1.7;

const VARIANTS: [(&str, &[&str]); 2] = [("", &[]), (", no tests written", &["--write-no-tests"])];

pub fn measure(bench: &Bench) -> Result<Vec<Row>, Box<dyn Error>> {
    let mut rows = Vec::new();
    for name in ["tok", "regexp8"] {
        for (variant, flags) in VARIANTS {
            let (one, two) = rates(bench, name, flags)?;
            let ratio = two / one;
            let measured = format!("{ratio:.2} × ({two:.0} and {one:.0} paths/s)");
            rows.push(
                Row::new(format!("two jobs against one: {name}{variant}"), measured)
                    .with_target(format!("at least {LEAST} ×"), ratio >= LEAST),
            );
        }
    }
    Ok(rows)
}

/// Paths per second with one job and with two, the best of several runs. Taken
/// in turn, so that what else the machine does hits both.
fn rates(bench: &Bench, name: &str, more: &[&str]) -> Result<(f64, f64), Box<dyn Error>> {
    let bitcode = bench.bitcode(name, &["-O0"])?;
    let mut rates = [0f64; 2];
    for _ in 0..bench.repeats {
        for (jobs, rate) in ["1", "2"].into_iter().zip(&mut rates) {
            let flags: Vec<&str> = ["--jobs", jobs, "--simplify-cfg"]
                .into_iter()
                .chain(more.iter().copied())
                .collect();
            let run = bench.explore(&bitcode, &flags)?;
            *rate = rate.max(run.paths() as f64 / run.elapsed());
        }
    }
    Ok((rates[0], rates[1]))
}
