//! Who cannot reach anything new (Bugrara, Engler: "Redundant State Detection for Dynamic Symbolic
//! Execution", 2013).
//!
//! Every state writes a log of what it does. When all paths that go on from a point have ended, the logs
//! are walked backward, and what is found is which registers and bytes mattered at that point: to reach
//! something uncovered, or to fail. A state that comes to the same point later and holds the same there
//! can only do again what was done, and is taken out of the run.

mod control;
mod held;
mod history;
mod interval;
mod matching;
mod needs;
mod options;
mod totals;
mod tree;
mod walk;

pub use options::{ReduceMode, ReduceOptions};
pub use totals::ReduceTotals;

use crate::atlas::AtlasTables;
use control::{Control, Goal};
use held::{Held, Location, Locations, plain};
use history::History;
use matching::Unknowns;
use needs::{Need, Needs};
use pleach_interp::{
    Code, CoverageMap, EdgeNumber, End, LogPiece, Onward, PathLog, State, Traced, Tracer, places,
};
use pleach_ir::address::{Place, Segment};
use pleach_ir::{BlockId, FuncId, Inst, Module, Part};
use pleach_solver::Chain;
use pleach_term::{Evaluator, Term, Terms};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use std::hash::BuildHasher;
use std::sync::Arc;
use std::time::Instant;
use tree::DecisionTree;
use walk::{
    Dependence, EdgeTable, Ending, Opaque, Rules, Terrain, needs_at_end, needs_where_pruned,
};

/// Sets that are kept for one place.
const MOST_SETS: usize = 2_000;

/// Sets whose terms are compared with those of one state.
const MOST_TRIES: u32 = 16;

/// States that are remembered until it is known what mattered.
const MOST_SNAPSHOTS: usize = 200_000;

/// How a path left the run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Leaving {
    Exit,
    /// At the instruction where it stands.
    Error,
    /// There is no such path.
    Infeasible,
    /// Something it might have done was not done.
    Dropped,
}

impl Leaving {
    pub fn of(end: &End) -> Leaving {
        match end {
            End::Exit(_) => Leaving::Exit,
            // What cannot be assumed ends the path as an error would.
            End::Error(_) | End::Silent => Leaving::Error,
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

/// What is known of a place.
struct KnownPlace {
    sets: DecisionTree<Unknowns>,
    /// Looks in vain, less for each that was not.
    misses: u32,
    /// States that pass before the next one is looked at.
    pass: u32,
}

impl Default for KnownPlace {
    fn default() -> Self {
        KnownPlace {
            sets: DecisionTree::new(MOST_SETS),
            misses: 0,
            pass: 0,
        }
    }
}

impl KnownPlace {
    /// Where states are hardly ever found to be redundant, most of them pass unseen.
    fn is_worth_a_look(&mut self) -> bool {
        let is_worth_it = self.pass == 0;
        self.pass = self.pass.saturating_sub(1);
        is_worth_it
    }

    fn looked(&mut self, found: bool) {
        match found {
            true => self.misses = self.misses.saturating_sub(PATIENCE),
            false => self.misses += 1,
        }
        self.pass = (self.misses / PATIENCE).min(MOST_PASS);
    }
}

/// Looks in vain until a place is looked at less often.
const PATIENCE: u32 = 32;
const MOST_PASS: u32 = 1_000;

/// What the reducer is made of.
pub(crate) struct Ground<'a> {
    pub tables: &'a Arc<AtlasTables>,
    pub code: &'a Arc<Code>,
    pub terms: &'a Arc<Terms>,
    pub coverage: &'a Arc<CoverageMap>,
    pub options: &'a ReduceOptions,
    /// Whether signed overflow is an error.
    pub checks_overflow: bool,
}

pub(crate) struct Reducer {
    module: Arc<Module>,
    code: Arc<Code>,
    terms: Arc<Terms>,
    coverage: Arc<CoverageMap>,
    edges: EdgeTable,
    /// Edges into each block, by its number in the program.
    into: Vec<Vec<EdgeNumber>>,
    control: Control,
    rules: Rules,
    history: History,
    snapshots: FxHashMap<u64, Snapshot>,
    next_snapshot: u64,
    locations: Locations,
    /// By place.
    known: FxHashMap<u64, KnownPlace>,
    /// What is in the trees, by number.
    learned: FxHashSet<u64>,
    /// Branches at which states have forked.
    forked_at: FxHashSet<(FuncId, BlockId)>,
    evaluator: Evaluator,
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
        let blocks = module.functions.iter().map(|f| f.blocks.len()).sum();
        let mut into: Vec<Vec<EdgeNumber>> = vec![Vec::new(); blocks];
        for edge in 0..ground.code.coverage_points {
            // Functions that are only declared have an entry and no block.
            if let Some(edges) = into.get_mut(ground.tables.block_behind(edge) as usize) {
                edges.push(edge);
            }
        }
        let goal = match ground.options.keeps_errors {
            true => Goal::CoverageAndErrors {
                overflow: ground.checks_overflow,
            },
            false => Goal::Coverage,
        };
        Some(Reducer {
            edges: EdgeTable::new(&module, ground.code),
            into,
            control: Control::new(ground.tables.clone(), ground.coverage, goal),
            rules: Rules {
                all_reads: mode == ReduceMode::RwSet,
                errors: ground.options.keeps_errors,
                forgets_control: ground.options.forgets_control,
            },
            module,
            code: ground.code.clone(),
            terms: ground.terms.clone(),
            coverage: ground.coverage.clone(),
            history: History::default(),
            snapshots: FxHashMap::default(),
            next_snapshot: 0,
            locations: Locations::default(),
            known: FxHashMap::default(),
            learned: FxHashSet::default(),
            forked_at: FxHashSet::default(),
            evaluator: Evaluator::new(),
            totals: ReduceTotals::default(),
        })
    }

    /// Gives the first state of a run what every state is to carry.
    pub fn prepare(&self, first: &mut State) {
        first.log = Some(PathLog::default());
    }

    /// For one worker: has states handed back where they may be known.
    pub fn tracer(&self) -> Box<dyn Tracer> {
        Box::new(Watcher {
            coverage: self.coverage.clone(),
        })
    }

    /// A state has forked: where its ways come together, they may be found to be the same.
    pub fn forked(&mut self, state: &State) {
        let Some(site) = state.standing.forked_at else {
            return;
        };
        let function = &self.module.functions[site.function.index()];
        let block = function.block_of(site.at);
        if !self.forked_at.insert((site.function, block)) {
            return;
        }
        let mut edges = Vec::new();
        function.code[site.at as usize].visit(&mut |part| {
            if let Part::Edge(edge) = part {
                edges.push(self.code.edge_number(site.function, edge));
            }
        });
        match self.control.join(site.function, block) {
            Some(join) => {
                let number = function.first_block_number + join.0;
                edges.extend(&self.into[number as usize]);
            }
            None => edges.extend(self.behind_call(state)),
        }
        edges.iter().for_each(|edge| self.coverage.watch(*edge));
    }

    /// Where the caller goes on.
    fn behind_call(&self, state: &State) -> Option<EdgeNumber> {
        let caller = state.stack.frames().nth(1)?;
        let function = &self.module.functions[caller.function.index()];
        match &function.code[caller.pc as usize] {
            Inst::Call(call) => Some(self.code.edge_number(caller.function, call.next)),
            _ => None,
        }
    }

    /// Edges were taken for the first time.
    pub fn covered(&mut self, edges: &[EdgeNumber]) {
        self.control.covered(edges);
    }

    /// A path is over.
    pub fn over(&mut self, over: PathOver) {
        let started = Instant::now();
        let PathOver { piece, leaving } = over;
        let known = match leaving {
            Leaving::Infeasible => Ok(None),
            Leaving::Dropped => Err(Opaque::Dropped),
            Leaving::Exit => Ok(Some(self.at_end(&piece, Ending::Exit))),
            Leaving::Error => Ok(Some(self.at_end(&piece, Ending::Error))),
        };
        self.walk_back(piece, known);
        self.totals.slicing += started.elapsed();
    }

    fn at_end(&self, piece: &LogPiece, ending: Ending) -> Needs {
        needs_at_end(&self.terrain(), piece, ending)
    }

    fn terrain(&self) -> Terrain<'_, Control> {
        Terrain {
            module: &self.module,
            edges: &self.edges,
            dependence: &self.control,
            rules: self.rules,
        }
    }

    fn walk_back(&mut self, piece: Arc<LogPiece>, known: history::Known) {
        let mut history = std::mem::take(&mut self.history);
        let mut found: Vec<(u64, Result<Option<Held>, Opaque>)> = Vec::new();
        let snapshots = &self.snapshots;
        history.end(&self.terrain(), piece, known, |name, needs| {
            let Some(snapshot) = snapshots.get(&name) else {
                return;
            };
            found.push((name, needs.map(|needs| Held::of(needs, &snapshot.state))));
        });
        self.history = history;
        for (name, held) in found {
            let Some(snapshot) = self.snapshots.remove(&name) else {
                continue;
            };
            match held {
                Ok(Some(held)) => self.learn(snapshot, held),
                Ok(None) => *self.totals.unusable.entry("it held what cannot be compared").or_default() += 1,
                Err(why) => *self.totals.unusable.entry(why.reason()).or_default() += 1,
            }
        }
    }

    /// A state that holds the same there has nothing new ahead of it.
    fn learn(&mut self, snapshot: Snapshot, held: Held) {
        let Held {
            plain,
            unknown,
            within,
        } = held;
        let unknowns = Unknowns::new(&self.terms, unknown, within, &snapshot.state.path);
        let number = FxBuildHasher.hash_one((snapshot.place, &plain, &unknowns));
        if !self.learned.insert(number) {
            return;
        }
        self.totals.sets += 1;
        let others = unknowns.locations().count() + unknowns.within().len();
        self.totals.locations += (plain.len() + others) as u64;
        let locations = &mut self.locations;
        let plain: Vec<_> = plain
            .iter()
            .map(|(location, value)| (locations.number(*location), *value))
            .collect();
        let known = self.known.entry(snapshot.place).or_default();
        known.sets.add(plain, unknowns);
    }

    /// Whether a state that nobody runs has nothing new ahead of it. If so, it is over.
    pub fn is_covered(&mut self, state: &mut State, solver: &mut Chain, piece: u64) -> bool {
        let started = Instant::now();
        let top = state.stack.top();
        let function = &self.module.functions[top.function.index()];
        let block = function.block_of(top.pc);
        let is_at_start = function.blocks[block.index()].first == top.pc;
        if !is_at_start || state.log.as_ref().is_none_or(PathLog::is_empty) {
            return false;
        }
        let place = state.place_hash();
        if !self.known.entry(place).or_default().is_worth_a_look() {
            return false;
        }
        let found = self.find(place, state, solver);
        self.known.entry(place).or_default().looked(found.is_some());
        self.totals.matching += started.elapsed();
        match found {
            Some(needs) => {
                self.totals.pruned += 1;
                let log = state.log.take().expect("it was looked at");
                let piece = Arc::new(log.into_piece(piece, places(state)));
                let started = Instant::now();
                let needs = needs_where_pruned(&self.terrain(), &piece, &needs);
                self.walk_back(piece, Ok(Some(needs)));
                self.totals.slicing += started.elapsed();
                true
            }
            None => {
                self.remember(place, state);
                false
            }
        }
    }

    /// What was needed by the state that did already what this one can do.
    fn find(&mut self, place: u64, state: &State, solver: &mut Chain) -> Option<Needs> {
        self.totals.tried += 1;
        let (locations, terms) = (&self.locations, &self.terms);
        let evaluator = &mut self.evaluator;
        let tree = &mut self.known.get_mut(&place)?.sets;
        let mut left = MOST_TRIES;
        let found = tree.find(
            |location| plain(locations.get(location), state),
            |unknowns| {
                left -= u32::from(left > 0);
                left > 0 && unknowns.cover(state, terms, solver, evaluator)
            },
        )?;
        let plain = tree.values(found)?.iter().map(|(at, _)| locations.get(*at));
        let unknowns = tree.payload(found)?;
        let mut needs = Needs::nothing(state.stack.depth() as usize);
        let equal = plain.chain(unknowns.locations());
        equal.for_each(|location| needs.add(location, Need::Equal));
        for (location, interval) in unknowns.within() {
            needs.add(*location, Need::Within(*interval));
        }
        Some(needs)
    }

    fn remember(&mut self, place: u64, state: &mut State) {
        if self.snapshots.len() >= MOST_SNAPSHOTS {
            return;
        }
        let name = self.next_snapshot;
        self.next_snapshot += 1;
        let copy = state.snapshot();
        self.snapshots.insert(name, Snapshot { place, state: copy });
        if let Some(log) = &mut state.log {
            log.mark(name);
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
        for known in self.known.values() {
            for id in known.sets.ids() {
                let set = known.sets.payload(id);
                set.into_iter().for_each(|set| set.terms(show));
            }
        }
    }

}

impl Needs {
    fn add(&mut self, location: Location, need: Need) {
        match (location, need) {
            (Location::Register { frame, slot }, need) => {
                self.frames[frame as usize].add(slot, need);
            }
            (Location::Number { address, len }, Need::Within(interval)) => {
                self.add_number(address, len, interval);
            }
            (Location::Number { address, len }, Need::Equal) => {
                self.add_bytes(address, u64::from(len));
            }
            (Location::Bytes { word, mask }, _) => self.add_word(word, mask),
            (Location::Object(base), _) => self.add_object(base),
            (Location::Next { name, like }, _) => self.add_name(name, like),
        }
    }
}

/// Has states handed back at watched edges.
struct Watcher {
    coverage: Arc<CoverageMap>,
}

impl Tracer for Watcher {
    fn edge(&mut self, _: Traced<'_>, number: EdgeNumber) -> Onward {
        match self.coverage.is_watched(number) {
            true => Onward::HandBack,
            false => Onward::GoOn,
        }
    }
}

impl Dependence for Control {
    fn parents(&self, function: FuncId, block: BlockId) -> &[BlockId] {
        Control::parents(self, function, block)
    }

    fn is_relevant(&self, function: FuncId, block: BlockId) -> bool {
        Control::is_relevant(self, function, block)
    }

    fn may_write(&self, function: FuncId, block: BlockId, needs: &Needs) -> bool {
        let writes = Control::may_write(self, function, block);
        let frame = needs.frames.last();
        if frame.is_some_and(|frame| frame.registers().any(|(slot, _)| writes.has_register(slot))) {
            return true;
        }
        let everywhere = writes.anything_escaped;
        if everywhere && needs.has_objects() {
            return true;
        }
        needs.places().any(|at| match Place::of(at).map(|place| place.segment) {
            Some(Segment::Global) => self.global_at(at).is_none_or(|global| {
                writes.has_global(global) || everywhere && self.escapes(global)
            }),
            // Which variable it is cannot be told.
            Some(Segment::Stack) => everywhere || !writes.locals().is_empty(),
            _ => everywhere,
        })
    }
}
