//! Concrete code: `pleach exec` against the native binary.

use super::measure::Bench;
use super::table::Row;
use std::error::Error;
use std::process::Command;

/// Times native `-O1` that is asked for.
const MOST: f64 = 150.0;
const PROGRAMS: [(&str, &str); 3] = [
    ("sha", "SHA-256 of 1 MB"),
    ("sieve", "sieve of 2 million"),
    ("interp", "interpreter loop"),
];

pub fn measure(bench: &Bench) -> Result<Vec<Row>, Box<dyn Error>> {
    let empty = bench.empty_process()?;
    let mut rows = Vec::new();
    for (name, title) in PROGRAMS {
        let binary = bench.native(&bench.program(name), &["-O1"], name)?;
        let native = bench.best_cpu(20, || Command::new(&binary))? - empty;
        for level in ["-O0", "-O1"] {
            let bitcode = bench.bitcode(name, &[level])?;
            let engine = bench.best_cpu(bench.repeats, || {
                let mut command = Command::new(&bench.pleach);
                command.arg("exec").arg(&bitcode);
                command
            })?;
            let ratio = engine / native;
            let measured = format!(
                "{ratio:.0} × native ({:.0} ms / {:.2} ms)",
                engine * 1e3,
                native * 1e3
            );
            let row = Row::new(format!("concrete: {title}, bitcode at {level}"), measured);
            rows.push(row.with_target(format!("at most {MOST} ×"), ratio <= MOST));
        }
    }
    Ok(rows)
}
