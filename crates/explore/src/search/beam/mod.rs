//! Beam stack search (Stefanović, Đorđević: Beam Stack Search u okviru alata
//! KLEE, 2024, algorithm 1; after Zhou, Hansen, 2005). The best `w` states of a
//! layer go on; the others are not thrown away but kept as one level of a stack,
//! which search comes back to when the beam has reached the end.

#[cfg(test)]
mod tests;

use super::interleaved::Interleaved;
use super::nurs;
use super::random_path::RandomPath;
use super::{BeamLevel, Done, SearchOptions, Searcher, Turn};
use pleach_interp::StateId;
use rand::Rng as _;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// Where a live state is. Lists may still name states that have left them:
/// this decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Spot {
    Current,
    Next,
    Stack,
    /// Chosen here; it comes back into the current layer unless it forks.
    Taken,
    TakenElsewhere,
}

pub struct Beam {
    width: usize,
    /// Choices without new coverage after which search goes on elsewhere; 0 is never.
    swap_limit: u64,
    swap_to: BeamLevel,
    current: VecDeque<StateId>,
    next: Vec<StateId>,
    /// The top is at the back.
    stack: VecDeque<Vec<StateId>>,
    spot: FxHashMap<StateId, Spot>,
    /// Choices since something new was covered, or since the last swap. KLEE chooses anew before
    /// every instruction, and its document counts so: a batch is as many choices as instructions.
    idle: u64,
}

/// The document's default.
const SWAP_LIMIT: u64 = 1_000_000;

impl Beam {
    pub fn new(options: &SearchOptions) -> Beam {
        Beam {
            width: options.beam_width,
            swap_limit: options.beam_swap_limit.unwrap_or(SWAP_LIMIT),
            swap_to: options.beam_level.unwrap_or(BeamLevel::Bottom),
            current: VecDeque::new(),
            next: Vec::new(),
            stack: VecDeque::new(),
            spot: FxHashMap::default(),
            idle: 0,
        }
    }

    /// The preset `beam:robust`: takes turns with `random-path`, which does not get stuck where
    /// the beam does.
    pub fn robust(options: &SearchOptions) -> Interleaved {
        let parts: Vec<Box<dyn Searcher>> =
            vec![Box::new(Beam::new(options)), Box::<RandomPath>::default()];
        Interleaved::new(parts)
    }

    fn is_at(&self, id: StateId, spot: Spot) -> bool {
        self.spot.get(&id) == Some(&spot)
    }

    /// Makes these the current layer; those beyond the width go (back) to the top of the stack.
    fn begin_layer(&mut self, mut layer: Vec<StateId>) {
        let rest = layer.split_off(layer.len().min(self.width));
        for id in &layer {
            self.spot.insert(*id, Spot::Current);
        }
        self.current = layer.into();
        self.push_level(rest, Spot::Stack);
    }

    /// Adds the states of a list that are still where it says as a level on top of the stack.
    fn push_level(&mut self, level: impl IntoIterator<Item = StateId>, from: Spot) {
        let level: Vec<StateId> = level
            .into_iter()
            .filter(|id| self.is_at(*id, from))
            .collect();
        for id in &level {
            self.spot.insert(*id, Spot::Stack);
        }
        if !level.is_empty() {
            self.stack.push_back(level);
        }
    }

    /// The next layer, or else the top level of the stack. False when nothing is left.
    fn advance(&mut self, turn: &Turn<'_>) -> bool {
        let next = std::mem::take(&mut self.next);
        let mut layer: Vec<(f64, StateId)> = Vec::with_capacity(next.len());
        for id in next {
            if self.is_at(id, Spot::Next) {
                self.spot.insert(id, Spot::Stack);
                layer.push((nurs::quality(&*turn.pool.live(id)), id));
            }
        }
        // The best first; equal ones stay in their order.
        layer.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut layer: Vec<StateId> = layer.into_iter().map(|(_, id)| id).collect();
        while layer.is_empty() {
            let Some(mut level) = self.stack.pop_back() else {
                return false;
            };
            level.retain(|id| self.is_at(*id, Spot::Stack));
            layer = level;
        }
        self.begin_layer(layer);
        true
    }

    /// Goes on at another level of the stack; what was at hand goes onto it.
    fn swap(&mut self, turn: &mut Turn<'_>) {
        self.idle = 0;
        let level = match self.swap_to {
            BeamLevel::Top => self.stack.pop_back(),
            BeamLevel::Bottom => self.stack.pop_front(),
            BeamLevel::Random if self.stack.is_empty() => None,
            BeamLevel::Random => {
                let at = turn.rng.random_range(0..self.stack.len());
                self.stack.remove(at)
            }
        };
        let Some(mut level) = level else {
            // The next layer is all there is besides; those that have not forked yet wait.
            if !self.next.is_empty() {
                let current = std::mem::take(&mut self.current);
                self.push_level(current, Spot::Current);
            }
            return;
        };
        level.retain(|id| self.is_at(*id, Spot::Stack));
        let (current, next) = (
            std::mem::take(&mut self.current),
            std::mem::take(&mut self.next),
        );
        self.push_level(current, Spot::Current);
        self.push_level(next, Spot::Next);
        self.begin_layer(level);
    }
}

impl Searcher for Beam {
    fn take(&mut self, turn: &mut Turn<'_>) -> Option<StateId> {
        if self.swap_limit > 0 && self.idle > self.swap_limit {
            self.swap(turn);
        }
        loop {
            while let Some(id) = self.current.pop_front() {
                if self.is_at(id, Spot::Current) {
                    self.spot.insert(id, Spot::Taken);
                    return Some(id);
                }
            }
            if !self.advance(turn) {
                return None;
            }
        }
    }

    fn put(&mut self, done: &Done<'_>) {
        self.idle = match done.covered_new {
            true => 0,
            false => self.idle + done.instructions.max(1),
        };
        let was = self.spot.remove(&done.parent);
        if let (Some(state), [], Some(Spot::Taken)) = (done.back, done.added, was) {
            // Behind the others of the layer, which a state that never forks would hold up.
            self.current.push_back(state.id());
            self.spot.insert(state.id(), Spot::Current);
            return;
        }
        for state in done.states() {
            self.next.push(state.id());
            self.spot.insert(state.id(), Spot::Next);
        }
    }

    fn remove(&mut self, gone: StateId) {
        self.spot.remove(&gone);
    }

    fn taken_elsewhere(&mut self, id: StateId) {
        self.spot.insert(id, Spot::TakenElsewhere);
    }

    /// A fork is what ends a state's time in its layer.
    fn at_every_fork(&self) -> bool {
        true
    }
}
