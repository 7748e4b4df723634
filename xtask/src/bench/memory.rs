//! Memory per live state.

use super::measure::Bench;
use super::table::Row;
use serde_json::Value;
use std::error::Error;

const STATES: u64 = 100_000;
const MOST_BYTES: f64 = 4096.0;

/// Breadth first on a tokenizer with so much input that states are born faster than they end.
/// Memory is taken at the largest number of live states, less what was in use at the start.
pub fn measure(bench: &Bench) -> Result<Vec<Row>, Box<dyn Error>> {
    let bitcode = bench.bitcode("tok", &["-O0", "-DN=12"])?;
    let flags = [
        "--jobs",
        "1",
        "--search",
        "bfs",
        "--simplify-cfg",
        "--write-no-tests",
        "--max-forks",
        "260000",
    ];
    let run = bench.explore(&bitcode, &flags)?;
    let states = |tick: &Value| tick["live_states"].as_u64().unwrap_or(0);
    let memory = |tick: &Value| tick["measured"]["memory_bytes"].as_f64().unwrap_or(0.0);
    // The same program, ended at once: what everything but states takes.
    let start = bench.explore(
        &bitcode,
        &["--jobs", "1", "--write-no-tests", "--max-forks", "1"],
    )?;
    let base = start.statistics.iter().map(memory).fold(0.0, f64::max);
    let top = run
        .statistics
        .iter()
        .max_by_key(|tick| states(tick))
        .ok_or("no statistics were written")?;
    let per_state = (memory(top) - base) / states(top) as f64;
    let measured = format!("{per_state:.0} bytes at {} live states", states(top));
    let met = per_state <= MOST_BYTES && states(top) >= STATES;
    Ok(vec![
        Row::new("memory per live state, tokenizer", measured).with_target(
            format!("at most {MOST_BYTES} bytes at {STATES} states"),
            met,
        ),
    ])
}
