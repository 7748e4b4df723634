//! A walk from the root of the execution tree, a fair coin at each inner node.

use super::{Rng, Searcher};
use crate::tree::Tree;
use pleach_interp::{State, StateId};
use rand::Rng as _;

#[derive(Default)]
pub struct RandomPath {
    tree: Tree,
}

impl Searcher for RandomPath {
    fn take(&mut self, rng: &mut Rng) -> Option<StateId> {
        let id = self.tree.walk(|| rng.random())?;
        self.tree.set_available(id, false);
        Some(id)
    }

    fn put(&mut self, parent: StateId, back: Option<&State>, added: &[&State]) {
        for state in added {
            self.tree.fork(parent, state.id);
        }
        match back {
            Some(_) => {
                self.tree.root(parent);
                self.tree.set_available(parent, true);
            }
            None => self.tree.remove(parent),
        }
    }

    fn remove(&mut self, gone: StateId) {
        self.tree.remove(gone);
    }

    /// Its place in the tree stays: forks of it go there.
    fn taken_elsewhere(&mut self, id: StateId) {
        self.tree.set_available(id, false);
    }
}
