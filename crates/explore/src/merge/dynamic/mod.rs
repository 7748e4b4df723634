//! `dynamic`: states are joined where that pays, and taken apart again right before it would hurt (Zhang,
//! Yin, Lin: "Boost Symbolic Execution Using Dynamic State Merging and Forking", 2018).
//!
//! A join remembers what it took away ([`VirtualStates`]). Before a question whose answer the virtual
//! states know, the joined state is taken apart ([`ActiveForks`]).

mod cells;
mod condition;
mod experience;
mod floats;
mod fork;
mod lookahead;
mod numbers;
mod own_path;
mod recorder;
mod simpler;
mod sources;
mod virtual_states;
mod worth;

use super::every_join::EveryJoin;
use super::meeting::{Meeting, Meetings};
use super::place::Place;
use super::region::{Judge, Verdict};
use super::{Batch, Floor, MergeTotals, Merger};
use crate::atlas::AtlasTables;
use cells::WORD;
use experience::{Advice, Experience, Join, Occasion};
use floats::have_floats;
use fork::ActiveForks;
use lookahead::Lookahead;
use parking_lot::Mutex;
use pleach_interp::{Cell, Difference, Divider, EdgeNumber, Recorder, State, StateId, Tracer};
use pleach_ir::{BlockId, FuncId};
use pleach_term::Terms;
use recorder::WatchedWords;
use rustc_hash::{FxHashSet, FxHasher};
use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use virtual_states::VirtualStates;
use worth::Worth;

/// What the workers did.
#[derive(Default)]
pub(super) struct Counters {
    /// Joined states that were taken apart.
    pub active_forks: AtomicU64,
    /// States that this made.
    pub forked_actively: AtomicU64,
    /// The joins that this undid, by their numbers.
    pub undone: Mutex<FxHashSet<u64>>,
}

impl Counters {
    /// Puts down what was found so far.
    fn write(&self, totals: &mut MergeTotals) {
        totals.active_forks = self.active_forks.load(Relaxed);
        totals.forked_actively = self.forked_actively.load(Relaxed);
        let undone = self.undone.lock().len() as u64;
        totals.decisions.until = undone;
        totals.decisions.join = totals.made - undone;
    }
}

/// Registers and bytes: where more differ, a join takes too long.
const MOST_DIFFERENCES: usize = 100;

/// Where states can meet next.
pub(super) struct NextMeetings {
    tables: Arc<AtlasTables>,
    meetings: Arc<Meetings>,
}

impl NextMeetings {
    /// Where states meet that were joined at a place and part where this one stands, or below that where
    /// its frame of that depth stands.
    pub fn behind(&self, state: &State, joined: Place) -> Option<Place> {
        let depth = joined.depth.min(state.stack.depth());
        let frame = state
            .stack
            .frames()
            .nth((state.stack.depth() - depth) as usize)?;
        let function = &self.tables.module().functions[frame.function.index()];
        let block = function.block_of(frame.pc);
        let from = joined.block_in(function).unwrap_or(block);
        self.after(frame.function, from, block, depth)
    }

    /// Where states meet that part at the block `at`. It is a place that all of them come to which stand
    /// at the block `from` now: not all may come to `at`, and the others would be waited for in vain.
    pub fn after(&self, function: FuncId, from: BlockId, at: BlockId, depth: u32) -> Option<Place> {
        let everyone = self.ahead(function, from);
        let parted = self.ahead(function, at);
        let block = parted[1..].iter().find(|block| everyone.contains(block))?;
        Some(Place::new(self.tables.module(), function, *block, depth))
    }

    /// A block, where its ways meet, where the ways from there meet, and so on.
    fn ahead(&self, function: FuncId, block: BlockId) -> Vec<BlockId> {
        let block_at = |meeting: &Meeting| match meeting {
            Meeting::Block(block) => Some(*block),
            _ => None,
        };
        let mut found = vec![block];
        let mut last = block;
        while let Some(next) = self
            .meetings
            .after(function, last)
            .iter()
            .rev()
            .find_map(block_at)
            && !found.contains(&next)
        {
            found.push(next);
            last = next;
        }
        found
    }
}

pub(super) struct Dynamic {
    joins: EveryJoin,
    meetings: Arc<NextMeetings>,
    experience: Experience,
    lookahead: Lookahead,
    worth: Worth,
    tables: Arc<AtlasTables>,
    terms: Arc<Terms>,
    counters: Arc<Counters>,
    forgets_assignments: bool,
}

impl Dynamic {
    pub fn new(ground: &super::Ground<'_>) -> Dynamic {
        let mut joins = EveryJoin::new(ground);
        joins.avoid_barren_places();
        Dynamic {
            meetings: Arc::new(NextMeetings {
                tables: ground.tables.clone(),
                meetings: joins.all_meetings(),
            }),
            experience: Experience::default(),
            lookahead: Lookahead::new(ground.tables.module(), ground.options.ahead),
            worth: Worth::default(),
            joins,
            tables: ground.tables.clone(),
            terms: ground.terms.clone(),
            counters: Arc::default(),
            forgets_assignments: ground.options.forgets_assignments,
        }
    }
}

impl Merger for Dynamic {
    fn prepare(&self, first: &mut State) {
        first.extensions.get_or_insert_with(VirtualStates::default);
    }

    fn put(&mut self, batch: &Batch<'_>, floor: &mut Floor<'_>) {
        let mut judge = MergeFork {
            module: self.tables.module(),
            terms: &self.terms,
            remembers_cells: self.forgets_assignments,
            experience: &mut self.experience,
            lookahead: &mut self.lookahead,
            worth: &mut self.worth,
            meetings: &self.meetings,
        };
        judge.experience.learn();
        judge.worth.note(batch, floor);
        self.joins.put_with(batch, floor, &mut judge);
        self.counters.write(floor.totals);
        floor.totals.analysis = self.lookahead.time();
    }

    fn remove(&mut self, gone: StateId, floor: &mut Floor<'_>) {
        self.worth.forget(gone);
        self.joins.remove(gone, floor);
    }

    fn take(&mut self, floor: &mut Floor<'_>) -> Option<StateId> {
        self.joins.take(floor)
    }

    fn release_all(&mut self, floor: &mut Floor<'_>) {
        self.joins.release_all(floor);
    }

    fn at_every_fork(&self) -> bool {
        true
    }

    fn watched(&self) -> Vec<EdgeNumber> {
        self.joins.watched()
    }

    fn tracer(&self) -> Option<Box<dyn Tracer>> {
        self.joins.tracer()
    }

    fn recorder(&self) -> Option<Box<dyn Recorder>> {
        Some(Box::new(WatchedWords))
    }

    fn divider(&self) -> Option<Box<dyn Divider>> {
        Some(Box::new(ActiveForks {
            module: self.tables.module().clone(),
            counters: self.counters.clone(),
            meetings: self.meetings.clone(),
            regrets: self.experience.regrets(),
            forgets_assignments: self.forgets_assignments,
        }))
    }
}

/// Joins, with virtual states.
struct MergeFork<'a> {
    module: &'a pleach_ir::Module,
    terms: &'a Terms,
    remembers_cells: bool,
    experience: &'a mut Experience,
    lookahead: &'a mut Lookahead,
    worth: &'a mut Worth,
    meetings: &'a NextMeetings,
}

impl Judge for MergeFork<'_> {
    fn is_worth(&self, place: Place) -> bool {
        self.worth.is_enough(place)
    }

    /// The plain numbers in the registers that the piece ahead asks about.
    fn kind(&mut self, id: StateId, floor: &Floor<'_>) -> u64 {
        let Some(state) = floor.state(id) else {
            return 0;
        };
        if let Some(place) = Place::of(self.module, state) {
            self.worth.pass(id, place);
        }
        let piece = self.lookahead.piece(state);
        let mut hasher = FxHasher::default();
        for (frame, slot) in piece.registers() {
            let registers = state.stack.regs_of(*frame as usize);
            let value = registers.get(slot.index());
            value
                .and_then(|value| value.as_concrete())
                .hash(&mut hasher);
        }
        hasher.finish()
    }

    fn meet(&mut self, waiting: StateId, arrived: StateId, floor: &mut Floor<'_>) -> Verdict {
        let differences = match floor.compare(waiting, arrived) {
            Ok(differences) => differences,
            Err(refusal) => {
                floor.totals.tried += 1;
                floor.refuse(refusal.reason());
                return Verdict::Apart;
            }
        };
        if differences.len() > MOST_DIFFERENCES {
            return keep_apart("too much differs", None, floor);
        }
        let place = floor.state(waiting).and_then(|s| Place::of(self.module, s));
        let Some(place) = place else {
            return Verdict::Apart;
        };
        let occasion = Occasion::new(place, &differences);
        let state = floor.state(waiting).expect("it was just compared");
        let piece = self.lookahead.piece(state);
        if let Some(ask) = self.lookahead.first_ask(&piece, state, &differences) {
            let depth = place.depth - ask.frame;
            let from = self.block_of(state, ask.frame);
            let later = self.meetings.after(ask.function, from, ask.block, depth);
            return keep_apart("what differs is asked about soon", later, floor);
        }
        let later = match self.experience.advice(occasion) {
            Advice::Join if self.floats_differ([waiting, arrived], &differences, floor) => {
                return keep_apart("floating point differs", None, floor);
            }
            Advice::Join => {
                return match self.join(waiting, arrived, &differences, occasion, floor) {
                    true => Verdict::Joined,
                    false => Verdict::Apart,
                };
            }
            Advice::Apart => None,
            Advice::After(place) => Some(place),
        };
        keep_apart("it would be taken apart again soon", later, floor)
    }
}

/// Two states stay two, here or for good.
fn keep_apart(reason: &'static str, later: Option<Place>, floor: &mut Floor<'_>) -> Verdict {
    floor.totals.tried += 1;
    floor.refuse(reason);
    let decisions = &mut floor.totals.decisions;
    match later {
        Some(place) => {
            decisions.after += 1;
            Verdict::Later(place)
        }
        None => {
            decisions.apart += 1;
            Verdict::Apart
        }
    }
}

impl MergeFork<'_> {
    /// Where a frame of a state stands; 0 is the innermost.
    fn block_of(&self, state: &State, frame: u32) -> BlockId {
        let frame = state.stack.frames().nth(frame as usize);
        let frame = frame.expect("the code ahead is that of its frames");
        self.module.functions[frame.function.index()].block_of(frame.pc)
    }

    /// Whether a float that is not a plain number in both states is among what differs.
    fn floats_differ(
        &self,
        both: [StateId; 2],
        differences: &[Difference],
        floor: &Floor<'_>,
    ) -> bool {
        let states = both.iter().filter_map(|id| floor.state(*id));
        let terms = states.flat_map(|state| {
            let term = |difference: &Difference| cells::held(state, difference.cell)?.term;
            differences.iter().filter_map(term)
        });
        have_floats(self.terms, terms.collect())
    }

    /// Joins two states and finds out what their virtual states are about.
    fn join(
        &mut self,
        first: StateId,
        other: StateId,
        differences: &[Difference],
        occasion: Occasion,
        floor: &mut Floor<'_>,
    ) -> bool {
        for id in [first, other] {
            let Some(path) = floor.state(id).map(|state| state.path.clone()) else {
                return false;
            };
            if let Some(virtual_states) = floor.note::<VirtualStates>(id) {
                virtual_states.get_ready(&path, self.terms);
            }
        }
        self.worth.forget(other);
        if floor.join(first, other).is_err() {
            for id in [first, other] {
                floor
                    .note::<VirtualStates>(id)
                    .map(VirtualStates::stand_down);
            }
            return false;
        }
        let ground = virtual_states::Ground {
            module: self.module,
            terms: self.terms,
            remembers_cells: self.remembers_cells,
        };
        let word = |difference: &Difference| match difference.cell {
            Cell::Byte(address) => Some(address & !(WORD - 1)),
            Cell::Register { .. } => None,
        };
        let words: BTreeSet<u64> = differences.iter().filter_map(word).collect();
        let number = floor.totals.made;
        let settled = floor.state(first).and_then(|state| {
            let joined = VirtualStates::of(state)?;
            let mut settled = joined.settled(state, &words, &ground);
            let guard = joined.guard_of_last_join()?;
            settled.remember(Join {
                occasion,
                number,
                guard,
                instructions: state.instructions,
                depth: state.depth,
            });
            Some(settled)
        });
        self.experience.joined(occasion);
        if settled.as_ref().is_some_and(VirtualStates::are_too_many) {
            self.experience.regret(occasion);
        }
        if let Some(settled) = settled {
            let count = settled.all().len() as u64;
            let most = &mut floor.totals.most_virtual_states;
            *most = (*most).max(count);
            if let Some(virtual_states) = floor.note::<VirtualStates>(first) {
                *virtual_states = settled;
            }
        }
        true
    }
}
