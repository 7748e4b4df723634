//! Everything about the choice of strategies that a user can set.

use std::time::Duration;

/// What is limited and doubled by iterative deepening.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deepening {
    /// Time that a path has run.
    Time,
    /// Forks on the way to a state.
    Forks,
}

/// Which level of the stack beam search goes on with when it finds nothing new.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BeamLevel {
    Top,
    Bottom,
    Random,
}

/// A strategy for a part of the run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Phase {
    /// `None`: the rest of the run.
    pub length: Option<Duration>,
    /// Several take turns.
    pub names: Vec<String>,
}

#[derive(Debug, Clone)]
pub struct SearchOptions {
    /// Names of strategies that take turns; see [`super::REGISTRY`].
    pub names: Vec<String>,
    /// Strategies one after the other; if there are any, `names` are not used.
    pub phases: Vec<Phase>,
    pub deepening: Option<Deepening>,
    /// States in a layer of beam search.
    pub beam_width: usize,
    /// Choices without new coverage after which it goes on elsewhere; 0 is never.
    pub beam_swap_limit: Option<u64>,
    pub beam_level: Option<BeamLevel>,
    /// States at which `bfs-dfs` starts to go deep.
    pub bfs_dfs_width: usize,
    /// Branch decisions that `subpath` looks at.
    pub subpath_length: usize,
    /// Turns in a row that `loops` gives to one loop.
    pub loop_cap: u64,
    /// Where `target` wants to go: `FILE:LINE` or a function. The run ends when all are reached.
    pub targets: Vec<String>,
}

impl Default for SearchOptions {
    fn default() -> Self {
        SearchOptions {
            names: vec!["random-path".into(), "nurs:covnew".into()],
            phases: Vec::new(),
            deepening: None,
            beam_width: 256,
            beam_swap_limit: None,
            beam_level: None,
            bfs_dfs_width: 100,
            subpath_length: 4,
            loop_cap: 1000,
            targets: Vec::new(),
        }
    }
}

impl SearchOptions {
    /// The strategies that are used at some time.
    pub fn used(&self) -> impl Iterator<Item = &String> {
        let phases = self.phases.iter().flat_map(|p| &p.names);
        let names = self.names.iter().filter(|_| self.phases.is_empty());
        phases.chain(names)
    }
}
