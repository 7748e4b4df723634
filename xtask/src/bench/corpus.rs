//! Queries per second: the solver's own benchmark, whose lines are taken over.

use super::measure::Bench;
use super::table::Row;
use crate::build::root;
use pleach_fuzz::process;
use std::error::Error;
use std::process::Command;
use std::time::Duration;

const LEAST: f64 = 20_000.0;

pub fn measure(_: &Bench) -> Result<Vec<Row>, Box<dyn Error>> {
    let mut command = Command::new("cargo");
    command
        .args([
            "run",
            "--release",
            "--quiet",
            "--package",
            "pleach-solver",
            "--example",
            "corpus",
            "--",
            "--no-z3",
        ])
        .current_dir(root());
    let done = process::run(&mut command, Duration::from_secs(1800))?;
    if !done.succeeded() {
        return Err(format!("the corpus benchmark: {}", done.last_words()).into());
    }
    let text = String::from_utf8_lossy(&done.stdout);
    let Some(line) = text.lines().find(|line| line.starts_with("chain ")) else {
        return Ok(vec![Row::new("corpus", text.trim())]);
    };
    let words: Vec<&str> = line.split_whitespace().collect();
    let number_before = |word: &str| {
        let at = words.iter().position(|w| *w == word)?;
        words.get(at.checked_sub(1)?)?.parse::<f64>().ok()
    };
    let rate = words
        .iter()
        .find_map(|word| word.strip_suffix("/s")?.parse::<f64>().ok());
    let (Some(right), Some(wrong), Some(open), Some(rate)) = (
        number_before("right"),
        number_before("wrong"),
        number_before("open"),
        rate,
    ) else {
        return Err(format!("the corpus benchmark changed its words: {line}").into());
    };
    let measured = format!("{rate:.0} per CPU second; {right} right, {wrong} wrong, {open} open");
    let met = rate >= LEAST && wrong + open == 0.0;
    Ok(vec![
        Row::new("corpus queries through the chain", measured)
            .with_target(format!("at least {LEAST} per second, all right"), met),
    ])
}
