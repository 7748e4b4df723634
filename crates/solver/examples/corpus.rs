//! Runs the query corpus through the chain and through the bare back ends, and prints how many
//! answers were right and how fast they came, in CPU time (layers: wall-clock time).
//!
//! `cargo run --release -p pleach-solver --example corpus [-- --no-z3]`

#[path = "../tests/corpus/mod.rs"]
mod corpus;

use std::collections::BTreeMap;
use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cpu_time::ThreadTime;
use pleach_solver::{
    Answer, Chain, LayerId, LayerSwitches, PathCondition, SecondTier, SharedCache, SolverConfig,
    smtlib,
};
use pleach_term::{Term, Terms};

struct Query {
    source: String,
    file: String,
    assertions: Vec<Term>,
    satisfiable: bool,
}

#[derive(Default)]
struct Tally {
    right: usize,
    wrong: Vec<String>,
    open: Vec<String>,
    time: Duration,
    slowest: Option<(Duration, String)>,
}

impl Tally {
    fn count(&mut self, query: &Query, answer: &Answer, time: Duration) {
        self.time += time;
        match answer {
            Answer::Unknown(reason) => self.open.push(format!("{}: {reason}", query.file)),
            known if known.is_sat() == query.satisfiable => self.right += 1,
            _ => self.wrong.push(query.file.clone()),
        }
        if self.slowest.as_ref().is_none_or(|(most, _)| *most < time) {
            self.slowest = Some((time, query.file.clone()));
        }
    }

    fn total(&self) -> usize {
        self.right + self.wrong.len() + self.open.len()
    }

    fn print(&self, name: &str) {
        let rate = self.total() as f64 / self.time.as_secs_f64();
        let slowest = self.slowest.as_ref().map(|(t, f)| format!("{f} {t:.1?}"));
        println!(
            "{name:<12} {:>6} right {:>3} wrong {:>3} open {:>9.1?} {rate:>9.0}/s  slowest {}",
            self.right,
            self.wrong.len(),
            self.open.len(),
            self.time,
            slowest.unwrap_or_default(),
        );
        for what in self.wrong.iter().chain(&self.open).take(5) {
            println!("    {what}");
        }
    }
}

fn run<'q>(
    terms: &Arc<Terms>,
    queries: impl Iterator<Item = &'q Query>,
    config: SolverConfig,
) -> (Tally, BTreeMap<String, Tally>, Chain) {
    let shared = Arc::new(SharedCache::new(&config));
    let mut chain = Chain::new(terms.clone(), shared, config);
    let mut all = Tally::default();
    let mut by_source: BTreeMap<String, Tally> = BTreeMap::new();
    let empty = PathCondition::new();
    for query in queries {
        let start = ThreadTime::now();
        let answer = chain.check_all(&empty, &query.assertions);
        let time = start.elapsed();
        all.count(query, &answer, time);
        by_source
            .entry(query.source.clone())
            .or_default()
            .count(query, &answer, time);
    }
    (all, by_source, chain)
}

fn print_layers(chain: &Chain) {
    let statistics = chain.statistics();
    println!(
        "{:<12} {:>8} {:>8} {:>11}",
        "layer", "asked", "answered", "time"
    );
    for id in LayerId::ALL {
        let counts = statistics.layer(id);
        let (asked, answered, time) = (counts.asked, counts.answered, counts.time);
        println!("{:<12} {asked:>8} {answered:>8} {time:>11.1?}", id.name());
    }
    println!(
        "mismatches {} recycled {}",
        statistics.model_mismatches, statistics.recycled
    );
}

/// Only one back end: no model, no slices, no caches.
fn bare(blaster: bool, second_tier: SecondTier) -> SolverConfig {
    let layers = LayerSwitches {
        model: false,
        slice: false,
        exact: false,
        recent: false,
        cores: false,
        blaster,
    };
    SolverConfig {
        layers,
        second_tier,
        ..SolverConfig::default()
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let Some(entries) = corpus::load()? else {
        println!("skipped: no corpus");
        return Ok(());
    };
    let terms = Arc::new(Terms::new());
    let start = Instant::now();
    let mut queries = Vec::new();
    for entry in &entries {
        let script = smtlib::read(&terms, &entry.text)?;
        queries.push(Query {
            source: entry.source().to_string(),
            file: entry.file.clone(),
            assertions: script.assertions,
            satisfiable: entry.satisfiable,
        });
    }
    println!(
        "{} queries read in {:.1?}, {} terms",
        queries.len(),
        start.elapsed(),
        terms.live()
    );
    let (all, by_source, chain) = run(&terms, queries.iter(), SolverConfig::default());
    all.print("chain");
    by_source
        .iter()
        .for_each(|(source, tally)| tally.print(source));
    print_layers(&chain);
    let (own, _, _) = run(&terms, queries.iter(), bare(true, SecondTier::Off));
    own.print("own blaster");
    if !std::env::args().any(|arg| arg == "--no-z3") {
        let sample = queries.iter().step_by(20);
        let (z3, _, _) = run(&terms, sample, bare(false, SecondTier::Z3));
        z3.print("Z3, 1 in 20");
    }
    Ok(())
}
