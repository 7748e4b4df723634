//! One engine explores several times, and events add up.

mod common;

use common::{Ends, Unknowns, engine, setup, task};
use parking_lot::Mutex;
use pleach_explore::merge::{Batch, Floor, Merger};
use pleach_explore::prune::{Pruner, Pruning, Waiting};
use pleach_explore::{
    Engine, Event, Interests, Observer, Outcome, PathEnd, Profile, RunOn, Task, TermHolder,
};
use pleach_interp::{Config, End, StateId};
use pleach_solver::LayerId;
use pleach_term::{Term, Terms};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

const PROGRAM: &str = "
    int unknown(void);
    int main(void) {
      int x = unknown(), y = unknown(), steps = 0;
      for (int i = 0; i < 6; i++)
        if ((x >> i & 1) == (y >> 2 * i & 1)) steps++;
      if (x * 3 == y + 5) return 100 / (steps - 3);
      return steps;
    }";

/// What of an exploration does not depend on the models that were found on the way.
#[derive(Debug, PartialEq)]
struct Result {
    ends: Vec<String>,
    paths: u64,
    forks: u64,
    errors: u64,
    instructions: u64,
    covered: u64,
}

fn kind(end: &End) -> String {
    match end {
        End::Error(finding) => format!("{:?} at {:?}", finding.kind, finding.stack),
        other => format!("{other:?}"),
    }
}

fn explore(engine: &Engine, task: &Task) -> (Result, Outcome) {
    let ends = Ends::default();
    let outcome = engine.explore(task, &[&ends]);
    let mut ends: Vec<String> = ends.0.into_inner().unwrap().iter().map(kind).collect();
    ends.sort();
    let totals = &outcome.totals;
    let result = Result {
        ends,
        paths: totals.paths,
        forks: totals.forks,
        errors: totals.errors,
        instructions: totals.instructions,
        covered: totals.covered_points,
    };
    (result, outcome)
}

fn asked(outcome: &Outcome) -> u64 {
    let solver = &outcome.totals.solver;
    solver.layer(LayerId::Blaster).asked + solver.layer(LayerId::SecondTier).asked
}

#[test]
fn three_explorations_of_one_engine_are_those_of_three_processes() {
    let warm = engine(PROGRAM);
    let mut questions = Vec::new();
    for search in ["dfs", "bfs", "nurs:covnew"] {
        let task = task(1, search);
        warm.forget_coverage();
        let (again, outcome) = explore(&warm, &task);
        let (fresh, cold) = explore(&engine(PROGRAM), &task);
        assert!(outcome.complete() && again.errors > 0);
        assert_eq!(again, fresh, "with {search}");
        questions.push((asked(&outcome), asked(&cold)));
    }
    assert_eq!(questions[0].0, questions[0].1, "the first one is cold");
    for (warm, cold) in &questions[1..] {
        assert!(warm * 10 < *cold, "answers are known: {warm} of {cold}");
    }
}

#[test]
fn coverage_goes_on_unless_it_is_forgotten() {
    let engine = engine(PROGRAM);
    let (first, _) = explore(&engine, &task(1, "nurs:covnew"));
    let (second, _) = explore(&engine, &task(1, "nurs:covnew"));
    assert!(first.covered > 0);
    assert_eq!(second.covered, 0, "nothing was new");
    assert_eq!((first.paths, first.ends), (second.paths, second.ends));
}

/// Counts events by name, and follows who is alive.
#[derive(Default)]
struct Census {
    counts: Mutex<BTreeMap<&'static str, u64>>,
    alive: Mutex<Vec<StateId>>,
    edges: Mutex<Vec<u64>>,
    questions: Mutex<u64>,
}

impl Census {
    fn count(&self, name: &'static str) {
        *self.counts.lock().entry(name).or_default() += 1;
    }

    fn appears(&self, state: StateId) {
        let mut alive = self.alive.lock();
        assert!(!alive.contains(&state), "{state:?} appears twice");
        alive.push(state);
    }

    fn goes(&self, state: StateId) {
        let mut alive = self.alive.lock();
        let at = alive.iter().position(|other| *other == state);
        alive.swap_remove(at.unwrap_or_else(|| panic!("{state:?} was not there")));
    }

    fn of(&self, name: &'static str) -> u64 {
        self.counts.lock().get(name).copied().unwrap_or(0)
    }
}

impl Observer for Census {
    fn interests(&self) -> Interests {
        Interests {
            events: true,
            profile: true,
        }
    }

    fn path_ended(&self, _: &PathEnd<'_>) -> RunOn {
        RunOn::Yes
    }

    fn event(&self, event: &Event<'_>) {
        match *event {
            Event::Began { state } => {
                self.count("began");
                self.appears(state);
            }
            Event::Forked { state, .. } => {
                self.count("forked");
                self.appears(state);
            }
            Event::Postponed { parent, state } => {
                self.count("postponed");
                if parent != state {
                    self.appears(state);
                }
            }
            Event::Settled { .. } => self.count("settled"),
            Event::Infeasible { state } => self.goes(state),
            Event::Ended { state, beside, end } => {
                self.count("ended");
                if let End::Error(_) = end {
                    self.count("errors");
                }
                match beside {
                    Some(parent) => assert_ne!(parent, state),
                    None => self.goes(state),
                }
            }
            Event::Joined { state, .. } => {
                self.count("joined");
                self.goes(state);
            }
            Event::Dropped { state, .. } => {
                self.count("dropped");
                self.goes(state);
            }
        }
    }

    fn profile(&self, profile: &Profile) {
        self.edges.lock().clone_from(&profile.edges);
        *self.questions.lock() = profile.questions.values().map(|c| c.questions).sum();
    }
}

/// More states than are allowed.
const MANY: &str = "
    int unknown(void);
    int main(void) {
      unsigned x = unknown(), steps = 0;
      for (int i = 0; i < 8; i++)
        if (x >> i & 1) steps++;
      return 8 / (int)(steps - 7);
    }";

/// A question that takes long, on each of some paths.
const HARD: &str = "
    int unknown(void);
    int main(void) {
      unsigned x = unknown(), y = unknown(), steps = 0;
      for (int i = 0; i < 2; i++)
        if (x >> i & 1) steps++;
      unsigned h = x * 2654435761u ^ y * 40503u;
      for (int i = 0; i < 4; i++) h = (h ^ h >> 13) * (y | 1);
      if (h == 0x12345678) return 1;
      return 0;
    }";

#[test]
fn events_add_up_to_the_totals() {
    for jobs in [1, 2] {
        for (program, most_states) in [(PROGRAM, None), (MANY, Some(4)), (HARD, None)] {
            let census = Census::default();
            let mut task = task(jobs, "random-state");
            task.options.limits.states = most_states;
            let mut setup = setup(program, &Unknowns, Config::default());
            setup.solver.time_limit = Some(Duration::from_secs(1));
            let engine = Engine::new(setup);
            let outcome = engine.explore(&task, &[&census]);
            let totals = &outcome.totals;
            assert_eq!(census.of("began"), 1);
            assert_eq!(census.of("ended"), totals.paths);
            assert_eq!(census.of("errors"), totals.errors);
            assert_eq!(census.of("dropped"), totals.dropped);
            assert_eq!(census.of("postponed"), totals.postponed);
            assert_eq!(census.of("forked") + census.of("settled"), totals.forks);
            if program == HARD {
                assert!(totals.postponed > 0, "the question is hard");
            }
            assert_eq!(totals.dropped > 0, program == MANY);
            assert!(census.alive.lock().is_empty(), "nobody is left");
            // Edges that were taken are those that are covered. With two workers, the one that prepared
            // the first state may have covered its entry and have nothing to hand back.
            let taken = census
                .edges
                .lock()
                .iter()
                .filter(|count| **count > 0)
                .count();
            let untold = taken as u64 - totals.covered_points;
            assert!(untold < jobs as u64, "{untold} edges were taken untold");
            assert_eq!(*census.questions.lock(), totals.solver.queries);
        }
    }
}

struct Apart;

impl Merger for Apart {
    fn put(&mut self, _: &Batch<'_>, _: &mut Floor<'_>) {}
}

struct Patient;

impl Pruner for Patient {
    fn prune(&mut self, _: &Waiting<'_>) -> Pruning {
        Pruning::Nothing
    }
}

/// Drops whoever waits beside the first.
struct Hasty;

impl Pruner for Hasty {
    fn prune(&mut self, waiting: &Waiting<'_>) -> Pruning {
        let mut ids: Vec<StateId> = waiting.states().map(|state| state.id).collect();
        ids.sort_unstable();
        Pruning::Drop(ids.split_off(1.min(ids.len())))
    }
}

#[test]
fn members_that_do_nothing_change_nothing() {
    let (plain, _) = explore(&engine(PROGRAM), &task(1, "dfs"));
    let idle = Task {
        merger: Some(Box::new(|| Box::new(Apart))),
        pruner: Some(Box::new(|| Box::new(Patient))),
        ..task(1, "dfs")
    };
    let (with, outcome) = explore(&engine(PROGRAM), &idle);
    assert_eq!(plain, with);
    assert!(outcome.complete());
}

#[test]
fn what_is_pruned_counts_as_dropped() {
    let hasty = Task {
        pruner: Some(Box::new(|| Box::new(Hasty))),
        ..task(1, "bfs")
    };
    let (_, outcome) = explore(&engine(PROGRAM), &hasty);
    assert!(outcome.totals.dropped > 0 && !outcome.complete());
}

/// Keeps terms outside of all states.
struct Keeper(Vec<Term>);

impl TermHolder for Keeper {
    fn terms(&self, show: &mut dyn FnMut(Term)) {
        self.0.iter().for_each(|term| show(*term));
    }
}

#[test]
fn terms_that_somebody_holds_are_not_swept() {
    let engine = engine(PROGRAM);
    let terms = engine.setup.terms.clone();
    let make = |name: &str| terms.mul(word(&terms, name), word(&terms, "factor"));
    let held = make("held");
    let text = terms.display(held).to_string();
    engine.add_term_holder(Arc::new(Keeper(vec![held])));
    let mut task = task(1, "dfs");
    task.options.sweep_at = 0;
    let outcome = engine.explore(&task, &[]);
    assert!(outcome.totals.sweeps > 0);
    assert_eq!(terms.display(held).to_string(), text);
    assert_eq!(make("held"), held, "it is still the same term");
}

fn word(terms: &Terms, name: &str) -> Term {
    let bytes = terms.input(name, 0, 4);
    let bytes: Vec<Term> = bytes.vars().map(|v| terms.var(v)).collect();
    terms.concat_bytes(&bytes)
}
