//! Costs of the arena, and of the alternative: reference-counted interned nodes.
//!
//! `cargo bench -p pleach-term` prints a table; see docs/decisions/0001-term-memory.md.

mod counted;

use counted::{Counted, Interner};
use pleach_term::{Evaluator, Term, Terms};
use std::hint::black_box;

/// Distinct terms per round, as many as a state of a middling program holds.
const CHAIN: usize = 20_000;
const ROUNDS: usize = 50;

fn main() {
    println!(
        "{:44} {:>9} {:>9}",
        "nanoseconds per operation", "1 thread", "2 threads"
    );
    row("arena: intern, new", arena_new);
    row("counted: intern, new", counted_new);
    row("arena: intern, existing", arena_existing);
    row("counted: intern, existing", counted_existing);
    row("arena: copy and drop a term", arena_copy);
    row("counted: copy and drop a term", counted_copy);
    row("arena: read a node (walk)", arena_walk);
    row("counted: read a node (walk)", counted_walk);
    row("arena: free a term (sweep)", |_| arena_sweep());
    row("counted: free a term (drop)", |_| counted_free());
    row("fold 32-bit x + c", |_| fold_add());
    row("fold (zext (x < y)) != 0", |_| fold_condition());
    row("free variables, known", |_| vars_known());
    row("evaluate a term of 24 nodes (per term)", |_| eval_small());
    row("evaluate, per node of a chain", |_| eval_chain());
}

/// An argument on the command line chooses the rows whose names contain it.
fn row(name: &str, cost: impl Fn(usize) -> f64) {
    if std::env::args()
        .skip(1)
        .any(|arg| !arg.starts_with('-') && !name.contains(&arg))
    {
        return;
    }
    // The best of three: other work on the machine only adds.
    let best = |threads| (0..3).map(|_| cost(threads)).fold(f64::INFINITY, f64::min);
    println!("{name:44} {:9.1} {:9.1}", best(1), best(2));
}

/// Nanoseconds that this thread has run for: unlike the wall clock it does not count what else
/// the machine does.
fn now() -> u64 {
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux");
    statistics
        .split(' ')
        .next()
        .and_then(|n| n.parse().ok())
        .expect("a number")
}

/// Nanoseconds per operation when `threads` threads each do `work`, which returns how many
/// operations it did.
fn time(threads: usize, work: impl Fn(usize) -> usize + Sync) -> f64 {
    std::thread::scope(|scope| {
        let work = &work;
        let timed = move |i| {
            let start = now();
            let count = work(i);
            (now() - start) as f64 / count as f64
        };
        let spawned: Vec<_> = (0..threads)
            .map(|i| scope.spawn(move || timed(i)))
            .collect();
        spawned
            .into_iter()
            .map(|t| t.join().expect("no panic"))
            .fold(0.0, f64::max)
    })
}

/// A chain of float sums: no rules apply, so that interning dominates.
fn arena_chain(t: &Terms, seed: u64) -> Vec<Term> {
    let x = t.var(t.input("in", 0, 1).first);
    let mut all = Vec::with_capacity(CHAIN);
    let mut last = t.mul(t.zext(x, 64), t.constant(64, 2 * seed + 3));
    let first = last;
    for _ in 0..CHAIN {
        last = t.fadd(last, first);
        all.push(last);
    }
    all
}

fn arena_new(threads: usize) -> f64 {
    let t = Terms::new();
    time(threads, |thread| {
        for round in 0..ROUNDS {
            black_box(arena_chain(&t, (thread * ROUNDS + round) as u64));
        }
        ROUNDS * CHAIN
    })
}

fn arena_existing(threads: usize) -> f64 {
    let t = Terms::new();
    arena_chain(&t, 1);
    time(threads, |_| {
        for _ in 0..ROUNDS {
            black_box(arena_chain(&t, 1));
        }
        ROUNDS * CHAIN
    })
}

fn arena_copy(threads: usize) -> f64 {
    let t = Terms::new();
    let all = arena_chain(&t, 1);
    time(threads, |_| {
        for _ in 0..ROUNDS {
            black_box(all.clone());
        }
        ROUNDS * CHAIN
    })
}

fn arena_walk(threads: usize) -> f64 {
    let t = Terms::new();
    let all = arena_chain(&t, 1);
    time(threads, |_| {
        for _ in 0..ROUNDS {
            let mut at = all[CHAIN - 1];
            for _ in 1..CHAIN {
                at = t.node(at).arg(0);
            }
            black_box(at);
        }
        ROUNDS * CHAIN
    })
}

fn arena_sweep() -> f64 {
    let t = Terms::new();
    let kept: Vec<Term> = (0..ROUNDS)
        .map(|i| arena_chain(&t, i as u64)[CHAIN / 2])
        .collect();
    let start = now();
    let freed = t.sweep(kept);
    (now() - start) as f64 / freed as f64
}

fn counted_chain(t: &Interner, seed: u32) -> Vec<Counted> {
    let first = t.leaf(seed);
    let mut all = Vec::with_capacity(CHAIN);
    let mut last = first.clone();
    for _ in 0..CHAIN {
        last = t.intern(7, 64, &last, &first);
        all.push(last.clone());
    }
    all
}

fn counted_new(threads: usize) -> f64 {
    let t = Interner::new();
    let kept = std::sync::Mutex::new(Vec::new());
    time(threads, |thread| {
        for round in 0..ROUNDS {
            let chain = counted_chain(&t, (thread * ROUNDS + round) as u32);
            kept.lock().expect("no panic").push(chain);
        }
        ROUNDS * CHAIN
    })
}

fn counted_existing(threads: usize) -> f64 {
    let t = Interner::new();
    let _kept = counted_chain(&t, 1);
    time(threads, |_| {
        for _ in 0..ROUNDS {
            black_box(counted_chain(&t, 1));
        }
        ROUNDS * CHAIN
    })
}

fn counted_copy(threads: usize) -> f64 {
    let t = Interner::new();
    let all = counted_chain(&t, 1);
    time(threads, |_| {
        for _ in 0..ROUNDS {
            black_box(all.clone());
        }
        ROUNDS * CHAIN
    })
}

fn counted_walk(threads: usize) -> f64 {
    let t = Interner::new();
    let all = counted_chain(&t, 1);
    time(threads, |_| {
        for _ in 0..ROUNDS {
            let mut at = &all[CHAIN - 1];
            while let Some(next) = at.first() {
                at = next;
            }
            black_box(at);
        }
        ROUNDS * CHAIN
    })
}

fn counted_free() -> f64 {
    let t = Interner::new();
    let mut all: Vec<Counted> = (0..ROUNDS as u32)
        .flat_map(|i| counted_chain(&t, i))
        .collect();
    let count = all.len();
    let start = now();
    // From the ends of the chains: no node frees its arguments recursively.
    while let Some(term) = all.pop() {
        drop(term);
    }
    (now() - start) as f64 / count as f64
}

fn words(t: &Terms) -> [Term; 2] {
    let v: Vec<Term> = t.input("in", 0, 8).vars().map(|v| t.var(v)).collect();
    [t.concat_bytes(&v[..4]), t.concat_bytes(&v[4..])]
}

const MANY: usize = 1_000_000;

fn fold_add() -> f64 {
    let t = Terms::new();
    let [x, _] = words(&t);
    let constants: Vec<Term> = (1..65).map(|i| t.constant(32, i)).collect();
    time(1, |_| {
        for i in 0..MANY {
            black_box(t.add(black_box(x), constants[i % 64]));
        }
        MANY
    })
}

fn fold_condition() -> f64 {
    let t = Terms::new();
    let [x, y] = words(&t);
    let zero = t.zero(32);
    time(1, |_| {
        for _ in 0..MANY {
            black_box(t.ne(t.zext(t.ult(black_box(x), y), 32), zero));
        }
        MANY
    })
}

fn vars_known() -> f64 {
    let t = Terms::new();
    let all = arena_chain(&t, 1);
    t.vars(all[CHAIN - 1]);
    time(1, |_| {
        for i in 0..MANY {
            black_box(t.vars(all[i % 64]));
        }
        MANY
    })
}

fn eval_small() -> f64 {
    let t = Terms::new();
    let [x, y] = words(&t);
    let mut term = t.mul(x, y);
    for i in 1..4 {
        term = t.xor(t.udiv(t.add(term, t.constant(32, i)), y), x);
    }
    let condition = t.ult(term, t.constant(32, 100));
    let mut evaluator = Evaluator::new();
    let model = [1u8, 2, 3, 4, 5, 6, 7, 8];
    let start = now();
    for _ in 0..MANY {
        black_box(evaluator.eval(&t, black_box(condition), &|v| model[v.index()]));
    }
    (now() - start) as f64 / MANY as f64
}

fn eval_chain() -> f64 {
    let t = Terms::new();
    let all = arena_chain(&t, 1);
    let mut evaluator = Evaluator::new();
    let start = now();
    for _ in 0..ROUNDS {
        black_box(evaluator.eval(&t, all[CHAIN - 1], &|_| 3));
    }
    (now() - start) as f64 / (ROUNDS * CHAIN) as f64
}
