//! A whole run: workers around one coordinator, limits, sweeping, the end.

use crate::atlas::{Atlas, Targets};
use crate::coordinator::{Coordinator, DroppedState, Roles};
use crate::merge::{self, Absorbed, Ground};
use crate::observe::{Observers, panic_text};
use crate::prune::{self, Replayer};
use crate::reduce::{self, Reducer};
use crate::search::{self, Need, SearchError, Searcher};
use crate::worker::Worker;
use crate::{
    DumpStates, Engine, Event, Interests, Limits, MemoryAtEnd, Observer, Options, Outcome, PathEnd,
    Setup, Task,
};
use crate::{Profile, Totals, WhyEnded};
use parking_lot::{Condvar, Mutex, MutexGuard};
use pleach_host::{cpu_time, resident_bytes};
use pleach_interp::{
    CoverageMap, EdgeNumber, End, Incomplete, Interrupt, Joiner, Machine, Onward, QuestionCost,
    State, Traced, Tracer, Tracing,
};
use pleach_memory::Site;
use pleach_solver::{Chain, Halt, SolverConfig, Statistics};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// What all workers share.
pub(crate) struct Shared<'a> {
    pub engine: &'a Engine,
    pub task: &'a Task,
    pub observers: Observers<'a>,
    pub coordinator: Mutex<Coordinator>,
    /// Told when states are added, a worker hands back, or the run ends.
    pub changed: Condvar,
    pub started: Instant,
    pub statistics: Mutex<Statistics>,
    /// What questions took, as far as the workers have told.
    pub question_costs: Mutex<BTreeMap<Site, QuestionCost>>,
    /// Raised when the run is to end: nobody is to work on a question any longer.
    pub stop: Arc<Halt>,
    /// Set when all workers are done.
    over: Mutex<bool>,
    ended: Condvar,
    /// Milliseconds since the start, about; for the machines.
    clock: Arc<AtomicU64>,
    /// Set while memory is short.
    pub forks_inhibited: Arc<AtomicBool>,
    /// Bytes that are left, for the machines.
    pub room: Arc<AtomicU64>,
    /// Edges that lead to a target.
    pub to_targets: FxHashSet<u32>,
}

/// Explores everything that can be explored within the limits.
pub(crate) fn explore(engine: &Engine, task: &Task, observers: &[&dyn Observer]) -> Outcome {
    let observers = Observers::new(observers);
    let coordinator = match coordinator(engine, task, observers.interests()) {
        Ok(coordinator) => coordinator,
        Err(why) => return no_start(why),
    };
    let shared = Shared {
        engine,
        task,
        observers,
        to_targets: coordinator.atlas.edges_to_targets(),
        coordinator: Mutex::new(coordinator),
        clock: Arc::default(),
        forks_inhibited: Arc::default(),
        room: Arc::new(AtomicU64::new(u64::MAX)),
        changed: Condvar::new(),
        started: Instant::now(),
        statistics: Mutex::default(),
        question_costs: Mutex::default(),
        stop: Arc::default(),
        over: Mutex::new(false),
        ended: Condvar::new(),
    };
    shared.set_tracing();
    let mut machine = shared.machine();
    if let Err(why) = shared.begin(&mut machine) {
        return no_start(why);
    }
    shared.check_memory_limit();
    shared.work(machine);
    let outcome = shared.finish();
    if task.options.memory_at_end == MemoryAtEnd::LeftToTheSystem {
        std::mem::forget(shared);
    }
    outcome
}

fn coordinator(engine: &Engine, task: &Task, interests: Interests) -> Result<Coordinator, String> {
    let options = &task.options.search;
    let searcher = searcher(task).map_err(|e| e.to_string())?;
    let Setup {
        module,
        terms,
        config,
        coverage,
        ..
    } = &engine.setup;
    let targets = Targets::find(module, &options.targets).map_err(|e| e.to_string())?;
    let mut needs = search::needs(options);
    needs.extend(interests.profile.then_some(Need::Edges));
    let tables = engine.atlas_tables();
    let merge = &task.options.merge;
    let ground = Ground {
        tables: &tables,
        terms,
        options: merge,
    };
    let merger = merge::merger(&ground).map_err(|e| e.to_string())?;
    let mut joiner = Joiner::new(module.clone(), terms.clone(), config.checks);
    joiner.swaps_sides = merge.swaps_sides;
    let reducer = Reducer::new(&reduce::Ground {
        tables: &tables,
        code: &engine.setup.code,
        terms,
        coverage,
        options: &task.options.reduce,
        guesses: options.used().any(|name| name == search::REDUCE),
        checks: config.checks,
    });
    let Options {
        prune,
        seed,
        limits,
        ..
    } = &task.options;
    let pruner = prune::pruner(prune, terms, *seed, limits.time);
    let atlas = Atlas::new(tables, coverage, &needs, targets, options.subpath_length);
    let roles = Roles {
        searcher,
        merger: task.merger.as_ref().map(|make| make()).or(merger),
        pruner: task.pruner.as_ref().map(|make| make()).or(pruner),
        reducer,
    };
    Ok(Coordinator::new(&task.options, roles, joiner, atlas))
}

fn searcher(task: &Task) -> Result<Box<dyn Searcher>, SearchError> {
    match &task.searcher {
        Some(make) => Ok(make()),
        None => search::searcher(&task.options.search),
    }
}

fn no_start(why: String) -> Outcome {
    Outcome {
        totals: Totals::default(),
        why: WhyEnded::NoStart(why),
        targets: Vec::new(),
    }
}

impl Shared<'_> {
    pub fn machine(&self) -> Machine {
        let s = &self.engine.setup;
        let mut machine = Machine::new(
            s.module.clone(),
            s.code.clone(),
            self.chain(),
            s.terms.clone(),
            s.config.clone(),
            s.coverage.clone(),
        );
        machine.clock = self.clock.clone();
        machine.forks_inhibited = self.forks_inhibited.clone();
        machine.room = self.room.clone();
        let wants_costs = self.observers.interests().profile;
        machine.question_costs = wants_costs.then(BTreeMap::new);
        self.trace(&mut machine);
        machine
    }

    /// Adds the states that the run starts with: one, or one for each test.
    fn begin(&self, machine: &mut Machine) -> Result<(), String> {
        if self.task.tests.is_empty() {
            self.add(self.first_state(machine)?);
        }
        for (i, inputs) in self.task.tests.iter().enumerate() {
            let mut state = self.first_state(machine)?;
            if !machine.give_inputs(&mut state, inputs) {
                return Err(format!("the inputs of test {} cannot be used", i + 1));
            }
            self.add(state);
        }
        Ok(())
    }

    /// The program before its first instruction.
    pub fn first_state(&self, machine: &mut Machine) -> Result<Box<State>, String> {
        let Setup { args, env, .. } = &self.engine.setup;
        match machine.initial_state(args, env) {
            Ok(mut state) => {
                (self.engine.setup.prepare)(&mut state);
                Ok(state)
            }
            Err(Interrupt::End(end)) => Err(format!("the program ends before it begins: {end:?}")),
            Err(Interrupt::Again) => unreachable!("nothing is replayed"),
        }
    }

    /// The program begins once more. What states left behind, such as coverage, stays.
    pub fn begin_anew(&self, coordinator: &mut Coordinator, first: Box<State>) {
        self.observers.event(Event::Began { state: first.id });
        match searcher(self.task) {
            Ok(searcher) => coordinator.searcher = searcher,
            Err(_) => unreachable!("there was one before"),
        }
        coordinator.begin(first);
        self.changed.notify_all();
    }

    /// For one worker that replays tests.
    pub fn replayer(&self) -> Replayer {
        let s = &self.engine.setup;
        let coverage = Arc::new(CoverageMap::new(s.coverage.len()));
        let machine = Machine::new(
            s.module.clone(),
            s.code.clone(),
            self.chain(),
            s.terms.clone(),
            s.config.clone(),
            coverage.clone(),
        );
        Replayer::new(machine, coverage)
    }

    fn add(&self, state: Box<State>) {
        self.observers.event(Event::Began { state: state.id });
        self.coordinator.lock().begin(state);
    }

    fn trace(&self, machine: &mut Machine) {
        let coordinator = self.coordinator.lock();
        let merger = coordinator.merger.as_ref();
        let tracers = [
            coordinator.atlas.tracer(),
            merger.and_then(|m| m.tracer()),
            coordinator.reducer.as_ref().map(|r| r.tracer()),
        ];
        machine.tracer = all_of(tracers.into_iter().flatten().collect());
        machine.recorder = merger.and_then(|m| m.recorder());
        machine.divider = merger.and_then(|m| m.divider());
    }

    /// Says which edges the workers' tracers hear of.
    fn set_tracing(&self) {
        let coordinator = self.coordinator.lock();
        let tracing = match coordinator.atlas.is_traced() {
            true => Tracing::On,
            false => Tracing::Off,
        };
        let merger = coordinator.merger.as_ref().map(|m| m.watched());
        let reducer = coordinator.reducer.as_ref().map(|r| r.watched());
        let watched: Vec<EdgeNumber> = merger.into_iter().chain(reducer).flatten().collect();
        self.engine.setup.coverage.set_tracing(tracing, &watched);
    }

    pub fn chain(&self) -> Chain {
        let Limits { time, memory, .. } = self.task.options.limits;
        // What Z3 takes is part of the process, and is there only while it works.
        let room = memory.map(|bytes| bytes / Z3_SHARE);
        let memory_limit = self.engine.setup.solver.memory_limit;
        Chain::new(
            self.engine.setup.terms.clone(),
            self.engine.cache.clone(),
            SolverConfig {
                deadline: time.and_then(|t| self.started.checked_add(t)),
                memory_limit: memory_limit.into_iter().chain(room).min(),
                halt: self.stop.clone(),
                ..self.engine.setup.solver.clone()
            },
        )
    }

    fn work(&self, first: Machine) {
        let others: Vec<Machine> = (1..self.task.options.jobs)
            .map(|_| {
                let mut machine = first.another(self.chain());
                self.trace(&mut machine);
                machine
            })
            .collect();
        std::thread::scope(|scope| {
            scope.spawn(|| self.or_end(|| self.keep_time()));
            std::thread::scope(|scope| {
                for machine in others {
                    scope.spawn(move || self.or_end(|| Worker::new(self, machine).run()));
                }
                self.or_end(|| Worker::new(self, first).run());
            });
            *self.over.lock() = true;
            self.ended.notify_all();
        });
    }

    /// One thread of the run. A panic that is no path's own ends the run: what the thread held is
    /// lost, and whoever waits for it would wait for ever.
    fn or_end(&self, thread: impl FnOnce()) {
        if let Err(panic) = catch_unwind(AssertUnwindSafe(thread)) {
            self.stop.raise();
            self.clock.store(u64::MAX, Relaxed);
            self.halt(WhyEnded::InternalError(panic_text(&*panic)));
        }
    }

    /// A thread of its own: a worker may be busy with one question for many seconds.
    fn keep_time(&self) {
        let mut next_progress = Duration::ZERO;
        let mut over = self.over.lock();
        while !*over {
            self.ended.wait_for(&mut over, LOOK_AT_MEMORY);
            if *over {
                return;
            }
            MutexGuard::unlocked(&mut over, || {
                self.clock.store(self.milliseconds(), Relaxed);
                if self.is_to_end() {
                    self.stop_workers();
                    return;
                }
                self.keep_memory_limit();
                let elapsed = self.started.elapsed();
                if elapsed >= next_progress {
                    // Most happens at the start: there it is looked at more often.
                    next_progress = elapsed + (elapsed / 10).min(TICK - LOOK_AT_MEMORY);
                    self.show_progress();
                }
            });
        }
    }

    /// Whether the user or the clock ends the run now, whatever the workers are doing, or it has ended
    /// for another reason and some of them do not know yet. A single one comes to know that at once,
    /// and what it still does must not depend on the time.
    pub fn is_to_end(&self) -> bool {
        let limit = self.task.options.limits.time;
        let in_time = limit.is_none_or(|limit| self.started.elapsed() < limit);
        if !in_time || self.task.halt.load(Relaxed) {
            return true;
        }
        let has_ended = |coordinator: MutexGuard<'_, Coordinator>| coordinator.end_reason.is_some();
        self.task.options.jobs > 1 && self.coordinator.try_lock().is_some_and(has_ended)
    }

    fn show_progress(&self) {
        let coordinator = self.coordinator.try_lock_for(LOOK_AT_MEMORY);
        if let Some(totals) = coordinator.map(|c| self.totals(&c)) {
            self.observers.progress(&totals);
        }
    }

    /// Called until they have stopped.
    fn stop_workers(&self) {
        self.stop.raise();
        self.clock.store(u64::MAX, Relaxed);
        // One that holds the lock for long is told by `stop`.
        if let Some(mut coordinator) = self.coordinator.try_lock()
            && coordinator.end_reason.is_none()
        {
            coordinator.end_reason = self.limit_reached(&coordinator.totals);
        }
        self.changed.notify_all();
    }

    /// Since the start.
    pub fn milliseconds(&self) -> u64 {
        self.started.elapsed().as_millis() as u64
    }

    /// Tells the observers about an ended path; one of them may end the run.
    pub fn path_ended(&self, state: &State, end: &End) {
        let path = PathEnd {
            state,
            end,
            module: &self.engine.setup.module,
            terms: &self.engine.setup.terms,
            elapsed: self.started.elapsed(),
        };
        for reason in self.observers.path_ended(&path) {
            self.halt(WhyEnded::Limit(reason));
        }
        if let End::Error(finding) = end
            && self
                .task
                .options
                .limits
                .exit_on_error
                .applies_to(finding.kind)
        {
            self.halt(WhyEnded::ErrorFound(finding.kind.name().to_string()));
        }
    }

    /// States that a limit takes out of the run. One that covered something new leaves a test.
    pub fn end_dropped(&self, dropped: Vec<DroppedState>) {
        self.say_dropped(&dropped, DumpStates::CoveringNew);
    }

    /// Tells the observers about dropped states, and leaves tests of those that are worth one. One
    /// that may not even exist has none.
    fn say_dropped(&self, dropped: &[DroppedState], tested: DumpStates) {
        for DroppedState { state, reason } in dropped {
            let (state, reason) = (&**state, *reason);
            let id = state.id;
            self.observers.event(Event::Dropped { state: id, reason });
            let is_worth_it = tested == DumpStates::All || state.standing.covers_new;
            if is_worth_it && state.standing.open_question.is_none() {
                self.path_ended(state, &End::Incomplete(Incomplete::Dropped(reason)));
            }
        }
    }

    /// States that became part of others. A test of a joined state need not follow either of them:
    /// what they newly covered needs tests of its own.
    pub fn say_absorbed(&self, absorbed: &[Absorbed]) {
        for gone in absorbed {
            let (state, into) = (gone.state.id, gone.into);
            self.observers.event(Event::Joined { state, into });
            let both = std::iter::once(&gone.state).chain(&gone.before);
            for state in both.filter(|state| state.standing.covers_new) {
                self.path_ended(state, &End::Incomplete(Incomplete::Dropped(JOINED)));
            }
        }
    }

    pub fn halt(&self, why: WhyEnded) {
        self.coordinator.lock().end_reason.get_or_insert(why);
        self.changed.notify_all();
    }

    /// The limit that is reached, if one is.
    pub fn limit_reached(&self, totals: &Totals) -> Option<WhyEnded> {
        let limits = &self.task.options.limits;
        let over = |limit: Option<u64>, value: u64| limit.is_some_and(|l| value >= l);
        if self.task.halt.load(Relaxed) {
            return Some(WhyEnded::Halted);
        }
        let reason = if limits.time.is_some_and(|t| self.started.elapsed() >= t) {
            "the time limit is reached"
        } else if over(limits.instructions, totals.instructions) {
            "the limit of instructions is reached"
        } else if over(limits.forks, totals.forks) {
            "the limit of forks is reached"
        } else if limits
            .solver_time
            .is_some_and(|t| self.statistics.lock().time >= t)
        {
            "the limit of solver time is reached"
        } else {
            return None;
        };
        Some(WhyEnded::Limit(reason.to_string()))
    }

    fn totals(&self, coordinator: &Coordinator) -> Totals {
        let mut totals = coordinator.totals.clone();
        totals.atlas = coordinator.atlas.time;
        totals.elapsed = self.started.elapsed();
        totals.cpu = cpu_time();
        totals.memory = resident_bytes();
        totals.live_terms = self.engine.setup.terms.live() as u64;
        totals.coverage_points = self.engine.setup.coverage.len() as u64;
        totals.solver = self.statistics.lock().clone();
        totals.incomplete.extend(self.observers.panics());
        totals
    }

    fn say_profile(&self) {
        if let Some(edges) = self.coordinator.lock().atlas.edge_counts() {
            let questions = std::mem::take(&mut *self.question_costs.lock());
            self.observers.profile(&Profile { edges, questions });
        }
    }

    /// Ends the states that are left and sums up.
    fn finish(&self) -> Outcome {
        let (left, why, targets) = {
            let mut coordinator = self.coordinator.lock();
            let why = coordinator
                .end_reason
                .take()
                .unwrap_or(WhyEnded::NothingLeft);
            let left = coordinator.give_up_all();
            (left, why, coordinator.atlas.targets().all().to_vec())
        };
        self.say_dropped(&left, self.task.options.dump_states);
        if self.task.options.memory_at_end == MemoryAtEnd::LeftToTheSystem {
            std::mem::forget(left);
        }
        let mut totals = self.totals(&self.coordinator.lock());
        self.observers.progress(&totals);
        self.say_profile();
        totals.incomplete.extend(self.observers.panics());
        Outcome {
            totals,
            why,
            targets,
        }
    }
}

const JOINED: &str = "the state is part of another one now";

/// Several tracers as one.
struct Tracers(Vec<Box<dyn Tracer>>);

fn all_of(mut tracers: Vec<Box<dyn Tracer>>) -> Option<Box<dyn Tracer>> {
    match tracers.len() {
        0 | 1 => tracers.pop(),
        _ => Some(Box::new(Tracers(tracers))),
    }
}

impl Tracer for Tracers {
    fn edge(&mut self, state: Traced<'_>, number: EdgeNumber) -> Onward {
        let Traced {
            id,
            stack,
            extensions,
        } = state;
        let mut onward = Onward::GoOn;
        for tracer in &mut self.0 {
            let traced = Traced {
                id,
                stack,
                extensions,
            };
            if tracer.edge(traced, number) == Onward::HandBack {
                onward = Onward::HandBack;
            }
        }
        onward
    }

    fn batch_ended(&mut self) {
        self.0.iter_mut().for_each(|tracer| tracer.batch_ended());
    }
}

/// Of the process's limit of memory.
const Z3_SHARE: u64 = 4;

const TICK: Duration = Duration::from_millis(1000);
/// States are made by the hundred thousand in a second: memory is watched more closely.
pub(crate) const LOOK_AT_MEMORY: Duration = Duration::from_millis(50);
