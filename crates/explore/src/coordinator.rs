//! Owns the pool of live states and everyone who decides about them. One
//! thread at a time is in here; it takes about a microsecond.

use crate::atlas::{Atlas, StatePool, View};
use crate::memory_cap::Pressure;
use crate::merge::{self, Absorbed, Batch, Effects, Floor, Merger};
use crate::postponed::{Postponed, Work};
use crate::prune::{NothingLeft, Pruner, Pruning, TestData, Waiting};
use crate::reduce::{Leaving, Look, PathOver, Reducer};
use crate::search::{BatchSummary, Live, Rng, Searcher, Turn};
use crate::stragglers::{self, Stragglers};
use crate::{Options, Totals, WhyEnded};
use pleach_interp::{Incomplete, Joiner, Omission, State, StateId};
use pleach_solver::Chain;
use rand::SeedableRng;
use rustc_hash::{FxHashMap, FxHashSet};
use std::time::{Duration, Instant};

pub(crate) struct Coordinator {
    pub pool: FxHashMap<StateId, Box<State>>,
    pub searcher: Box<dyn Searcher>,
    pub merger: Option<Box<dyn Merger>>,
    pub pruner: Option<Box<dyn Pruner>>,
    pub reducer: Option<Reducer>,
    /// How often the program has begun anew. States of earlier iterations are given up when they come back.
    iteration: u32,
    /// The pruner wants the program to begin anew.
    pub restart_is_due: bool,
    stragglers: Stragglers,
    /// States that left the run, until somebody tells the observers.
    let_go: Vec<DroppedState>,
    /// A state that was only handed back to be looked at, and goes on now.
    interrupted: Option<Interrupted>,
    batch_instructions: u64,
    joiner: Joiner,
    /// States that the merger holds back. For the searcher they are taken.
    held: FxHashSet<StateId>,
    /// States that became part of others, until somebody tells the observers.
    pub absorbed: Vec<Absorbed>,
    /// States that wait with a hard question. For the searcher they are taken.
    postponed: Postponed,
    pub atlas: Atlas,
    pub rng: Rng,
    pub totals: Totals,
    /// Workers that hold a state.
    pub busy: usize,
    pub end_reason: Option<WhyEnded>,
    /// Workers that are writing tests of dropped states. The other workers wait meanwhile: they would
    /// make more states than can be dropped, and sweep terms that dropped states still need.
    pub dropping: u32,
    /// States are to be dropped by the next worker that comes here.
    pub pressure: Option<Pressure>,
    /// How often states were dropped.
    pub times_dropped: u64,
    /// Memory is short again when the process is larger: its size at the last drop, and a margin.
    pub full_again_at_bytes: u64,
    /// Memory is short again with so many states: those that were live at the last drop, less a margin.
    pub full_again_at_states: usize,
    /// Workers wait while somebody wants to sweep the terms.
    pub sweeping: bool,
    pub sweep_at: usize,
    /// How often workers have come here.
    pub exchanges: u64,
}

/// Who decides about states.
pub(crate) struct Roles {
    pub searcher: Box<dyn Searcher>,
    pub merger: Option<Box<dyn Merger>>,
    pub pruner: Option<Box<dyn Pruner>>,
    pub reducer: Option<Reducer>,
}

/// A state whose batch is not over.
struct Interrupted {
    id: StateId,
    /// Of the batch so far.
    instructions: u64,
    is_next: bool,
}

/// A state for a worker to run.
pub(crate) struct Assignment {
    pub state: Box<State>,
    /// The worker hands the state back at its next fork.
    pub at_every_fork: bool,
    pub instructions: u64,
}

/// What became of a state that a worker ran.
pub(crate) struct BatchResult {
    pub parent: StateId,
    pub iteration: u32,
    /// It was given up before.
    pub alone: bool,
    /// The state, unless it ended.
    pub state: Option<Box<State>>,
    pub forked: Vec<Box<State>>,
    /// What a pruner is to learn from.
    pub tests: Vec<TestData>,
    /// The logs of paths that are over, where there are any.
    pub over: Vec<PathOver>,
    /// The state was handed back before its batch was over, since a tracer wanted it.
    pub traced: bool,
    /// The state had an open question, and it is known now that the path exists.
    pub settled: bool,
    pub instructions: u64,
    pub paths: u64,
    /// What the ended paths stood for.
    pub paths_at_most: u64,
    pub errors: u64,
    pub incomplete: Vec<(Omission, u64)>,
    /// Edges that were covered for the first time.
    pub covered: Vec<u32>,
    /// Questions that a solver had to be asked.
    pub solver_cost: u64,
    /// How long the state ran.
    pub time: Duration,
}

/// A state that was taken out of the run before its end.
pub(crate) struct DroppedState {
    pub state: Box<State>,
    pub reason: &'static str,
}

/// Which states may be dropped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Droppable {
    /// States that have covered nothing new; the others if these are not enough.
    All,
    /// Only those that have covered nothing new.
    CoveringNothingNew,
}

impl Coordinator {
    pub fn new(options: &Options, roles: Roles, joiner: Joiner, atlas: Atlas) -> Self {
        let Roles {
            searcher,
            merger,
            pruner,
            reducer,
        } = roles;
        Coordinator {
            merger,
            pruner,
            reducer,
            iteration: 0,
            restart_is_due: false,
            stragglers: Stragglers::default(),
            let_go: Vec::new(),
            interrupted: None,
            batch_instructions: options.batch_instructions,
            joiner,
            held: FxHashSet::default(),
            absorbed: Vec::new(),
            pool: FxHashMap::default(),
            searcher,
            postponed: Postponed::default(),
            atlas,
            rng: Rng::seed_from_u64(options.seed),
            totals: Totals::default(),
            busy: 0,
            end_reason: None,
            dropping: 0,
            pressure: None,
            times_dropped: 0,
            full_again_at_bytes: 0,
            full_again_at_states: 0,
            sweeping: false,
            sweep_at: options.sweep_at,
            exchanges: 0,
        }
    }

    /// The first state of the run.
    pub fn begin(&mut self, mut state: Box<State>) {
        if let Some(merger) = &self.merger {
            merge::prepare(&mut state, &**merger);
        }
        if let Some(reducer) = &self.reducer {
            reducer.prepare(&mut state);
        }
        state.standing.iteration = self.iteration;
        let view = View::new(&state, &self.atlas);
        self.searcher.put(&BatchSummary::arrival(&view));
        self.pool.insert(state.id, state);
    }

    /// The state that the searcher wants to run next.
    pub fn take(&mut self) -> Option<Assignment> {
        if let Some(id) = self.go_on_with_interrupted() {
            return Some(self.hand_out(id));
        }
        if self.stragglers.are_due(self.totals.instructions)
            && let Some(straggler) = self.take_straggler()
        {
            return Some(straggler);
        }
        if let Some(id) = self.postponed.take_if_due() {
            return Some(self.hand_out(id));
        }
        if let Some(id) = self
            .ask_merger(|merger, floor| merger.take(floor))
            .flatten()
        {
            self.searcher.taken_elsewhere(id);
            return Some(self.hand_out(id));
        }
        let mut turn = Turn {
            rng: &mut self.rng,
            pool: &StatePool {
                states: &self.pool,
                atlas: &self.atlas,
            },
        };
        let chosen = self.searcher.take(&mut turn);
        let id = chosen.or_else(|| self.postponed.take())?;
        Some(self.hand_out(id))
    }

    /// A look is no reason to let another state run.
    fn go_on_with_interrupted(&mut self) -> Option<StateId> {
        let Interrupted { id, is_next, .. } = self.interrupted.as_mut()?;
        let id = std::mem::take(is_next).then_some(*id)?;
        let is_there = self.pool.contains_key(&id);
        is_there.then(|| self.searcher.taken_elsewhere(id))?;
        Some(id)
    }

    /// Notes whether the batch of the state that was handed back is over.
    fn note_interruption(&mut self, done: &BatchResult) {
        let same = self.interrupted.take().filter(|one| one.id == done.parent);
        let instructions = same.map_or(0, |one| one.instructions) + done.instructions;
        let goes_on = done.traced && self.reducer.is_some() && done.forked.is_empty();
        if goes_on && instructions < self.batch_instructions && done.state.is_some() {
            self.interrupted = Some(Interrupted {
                id: done.parent,
                instructions,
                is_next: true,
            });
        }
    }

    /// Lets everybody go on who waits for others. True if there was anybody.
    pub fn release_all(&mut self) -> bool {
        let released = self.ask_merger(|merger, floor| {
            let held = floor.held.len();
            merger.release_all(floor);
            floor.held.len() < held
        });
        released.unwrap_or(false)
    }

    fn hand_out(&mut self, id: StateId) -> Assignment {
        self.busy += 1;
        let state = self.pool.remove(&id);
        Assignment {
            state: state.expect("the searcher knows only live states"),
            at_every_fork: self.searcher.at_every_fork()
                || self.merger.as_ref().is_some_and(|m| m.at_every_fork()),
            instructions: self.batch_instructions,
        }
    }

    /// Takes over what a worker has done. The order of roles is: reduce, prune, merge, search; the searcher
    /// is told first who is there.
    pub fn put(&mut self, mut done: BatchResult) {
        self.busy -= 1;
        self.count(&done);
        self.learn(std::mem::take(&mut done.tests));
        if done.alone || done.iteration != self.iteration {
            return self.put_given_up(done);
        }
        self.note_interruption(&done);
        self.note_coverage(&done.covered);
        self.tell_searcher(&done);
        self.note_postponed(&done);
        if let Some(reducer) = &mut self.reducer {
            done.forked.iter().for_each(|state| reducer.forked(state));
            if !done.over.is_empty() {
                done.over.into_iter().for_each(|over| reducer.over(over));
                self.totals.reduce = reducer.totals.clone();
            }
        }
        let forked: Vec<StateId> = done.forked.iter().map(|state| state.id).collect();
        for state in done.state.into_iter().chain(done.forked) {
            self.pool.insert(state.id, state);
        }
        let batch = Batch {
            parent: done.parent,
            forked: &forked,
        };
        self.ask_merger(|merger, floor| merger.put(&batch, floor));
        let live = (self.pool.len() + self.busy) as u64;
        self.totals.live_states = live;
        self.totals.most_live_states = self.totals.most_live_states.max(live);
    }

    /// States that belong to no searcher any more.
    fn put_given_up(&mut self, done: BatchResult) {
        self.note_coverage(&done.covered);
        let states = done.state.into_iter().chain(done.forked);
        if !done.alone {
            return states.for_each(|state| self.give_up(state, RESTARTED));
        }
        self.stragglers.ran(done.instructions);
        let reason = "a path that was given up was long";
        self.let_go
            .extend(states.map(|state| DroppedState { state, reason }));
    }

    /// A state is out of the run: it goes to its end alone, if it can.
    fn give_up(&mut self, state: Box<State>, reason: &'static str) {
        let left = match state.standing.open_question {
            Some(_) => Some(state),
            None => self.stragglers.add(state),
        };
        self.let_go
            .extend(left.map(|state| DroppedState { state, reason }));
    }

    fn learn(&mut self, tests: Vec<TestData>) {
        let Some(pruner) = &mut self.pruner else {
            return;
        };
        for mut test in tests {
            test.edges.retain(|edge| self.atlas.is_own(*edge));
            pruner.learn(test);
        }
    }

    fn count(&mut self, done: &BatchResult) {
        self.totals.instructions += done.instructions;
        self.totals.paths += done.paths;
        let merge = &mut self.totals.merge;
        merge.paths_at_most = merge.paths_at_most.saturating_add(done.paths_at_most);
        self.totals.errors += done.errors;
        self.totals.covered_points += done.covered.len() as u64;
        let forked = done
            .forked
            .iter()
            .filter(|s| s.standing.open_question.is_none())
            .count() as u64;
        self.totals.forks += forked + u64::from(done.settled);
        for (what, n) in &done.incomplete {
            match self.totals.incomplete.get_mut(what) {
                Some(count) => *count += n,
                None => drop(self.totals.incomplete.insert(what.clone(), *n)),
            }
        }
    }

    fn note_coverage(&mut self, covered: &[u32]) {
        if let Some(reducer) = &mut self.reducer {
            reducer.covered(covered);
        }
        if covered.is_empty() || !self.atlas.covered(covered) {
            return;
        }
        self.searcher.targets_changed(&StatePool {
            states: &self.pool,
            atlas: &self.atlas,
        });
        if self.atlas.targets().all_reached() {
            self.end_reason
                .get_or_insert(WhyEnded::Limit("all targets are reached".to_owned()));
        }
    }

    /// After the searcher knows them: it is told that somebody else has taken them.
    fn note_postponed(&mut self, done: &BatchResult) {
        let mut postponed = 0;
        for state in done.state.iter().chain(&done.forked) {
            if self.postponed.add(state) {
                self.searcher.taken_elsewhere(state.id);
                postponed += 1;
            }
        }
        self.totals.postponed += postponed;
        let work = Work {
            instructions: done.instructions,
            questions: done.solver_cost,
            postponed,
        };
        let covered_new = done.covered.iter().any(|edge| self.atlas.is_own(*edge));
        self.postponed.note(&work, covered_new);
    }

    fn tell_searcher(&mut self, done: &BatchResult) {
        let view = |state| View::new(state, &self.atlas);
        let back = done.state.as_deref().map(view);
        let added: Vec<View<'_>> = done.forked.iter().map(|s| view(s)).collect();
        let added: Vec<&dyn Live> = added.iter().map(|v| v as &dyn Live).collect();
        self.searcher.put(&BatchSummary {
            parent: done.parent,
            back: back.as_ref().map(|v| v as &dyn Live),
            added: &added,
            covered_new: done.covered.iter().any(|edge| self.atlas.is_own(*edge)),
            instructions: done.instructions,
            solver_cost: done.solver_cost,
            errors: done.errors,
            time: done.time,
        });
    }

    /// Takes at most `count` states that nobody runs out of the run, those first that
    /// have covered nothing new.
    pub fn drop_states(
        &mut self,
        count: usize,
        which: Droppable,
        reason: &'static str,
    ) -> Vec<DroppedState> {
        let mut ids: Vec<(bool, StateId)> = self
            .pool
            .values()
            .map(|s| (s.standing.covers_new, s.id))
            .collect();
        ids.sort_unstable();
        let plain = ids.iter().take_while(|(new, _)| !new).count();
        use rand::seq::SliceRandom;
        ids[..plain].shuffle(&mut self.rng);
        if which == Droppable::CoveringNothingNew {
            ids.truncate(plain);
        }
        let ids: Vec<StateId> = ids.into_iter().take(count).map(|(_, id)| id).collect();
        self.take_out(ids, reason)
    }

    /// The larger half of the states whose heap has more than so many bytes.
    pub fn drop_large(&mut self, bytes: u64, reason: &'static str) -> Vec<DroppedState> {
        let sizes = self.pool.values().map(|s| (s.memory.heap_bytes(), s.id));
        let mut large: Vec<(u64, StateId)> = sizes.filter(|(size, _)| *size > bytes).collect();
        large.sort_unstable_by(|a, b| b.cmp(a));
        large.truncate(large.len().div_ceil(2));
        self.take_out(large.into_iter().map(|(_, id)| id).collect(), reason)
    }

    fn take_out(&mut self, ids: Vec<StateId>, reason: &'static str) -> Vec<DroppedState> {
        let mut dropped = Vec::new();
        for id in ids {
            self.searcher.remove(id);
            let mut state = self.pool.remove(&id).expect("it was just listed");
            if let Some(reducer) = &mut self.reducer
                && let Some(over) = PathOver::of(&mut state, u64::MAX, Leaving::Dropped)
            {
                reducer.over(over);
            }
            self.postponed.remove(&state);
            self.held.remove(&id);
            self.ask_merger(|merger, floor| merger.remove(id, floor));
            self.note_dropped(reason);
            dropped.push(DroppedState { state, reason });
        }
        self.totals.live_states = (self.pool.len() + self.busy) as u64;
        dropped
    }

    /// Asks the merger, if there is one, and tells the searcher what it did.
    fn ask_merger<T>(
        &mut self,
        ask: impl FnOnce(&mut dyn Merger, &mut Floor<'_>) -> T,
    ) -> Option<T> {
        let merger = self.merger.as_deref_mut()?;
        let started = Instant::now();
        let mut effects = Effects::default();
        let mut floor = Floor {
            pool: &mut self.pool,
            joiner: &mut self.joiner,
            held: &mut self.held,
            effects: &mut effects,
            totals: &mut self.totals.merge,
        };
        let answer = ask(merger, &mut floor);
        let (held, released) = effects.changes(&self.held);
        for id in held {
            self.searcher.taken_elsewhere(id);
        }
        for id in released {
            if let Some(state) = self.pool.get(&id) {
                let view = View::new(state, &self.atlas);
                self.searcher.put(&BatchSummary::arrival(&view));
            }
        }
        for absorbed in effects.absorbed {
            self.searcher.remove(absorbed.state.id);
            self.absorbed.push(absorbed);
        }
        self.totals.merge.time += started.elapsed();
        Some(answer)
    }

    /// Takes the state out that was last run if it has nothing new ahead of it.
    pub fn reduce(&mut self, id: StateId, solver: &mut Chain, piece: u64) -> Option<DroppedState> {
        let reducer = self.reducer.as_mut()?;
        let state = self.pool.get_mut(&id)?;
        let can_be = state.standing.open_question.is_none();
        let look = can_be.then(|| reducer.look(state, solver, piece))?;
        self.totals.reduce = reducer.totals.clone();
        match look {
            Look::Covered => {}
            Look::Familiar => {
                self.interrupted = None;
                self.searcher.is_familiar(id);
                return None;
            }
            Look::New => return None,
        }
        self.searcher.remove(id);
        let state = self.pool.remove(&id)?;
        self.totals.live_states = (self.pool.len() + self.busy) as u64;
        Some(DroppedState {
            state,
            reason: COVERED,
        })
    }

    /// Asks the pruner, if there is one. Some of the states that it does not want are there no longer.
    pub fn prune(&mut self, elapsed: Duration) -> Vec<DroppedState> {
        if let Some(pruner) = &mut self.pruner {
            let pool = &self.pool;
            let what = pruner.prune(&Waiting { pool, elapsed });
            let totals = pruner.totals();
            match what {
                Pruning::Nothing => {}
                Pruning::Drop(ids) => self.give_up_these(ids, PRUNED),
                Pruning::Restart => {
                    self.restart_is_due = true;
                    self.iteration += 1;
                    let mut ids: Vec<StateId> = self.pool.keys().copied().collect();
                    ids.sort_unstable();
                    self.give_up_these(ids, RESTARTED);
                }
            }
            self.totals.prune = totals;
        }
        std::mem::take(&mut self.let_go)
    }

    /// No state is left. Begins anew if the pruner wants that; if not, what earlier iterations gave up
    /// was explored by this one.
    pub fn begin_anew_if_wanted(&mut self, elapsed: Duration) -> bool {
        let Some(pruner) = &mut self.pruner else {
            return false;
        };
        match pruner.nothing_left(elapsed) {
            NothingLeft::Over => return false,
            NothingLeft::Explored => {}
            NothingLeft::BeginAnew => {
                self.iteration += 1;
                self.totals.prune = pruner.totals();
                return true;
            }
        }
        for reason in [PRUNED, RESTARTED] {
            let why = Incomplete::Dropped(reason);
            let gone = self.totals.incomplete.remove(&why.into());
            self.totals.dropped -= gone.unwrap_or(0);
        }
        false
    }

    pub fn take_straggler(&mut self) -> Option<Assignment> {
        let state = self.stragglers.take()?;
        self.busy += 1;
        Some(Assignment {
            state,
            at_every_fork: false,
            instructions: stragglers::LONGEST,
        })
    }

    fn give_up_these(&mut self, ids: Vec<StateId>, reason: &'static str) {
        for DroppedState { state, reason } in self.take_out(ids, reason) {
            self.give_up(state, reason);
        }
    }

    /// Whether a pruner wants to hear of tests.
    pub fn learns(&self) -> bool {
        self.pruner.as_ref().is_some_and(|pruner| pruner.learns())
    }

    /// States that are not in the pool.
    pub fn given_up(&self) -> impl Iterator<Item = &State> {
        let let_go = self.let_go.iter().map(|dropped| &*dropped.state);
        self.stragglers.states().chain(let_go)
    }

    /// A limit of the run: where the state was just then says nothing.
    fn note_dropped(&mut self, reason: &'static str) {
        self.totals.dropped += 1;
        let why = Incomplete::Dropped(reason);
        *self.totals.incomplete.entry(why.into()).or_default() += 1;
    }

    /// Takes out all states when the run is over: the searcher is not told, since nobody runs any more.
    pub fn give_up_all(&mut self) -> Vec<DroppedState> {
        let given_up = self.let_go.drain(..).map(|dropped| dropped.state);
        let stragglers: Vec<Box<State>> = self.stragglers.take_all().chain(given_up).collect();
        let mut left: Vec<Box<State>> = self.pool.drain().map(|(_, state)| state).collect();
        left.extend(stragglers);
        left.sort_unstable_by_key(|state| state.id);
        (self.totals.left, self.totals.live_states) = (left.len() as u64, 0);
        let give_up = |state: Box<State>| {
            let reason = match state.standing.open_question {
                Some(_) => "a hard question had not been asked again",
                None => "the run was ended",
            };
            self.note_dropped(reason);
            DroppedState { state, reason }
        };
        left.into_iter().map(give_up).collect()
    }
}

const PRUNED: &str = "pruned";

/// Why a state is taken out that is left of an earlier iteration.
const RESTARTED: &str = "the program began anew";

/// Why a state is taken out that is redundant.
const COVERED: &str = "another state did all that it can do";
