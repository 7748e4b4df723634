//! Who runs next. A strategy is one file here and one line in [`REGISTRY`].

mod beam;
mod bfs;
mod bfs_dfs;
mod buggy_first;
mod deepening;
mod dfs;
mod interleaved;
mod live;
mod loops;
mod nurs;
mod options;
mod phases;
mod random_path;
mod random_state;
mod shape;
mod subpath;
mod target;
#[cfg(test)]
mod tests;
mod unfamiliar;

pub use live::{BatchSummary, Live, Pool, Turn};
pub use options::{BeamLevel, Deepening, Phase, SearchOptions};
pub use rand_xoshiro::Xoshiro256PlusPlus as Rng;

use pleach_interp::StateId;

/// Chooses among the live states. A state that is taken belongs to a worker
/// until it comes back or is gone; meanwhile it cannot be taken again.
pub trait Searcher: Send {
    /// Takes a state out, if there is one.
    fn take(&mut self, turn: &mut Turn<'_>) -> Option<StateId>;
    /// A taken state comes back or has ended, and others forked off it. The first
    /// state of a run comes this way as well.
    fn put(&mut self, done: &BatchSummary<'_>);
    /// A state is dropped by others, whether it is waiting or taken.
    fn remove(&mut self, gone: StateId);
    /// A state was taken through another strategy; it comes back through `put` all the same.
    fn taken_elsewhere(&mut self, id: StateId) {
        self.remove(id);
    }
    /// A target was reached: distances to the nearest one have changed.
    fn targets_changed(&mut self, _pool: &dyn Pool) {}
    /// A state that waits was found to be much like one that came by before; see [`crate::reduce`].
    fn is_familiar(&mut self, _id: StateId) {}
    /// Whether it wants the state that it chose last back at its next fork, not only after a batch.
    fn at_every_fork(&self) -> bool {
        false
    }
}

/// Something that has to be kept up to date for a strategy, and costs time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Need {
    /// [`Live::to_uncovered`]
    Uncovered,
    /// [`Live::to_target`]
    Targets,
    /// [`Live::executions`]
    Executions,
    /// [`Live::call_path_instructions`]
    CallPaths,
    /// [`Live::subpath`]
    Subpaths,
    /// [`Live::outer_loop`]
    Loops,
    /// How often each edge is taken. No strategy needs it; [`crate::Profile`] has it.
    Edges,
}

pub struct Strategy {
    pub name: &'static str,
    pub needs: &'static [Need],
    pub make: fn(&SearchOptions) -> Box<dyn Searcher>,
}

const fn strategy(
    name: &'static str,
    needs: &'static [Need],
    make: fn(&SearchOptions) -> Box<dyn Searcher>,
) -> Strategy {
    Strategy { name, needs, make }
}

fn weighted<W: nurs::Weight + Default + 'static>(_: &SearchOptions) -> Box<dyn Searcher> {
    Box::new(nurs::Weighted::new(W::default()))
}

/// What is used where nothing else is asked for.
fn usual() -> Box<dyn Searcher> {
    Box::new(interleaved::Interleaved::new(vec![
        Box::<random_path::RandomPath>::default(),
        Box::new(nurs::Weighted::new(nurs::CoveringNew)),
    ]))
}

/// The strategy that wants to know which states are familiar.
pub const REDUCE: &str = "reduce";

/// Every strategy by its name.
pub const REGISTRY: &[Strategy] = &[
    strategy("dfs", &[], |_| Box::<dfs::Dfs>::default()),
    strategy("bfs", &[], |_| Box::<bfs::Bfs>::default()),
    strategy("random-state", &[], |_| {
        Box::<random_state::RandomState>::default()
    }),
    strategy("random-path", &[], |_| {
        Box::<random_path::RandomPath>::default()
    }),
    strategy(
        "nurs:covnew",
        &[Need::Uncovered],
        weighted::<nurs::CoveringNew>,
    ),
    strategy(
        "nurs:md2u",
        &[Need::Uncovered],
        weighted::<nurs::DistanceToUncovered>,
    ),
    strategy("nurs:depth", &[], weighted::<nurs::Depth>),
    strategy("nurs:rp", &[], weighted::<nurs::PathProbability>),
    strategy(
        "nurs:icnt",
        &[Need::Executions],
        weighted::<nurs::InstructionCount>,
    ),
    strategy(
        "nurs:cpicnt",
        &[Need::CallPaths],
        weighted::<nurs::CallPathCount>,
    ),
    strategy("nurs:qc", &[], weighted::<nurs::QueryCost>),
    strategy("beam", &[Need::Uncovered], |o| Box::new(beam::Beam::new(o))),
    strategy("beam:robust", &[Need::Uncovered], |o| {
        Box::new(beam::Beam::robust(o))
    }),
    strategy("bfs-dfs", &[], |o| Box::new(bfs_dfs::BfsDfs::new(o))),
    strategy("subpath", &[Need::Subpaths], |_| {
        Box::<subpath::SubpathGuided>::default()
    }),
    strategy("target", &[Need::Targets], |_| {
        Box::<target::Target>::default()
    }),
    strategy("loops", &[Need::Loops], |o| Box::new(loops::Loops::new(o))),
    strategy("buggy-first", &[], |_| {
        Box::<buggy_first::BuggyFirst>::default()
    }),
    strategy(REDUCE, &[Need::Uncovered], |_| {
        Box::new(unfamiliar::Unfamiliar::new(usual(), usual()))
    }),
];

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SearchError {
    #[error("there is no search strategy `{name}`; the strategies are: {}", names().join(", "))]
    UnknownStrategy { name: String },
    #[error(
        "the search strategy `target` needs to know where to go: add --target FILE:LINE or --target FUNCTION"
    )]
    NoTarget,
    #[error("no search strategy is named; the strategies are: {}", names().join(", "))]
    NoStrategy,
    #[error("search phases: `rest` must be the last phase, and only that")]
    RestNotLast,
}

pub fn names() -> Vec<&'static str> {
    REGISTRY.iter().map(|s| s.name).collect()
}

fn by_name(name: &str) -> Result<&'static Strategy, SearchError> {
    let found = REGISTRY.iter().find(|s| s.name == name);
    found.ok_or_else(|| SearchError::UnknownStrategy {
        name: name.to_owned(),
    })
}

/// What the chosen strategies need, each once.
pub(crate) fn needs(options: &SearchOptions) -> Vec<Need> {
    let strategies = options.used().filter_map(|name| by_name(name).ok());
    let mut needs: Vec<Need> = strategies.flat_map(|s| s.needs).copied().collect();
    needs.sort();
    needs.dedup();
    needs
}

/// The searcher that these options describe.
pub fn searcher(options: &SearchOptions) -> Result<Box<dyn Searcher>, SearchError> {
    if options.used().any(|name| name == "target") && options.targets.is_empty() {
        return Err(SearchError::NoTarget);
    }
    let chosen = if options.phases.is_empty() {
        turns(&options.names, options)?
    } else {
        in_phases(options)?
    };
    Ok(match options.deepening {
        Some(measure) => Box::new(deepening::IterativeDeepening::new(chosen, measure)),
        None => chosen,
    })
}

/// One alone, or several taking turns.
fn turns(names: &[String], options: &SearchOptions) -> Result<Box<dyn Searcher>, SearchError> {
    let mut parts = Vec::new();
    for name in names {
        parts.push((by_name(name)?.make)(options));
    }
    Ok(match parts.len() {
        0 => return Err(SearchError::NoStrategy),
        1 => parts.remove(0),
        _ => Box::new(interleaved::Interleaved::new(parts)),
    })
}

fn in_phases(options: &SearchOptions) -> Result<Box<dyn Searcher>, SearchError> {
    let last = options.phases.len() - 1;
    let mut phases = Vec::new();
    for (i, phase) in options.phases.iter().enumerate() {
        if phase.length.is_none() != (i == last) {
            return Err(SearchError::RestNotLast);
        }
        phases.push((phase.length, turns(&phase.names, options)?));
    }
    Ok(Box::new(phases::Phases::new(phases)))
}
