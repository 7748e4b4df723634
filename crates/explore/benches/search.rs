//! What a choice costs: one pick and one update, with few and with many live
//! states. Prints a table; fails if many cost more than 20 times as much as few.
//!
//! `cargo bench -p pleach-explore --bench search`

use pleach_explore::search::{
    BatchSummary, Live, Pool, REGISTRY, Rng, SearchOptions, Searcher, Turn, searcher,
};
use pleach_interp::StateId;
use rand::{Rng as _, SeedableRng};
use std::time::{Duration, Instant};

#[derive(Clone)]
struct Fake {
    id: u64,
    depth: u32,
    salt: u32,
}

impl Live for Fake {
    fn id(&self) -> StateId {
        StateId(self.id)
    }
    fn depth(&self) -> u32 {
        self.depth
    }
    fn since_new(&self) -> u64 {
        u64::from(self.salt)
    }
    fn to_uncovered(&self) -> Option<u32> {
        Some(1 + self.salt % 500)
    }
    fn to_target(&self) -> Option<u32> {
        Some(self.salt % 500)
    }
    fn executions(&self) -> u64 {
        1 + u64::from(self.salt % 1000)
    }
    fn call_path_instructions(&self) -> u64 {
        1 + u64::from(self.salt % 1000)
    }
    fn subpath(&self) -> u64 {
        u64::from(self.salt % 300)
    }
    fn outer_loop(&self) -> Option<u32> {
        Some(self.salt % 30).filter(|l| *l > 5)
    }
}

/// States by number; a new one takes the number of one that ended.
#[derive(Default)]
struct Fakes(Vec<Fake>);

impl Pool for Fakes {
    fn live(&self, id: StateId) -> Box<dyn Live + '_> {
        Box::new(self.0[id.0 as usize].clone())
    }
}

const FEW: usize = 100;
const MANY: usize = 100_000;
/// Picks that are timed together.
const ROUND: u32 = 2_000;
const ROUNDS: usize = 50;
const MOST: f64 = 20.0;

struct Bench {
    searcher: Box<dyn Searcher>,
    pool: Fakes,
    rng: Rng,
    /// Numbers that are free again.
    free: Vec<u64>,
    live: usize,
}

impl Bench {
    fn new(name: &str, states: usize) -> Bench {
        let options = SearchOptions {
            names: vec![name.to_owned()],
            targets: vec!["somewhere".to_owned()],
            ..SearchOptions::default()
        };
        let mut bench = Bench {
            searcher: searcher(&options).expect("it is in the registry"),
            pool: Fakes::default(),
            rng: Rng::seed_from_u64(1),
            free: Vec::new(),
            live: 1,
        };
        let first = bench.fake(0);
        bench.searcher.put(&BatchSummary::arrival(&first));
        bench.pool.0.push(first);
        while bench.live < states {
            bench.step(true);
        }
        bench
    }

    fn fake(&mut self, depth: u32) -> Fake {
        Fake {
            id: self.free.pop().unwrap_or(self.pool.0.len() as u64),
            depth,
            salt: self.rng.random_range(0..100_000),
        }
    }

    /// One pick; then the state forks, or ends.
    fn step(&mut self, forks: bool) {
        let id = self.searcher.take(&mut Turn {
            rng: &mut self.rng,
            pool: &self.pool,
        });
        let id = id.expect("there are states");
        let mut back = self.pool.0[id.0 as usize].clone();
        if !forks {
            self.searcher.put(&BatchSummary {
                back: None,
                ..BatchSummary::arrival(&back)
            });
            self.free.push(id.0);
            self.live -= 1;
            return;
        }
        back.depth += 1;
        back.salt = self.rng.random_range(0..100_000);
        let added = self.fake(back.depth);
        self.searcher.put(&BatchSummary {
            added: &[&added],
            ..BatchSummary::arrival(&back)
        });
        self.pool.0[id.0 as usize] = back;
        let at = added.id as usize;
        if at == self.pool.0.len() {
            self.pool.0.push(added);
        } else {
            self.pool.0[at] = added;
        }
        self.live += 1;
    }

    /// The best of several rounds: the machine may be busy.
    fn cost(&mut self) -> Duration {
        let mut best = Duration::MAX;
        for _ in 0..ROUNDS {
            let started = Instant::now();
            for i in 0..ROUND {
                self.step(i % 2 == 0);
            }
            best = best.min(started.elapsed() / ROUND);
        }
        best
    }
}

fn main() {
    println!("| strategy | {FEW} states | {MANY} states | ratio |");
    println!("|---|---:|---:|---:|");
    let mut too_slow = Vec::new();
    for strategy in REGISTRY {
        let few = Bench::new(strategy.name, FEW).cost();
        let many = Bench::new(strategy.name, MANY).cost();
        let ratio = many.as_secs_f64() / few.as_secs_f64();
        println!(
            "| `{}` | {} ns | {} ns | {ratio:.1} |",
            strategy.name,
            few.as_nanos(),
            many.as_nanos()
        );
        if ratio > MOST {
            too_slow.push(strategy.name);
        }
    }
    if !too_slow.is_empty() {
        eprintln!("more than {MOST} times as slow: {}", too_slow.join(", "));
        std::process::exit(1);
    }
}
