//! A whole run: workers around one coordinator, limits, sweeping, the end.

use crate::atlas::{Atlas, Targets};
use crate::coordinator::Coordinator;
use crate::observe::{Observers, panic_text};
use crate::search;
use crate::worker::Worker;
use crate::{DumpStates, Limits, MemoryAtEnd, Observer, Outcome, PathEnd, Setup, Totals, WhyEnded};
use parking_lot::{Condvar, Mutex, MutexGuard};
use pleach_host::{cpu_time, resident_bytes};
use pleach_interp::{End, Interrupt, Machine, State, Tracing};
use pleach_solver::{Chain, Halt, SharedCache, SolverConfig, Statistics};
use rustc_hash::FxHashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// What all workers share.
pub(crate) struct Shared<'a> {
    pub setup: &'a Setup,
    pub observers: Observers<'a>,
    pub coordinator: Mutex<Coordinator>,
    /// Told when states are added, a worker hands back, or the run ends.
    pub changed: Condvar,
    pub started: Instant,
    pub cache: Arc<SharedCache>,
    pub statistics: Mutex<Statistics>,
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
    /// Terms that the decoded program holds.
    pub roots: Vec<pleach_term::Term>,
}

/// Explores everything that can be explored within the limits.
pub fn explore(setup: &Setup, observers: &[&dyn Observer]) -> Outcome {
    let coordinator = match coordinator(setup) {
        Ok(coordinator) => coordinator,
        Err(why) => return no_start(why),
    };
    let shared = Shared {
        setup,
        observers: Observers::new(observers),
        to_targets: coordinator.atlas.edges_to_targets(),
        coordinator: Mutex::new(coordinator),
        clock: Arc::default(),
        forks_inhibited: Arc::default(),
        room: Arc::new(AtomicU64::new(u64::MAX)),
        changed: Condvar::new(),
        started: Instant::now(),
        cache: Arc::new(SharedCache::new(&setup.solver)),
        statistics: Mutex::default(),
        stop: Arc::default(),
        over: Mutex::new(false),
        ended: Condvar::new(),
        roots: setup.code.terms().collect(),
    };
    let mut machine = shared.machine();
    if let Err(why) = shared.begin(&mut machine) {
        return no_start(why);
    }
    shared.check_memory_limit();
    shared.work(machine);
    let outcome = shared.finish();
    if setup.options.memory_at_end == MemoryAtEnd::LeftToTheSystem {
        std::mem::forget(shared);
    }
    outcome
}

fn coordinator(setup: &Setup) -> Result<Coordinator, String> {
    let options = &setup.options.search;
    let searcher = search::searcher(options).map_err(|e| e.to_string())?;
    let targets = Targets::find(&setup.module, &options.targets).map_err(|e| e.to_string())?;
    let needs = search::needs(options);
    let length = options.subpath_length;
    let atlas = Atlas::new(&setup.module, &setup.code, &needs, targets, length);
    Ok(Coordinator::new(&setup.options, searcher, atlas))
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
        let s = self.setup;
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
        self.trace(&mut machine);
        machine
    }

    /// Adds the states that the run starts with: one, or one for each test.
    fn begin(&self, machine: &mut Machine) -> Result<(), String> {
        let Setup { args, env, .. } = self.setup;
        let start = |machine: &mut Machine| match machine.initial_state(args, env) {
            Ok(mut state) => {
                (self.setup.prepare)(&mut state);
                Ok(state)
            }
            Err(Interrupt::End(end)) => Err(format!("the program ends before it begins: {end:?}")),
            Err(Interrupt::Again) => unreachable!("nothing is replayed"),
        };
        if self.setup.tests.is_empty() {
            let state = start(machine)?;
            self.coordinator.lock().begin(state);
        }
        for (i, inputs) in self.setup.tests.iter().enumerate() {
            let mut state = start(machine)?;
            if !machine.give_inputs(&mut state, inputs) {
                return Err(format!("the inputs of test {} cannot be used", i + 1));
            }
            self.coordinator.lock().begin(state);
        }
        Ok(())
    }

    fn trace(&self, machine: &mut Machine) {
        machine.tracer = self.coordinator.lock().atlas.tracer();
        if machine.tracer.is_some() {
            self.setup.coverage.set_tracing(Tracing::On);
        }
    }

    pub fn chain(&self) -> Chain {
        let Limits { time, memory, .. } = self.setup.options.limits;
        // What Z3 takes is part of the process, and is there only while it works.
        let room = memory.map(|bytes| bytes / Z3_SHARE);
        let memory_limit = self.setup.solver.memory_limit;
        Chain::new(
            self.setup.terms.clone(),
            self.cache.clone(),
            SolverConfig {
                deadline: time.and_then(|t| self.started.checked_add(t)),
                memory_limit: memory_limit.into_iter().chain(room).min(),
                halt: self.stop.clone(),
                ..self.setup.solver.clone()
            },
        )
    }

    fn work(&self, first: Machine) {
        let others: Vec<Machine> = (1..self.setup.options.jobs)
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
        let limit = self.setup.options.limits.time;
        let in_time = limit.is_none_or(|limit| self.started.elapsed() < limit);
        if !in_time || self.setup.halt.load(Relaxed) {
            return true;
        }
        let has_ended = |coordinator: MutexGuard<'_, Coordinator>| coordinator.end_reason.is_some();
        self.setup.options.jobs > 1 && self.coordinator.try_lock().is_some_and(has_ended)
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
            module: &self.setup.module,
            terms: &self.setup.terms,
            elapsed: self.started.elapsed(),
        };
        for reason in self.observers.path_ended(&path) {
            self.halt(WhyEnded::Limit(reason));
        }
        if let End::Error(finding) = end
            && self
                .setup
                .options
                .limits
                .exit_on_error
                .applies_to(finding.kind)
        {
            self.halt(WhyEnded::ErrorFound(finding.kind.name().to_string()));
        }
    }

    /// States that a limit takes out of the run. One that covered something new leaves a test.
    pub fn end_dropped(&self, dropped: Vec<(Box<State>, End)>) {
        let lost = dropped
            .iter()
            .filter(|(state, _)| state.standing.covers_new);
        lost.for_each(|(state, end)| self.path_ended(state, end));
    }

    pub fn halt(&self, why: WhyEnded) {
        self.coordinator.lock().end_reason.get_or_insert(why);
        self.changed.notify_all();
    }

    /// The limit that is reached, if one is.
    pub fn limit_reached(&self, totals: &Totals) -> Option<WhyEnded> {
        let limits = &self.setup.options.limits;
        let over = |limit: Option<u64>, value: u64| limit.is_some_and(|l| value >= l);
        if self.setup.halt.load(Relaxed) {
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
        totals.live_terms = self.setup.terms.live() as u64;
        totals.coverage_points = self.setup.coverage.len() as u64;
        totals.solver = self.statistics.lock().clone();
        totals.incomplete.extend(self.observers.panics());
        totals
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
        let all = self.setup.options.dump_states == DumpStates::All;
        left.iter()
            .filter(|(state, _)| all || state.standing.covers_new)
            .for_each(|(state, end)| self.path_ended(state, end));
        if self.setup.options.memory_at_end == MemoryAtEnd::LeftToTheSystem {
            std::mem::forget(left);
        }
        let mut totals = self.totals(&self.coordinator.lock());
        self.observers.progress(&totals);
        totals.incomplete.extend(self.observers.panics());
        Outcome {
            totals,
            why,
            targets,
        }
    }
}

/// Of the process's limit of memory.
const Z3_SHARE: u64 = 4;

const TICK: Duration = Duration::from_millis(1000);
/// States are made by the hundred thousand in a second: memory is watched more closely.
pub(crate) const LOOK_AT_MEMORY: Duration = Duration::from_millis(50);
