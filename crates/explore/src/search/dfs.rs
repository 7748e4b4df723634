//! Depth first: always the state that was added last.

use super::{Rng, Searcher};
use pleach_interp::{State, StateId};

#[derive(Default)]
pub struct Dfs {
    stack: Vec<StateId>,
}

impl Searcher for Dfs {
    fn take(&mut self, _: &mut Rng) -> Option<StateId> {
        self.stack.pop()
    }

    fn put(&mut self, _: StateId, back: Option<&State>, added: &[&State]) {
        self.stack
            .extend(back.into_iter().chain(added.iter().copied()).map(|s| s.id));
    }

    fn remove(&mut self, gone: StateId) {
        self.stack.retain(|s| *s != gone);
    }

    fn at_every_fork(&self) -> bool {
        true
    }
}
