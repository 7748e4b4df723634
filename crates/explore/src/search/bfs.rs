//! Breadth first: a state that forked has gone one level down and waits behind the others.

use super::{Rng, Searcher};
use pleach_interp::{State, StateId};
use std::collections::VecDeque;

#[derive(Default)]
pub struct Bfs {
    queue: VecDeque<StateId>,
}

impl Searcher for Bfs {
    fn take(&mut self, _: &mut Rng) -> Option<StateId> {
        self.queue.pop_front()
    }

    fn put(&mut self, _: StateId, back: Option<&State>, added: &[&State]) {
        match back {
            Some(state) if added.is_empty() => self.queue.push_front(state.id),
            _ => self
                .queue
                .extend(back.into_iter().chain(added.iter().copied()).map(|s| s.id)),
        }
    }

    fn remove(&mut self, gone: StateId) {
        self.queue.retain(|s| *s != gone);
    }

    fn at_every_fork(&self) -> bool {
        true
    }
}
