//! One thread that runs states.

use crate::coordinator::{Assignment, BatchResult, Coordinator, Droppable};
use crate::observe::panic_text;
use crate::prune::homi::features::Feature;
use crate::prune::{Replayer, TestData};
use crate::reduce::{Leaving, PathOver};
use crate::run::Shared;
use crate::{Event, MemoryAtEnd, WhyEnded, merge};
use parking_lot::MutexGuard;
use pleach_interp::{Budget, End, ErrorKind, Incomplete, Machine, State, StateId, Stop};
use pleach_solver::LayerId;
use pleach_term::Term;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

pub(crate) struct Worker<'a> {
    shared: &'a Shared<'a>,
    machine: Machine,
    last_report: Instant,
    /// Where somebody learns from tests.
    replayer: Option<Replayer>,
    /// How often states had been dropped when this thread last gave free memory back.
    released: u64,
}

impl<'a> Worker<'a> {
    pub fn new(shared: &'a Shared<'a>, machine: Machine) -> Self {
        let learns = shared.coordinator.lock().learns();
        Worker {
            replayer: learns.then(|| shared.replayer()),
            shared,
            machine,
            last_report: Instant::now(),
            released: 0,
        }
    }

    pub fn run(mut self) {
        let mut done = None;
        while let Some(taken) = self.exchange(done.take()) {
            done = Some(self.run_state(taken));
            self.say_warnings();
            if self.last_report.elapsed() > REPORT {
                self.report_statistics();
            }
        }
        self.report_statistics();
        if self.shared.task.options.memory_at_end == MemoryAtEnd::LeftToTheSystem {
            std::mem::forget(self.machine);
        }
    }

    /// Hands back what was done and takes the next state; `None` ends the worker.
    fn exchange(&mut self, done: Option<BatchResult>) -> Option<Assignment> {
        let shared = self.shared;
        let mut coordinator = shared.coordinator.lock();
        let others_may_go_on = done
            .as_ref()
            .is_some_and(|d| d.state.is_none() || !d.forked.is_empty());
        if let Some(done) = done {
            let ran = done.parent;
            coordinator.put(done);
            self.reduce(&mut coordinator, ran);
            self.after_merging(&mut coordinator);
            self.prune(&mut coordinator);
            self.keep_state_limit(&mut coordinator);
            shared.make_room(&mut coordinator);
        }
        if self.released != coordinator.times_dropped {
            self.released = coordinator.times_dropped;
            MutexGuard::unlocked(&mut coordinator, || (shared.engine.setup.release_memory)());
        }
        if coordinator.end_reason.is_none() {
            coordinator.end_reason = shared.limit_reached(&coordinator.totals);
        }
        if others_may_go_on || coordinator.end_reason.is_some() {
            shared.changed.notify_all();
        }
        loop {
            if coordinator.end_reason.is_some() {
                return None;
            }
            if coordinator.dropping > 0 {
                shared.changed.wait(&mut coordinator);
                continue;
            }
            self.sweep_if_due(&mut coordinator);
            if let Some(taken) = coordinator.take() {
                return Some(taken);
            }
            if coordinator.busy == 0 {
                if coordinator.release_all() || self.begin_anew(&mut coordinator) {
                    continue;
                }
                if let Some(taken) = coordinator.take_straggler() {
                    return Some(taken);
                }
                shared.changed.notify_all();
                return None;
            }
            shared.changed.wait(&mut coordinator);
        }
    }

    fn keep_state_limit(&self, coordinator: &mut MutexGuard<'_, Coordinator>) {
        let Some(limit) = self.shared.task.options.limits.states else {
            return;
        };
        let over = coordinator.pool.len().saturating_sub(limit as usize);
        if over > 0 {
            let dropped = coordinator.drop_states(over, Droppable::All, "limit of live states");
            self.aside(coordinator, || self.shared.end_dropped(dropped));
        }
    }

    fn reduce(&mut self, coordinator: &mut MutexGuard<'_, Coordinator>, ran: StateId) {
        let machine = &mut self.machine;
        let piece = machine.fresh_piece();
        let covered = coordinator.reduce(ran, &mut machine.solver, piece);
        if let Some(covered) = covered {
            self.aside(coordinator, || self.shared.end_dropped(vec![covered]));
        }
    }

    fn prune(&mut self, coordinator: &mut MutexGuard<'_, Coordinator>) {
        let dropped = coordinator.prune(self.shared.started.elapsed());
        if std::mem::take(&mut coordinator.restart_is_due) {
            self.begin(coordinator);
        }
        if !dropped.is_empty() {
            self.aside(coordinator, || self.shared.end_dropped(dropped));
        }
    }

    /// No state is left. True if the program begins anew.
    fn begin_anew(&mut self, coordinator: &mut Coordinator) -> bool {
        let is_wanted = coordinator.begin_anew_if_wanted(self.shared.started.elapsed());
        if is_wanted {
            self.begin(coordinator);
        }
        is_wanted
    }

    fn begin(&mut self, coordinator: &mut Coordinator) {
        match self.shared.first_state(&mut self.machine) {
            Ok(first) => self.shared.begin_anew(coordinator, first),
            Err(why) => coordinator.end_reason = Some(WhyEnded::NoStart(why)),
        }
    }

    fn after_merging(&self, coordinator: &mut MutexGuard<'_, Coordinator>) {
        let absorbed = std::mem::take(&mut coordinator.absorbed);
        if !absorbed.is_empty() {
            self.aside(coordinator, || self.shared.say_absorbed(&absorbed));
        }
    }

    /// Tells observers about states that are in the pool no longer, while others wait: see
    /// [`Coordinator::dropping`].
    fn aside(&self, coordinator: &mut MutexGuard<'_, Coordinator>, tell: impl FnOnce()) {
        coordinator.dropping += 1;
        MutexGuard::unlocked(coordinator, tell);
        coordinator.dropping -= 1;
        self.shared.changed.notify_all();
    }

    /// Frees terms that nobody uses. All workers have handed their states back
    /// while this happens: the last one to do so sweeps.
    fn sweep_if_due(&self, coordinator: &mut MutexGuard<'_, Coordinator>) {
        let terms = &self.shared.engine.setup.terms;
        let wish = self.shared.task.options.sweep_at;
        // Counting the live terms takes longer than an exchange should.
        coordinator.exchanges += 1;
        let counted =
            coordinator.exchanges.is_multiple_of(64) && terms.live() >= coordinator.sweep_at;
        coordinator.sweeping |= counted || wish == 0;
        while coordinator.end_reason.is_none() && coordinator.sweeping {
            if coordinator.busy > 0 || coordinator.dropping > 0 {
                self.shared.changed.wait(coordinator);
                continue;
            }
            let Some(roots) = self.roots(coordinator) else {
                return;
            };
            terms.sweep(roots);
            coordinator.totals.sweeps += 1;
            coordinator.sweep_at = (terms.live() * 2).max(wish);
            coordinator.sweeping = false;
            self.shared.changed.notify_all();
        }
    }

    /// The terms that are in use; none if the run is to end first.
    fn roots(&self, coordinator: &Coordinator) -> Option<Vec<Term>> {
        let mut roots = self.shared.engine.roots();
        let mut seen = hashbrown::HashSet::new();
        // States hold the same terms over and over: a list of all would be larger than they.
        let mut known = vec![0u64; self.shared.engine.setup.terms.allocated() / 64 + 1];
        let mut add = |term: Term| {
            let (word, bit) = (term.index() / 64, 1 << (term.index() % 64));
            if known[word] & bit == 0 {
                known[word] |= bit;
                roots.push(term);
            }
        };
        // Those that share most stand beside each other.
        let pool = coordinator.pool.values().map(|state| &**state);
        let mut states: Vec<&State> = pool.chain(coordinator.given_up()).collect();
        states.sort_unstable_by_key(|state| state.id);
        for state in states {
            if self.shared.stop.is_raised() {
                return None;
            }
            if seen.len() > MOST_SEEN {
                seen.clear();
            }
            state.for_each_term(|shared| seen.insert(shared), &mut add);
        }
        if let Some(reducer) = &coordinator.reducer {
            reducer.for_each_term(|shared| seen.insert(shared), &mut add);
        }
        Some(roots)
    }

    fn budget(&self, instructions: u64, stop_at_fork: bool) -> Budget {
        let options = &self.shared.task.options;
        let batch_time = options.batch_time.as_millis() as u64;
        let end = options
            .limits
            .time
            .map_or(u64::MAX, |t| t.as_millis() as u64);
        Budget {
            instructions,
            stop_at_fork,
            until: self
                .shared
                .milliseconds()
                .saturating_add(batch_time)
                .min(end),
        }
    }

    /// Questions that a solver had to be asked so far; equal in equal runs, as times are not.
    fn solver_cost(&self) -> u64 {
        let statistics = self.machine.solver.statistics();
        let asked = |layer| statistics.layer(layer).asked;
        asked(LayerId::Blaster) + SECOND_TIER_COST * asked(LayerId::SecondTier)
    }

    fn run_state(&mut self, taken: Assignment) -> BatchResult {
        let mut state = taken.state;
        let parent = state.id;
        let was_pending = state.standing.open_question.is_some();
        let budget = self.budget(taken.instructions, taken.at_every_fork);
        let (iteration, alone) = (state.standing.iteration, state.standing.alone);
        let (started, cost_before) = (Instant::now(), self.solver_cost());
        let machine = &mut self.machine;
        let stop = match catch_unwind(AssertUnwindSafe(|| machine.run(&mut state, budget))) {
            Ok(stop) => stop,
            Err(panic) => {
                self.machine.replace_solver(self.shared.chain());
                let end = internal_error(&self.machine, &state, &*panic);
                Stop::Ended(end)
            }
        };
        let instructions = self.machine.executed();
        let solver_cost = self.solver_cost().saturating_sub(cost_before);
        let covered = std::mem::take(&mut self.machine.newly_covered);
        let settled = was_pending && state.standing.open_question.is_none();
        let forked = std::mem::take(&mut self.machine.forked);
        let was_postponed = was_pending && !matches!(stop, Stop::Infeasible);
        self.say_forks(&state, was_postponed, &forked);
        let mut tally = Tally::default();
        let mut over = Vec::new();
        for mut ended in std::mem::take(&mut self.machine.ended) {
            over.extend(self.over(&mut ended.state, Leaving::of(&ended.end)));
            self.end_path(&mut ended.state, &ended.end, Some(parent), &mut tally);
        }
        let traced = matches!(stop, Stop::Traced);
        let state = match stop {
            Stop::Ended(end) => {
                over.extend(self.over(&mut state, Leaving::of(&end)));
                self.end_path(&mut state, &end, None, &mut tally);
                None
            }
            Stop::Budget | Stop::Forked | Stop::Traced => {
                self.note_target(&mut state, &covered);
                Some(state)
            }
            Stop::Infeasible => {
                over.extend(self.over(&mut state, Leaving::Infeasible));
                self.shared
                    .observers
                    .event(Event::Infeasible { state: parent });
                None
            }
        };
        BatchResult {
            parent,
            iteration,
            alone,
            tests: tally.tests,
            state,
            forked,
            over,
            traced,
            settled,
            instructions,
            paths: tally.paths,
            paths_at_most: tally.paths_at_most,
            errors: tally.errors,
            incomplete: std::mem::take(&mut self.machine.incomplete)
                .into_iter()
                .collect(),
            covered,
            solver_cost,
            time: started.elapsed(),
        }
    }

    /// The log of a path that is over, if it has one.
    fn over(&self, state: &mut State, leaving: Leaving) -> Option<PathOver> {
        PathOver::of(state, self.machine.fresh_piece(), leaving)
    }

    /// Tells what became of the running state's question, and who forked off.
    fn say_forks(&self, state: &State, was_postponed: bool, forked: &[Box<State>]) {
        let observers = &self.shared.observers;
        if !observers.interests().events {
            return;
        }
        let parent = state.id;
        let event = |state: &State| match state.standing.open_question {
            Some(_) => Event::Postponed {
                parent,
                state: state.id,
            },
            None => Event::Forked {
                parent,
                state: state.id,
            },
        };
        match (was_postponed, &state.standing.open_question) {
            (true, None) => observers.event(Event::Settled { state: parent }),
            (true, Some(_)) => observers.event(event(state)),
            (false, _) => {}
        }
        forked
            .iter()
            .for_each(|state| observers.event(event(state)));
    }

    /// A live state that reached a target leaves a test at once: the run may be over now.
    fn note_target(&self, state: &mut State, covered: &[u32]) {
        if covered.iter().any(|e| self.shared.to_targets.contains(e)) {
            let end = End::Incomplete(Incomplete::Dropped("a target is reached"));
            self.shared.path_ended(state, &end);
            state.standing.covers_new = false;
        }
    }

    fn end_path(
        &mut self,
        state: &mut State,
        end: &End,
        beside: Option<StateId>,
        tally: &mut Tally,
    ) {
        let end = &self.final_end(state, end);
        self.shared.observers.event(Event::Ended {
            state: state.id,
            end,
            beside,
        });
        tally.paths += 1;
        tally.paths_at_most = tally.paths_at_most.saturating_add(merge::at_most(state));
        match end {
            End::Error(finding) => {
                tally.errors += 1;
                if let Some(why) = cut_short(finding.kind) {
                    self.machine
                        .note_incomplete(state, Incomplete::Dropped(why));
                }
            }
            End::Incomplete(why) => self.machine.note_incomplete(state, why.clone()),
            End::Exit(_) | End::Silent => {}
        }
        let is_error = matches!(end, End::Error(_));
        if state.standing.covers_new || is_error {
            tally.tests.extend(self.test_data(state));
        }
        if state.standing.covers_new || is_error || !state.standing.alone {
            self.shared.path_ended(state, end);
        }
    }

    /// What a pruner learns from this path, if there is one that does.
    fn test_data(&mut self, state: &State) -> Option<TestData> {
        let replayer = self.replayer.as_mut()?;
        let terms = &self.shared.engine.setup.terms;
        let conditions = state.condition().conjuncts();
        let features = conditions.iter().filter_map(|c| Feature::of(terms, *c));
        let features = features.collect();
        let first = self.shared.first_state(replayer.machine()).ok()?;
        Some(TestData {
            iteration: state.standing.iteration,
            features,
            edges: replayer.edges(first, state),
        })
    }

    /// The end of the path under the model that its test gets.
    fn final_end(&mut self, state: &mut State, end: &End) -> End {
        let machine = &mut self.machine;
        let narrow = || {
            machine.prefer(state);
            // The model has changed, and a symbolic exit code with it.
            match end {
                End::Exit(_) => End::Exit(machine.exit_code(state)),
                other => other.clone(),
            }
        };
        catch_unwind(AssertUnwindSafe(narrow)).unwrap_or_else(|panic| {
            self.machine.replace_solver(self.shared.chain());
            internal_error(&self.machine, state, &*panic)
        })
    }

    fn say_warnings(&mut self) {
        for text in std::mem::take(&mut self.machine.warnings) {
            self.shared.observers.warning(&text);
        }
    }

    fn report_statistics(&mut self) {
        self.last_report = Instant::now();
        let statistics = self.machine.solver.take_statistics();
        self.shared.statistics.lock().merge(&statistics);
        if let Some(costs) = &mut self.machine.question_costs {
            let mut all = self.shared.question_costs.lock();
            for (site, cost) in std::mem::take(costs) {
                *all.entry(site).or_default() += cost;
            }
        }
    }
}

/// Paths that ended in a batch.
#[derive(Default)]
struct Tally {
    paths: u64,
    paths_at_most: u64,
    errors: u64,
    tests: Vec<TestData>,
}

/// Errors behind which the program would have gone on.
fn cut_short(kind: ErrorKind) -> Option<&'static str> {
    match kind {
        ErrorKind::Unsupported => Some("a path ended at something that is not supported"),
        ErrorKind::UndefinedFunction => Some("a path ended at an undefined function"),
        ErrorKind::Internal => Some("a path ended with an internal error"),
        _ => None,
    }
}

/// A question to the second solver, in questions to the first.
const SECOND_TIER_COST: u64 = 20;

/// Shared parts of states that a sweep remembers having seen. All of them would take a third of what
/// the states take, just when memory is short; a few are seen twice instead.
const MOST_SEEN: usize = 1 << 16;

const REPORT: Duration = Duration::from_millis(100);

/// A panic is our fault, not the program's: this path ends, the others go on.
fn internal_error(machine: &Machine, state: &State, panic: &(dyn Any + Send)) -> End {
    let message = format!("internal error of pleach: {}", panic_text(panic));
    End::Error(Box::new(machine.finding(
        state,
        ErrorKind::Internal,
        message,
    )))
}
