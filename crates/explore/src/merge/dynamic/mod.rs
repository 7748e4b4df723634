//! `dynamic`: states are joined where that pays, and taken apart again right before it would hurt (Zhang,
//! Yin, Lin: "Boost Symbolic Execution Using Dynamic State Merging and Forking", 2018).
//!
//! A join remembers what it took away ([`VirtualStates`]). Before a question whose answer the virtual
//! states know, the joined state is taken apart ([`ActiveForks`]).

mod cells;
mod fork;
mod meanings;
mod recorder;
mod virtual_states;

pub(super) use virtual_states::VirtualStates;

use super::every_join::EveryJoin;
use super::region::{Judge, Verdict};
use super::{Batch, Floor, Merger};
use crate::atlas::AtlasTables;
use cells::WORD;
use fork::ActiveForks;
use pleach_interp::{Cell, Difference, Divider, EdgeNumber, Recorder, StateId, Tracer};
use pleach_term::Terms;
use recorder::WatchedWords;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// What the workers did.
#[derive(Default)]
pub(super) struct Counters {
    /// Joined states that were taken apart.
    pub active_forks: AtomicU64,
    /// States that this made.
    pub forked_actively: AtomicU64,
}

pub(super) struct Dynamic {
    joins: EveryJoin,
    tables: Arc<AtlasTables>,
    terms: Arc<Terms>,
    counters: Arc<Counters>,
    forgets_assignments: bool,
}

impl Dynamic {
    pub fn new(ground: &super::Ground<'_>) -> Dynamic {
        Dynamic {
            joins: EveryJoin::new(ground),
            tables: ground.tables.clone(),
            terms: ground.terms.clone(),
            counters: Arc::default(),
            forgets_assignments: ground.options.forgets_assignments,
        }
    }
}

impl Merger for Dynamic {
    fn put(&mut self, batch: &Batch<'_>, floor: &mut Floor<'_>) {
        let mut judge = MergeFork {
            module: self.tables.module(),
            terms: &self.terms,
        };
        self.joins.put_with(batch, floor, &mut judge);
        floor.totals.active_forks = self.counters.active_forks.load(Relaxed);
        floor.totals.forked_actively = self.counters.forked_actively.load(Relaxed);
    }

    fn remove(&mut self, gone: StateId, floor: &mut Floor<'_>) {
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
            forgets_assignments: self.forgets_assignments,
        }))
    }
}

/// Joins, with virtual states.
struct MergeFork<'a> {
    module: &'a pleach_ir::Module,
    terms: &'a Terms,
}

impl Judge for MergeFork<'_> {
    fn meet(&mut self, waiting: StateId, arrived: StateId, floor: &mut Floor<'_>) -> Verdict {
        let differences = match floor.compare(waiting, arrived) {
            Ok(differences) => differences,
            Err(refusal) => {
                floor.totals.tried += 1;
                floor.refuse(refusal.reason());
                return Verdict::Apart;
            }
        };
        match self.join(waiting, arrived, &differences, floor) {
            true => Verdict::Joined,
            false => Verdict::Apart,
        }
    }
}

impl MergeFork<'_> {
    /// Joins two states and finds out what their virtual states are about.
    fn join(
        &self,
        first: StateId,
        other: StateId,
        differences: &[Difference],
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
        if floor.join(first, other).is_err() {
            for id in [first, other] {
                floor.note::<VirtualStates>(id).map(VirtualStates::stand_down);
            }
            return false;
        }
        let ground = virtual_states::Ground {
            module: self.module,
            terms: self.terms,
        };
        let word = |difference: &Difference| match difference.cell {
            Cell::Byte(address) => Some(address & !(WORD - 1)),
            Cell::Register { .. } => None,
        };
        let words: BTreeSet<u64> = differences.iter().filter_map(word).collect();
        let settled = floor.state(first).and_then(|state| {
            let joined = VirtualStates::of(state)?;
            Some(joined.settled(state, &words, &ground))
        });
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
