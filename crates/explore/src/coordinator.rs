//! Owns the pool of live states and everyone who decides about them. One
//! thread at a time is in here; it takes about a microsecond.

use crate::search::{Rng, Searcher};
use crate::{Options, Totals, WhyEnded};
use pleach_interp::{End, Incomplete, State, StateId};
use rand::SeedableRng;
use rustc_hash::FxHashMap;

pub(crate) struct Coordinator {
    pub pool: FxHashMap<StateId, Box<State>>,
    pub searcher: Box<dyn Searcher>,
    pub rng: Rng,
    pub totals: Totals,
    /// Workers that hold a state.
    pub busy: usize,
    pub why: Option<WhyEnded>,
    /// Workers wait while states are being dropped: they would make more than can be dropped.
    pub paused: bool,
    /// The process's size when states were last dropped, and a little more.
    pub outgrown: u64,
    /// Nearly as many states as there were then.
    pub full_at: usize,
    /// Workers wait while somebody wants to sweep the terms.
    pub sweeping: bool,
    pub sweep_at: usize,
    /// How often workers have come here.
    pub exchanges: u64,
}

/// What became of a state that a worker ran.
pub(crate) struct HandBack {
    pub parent: StateId,
    /// The state, unless it ended.
    pub state: Option<Box<State>>,
    pub forked: Vec<Box<State>>,
    pub instructions: u64,
    pub paths: u64,
    pub errors: u64,
    pub incomplete: Vec<(Incomplete, u64)>,
    pub covered: u64,
}

impl Coordinator {
    pub fn new(options: &Options, searcher: Box<dyn Searcher>) -> Self {
        Coordinator {
            pool: FxHashMap::default(),
            searcher,
            rng: Rng::seed_from_u64(options.seed),
            totals: Totals::default(),
            busy: 0,
            why: None,
            paused: false,
            outgrown: 0,
            full_at: 0,
            sweeping: false,
            sweep_at: options.sweep_at,
            exchanges: 0,
        }
    }

    /// The first state of the run.
    pub fn begin(&mut self, state: Box<State>) {
        self.searcher.put(state.id, Some(&state), &[]);
        self.pool.insert(state.id, state);
    }

    /// The state that the searcher wants to run next.
    pub fn take(&mut self) -> Option<Box<State>> {
        let id = self.searcher.take(&mut self.rng)?;
        self.busy += 1;
        Some(
            self.pool
                .remove(&id)
                .expect("the searcher knows only live states"),
        )
    }

    /// Takes over what a worker has done. The order of roles is: reduce,
    /// prune, merge, search; the first three have no members yet.
    pub fn put(&mut self, done: HandBack) {
        self.busy -= 1;
        self.totals.instructions += done.instructions;
        self.totals.paths += done.paths;
        self.totals.errors += done.errors;
        self.totals.covered_points += done.covered;
        self.totals.forks += done.forked.len() as u64;
        for (what, n) in done.incomplete {
            *self.totals.incomplete.entry(what).or_default() += n;
        }
        let added: Vec<&State> = done.forked.iter().map(|s| &**s).collect();
        self.searcher
            .put(done.parent, done.state.as_deref(), &added);
        for state in done.state.into_iter().chain(done.forked) {
            self.pool.insert(state.id, state);
        }
        let live = (self.pool.len() + self.busy) as u64;
        self.totals.live_states = live;
        self.totals.most_live_states = self.totals.most_live_states.max(live);
    }

    /// Takes `count` states that nobody runs out of the run, those first that
    /// have covered nothing new. Each counts as dropped.
    pub fn drop_states(&mut self, count: usize, reason: &'static str) -> Vec<(Box<State>, End)> {
        let mut ids: Vec<(bool, StateId)> =
            self.pool.values().map(|s| (s.covered_new, s.id)).collect();
        ids.sort_unstable();
        let plain = ids.iter().take_while(|(new, _)| !new).count();
        use rand::seq::SliceRandom;
        ids[..plain].shuffle(&mut self.rng);
        let mut dropped = Vec::new();
        for (_, id) in ids.into_iter().take(count) {
            self.searcher.remove(id);
            let state = self.pool.remove(&id).expect("it was just listed");
            let why = Incomplete::Dropped(reason);
            *self.totals.incomplete.entry(why.clone()).or_default() += 1;
            self.totals.dropped += 1;
            dropped.push((state, End::Incomplete(why)));
        }
        self.totals.live_states = (self.pool.len() + self.busy) as u64;
        dropped
    }
}
