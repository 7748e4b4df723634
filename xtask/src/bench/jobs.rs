//! Two jobs against one.

use super::exhaustive::FLAGS;
use super::measure::Bench;
use super::table::Row;
use std::error::Error;

const LEAST: f64 = 1.7;

pub fn measure(bench: &Bench) -> Result<Vec<Row>, Box<dyn Error>> {
    let mut rows = Vec::new();
    for name in ["tok", "regexp8"] {
        let bitcode = bench.bitcode(name, &["-O0"])?;
        let mut rates = [0f64; 2];
        // Taken in turn, so that what else the machine does hits both.
        for _ in 0..bench.repeats {
            for (jobs, rate) in ["1", "2"].into_iter().zip(&mut rates) {
                let flags: Vec<&str> = ["--jobs", jobs]
                    .into_iter()
                    .chain(FLAGS.into_iter().skip(2))
                    .collect();
                let run = bench.explore(&bitcode, &flags)?;
                *rate = rate.max(run.paths() as f64 / run.elapsed());
            }
        }
        let ratio = rates[1] / rates[0];
        let measured = format!("{ratio:.2} × ({:.0} and {:.0} paths/s)", rates[1], rates[0]);
        rows.push(
            Row::new(format!("two jobs against one: {name}"), measured)
                .with_target(format!("at least {LEAST} ×"), ratio >= LEAST),
        );
    }
    Ok(rows)
}
