//! Who runs next. A strategy is one file here and one line in [`REGISTRY`].

mod bfs;
mod dfs;
mod interleaved;
mod random_path;
mod random_state;

use pleach_interp::{State, StateId};
pub use rand_xoshiro::Xoshiro256PlusPlus as Rng;

/// Chooses among the live states. A state that is taken belongs to a worker
/// until it comes back or is gone; meanwhile it cannot be taken again.
pub trait Searcher: Send {
    /// Takes a state out, if there is one.
    fn take(&mut self, rng: &mut Rng) -> Option<StateId>;
    /// A taken state comes back: `parent` is its name, `back` the state unless
    /// it ended, `added` the states that forked off it, in order.
    fn put(&mut self, parent: StateId, back: Option<&State>, added: &[&State]);
    /// A state that was not taken is dropped by others.
    fn remove(&mut self, gone: StateId);
    /// A state was taken through another strategy; it comes back through `put` all the same.
    fn taken_elsewhere(&mut self, id: StateId) {
        self.remove(id);
    }
    /// Whether it wants to be asked again at every fork, not only after a batch.
    fn at_every_fork(&self) -> bool {
        false
    }
}

type Make = fn() -> Box<dyn Searcher>;

/// Every strategy by its name.
pub const REGISTRY: &[(&str, Make)] = &[
    ("dfs", || Box::<dfs::Dfs>::default()),
    ("bfs", || Box::<bfs::Bfs>::default()),
    ("random-state", || {
        Box::<random_state::RandomState>::default()
    }),
    ("random-path", || Box::<random_path::RandomPath>::default()),
];

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no search strategy `{name}`; the strategies are: {}", names().join(", "))]
pub struct UnknownStrategy {
    pub name: String,
}

pub fn names() -> Vec<&'static str> {
    REGISTRY.iter().map(|(name, _)| *name).collect()
}

/// The searcher for these names: one alone, or several taking turns.
pub fn by_names(names: &[String]) -> Result<Box<dyn Searcher>, UnknownStrategy> {
    let mut parts = Vec::new();
    for name in names {
        let make = REGISTRY
            .iter()
            .find(|(n, _)| n == name)
            .map(|(_, make)| make);
        parts.push(make
            .ok_or_else(|| UnknownStrategy { name: name.clone() })?(
        ));
    }
    Ok(match parts.len() {
        1 => parts.remove(0),
        _ => Box::new(interleaved::Interleaved::new(parts)),
    })
}
