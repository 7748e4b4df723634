//! Beam stack search (Stefanović, Đorđević: Beam Stack Search u okviru alata
//! KLEE, 2024, algorithm 1; after Zhou, Hansen, 2005). The best `w` states of a
//! layer go on; the others are not thrown away but kept as one level of a stack,
//! which search comes back to when the beam has reached the end.

#[cfg(test)]
mod tests;

use super::interleaved::Interleaved;
use super::nurs;
use super::random_path::RandomPath;
use super::{BatchSummary, BeamLevel, SearchOptions, Searcher, Turn};
use pleach_interp::StateId;
use rand::Rng as _;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// A place in one of the lists. Lists may still have places whose states have gone elsewhere:
/// only the last one that a state was given counts.
#[derive(Debug, Clone, Copy)]
struct Seat {
    id: StateId,
    number: u64,
}

/// What a live state is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// The state waits on the seat of this number.
    Seated(u64),
    /// The state runs because somebody else chose it, and comes back to this seat unless it forks.
    Away(u64),
    /// The same, but meanwhile its layer was left behind: it comes back into the next one.
    Overtaken,
    /// Chosen here: it comes back into the current layer unless it forks.
    Chosen,
}

pub struct Beam {
    width: usize,
    /// Choices without new coverage after which search goes on elsewhere; 0 is never.
    swap_limit: u64,
    swap_to: BeamLevel,
    current: VecDeque<Seat>,
    next: Vec<Seat>,
    /// The top is at the back; in each level the best are in front.
    stack: VecDeque<VecDeque<Seat>>,
    places: FxHashMap<StateId, Place>,
    seats: u64,
    /// Choices since something new was covered, or since the last swap. KLEE chooses anew before
    /// every instruction, and its document counts so: a batch is as many choices as instructions.
    idle: u64,
}

/// Seats that are not worth clearing away.
const FEW: usize = 1_000;
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
            places: FxHashMap::default(),
            seats: 0,
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

    fn seat(&mut self, id: StateId) -> Seat {
        self.seats += 1;
        let number = self.seats;
        self.places.insert(id, Place::Seated(number));
        Seat { id, number }
    }

    /// Whether the state is still there, now that the seat is about to be given up.
    fn sits(&mut self, seat: Seat) -> bool {
        match self.places.get_mut(&seat.id) {
            Some(Place::Seated(number)) => *number == seat.number,
            Some(place) if *place == Place::Away(seat.number) => {
                *place = Place::Overtaken;
                false
            }
            _ => false,
        }
    }

    /// The next layer, the best first; equal ones stay in their order.
    fn ordered_next(&mut self, turn: &Turn<'_>) -> VecDeque<Seat> {
        let mut next = std::mem::take(&mut self.next);
        next.retain(|seat| self.sits(*seat));
        let quality = |seat: Seat| (nurs::quality(&*turn.pool.live(seat.id)), seat);
        let mut next: Vec<(f64, Seat)> = next.into_iter().map(quality).collect();
        next.sort_by(|a, b| b.0.total_cmp(&a.0));
        next.into_iter().map(|(_, seat)| seat).collect()
    }

    fn push_level(&mut self, level: VecDeque<Seat>) {
        if !level.is_empty() {
            self.stack.push_back(level);
        }
    }

    /// The best of the next layer, or else of the top level, become the current one. False when
    /// nothing is left.
    fn advance(&mut self, turn: &Turn<'_>) -> bool {
        let next = self.ordered_next(turn);
        self.push_level(next);
        while let Some(top) = self.stack.len().checked_sub(1) {
            self.resume(top);
            if !self.current.is_empty() {
                return true;
            }
        }
        false
    }

    /// As many states of a level as fit become the current layer; the others stay.
    fn resume(&mut self, level: usize) {
        while self.current.len() < self.width {
            let Some(seat) = self.stack[level].pop_front() else {
                break;
            };
            if self.sits(seat) {
                self.current.push_back(seat);
            }
        }
        if self.stack[level].is_empty() {
            self.stack.remove(level);
        }
    }

    /// The level to go on with, which has states.
    fn other_level(&mut self, turn: &mut Turn<'_>) -> Option<usize> {
        loop {
            let top = self.stack.len().checked_sub(1)?;
            let at = match self.swap_to {
                BeamLevel::Top => top,
                BeamLevel::Bottom => 0,
                BeamLevel::Random => turn.rng.random_range(0..=top),
            };
            let mut level = std::mem::take(&mut self.stack[at]);
            level.retain(|seat| self.sits(*seat));
            if !level.is_empty() {
                self.stack[at] = level;
                return Some(at);
            }
            self.stack.remove(at);
        }
    }

    /// Goes on at another level of the stack; what was at hand goes onto it.
    fn swap(&mut self, turn: &mut Turn<'_>) {
        self.idle = 0;
        let other = self.other_level(turn);
        let next = self.ordered_next(turn);
        if other.is_none() && next.is_empty() {
            return;
        }
        let current = std::mem::take(&mut self.current);
        self.push_level(current);
        self.push_level(next);
        // Without another level, the next layer is what there is besides.
        self.resume(other.unwrap_or(self.stack.len() - 1));
    }
}

impl Searcher for Beam {
    fn take(&mut self, turn: &mut Turn<'_>) -> Option<StateId> {
        if self.swap_limit > 0 && self.idle > self.swap_limit {
            self.swap(turn);
        }
        loop {
            while let Some(seat) = self.current.pop_front() {
                if self.sits(seat) {
                    self.places.insert(seat.id, Place::Chosen);
                    return Some(seat.id);
                }
            }
            if !self.advance(turn) {
                return None;
            }
        }
    }

    fn put(&mut self, done: &BatchSummary<'_>) {
        self.idle = match done.covered_new {
            true => 0,
            false => self.idle + done.instructions.max(1),
        };
        let was = self.places.remove(&done.parent);
        match (done.back, done.added, was) {
            // Behind the others of the layer, which a state that never forks would hold up.
            (Some(state), [], Some(Place::Chosen)) => {
                let seat = self.seat(state.id());
                self.current.push_back(seat);
            }
            (Some(state), [], Some(Place::Away(number))) => {
                self.places.insert(state.id(), Place::Seated(number));
            }
            _ => {
                for state in done.states() {
                    let seat = self.seat(state.id());
                    self.next.push(seat);
                }
            }
        }
        // While others choose, states leave seats behind that nobody clears away.
        if self.next.len() > 2 * self.places.len() + FEW {
            let mut next = std::mem::take(&mut self.next);
            next.retain(|seat| self.sits(*seat));
            self.next = next;
        }
    }

    fn remove(&mut self, gone: StateId) {
        self.places.remove(&gone);
    }

    fn taken_elsewhere(&mut self, id: StateId) {
        if let Some(place) = self.places.get_mut(&id)
            && let Place::Seated(number) = *place
        {
            *place = Place::Away(number);
        }
    }

    /// A fork is what ends a state's time in its layer.
    fn at_every_fork(&self) -> bool {
        true
    }
}
