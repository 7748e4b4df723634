//! Who cannot reach anything new (Bugrara, Engler: "Redundant State Detection for Dynamic Symbolic
//! Execution", 2013).
//!
//! Every state writes a log of what it does. When all paths that go on from a point have ended, the logs
//! are walked backward, and what is found is which registers and bytes mattered at that point: to reach
//! something uncovered, or to fail. A state that comes to the same point later and holds the same there
//! can only do again what was done, and is taken out of the run.

mod common;
mod control;
mod explain;
mod held;
mod history;
mod interval;
mod matching;
mod needs;
mod options;
mod sets;
mod totals;
mod tree;
mod walk;
mod watch;

pub use explain::Needed;
pub use options::{Dependency, ReduceMode, ReduceOptions};
pub use totals::ReduceTotals;

use crate::atlas::AtlasTables;
use control::{Control, Goal};
use held::Held;
use history::{History, Left, Listener};
use matching::Comparison;
use needs::Needs;
use pleach_interp::{
    Checks, Code, CoverageMap, EdgeNumber, End, LogPiece, PathLog, State, Tracer, places,
};
use pleach_ir::address::{Place, Segment};
use pleach_ir::{BlockId, FuncId, Module, Origin};
use pleach_solver::Chain;
use pleach_term::{Evaluator, Term, Terms};
use rustc_hash::FxHashMap;
use sets::{Set, Sets};
use std::sync::Arc;
use std::time::Instant;
use walk::{Dependence, EdgeTable, Ending, Opaque, Rules, Steps, Terrain};
use watch::Watch;

/// States that are remembered until it is known what mattered.
const MOST_SNAPSHOTS: usize = 200_000;

/// Words of a log between states that are remembered, unless it forks: what holds the same at the earlier
/// one comes to the later one soon.
const MARKS_APART: usize = 2_000;

/// Looks until then leave a state that is remembered, however near to each other.
const ALL_MARKED: u64 = 1_000;

/// How a path left the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Leaving {
    Exit,
    /// With an error at the instruction where it stands.
    Error,
    /// What was to be assumed there cannot be.
    Silent,
    /// There is no such path.
    Infeasible,
    /// Something it might have done was not done.
    Dropped,
}

impl Leaving {
    pub fn of(end: &End) -> Leaving {
        match end {
            End::Exit(_) => Leaving::Exit,
            End::Error(_) => Leaving::Error,
            End::Silent => Leaving::Silent,
            End::Incomplete(_) => Leaving::Dropped,
        }
    }
}

/// The log of a path that is over.
pub(crate) struct PathOver {
    piece: Arc<LogPiece>,
    leaving: Leaving,
}

impl PathOver {
    /// None if the state had no log.
    pub fn of(state: &mut State, id: u64, leaving: Leaving) -> Option<PathOver> {
        let log = state.log.take()?;
        let piece = Arc::new(log.into_piece(id, places(state)));
        Some(PathOver { piece, leaving })
    }
}

/// A state as it was.
struct Snapshot {
    place: u64,
    state: Box<State>,
}

/// What the reducer is made of.
pub(crate) struct Ground<'a> {
    pub tables: &'a Arc<AtlasTables>,
    pub code: &'a Arc<Code>,
    pub terms: &'a Arc<Terms>,
    pub coverage: &'a Arc<CoverageMap>,
    pub options: &'a ReduceOptions,
    pub checks: Checks,
    /// Whether the searcher wants to know which states are familiar.
    pub guesses: bool,
}

/// What a look at a state found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Look {
    /// It has nothing new ahead of it, and is over.
    Covered,
    /// It has hardly anything new ahead of it, by what single paths needed.
    Familiar,
    New,
}

pub(crate) struct Reducer {
    module: Arc<Module>,
    terms: Arc<Terms>,
    edges: EdgeTable,
    steps: Steps,
    control: Control,
    rules: Rules,
    history: History<Set>,
    /// What mattered when all logs were last walked again: [`Control::epoch`].
    refined_at: u64,
    snapshots: FxHashMap<u64, Snapshot>,
    next_snapshot: u64,
    sets: Sets,
    /// By what single paths needed, whatever others that go on from there may need; nobody is pruned for
    /// these. None if nobody asks.
    guesses: Option<Sets>,
    watch: Watch,
    evaluator: Evaluator,
    checks_unset: bool,
    explains: bool,
    pub totals: ReduceTotals,
}

impl Reducer {
    /// None if states are not to be reduced.
    pub fn new(ground: &Ground<'_>) -> Option<Reducer> {
        let mode = ground.options.mode;
        if mode == ReduceMode::None {
            return None;
        }
        let module = ground.tables.module().clone();
        let goal = match ground.options.keeps_errors {
            true => Goal::CoverageAndErrors(ground.checks),
            false => Goal::Coverage,
        };
        let control = Control::new(ground.tables.clone(), ground.coverage, goal);
        let watch = Watch::new(ground.tables, ground.code, ground.coverage, &control);
        let rules = Rules {
            all_reads: mode == ReduceMode::RwSet,
            errors: ground.options.keeps_errors.then_some(ground.checks),
            potential: ground.options.forgets != Some(Dependency::Potential),
            forgets: ground.options.forgets,
        };
        let totals = ReduceTotals {
            control: control.time(),
            ..ReduceTotals::default()
        };
        Some(Reducer {
            totals,
            edges: EdgeTable::new(&module, ground.code),
            steps: Steps::new(&module, rules),
            control,
            rules,
            module,
            terms: ground.terms.clone(),
            history: History::new(ground.guesses),
            snapshots: FxHashMap::default(),
            next_snapshot: 0,
            sets: Sets::default(),
            guesses: ground.guesses.then(Sets::default),
            refined_at: 0,
            watch,
            evaluator: Evaluator::new(),
            checks_unset: ground.checks.uninit,
            explains: ground.options.explains,
        })
    }

    /// Gives the first state of a run what every state is to carry.
    pub fn prepare(&self, first: &mut State) {
        first.log = Some(PathLog::default());
    }

    /// For one worker: has states handed back where they may be known.
    pub fn tracer(&self) -> Box<dyn Tracer> {
        self.watch.tracer()
    }

    /// Edges that [`Reducer::tracer`] is to hear of from the beginning.
    pub fn watched(&self) -> Vec<EdgeNumber> {
        self.watch.edges()
    }

    /// A state has forked: where its ways come together, they may be found to be the same.
    pub fn forked(&mut self, state: &State) {
        self.watch.forked(state, &self.control);
    }

    /// Edges were taken for the first time.
    pub fn covered(&mut self, edges: &[EdgeNumber]) {
        self.control.covered(edges);
        self.totals.control = self.control.time();
    }

    /// A path is over.
    pub fn over(&mut self, over: PathOver) {
        self.note_error(&over);
        let left = match over.leaving {
            Leaving::Infeasible => Left::Infeasible,
            Leaving::Dropped => Left::Dropped,
            Leaving::Exit => Left::At(Ending::Exit),
            Leaving::Error | Leaving::Silent => Left::At(Ending::Error),
        };
        self.walk_back(over.piece, left);
    }

    /// An error of the program's own code is known from now on. One in a library is another one at each place
    /// that it is called from.
    fn note_error(&mut self, over: &PathOver) {
        if over.leaving == Leaving::Error
            && let Some((function, pc)) = over.piece.frames.first()
            && self.module.functions[function.index()].origin == Origin::Program
        {
            self.control.error_found(*function, *pc);
        }
    }

    fn walk_back(&mut self, piece: Arc<LogPiece>, left: Left<Set>) {
        let started = Instant::now();
        let mut learner = Learner {
            module: &self.module,
            terms: &self.terms,
            explains: self.explains,
            snapshots: &mut self.snapshots,
            sets: &mut self.sets,
            totals: &mut self.totals,
        };
        let terrain = Terrain {
            module: &self.module,
            edges: &self.edges,
            steps: &self.steps,
            dependence: &self.control,
            rules: self.rules,
        };
        let open = self.history.end(&terrain, piece, left, &mut learner);
        if let (Some(guesses), Some(open)) = (&mut self.guesses, open) {
            let mut guesser = Guesser {
                terms: &self.terms,
                snapshots: &self.snapshots,
                guesses,
            };
            let terrain = Terrain {
                rules: self.rules.guessing(),
                ..terrain
            };
            self.history.guess(&terrain, open, &mut guesser);
        }
        self.totals.slicing += started.elapsed();
    }

    /// Makes sets smaller if less matters now than when they were made.
    fn refine(&mut self) {
        if self.control.epoch() == self.refined_at || !self.history.may_walk_again() {
            return;
        }
        self.refined_at = self.control.epoch();
        let started = Instant::now();
        let terrain = Terrain {
            module: &self.module,
            edges: &self.edges,
            steps: &self.steps,
            dependence: &self.control,
            rules: self.rules,
        };
        let mut refiner = Refiner {
            module: &self.module,
            terms: &self.terms,
            explains: self.explains,
            sets: &mut self.sets,
            totals: &mut self.totals,
        };
        self.history.walk_again(&terrain, &mut refiner);
        self.totals.refining += started.elapsed();
    }

    /// Looks at a state that nobody runs.
    pub fn look(&mut self, state: &mut State, solver: &mut Chain, piece: u64) -> Look {
        let started = Instant::now();
        let top = state.stack.top();
        let function = &self.module.functions[top.function.index()];
        let block = function.block_of(top.pc);
        let is_at_start = function.blocks[block.index()].first == top.pc;
        if !is_at_start || state.log.as_ref().is_none_or(PathLog::is_empty) {
            return Look::New;
        }
        self.refine();
        let place = state.place_hash();
        if !self.sets.at(place).is_worth_a_look() {
            return Look::New;
        }
        self.totals.tried += 1;
        let mut comparison = Comparison {
            terms: &self.terms,
            solver,
            evaluator: &mut self.evaluator,
            checks_unset: self.checks_unset,
        };
        let found = self.sets.find(place, state, &mut comparison);
        let guesses = self.guesses.as_mut().filter(|_| found.is_none());
        let guess = guesses.and_then(|guesses| guesses.find(place, state, &mut comparison));
        self.totals.matching += started.elapsed();
        let top = state.stack.top();
        self.watch.looked(top.function, block, found.is_some());
        match (found, guess) {
            (Some(set), _) => {
                self.totals.pruned += 1;
                let log = state.log.take().expect("it was looked at");
                let piece = Arc::new(log.into_piece(piece, places(state)));
                self.walk_back(piece, Left::Covered(set));
                Look::Covered
            }
            (None, guess) => {
                self.remember(place, state);
                self.totals.familiar += u64::from(guess.is_some());
                guess.map_or(Look::New, |_| Look::Familiar)
            }
        }
    }

    fn remember(&mut self, place: u64, state: &mut State) {
        if self.snapshots.len() >= MOST_SNAPSHOTS {
            return;
        }
        let name = self.next_snapshot;
        self.next_snapshot += 1;
        let copy = state.snapshot();
        self.snapshots.insert(name, Snapshot { place, state: copy });
        let apart = match self.totals.tried {
            0..ALL_MARKED => 0,
            _ => MARKS_APART,
        };
        if let Some(log) = &mut state.log
            && let Some(gone) = log.mark(name, apart)
        {
            self.snapshots.remove(&gone);
        }
        let kept = self.snapshots.len() as u64;
        self.totals.most_snapshots = self.totals.most_snapshots.max(kept);
    }

    /// Shows every term that is kept.
    pub fn for_each_term(
        &self,
        mut seen: impl FnMut(*const ()) -> bool,
        show: &mut dyn FnMut(Term),
    ) {
        for snapshot in self.snapshots.values() {
            snapshot.state.for_each_term(&mut seen, &mut *show);
        }
        self.sets.for_each_term(show);
        self.guesses
            .iter()
            .for_each(|guesses| guesses.for_each_term(show));
    }
}

/// Hears of what was needed where a state came by: another one that holds the same there has nothing new
/// ahead of it.
struct Learner<'a> {
    module: &'a Module,
    terms: &'a Terms,
    explains: bool,
    snapshots: &'a mut FxHashMap<u64, Snapshot>,
    sets: &'a mut Sets,
    totals: &'a mut ReduceTotals,
}

impl Learner<'_> {
    fn learn(&mut self, mark: u64, snapshot: &Snapshot, held: Held) {
        let Snapshot { place, state } = snapshot;
        if self.sets.add(mark, *place, held, &state.path, self.terms) {
            self.totals.sets += 1;
            self.totals.locations += self.sets.size(mark) as u64;
        }
    }
}

impl Listener<Set> for Learner<'_> {
    fn passed(&mut self, at: (FuncId, u32), needs: &Needs) {
        if self.explains {
            let needed = Needed::at(self.module, at, needs);
            self.totals.needed.extend(needed);
        }
    }

    fn needed(&mut self, mark: u64, needs: Result<&Needs, Opaque>) {
        let Some(snapshot) = self.snapshots.remove(&mark) else {
            return;
        };
        let why = match needs.map(|needs| Held::of(needs, &snapshot.state)) {
            Ok(Some(held)) => return self.learn(mark, &snapshot, held),
            Ok(None) => "it held what cannot be compared",
            Err(why) => why.reason(),
        };
        *self.totals.unusable.entry(why).or_default() += 1;
    }

    fn needs_of(&mut self, covering: Set, frames: usize) -> Option<Needs> {
        self.sets.needs_of(covering, frames)
    }
}

/// Hears of what one path needed.
struct Guesser<'a> {
    terms: &'a Terms,
    snapshots: &'a FxHashMap<u64, Snapshot>,
    guesses: &'a mut Sets,
}

impl Listener<Set> for Guesser<'_> {
    fn needed(&mut self, mark: u64, needs: Result<&Needs, Opaque>) {
        if let (Some(Snapshot { place, state }), Ok(needs)) = (self.snapshots.get(&mark), needs)
            && let Some(held) = Held::of(needs, state)
        {
            self.guesses
                .add(mark, *place, held, &state.path, self.terms);
        }
    }

    fn needs_of(&mut self, _: Set, _: usize) -> Option<Needs> {
        None
    }
}

/// Makes sets smaller.
struct Refiner<'a> {
    module: &'a Module,
    terms: &'a Terms,
    explains: bool,
    sets: &'a mut Sets,
    totals: &'a mut ReduceTotals,
}

impl Listener<Set> for Refiner<'_> {
    fn passed(&mut self, at: (FuncId, u32), needs: &Needs) {
        if self.explains {
            let needed = Needed::at(self.module, at, needs);
            self.totals.needed.extend(needed);
        }
    }

    fn needed(&mut self, mark: u64, needs: Result<&Needs, Opaque>) {
        if let Ok(needs) = needs {
            let refined = self.sets.refine(mark, needs, self.terms);
            self.totals.refined += u64::from(refined);
        }
    }

    fn needs_of(&mut self, covering: Set, frames: usize) -> Option<Needs> {
        self.sets.needs_of(covering, frames)
    }
}

impl Dependence for Control {
    fn parents(&self, function: FuncId, block: BlockId) -> &[BlockId] {
        Control::parents(self, function, block)
    }

    fn is_relevant(&self, function: FuncId, block: BlockId) -> bool {
        Control::is_relevant(self, function, block)
    }

    fn steers(&self, function: FuncId) -> bool {
        Control::steers(self, function)
    }

    fn may_write(&self, function: FuncId, block: BlockId, needs: &Needs) -> bool {
        let writes = Control::may_write(self, function, block);
        if writes.steers {
            return true;
        }
        let frame = needs.frames.last();
        if frame.is_some_and(|frame| frame.has_any(writes.registers())) {
            return true;
        }
        let everywhere = writes.anything_escaped;
        if everywhere && needs.has_objects() || !writes.locals().is_empty() && needs.has_locals() {
            return true;
        }
        needs
            .places()
            .any(|at| match Place::of(at).map(|place| place.segment) {
                Some(Segment::Global) => self.global_at(at).is_none_or(|global| {
                    writes.has_global(global) || everywhere && self.escapes(global)
                }),
                // Which variable it is cannot be told.
                Some(Segment::Stack) => everywhere || !writes.locals().is_empty(),
                _ => everywhere,
            })
    }
}
