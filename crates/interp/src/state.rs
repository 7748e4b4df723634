use crate::write::Guarded;
use crate::{
    Decision, Exception, Extensions, Handlers, Inputs, PathLog, Stack, SymbolicObject, Value,
};
use pleach_ir::FuncId;
use pleach_memory::Site;
use pleach_solver::{Effort, List, PathCondition};
use pleach_term::{Evaluator, Term, Terms};
use rustc_hash::FxHasher;
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Unique within a run; with one job the same in every run.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StateId(pub u64);

/// What is left to do when the bottom frame returns.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) enum Agenda {
    /// Constructors from this one on, then `main`.
    Construct(u32),
    Main,
    /// Functions registered with `atexit`, then destructors from this one on, then the end.
    Destruct(u32),
}

/// A function to call at exit, with its argument if it takes one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct AtExit {
    pub function: FuncId,
    pub argument: Option<u64>,
}

/// How a state stands among the others: what those need to know who choose among states. What the
/// program does next does not depend on it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Standing {
    /// The state's `instructions` when it last covered something new of the program's own code.
    pub last_new: u64,
    /// This path has covered something of the program's own code that no test written so far covers.
    pub covers_new: bool,
    /// The state forked off at the branch that it stands at, and will take the side there that the
    /// state that it forked from did not take.
    pub takes_other_side: bool,
    /// Whether this path exists is not known yet.
    pub open_question: Option<OpenQuestion>,
    /// The state was given up, and goes to its end with the inputs of its own model alone.
    pub alone: bool,
    /// In which iteration of the run the path began.
    pub iteration: u32,
    /// Where the state forked off, until it runs.
    pub forked_at: Option<Site>,
    /// What the program has just said about joining states, until the state runs on.
    pub merge_mark: Option<MergeMark>,
}

/// What a program says about joining states (`klee_open_merge`, `klee_close_merge`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MergeMark {
    /// States that part from here on are to meet again.
    Open,
    /// The state has come to where they meet.
    Close,
}

/// What a path is still to be asked before it goes on. It stands at an instruction that asked the
/// same, where the other answer was known and this one would have taken long.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenQuestion {
    /// The path exists if this can hold.
    pub cond: Term,
    /// What the answer is worth next time.
    pub effort: Effort,
    /// What the path was told then, if it exists.
    pub(crate) answer: Decision,
}

/// One path of the program, at one point of its execution. Forking copies
/// little: everything large is shared until it changes.
pub struct State {
    pub id: StateId,
    pub stack: Stack,
    pub memory: Guarded,
    pub path: PathCondition,
    pub inputs: Inputs,
    /// Forks on the way from the root.
    pub depth: u32,
    /// Instructions executed on this path.
    pub instructions: u64,
    pub standing: Standing,
    /// What this path was told at each decision, where that is recorded and nobody runs it now.
    pub decisions: Option<List<Decision>>,
    /// Forking was switched off by the program (`klee_set_forking`).
    pub forking: bool,
    pub extensions: Extensions,
    /// What this path did, where that is written down.
    pub log: Option<PathLog>,
    /// What the environment last refused to this path, though a real system would have done it.
    pub(crate) refused: Option<Arc<str>>,
    pub(crate) agenda: Agenda,
    pub(crate) at_exit: Arc<Vec<AtExit>>,
    /// What the program hands to its parent; may be symbolic.
    pub exit_code: Value,
    pub(crate) stack_bytes: u64,
    /// Objects already excluded for the symbolic address being resolved.
    pub(crate) resolutions: u32,
    pub exceptions: Vec<Exception>,
    /// Exception object and selector on the way to a landing pad.
    pub(crate) landing: Option<(u64, i32)>,
    /// argc, argv and envp.
    pub(crate) main_args: [Value; 3],
    /// Uninitialised and havoc'd values so far, to name the next one.
    pub(crate) fresh: u32,
    /// Inputs preferred by `klee_prefer_cex`.
    pub preferences: List<Term>,
    /// The path's condition, once `path` says also what was preferred.
    pub(crate) before_wishes: Option<PathCondition>,
    /// Calls of the first go to the second (`klee_alias_function`).
    pub aliases: Arc<BTreeMap<FuncId, FuncId>>,
    pub handlers: Handlers,
}

impl State {
    pub(crate) fn new(id: StateId) -> State {
        State {
            id,
            stack: Stack::default(),
            memory: Guarded::default(),
            path: PathCondition::new(),
            inputs: Inputs::default(),
            depth: 0,
            instructions: 0,
            standing: Standing::default(),
            decisions: None,
            forking: true,
            extensions: Extensions::default(),
            log: None,
            refused: None,
            agenda: Agenda::Construct(0),
            at_exit: Arc::default(),
            exit_code: Value::ZERO,
            stack_bytes: 0,
            resolutions: 0,
            exceptions: Vec::new(),
            landing: None,
            main_args: [Value::ZERO; 3],
            fresh: 0,
            preferences: List::default(),
            before_wishes: None,
            aliases: Arc::default(),
            handlers: Handlers::default(),
        }
    }

    /// What holds on this path, without what is only preferred for its test.
    pub fn condition(&self) -> &PathCondition {
        self.before_wishes.as_ref().unwrap_or(&self.path)
    }

    /// The inputs that the path asked for which the model takes: states that were joined may have
    /// asked for different ones.
    pub fn asked_inputs(&self, terms: &Terms) -> Vec<&SymbolicObject> {
        let mut evaluator = Evaluator::new();
        let mut holds = |cond: Term| self.path.eval(terms, &mut evaluator, cond).is_one();
        let asked = |object: &&SymbolicObject| object.only_if.is_none_or(&mut holds);
        self.inputs.iter().filter(asked).collect()
    }

    /// A copy that goes another way. It does not inherit what this one newly covered.
    pub(crate) fn fork(&mut self, id: StateId) -> State {
        self.stack.freeze();
        self.depth += 1;
        State {
            standing: Standing {
                last_new: self.standing.last_new,
                iteration: self.standing.iteration,
                forked_at: Some(Site {
                    function: self.stack.top().function,
                    at: self.stack.top().pc,
                }),
                ..Standing::default()
            },
            ..self.copy(id)
        }
    }

    /// What the state is now, for a test of it: it does not run.
    pub fn snapshot(&mut self) -> Box<State> {
        self.stack.freeze();
        Box::new(self.copy(self.id))
    }

    pub(crate) fn copy(&self, id: StateId) -> State {
        State {
            id,
            stack: self.stack.clone(),
            memory: self.memory.clone(),
            path: self.path.clone(),
            inputs: self.inputs.clone(),
            depth: self.depth,
            instructions: self.instructions,
            standing: self.standing.clone(),
            decisions: self.decisions.clone(),
            forking: self.forking,
            extensions: self.extensions.fork(),
            log: None,
            refused: self.refused.clone(),
            agenda: self.agenda.clone(),
            at_exit: self.at_exit.clone(),
            exit_code: self.exit_code,
            stack_bytes: self.stack_bytes,
            resolutions: self.resolutions,
            exceptions: self.exceptions.clone(),
            landing: self.landing,
            main_args: self.main_args,
            fresh: self.fresh,
            preferences: self.preferences.clone(),
            before_wishes: None,
            aliases: self.aliases.clone(),
            handlers: self.handlers,
        }
    }

    /// A number for where the state stands: its frames, and what the engine keeps beside registers and
    /// memory that may decide about what comes next.
    pub fn place_hash(&self) -> u64 {
        let mut hasher = FxHasher::default();
        for frame in self.stack.frames() {
            (frame.function, frame.pc, frame.allocas.len()).hash(&mut hasher);
        }
        self.agenda.hash(&mut hasher);
        self.at_exit.hash(&mut hasher);
        self.exceptions.hash(&mut hasher);
        self.landing.hash(&mut hasher);
        self.handlers.hash(&mut hasher);
        (
            self.forking,
            &self.aliases,
            self.resolutions,
            self.stack_bytes,
        )
            .hash(&mut hasher);
        hasher.write_u64(self.extensions.hash_of_steering());
        hasher.finish()
    }

    /// Shows every term this state holds; shared parts once per `seen`.
    pub fn for_each_term(&self, mut seen: impl FnMut(*const ()) -> bool, mut f: impl FnMut(Term)) {
        self.stack
            .for_each_value(&mut seen, |v| v.term.into_iter().for_each(&mut f));
        for frame in self.stack.frames() {
            for byte in frame.varargs.iter().flat_map(|v| v.area.iter()) {
                if let pleach_memory::Byte::Symbolic(t) = byte {
                    f(*t);
                }
            }
        }
        self.memory.for_each_term(&mut seen, &mut f);
        self.path.for_each_term(&mut seen, &mut f);
        self.preferences.for_each_unseen(&mut seen, &mut |t| f(*t));
        self.inputs.for_each_term(&mut seen, &mut f);
        self.exit_code.term.into_iter().for_each(&mut f);
        let question = self.standing.open_question.iter();
        question.for_each(|question| f(question.cond));
        self.extensions.terms(&mut seen, &mut f);
    }
}
