use crate::journal::Journal;
use crate::log::Log;
use crate::memo::Memo;
use crate::tlb::Tlb;
use crate::{
    Code, Config, CoverageMap, Divider, End, ErrorKind, Finding, Frame, Incomplete, MergeMark,
    Omission, Recorder, StackEntry, State, StateId, Tracer, Value,
};
use pleach_ir::{Function, Module, Opnd, OpndKind, Origin};
use pleach_memory::{Contents, Object, Site};
use pleach_solver::{Answer, Chain};
use pleach_term::{Evaluator, Term, Terms};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::AddAssign;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Why the state being executed cannot go on.
#[derive(Debug)]
pub enum Interrupt {
    End(End),
    /// The instruction is executed from its beginning: by a replayed path as it did when it was recorded,
    /// by the parts of a state that was taken apart.
    Again,
}

/// The result of something that may end the path.
pub type Step<T> = Result<T, Interrupt>;

/// How long to run a state.
#[derive(Debug, Clone, Copy)]
pub struct Budget {
    pub instructions: u64,
    /// Hand the state back as soon as another one forked off.
    pub stop_at_fork: bool,
    /// Hand the state back when [`Machine::clock`] has come to this.
    pub until: u64,
}

impl Budget {
    pub fn instructions(instructions: u64) -> Budget {
        Budget {
            instructions,
            stop_at_fork: false,
            until: u64::MAX,
        }
    }
}

/// Why [`Machine::run`] came back.
#[derive(Debug)]
pub enum Stop {
    Budget,
    Forked,
    /// The tracer wanted the state back behind an edge, where it stands now.
    Traced,
    /// The state's open question was answered: there is no such path, or that cannot be found out.
    Infeasible,
    Ended(End),
}

/// A path that came to its end while another state was running.
pub struct Ended {
    pub state: Box<State>,
    pub end: End,
}

/// Runs states, one at a time. One per worker thread.
pub struct Machine {
    pub module: Arc<Module>,
    pub code: Arc<Code>,
    pub terms: Arc<Terms>,
    pub solver: Chain,
    pub config: Arc<Config>,
    pub coverage: Arc<CoverageMap>,
    pub evaluator: Evaluator,
    /// States that forked off since the caller last took them.
    pub forked: Vec<Box<State>>,
    /// A question was left to a state that forked off, since it would take long.
    pub(crate) postponed: bool,
    /// Paths that ended beside the running one.
    pub ended: Vec<Ended>,
    /// Things that make the run incomplete, and how often each happened.
    pub incomplete: BTreeMap<Omission, u64>,
    /// Edges covered for the first time by anyone.
    pub newly_covered: Vec<u32>,
    /// Warnings of the program and about it, for the caller to print.
    pub warnings: Vec<String>,
    /// Warnings that were given and are not given again, in the whole run.
    pub(crate) warned: Arc<Mutex<BTreeSet<String>>>,
    pub(crate) next_id: Arc<AtomicU64>,
    pub(crate) tlb: Tlb,
    pub(crate) memo: Memo,
    pub(crate) fuel: i64,
    /// Where the running state's decisions are written down.
    pub(crate) journal: Journal,
    /// Milliseconds, kept by somebody else: reading a real clock at every step takes too long.
    pub clock: Arc<AtomicU64>,
    /// While this is set, states do not fork but follow their models.
    pub forks_inhibited: Arc<AtomicBool>,
    /// Bytes that large operations may still take until somebody looks at the process's size again.
    pub room: Arc<AtomicU64>,
    /// Told of every edge; the coverage map must know that there is one.
    pub tracer: Option<Box<dyn Tracer>>,
    /// Told of every write.
    pub recorder: Option<Box<dyn Recorder>>,
    /// Asked before questions: it may take the running state apart.
    pub divider: Option<Box<dyn Divider>>,
    /// Where the running state's log is written, if it has one.
    pub(crate) log: Option<Log>,
    /// Whether there is a recorder or a log.
    pub(crate) listens: bool,
    pub(crate) next_piece: Arc<AtomicU64>,
    /// The running state as it was before the instruction that it executes, where retries are checked.
    pub(crate) beginning: Option<Box<State>>,
    /// `fuel` up to which instructions are counted in states.
    counted: i64,
    batch: i64,
    /// What the batch may still cost beyond `fuel`.
    pub(crate) left: u64,
    /// The tracer wants the running state back.
    stop_requested: bool,
    /// What questions took, by the place that asked them, where somebody wants to know.
    pub question_costs: Option<BTreeMap<Site, QuestionCost>>,
}

/// What questions of one place took.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct QuestionCost {
    pub questions: u64,
    pub time: Duration,
}

impl AddAssign for QuestionCost {
    fn add_assign(&mut self, other: QuestionCost) {
        self.questions += other.questions;
        self.time += other.time;
    }
}

/// Smaller operations are seen in time by whoever watches the process.
const LARGE: u64 = 1 << 20;

/// Instructions that take the fast loop some tenths of a second.
const LONGEST_PIECE: u64 = 20_000_000;

impl Machine {
    pub fn new(
        module: Arc<Module>,
        code: Arc<Code>,
        solver: Chain,
        terms: Arc<Terms>,
        config: Arc<Config>,
        coverage: Arc<CoverageMap>,
    ) -> Machine {
        Machine {
            module,
            code,
            terms,
            solver,
            config,
            coverage,
            evaluator: Evaluator::new(),
            forked: Vec::new(),
            postponed: false,
            ended: Vec::new(),
            incomplete: BTreeMap::new(),
            newly_covered: Vec::new(),
            warnings: Vec::new(),
            warned: Arc::default(),
            next_id: Arc::new(AtomicU64::new(0)),
            tlb: Tlb::default(),
            memo: Memo::default(),
            fuel: 0,
            journal: Journal::default(),
            clock: Arc::default(),
            forks_inhibited: Arc::default(),
            room: Arc::new(AtomicU64::new(u64::MAX)),
            tracer: None,
            recorder: None,
            divider: None,
            log: None,
            listens: false,
            next_piece: Arc::default(),
            beginning: None,
            counted: 0,
            batch: 0,
            left: 0,
            stop_requested: false,
            question_costs: None,
        }
    }

    /// A machine for another thread of the same run.
    pub fn another(&self, solver: Chain) -> Machine {
        let mut other = Machine::new(
            self.module.clone(),
            self.code.clone(),
            solver,
            self.terms.clone(),
            self.config.clone(),
            self.coverage.clone(),
        );
        other.next_id = self.next_id.clone();
        other.next_piece = self.next_piece.clone();
        other.warned = self.warned.clone();
        other.clock = self.clock.clone();
        other.forks_inhibited = self.forks_inhibited.clone();
        other.room = self.room.clone();
        other.question_costs = self.question_costs.as_ref().map(|_| BTreeMap::new());
        other
    }

    /// Starts afresh after a panic: caches that it may have left half-done are gone.
    pub fn replace_solver(&mut self, solver: Chain) {
        self.solver = solver;
        self.evaluator = Evaluator::new();
        self.tlb = Tlb::default();
        self.journal = Journal::default();
        self.log = None;
        self.beginning = None;
    }

    /// Narrows an ended path's model to what the program prefers to see in
    /// tests (`klee_prefer_cex`), as far as that is possible.
    pub fn prefer(&mut self, state: &mut State) {
        if state.preferences.is_empty() {
            return;
        }
        state.before_wishes.get_or_insert(state.path.clone());
        let wishes: Vec<Term> = state.preferences.oldest_first().copied().collect();
        // Mostly all can be had, and that takes one question.
        let all = wishes
            .iter()
            .fold(self.terms.tru(), |all, wish| self.terms.and(all, *wish));
        let each = if wishes.len() == 1 { &[] } else { &wishes[..] };
        for wish in std::iter::once(&all).chain(each) {
            if let Answer::Sat(path) = self.solver.check(&state.path, *wish) {
                state.path = path;
                if *wish == all {
                    return;
                }
            }
        }
    }

    /// Runs a state until its budget is used up, it forks (if asked for) or ends.
    pub fn run(&mut self, state: &mut State, budget: Budget) -> Stop {
        self.postponed = false;
        self.solver.answer_for_own_model_only(state.standing.alone);
        self.open_journal(state);
        self.open_log(state);
        self.start_counting(budget.instructions);
        let stop = self.run_until_stop(state, budget);
        self.close_journal(state);
        self.close_log(state);
        self.count_instructions(state);
        self.tlb.clear();
        if let Some(tracer) = &mut self.tracer {
            tracer.batch_ended();
        }
        stop
    }

    /// Begins a batch of so many instructions.
    pub(crate) fn start_counting(&mut self, instructions: u64) {
        self.tlb.clear();
        self.left = instructions;
        (self.fuel, self.counted, self.batch) = (0, 0, 0);
        self.refuel();
    }

    /// The fast loop does not look at the clock: it gets a large budget piece by piece.
    pub(crate) fn refuel(&mut self) {
        let piece = self.left.min(LONGEST_PIECE);
        self.left -= piece;
        self.fuel += piece as i64;
        self.counted += piece as i64;
        self.batch += piece as i64;
    }

    /// The batch ends behind the edge that was just taken: what is left of its fuel is not used.
    pub(crate) fn stop_here(&mut self) {
        let rest = self.fuel.max(0);
        self.fuel -= rest;
        self.counted -= rest;
        self.batch -= rest;
        self.stop_requested = true;
    }

    /// The program says something about joining states: the state is handed back behind the
    /// instruction that it executes.
    pub fn mark_merge(&mut self, state: &mut State, mark: MergeMark) {
        state.standing.merge_mark = Some(mark);
        self.stop_here();
    }

    /// Instructions of the last batch, those of states that forked off in it included.
    pub fn executed(&self) -> u64 {
        (self.batch - self.fuel) as u64
    }

    /// Brings the count of the running state up to date.
    pub(crate) fn count_instructions(&mut self, state: &mut State) {
        state.instructions += (self.counted - self.fuel) as u64;
        self.counted = self.fuel;
    }

    fn run_until_stop(&mut self, state: &mut State, budget: Budget) -> Stop {
        if let Some(stop) = self.charging(state, |machine, state| machine.settle(state)) {
            return stop;
        }
        self.stop_requested = false;
        state.standing.takes_other_side = false;
        state.standing.forked_at = None;
        state.standing.merge_mark = None;
        loop {
            if self.fuel <= 0 || !self.run_fast(state) {
                if self.stop_requested {
                    return Stop::Traced;
                }
                if self.left == 0 || self.clock.load(Relaxed) >= budget.until {
                    return Stop::Budget;
                }
                self.refuel();
                continue;
            }
            let step = self.charging(state, |machine, state| machine.step_slow(state));
            if let Err(Interrupt::End(end)) = step
                && let Some(end) = self.or_handled(state, end)
            {
                return Stop::Ended(end);
            }
            // A loop may have no edge that the fast loop takes.
            if self.stop_requested {
                return Stop::Traced;
            }
            if self.fuel <= 0 {
                if self.left == 0 {
                    return Stop::Budget;
                }
                self.refuel();
            }
            if budget.stop_at_fork && !self.forked.is_empty() {
                return Stop::Forked;
            }
            // Hard questions come in rows: others shall not have to wait for all of them.
            if self.postponed || self.clock.load(Relaxed) >= budget.until {
                return Stop::Budget;
            }
        }
    }

    /// Does something that may ask questions, and charges them to where the state is, if asked for.
    #[inline]
    fn charging<T>(
        &mut self,
        state: &mut State,
        work: impl FnOnce(&mut Machine, &mut State) -> T,
    ) -> T {
        if self.question_costs.is_none() {
            return work(self, state);
        }
        let site = self.own_site(state);
        let before = self.asked_so_far();
        let done = work(self, state);
        let after = self.asked_so_far();
        if let (Some(costs), Some(site)) = (&mut self.question_costs, site)
            && after.questions > before.questions
        {
            *costs.entry(site).or_default() += QuestionCost {
                questions: after.questions - before.questions,
                time: after.time.saturating_sub(before.time),
            };
        }
        done
    }

    fn asked_so_far(&self) -> QuestionCost {
        let statistics = self.solver.statistics();
        QuestionCost {
            questions: statistics.queries,
            time: statistics.time,
        }
    }

    pub(crate) fn fresh_id(&self) -> StateId {
        StateId(self.next_id.fetch_add(1, Relaxed))
    }

    /// What an object of the running state holds now, to be kept beside the state. Both share
    /// pages, so the fast loop may no longer write into them.
    pub fn share_contents(&mut self, object: &Object) -> Contents {
        self.tlb.clear();
        object.contents.clone()
    }

    pub fn function<'a>(&'a self, state: &State) -> &'a Function {
        &self.module.functions[state.stack.top().function.index()]
    }

    /// Where the state is.
    pub fn site(&self, state: &State) -> Site {
        let top = state.stack.top();
        Site {
            function: top.function,
            at: top.pc,
        }
    }

    #[inline]
    pub(crate) fn get(&self, state: &State, operand: Opnd) -> Value {
        match operand.kind() {
            OpndKind::Slot(s) => state.stack.regs()[s.index()],
            OpndKind::Const(c) => {
                self.code.functions[state.stack.top().function.index()].consts[c as usize]
            }
        }
    }

    /// An error of the program where the state is now.
    pub fn finding(&self, state: &State, kind: ErrorKind, message: impl Into<String>) -> Finding {
        let stack = state
            .stack
            .frames()
            .map(|f| StackEntry {
                site: Site {
                    function: f.function,
                    at: f.pc,
                },
            })
            .collect();
        let mut message = message.into();
        if let Some(refused) = &state.refused {
            message.push_str(&format!(" (after `{refused}` was refused by the model)"));
        }
        Finding {
            kind,
            message,
            stack,
            place: None,
            object: None,
            address: None,
            signal: kind.signal(),
            suffix: None,
        }
    }

    /// Ends the running path with an error.
    pub fn fail<T>(&self, state: &State, kind: ErrorKind, message: impl Into<String>) -> Step<T> {
        Err(Interrupt::End(End::Error(Box::new(
            self.finding(state, kind, message),
        ))))
    }

    /// A warning that is given at most once in a run.
    pub fn warn_once(&mut self, text: impl Into<String>) {
        let text = text.into();
        let mut warned = self
            .warned
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        if warned.insert(text.clone()) {
            self.warnings.push(text);
        }
    }

    /// The environment does not do what a real system would: `what` is the function that the
    /// program called. The run is then not complete, and errors that the path meets later say so.
    pub fn refuse(&mut self, state: &mut State, what: &str, why: &str) {
        let text = format!("`{what}` is refused: {why}");
        self.warn_once(text.clone());
        self.note_incomplete(state, Incomplete::Refused(text));
        state.refused = Some(what.into());
    }

    /// Asks for memory that one operation takes at once; the path ends if there is not so much.
    pub(crate) fn reserve(&self, bytes: u64) -> Step<()> {
        let take = |room: u64| room.checked_sub(bytes);
        if bytes < LARGE || self.room.fetch_update(Relaxed, Relaxed, take).is_ok() {
            return Ok(());
        }
        let why = Incomplete::Dropped("memory limit");
        Err(Interrupt::End(End::Incomplete(why)))
    }

    /// Notes what is not explored, at the place where the state is. This may happen millions of
    /// times: nothing is looked up here but the innermost function of the program itself.
    pub fn note_incomplete(&mut self, state: &State, why: Incomplete) {
        let site = self.own_site(state);
        *self.incomplete.entry(Omission { why, site }).or_default() += 1;
    }

    /// Where in the program's own code the state is: at the innermost call out of it, while a
    /// library's function runs.
    fn own_site(&self, state: &State) -> Option<Site> {
        let site = |frame: &Frame| Site {
            function: frame.function,
            at: frame.pc,
        };
        let own = |frame: &&Frame| {
            let function = &self.module.functions[frame.function.index()];
            function.origin == Origin::Program
        };
        let innermost = || state.stack.frames().next();
        state.stack.frames().find(own).or_else(innermost).map(site)
    }
}
