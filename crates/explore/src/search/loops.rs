//! Loop exhaustion: states that are inside a loop come first, the loop that was
//! entered first before the others, and in it the newest state. After
//! `--loop-cap` turns a loop waits until all the others, and the states that are
//! in no loop, had theirs.

use super::shape::Line;
use super::{BatchSummary, SearchOptions, Searcher, Turn};
use pleach_interp::StateId;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// A loop, or all that is in none.
type Key = Option<u32>;

#[derive(Default)]
struct Group {
    round: u64,
    /// When it was entered first; what is in no loop comes behind all loops.
    since: u64,
    turns: u64,
    states: Line,
}

pub struct Loops {
    cap: u64,
    groups: FxHashMap<Key, Group>,
    /// Groups that have states, in the order in which they are asked.
    order: BTreeSet<(u64, u64, Key)>,
    key: FxHashMap<StateId, Key>,
    round: u64,
    entered: u64,
}

impl Loops {
    pub fn new(options: &SearchOptions) -> Loops {
        Loops {
            cap: options.loop_cap,
            groups: FxHashMap::default(),
            order: BTreeSet::new(),
            key: FxHashMap::default(),
            round: 0,
            entered: 0,
        }
    }

    fn insert(&mut self, id: StateId, key: Key) {
        let (round, entered) = (self.round, &mut self.entered);
        let group = self.groups.entry(key).or_insert_with(|| {
            *entered += 1;
            Group {
                since: if key.is_some() { *entered } else { u64::MAX },
                ..Group::default()
            }
        });
        if group.states.len() == 0 {
            // It had nothing to run for a while: that is no reason to go before everyone.
            group.round = group.round.max(round);
        }
        group.states.push(id);
        self.order.insert((group.round, group.since, key));
        self.key.insert(id, key);
    }

    fn take_out(&mut self, id: StateId) {
        let Some(key) = self.key.remove(&id) else {
            return;
        };
        if let Some(group) = self.groups.get_mut(&key) {
            group.states.remove(id);
            if group.states.len() == 0 {
                self.order.remove(&(group.round, group.since, key));
            }
        }
    }
}

impl Searcher for Loops {
    fn take(&mut self, _: &mut Turn<'_>) -> Option<StateId> {
        let (round, since, key) = self.order.pop_first()?;
        self.round = round;
        let group = self.groups.get_mut(&key)?;
        let id = group.states.take_last()?;
        group.states.remove(id);
        self.key.remove(&id);
        group.turns += 1;
        if group.turns >= self.cap {
            group.turns = 0;
            group.round = round + 1;
        }
        if group.states.len() > 0 {
            self.order.insert((group.round, since, key));
        }
        Some(id)
    }

    fn put(&mut self, done: &BatchSummary<'_>) {
        for state in done.states() {
            self.insert(state.id(), state.outer_loop());
        }
    }

    fn remove(&mut self, gone: StateId) {
        self.take_out(gone);
    }
}
