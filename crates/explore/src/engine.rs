//! What outlives one exploration: the program, its terms, what was learned about it. Explorations of
//! one engine run one after the other, each as warm as those before it left the engine.

use crate::atlas::AtlasTables;
use crate::merge::Merger;
use crate::prune::Pruner;
use crate::search::Searcher;
use crate::{Observer, Options, Outcome, run};
use parking_lot::Mutex;
use pleach_interp::{Code, Config, CoverageMap, State};
use pleach_ir::Module;
use pleach_solver::{SharedCache, SolverConfig};
use pleach_term::{Term, Terms};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

/// What an engine is made of.
pub struct Setup {
    pub module: Arc<Module>,
    pub code: Arc<Code>,
    pub terms: Arc<Terms>,
    /// Goes on from one exploration to the next, unless [`Engine::forget_coverage`] is called.
    pub coverage: Arc<CoverageMap>,
    pub config: Arc<Config>,
    pub solver: SolverConfig,
    /// `argv` of the program, its name included.
    pub args: Vec<Vec<u8>>,
    pub env: Vec<Vec<u8>>,
    /// Prepares the first state of an exploration before it runs (the environment's own data).
    pub prepare: Box<dyn Fn(&mut State) + Send + Sync>,
    /// Gives memory that the calling thread has freed back to the system, if the allocator is asked.
    pub release_memory: fn(),
}

pub type MakeSearcher = Box<dyn Fn() -> Box<dyn Searcher> + Send + Sync>;
pub type MakeMerger = Box<dyn Fn() -> Box<dyn Merger> + Send + Sync>;
pub type MakePruner = Box<dyn Fn() -> Box<dyn Pruner> + Send + Sync>;

/// One exploration.
#[derive(Default)]
pub struct Task {
    pub options: Options,
    /// Inputs of tests: if there are any, only the paths that they take are run.
    pub tests: Vec<TestInputs>,
    /// A searcher of the caller's own, in place of what the options say.
    pub searcher: Option<MakeSearcher>,
    /// A merger of the caller's own, in place of what the options say.
    pub merger: Option<MakeMerger>,
    /// A pruner of the caller's own.
    pub pruner: Option<MakePruner>,
    /// Set from outside to end the exploration (Ctrl-C).
    pub halt: Arc<AtomicBool>,
}

/// Names and bytes of a test's inputs, in the order in which the program asks for them.
pub type TestInputs = Vec<(String, Vec<u8>)>;

/// Somebody outside of all states who keeps terms, so that a sweep does not free them.
pub trait TermHolder: Send + Sync {
    fn terms(&self, show: &mut dyn FnMut(Term));
}

/// A program that can be explored, several times if need be.
pub struct Engine {
    pub setup: Setup,
    pub(crate) cache: Arc<SharedCache>,
    holders: Mutex<Vec<Arc<dyn TermHolder>>>,
    tables: OnceLock<Arc<AtlasTables>>,
}

impl Engine {
    pub fn new(setup: Setup) -> Engine {
        Engine {
            cache: Arc::new(SharedCache::new(&setup.solver)),
            holders: Mutex::default(),
            tables: OnceLock::new(),
            setup,
        }
    }

    /// Explores everything that can be explored within the limits.
    pub fn explore(&self, task: &Task, observers: &[&dyn Observer]) -> Outcome {
        run::explore(self, task, observers)
    }

    /// The next exploration finds everything uncovered.
    pub fn forget_coverage(&self) {
        self.setup.coverage.clear();
    }

    /// From now on every sweep asks this one for its terms.
    pub fn add_term_holder(&self, holder: Arc<dyn TermHolder>) {
        self.holders.lock().push(holder);
    }

    /// Terms that are in use outside of states.
    pub(crate) fn roots(&self) -> Vec<Term> {
        let mut roots: Vec<Term> = self.setup.code.terms().collect();
        for holder in self.holders.lock().iter() {
            holder.terms(&mut |term| roots.push(term));
        }
        roots
    }

    /// What strategies know about the program before anything runs; found out when it is first needed.
    pub(crate) fn atlas_tables(&self) -> Arc<AtlasTables> {
        let Setup { module, code, .. } = &self.setup;
        let tables = self
            .tables
            .get_or_init(|| Arc::new(AtlasTables::new(module, code)));
        tables.clone()
    }
}
