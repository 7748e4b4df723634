use crate::merge::MergeOptions;
use crate::prune::PruneOptions;
use crate::reduce::ReduceOptions;
use crate::search::SearchOptions;
use pleach_interp::ErrorKind;
use std::time::Duration;

/// When an error ends the whole run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum ExitOnError {
    #[default]
    Never,
    Any,
    Kinds(Vec<ErrorKind>),
}

impl ExitOnError {
    pub fn applies_to(&self, kind: ErrorKind) -> bool {
        match self {
            ExitOnError::Never => false,
            ExitOnError::Any => true,
            ExitOnError::Kinds(kinds) => kinds.contains(&kind),
        }
    }
}

/// What happens above the limit of memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OnMemoryCap {
    /// Random states go that covered nothing new. Where there are none, states do not fork, as with
    /// `Inhibit`; if the process grows further all the same, the others go too, and leave tests.
    #[default]
    Discard,
    /// States follow one side of each branch until there is room again. That they grow all the same is
    /// not limited.
    Inhibit,
}

/// What ends a run before everything is explored.
#[derive(Debug, Clone, Default)]
pub struct Limits {
    pub time: Option<Duration>,
    pub instructions: Option<u64>,
    pub forks: Option<u64>,
    /// Live states; further ones are dropped, with a reason.
    pub states: Option<u64>,
    /// Bytes of the whole process.
    pub memory: Option<u64>,
    pub on_memory_cap: OnMemoryCap,
    /// Time in the solver, over all workers.
    pub solver_time: Option<Duration>,
    pub exit_on_error: ExitOnError,
}

/// How to explore.
#[derive(Debug, Clone)]
pub struct Options {
    pub search: SearchOptions,
    pub merge: MergeOptions,
    pub reduce: ReduceOptions,
    pub prune: PruneOptions,
    pub seed: u64,
    pub jobs: usize,
    pub limits: Limits,
    /// How long a state runs before the searcher is asked again.
    pub batch_instructions: u64,
    pub batch_time: Duration,
    /// Live terms at which unused ones are freed; doubled when most are in use. 0: at every
    /// exchange, to find terms that somebody holds and does not show.
    pub sweep_at: usize,
    /// Which of the states that are left when the run is halted the observers get to see.
    pub dump_states: DumpStates,
    pub memory_at_end: MemoryAtEnd,
}

/// What happens to a run's memory when it is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemoryAtEnd {
    Freed,
    /// The process ends now, and taking hundreds of thousands of states apart takes seconds.
    LeftToTheSystem,
}

/// States that are given up at the end of a run, but still worth a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DumpStates {
    /// States that were somewhere first: without their tests that coverage would be lost.
    CoveringNew,
    All,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            search: SearchOptions::default(),
            merge: MergeOptions::default(),
            reduce: ReduceOptions::default(),
            prune: PruneOptions::default(),
            seed: 0,
            jobs: 1,
            limits: Limits::default(),
            batch_instructions: 10_000,
            batch_time: Duration::from_secs(5),
            sweep_at: 1 << 20,
            dump_states: DumpStates::CoveringNew,
            memory_at_end: MemoryAtEnd::Freed,
        }
    }
}
