use crate::search::SearchOptions;
use pleach_interp::{Code, Config, CoverageMap, ErrorKind};
use pleach_ir::Module;
use pleach_solver::SolverConfig;
use pleach_term::Terms;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
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

/// Names and bytes of a test's inputs, in the order in which the program asks for them.
pub type TestInputs = Vec<(String, Vec<u8>)>;

/// What to explore, and with what.
pub struct Setup {
    pub module: Arc<Module>,
    pub code: Arc<Code>,
    pub terms: Arc<Terms>,
    pub coverage: Arc<CoverageMap>,
    pub config: Arc<Config>,
    pub solver: SolverConfig,
    pub options: Options,
    /// `argv` of the program, its name included.
    pub args: Vec<Vec<u8>>,
    pub env: Vec<Vec<u8>>,
    /// Inputs of tests: if there are any, only the paths that they take are run.
    pub tests: Vec<TestInputs>,
    /// Prepares the first state before it runs (the environment's own data).
    pub prepare: Box<dyn Fn(&mut pleach_interp::State) + Send + Sync>,
    /// Gives memory that the calling thread has freed back to the system, if the allocator is asked.
    pub release_memory: fn(),
    /// Set from outside to end the run (Ctrl-C).
    pub halt: Arc<AtomicBool>,
}
