//! `--check-decisions`: states that an exploration hands back are reached once more from the program's
//! beginning, by nothing but what their paths were told, and must be the same.

use crate::failure::Failure;
use pleach_explore::{Options, Setup};
use pleach_interp::{Budget, Machine, State, Stop, SymbolicObject, Value};
use pleach_ir::FuncId;
use pleach_solver::{Chain, SharedCache};
use pleach_term::Term;
use std::collections::VecDeque;
use std::fmt;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

/// Replays about so many states, fewer if the program has no more or a limit of the run is reached.
pub fn check(setup: &Setup, options: &Options, states: u64) -> Result<ExitCode, Failure> {
    let mut check = Check::new(setup, options);
    check.explore(states)?;
    println!("{}", check.tally);
    Ok(ExitCode::SUCCESS)
}

/// States that are replayed of one batch: those that forked off in it differ little.
const PER_BATCH: usize = 4;

struct Check<'a> {
    setup: &'a Setup,
    options: &'a Options,
    machine: Machine,
    /// The newest last.
    open: VecDeque<Box<State>>,
    tally: Tally,
}

/// The states that were replayed.
#[derive(Default)]
struct Tally {
    states: u64,
    longest_path: u64,
    most_forks: u32,
    most_conjuncts: usize,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} states replayed, all equal, 0 questions; longest path {} instructions, most forks {}, \
             most conjuncts {}",
            self.states, self.longest_path, self.most_forks, self.most_conjuncts
        )
    }
}

impl<'a> Check<'a> {
    fn new(setup: &'a Setup, options: &'a Options) -> Check<'a> {
        let cache = Arc::new(SharedCache::new(&setup.solver));
        let machine = Machine::new(
            setup.module.clone(),
            setup.code.clone(),
            Chain::new(setup.terms.clone(), cache, setup.solver.clone()),
            setup.terms.clone(),
            setup.config.clone(),
            setup.coverage.clone(),
        );
        Check {
            setup,
            options,
            machine,
            open: VecDeque::new(),
            tally: Tally::default(),
        }
    }

    fn begin(&mut self) -> Result<Box<State>, Failure> {
        let Setup { args, env, .. } = self.setup;
        let started = self.machine.initial_state(args, env);
        let mut state = started
            .map_err(|why| Failure::BadInput(format!("the program cannot be started: {why:?}")))?;
        (self.setup.prepare)(&mut state);
        Ok(state)
    }

    fn explore(&mut self, states: u64) -> Result<(), Failure> {
        let limits = &self.options.limits;
        let (started, mut executed) = (Instant::now(), 0);
        let mut first = self.begin()?;
        first.decisions = Some(Default::default());
        self.open.push_back(first);
        // Deep states and wide ones: the newest and the oldest take turns.
        for turn in 0.. {
            let over = self.tally.states >= states
                || limits.time.is_some_and(|most| started.elapsed() >= most)
                || limits.instructions.is_some_and(|most| executed >= most);
            let next = match turn % 2 {
                0 => self.open.pop_back(),
                _ => self.open.pop_front(),
            };
            let Some(state) = next.filter(|_| !over) else {
                break;
            };
            let handed_back = self.run_batch(state);
            executed += self.machine.executed();
            let step = handed_back.len().div_ceil(PER_BATCH).max(1);
            for state in handed_back.iter().rev().step_by(step) {
                self.replay(state)?;
            }
            self.open.extend(handed_back);
        }
        Ok(())
    }

    /// What there is after a batch: the states that forked off, and this one if it has not ended.
    fn run_batch(&mut self, mut state: Box<State>) -> Vec<Box<State>> {
        let budget = Budget::instructions(self.options.batch_instructions);
        let stop = self.machine.run(&mut state, budget);
        let mut handed_back = std::mem::take(&mut self.machine.forked);
        if let Stop::Budget | Stop::Forked | Stop::Traced = stop {
            handed_back.push(state);
        }
        self.machine.ended.clear();
        self.machine.warnings.clear();
        self.machine.newly_covered.clear();
        handed_back
    }

    fn replay(&mut self, state: &State) -> Result<(), Failure> {
        // Nobody knows yet whether such a path exists: it has no model to be replayed with.
        if state.standing.open_question.is_some() {
            return Ok(());
        }
        let start = self.begin()?;
        let asked = self.machine.solver.statistics().queries;
        let checkpoint = state.checkpoint().map_err(Failure::broken)?;
        let again = self.machine.replay(start, &checkpoint);
        let problem = match again {
            Err(error) => Some(error.to_string()),
            Ok(_) if self.machine.solver.statistics().queries != asked => {
                Some("the solver was asked".to_owned())
            }
            Ok(again) => difference(state, &again),
        };
        if let Some(problem) = problem {
            return Err(Failure::Broken(self.blame(state, &problem)));
        }
        self.tally.add(state);
        Ok(())
    }

    fn blame(&self, state: &State, problem: &str) -> String {
        let name = |(function, pc): (FuncId, u32)| {
            let name = &self.setup.module.functions[function.index()].name;
            format!("{name}+{pc}")
        };
        let place: Vec<String> = place(state).into_iter().map(name).collect();
        format!(
            "a replayed state is not as it was recorded: {problem}; after {} equal ones, at \
             instruction {} of a path with {} forks, in {}",
            self.tally.states,
            state.instructions,
            state.depth,
            place.join(" < ")
        )
    }
}

impl Tally {
    fn add(&mut self, state: &State) {
        self.states += 1;
        self.longest_path = self.longest_path.max(state.instructions);
        self.most_forks = self.most_forks.max(state.depth);
        self.most_conjuncts = self.most_conjuncts.max(state.path.len());
    }
}

/// What is not equal in two states of one program.
fn difference(recorded: &State, replayed: &State) -> Option<String> {
    let (a, b) = (recorded, replayed);
    let parts = [
        ("the place", place(a) == place(b)),
        ("the path", a.path.conjuncts() == b.path.conjuncts()),
        ("the inputs", inputs(a) == inputs(b)),
        ("a register", registers(a) == registers(b)),
        ("memory", a.memory.is_same(&b.memory)),
        (
            "what it printed or the like",
            a.extensions.is_same(&b.extensions),
        ),
        ("the exit code", a.exit_code == b.exit_code),
        ("instructions", a.instructions == b.instructions),
        ("forks", a.depth == b.depth),
        ("forking", a.forking == b.forking),
        ("exceptions", a.exceptions == b.exceptions),
        ("preferences", preferences(a) == preferences(b)),
        ("aliases", a.aliases == b.aliases),
        ("handlers", a.handlers == b.handlers),
    ];
    let (what, _) = parts.iter().find(|(_, same)| !same)?;
    Some(match *what {
        "memory" => differing_object(a, b),
        other => format!("{other} differs"),
    })
}

/// The frames, the innermost first.
fn place(state: &State) -> Vec<(FuncId, u32)> {
    state.stack.frames().map(|f| (f.function, f.pc)).collect()
}

fn registers(state: &State) -> Vec<Value> {
    let mut registers = Vec::new();
    // How many frames are frozen depends on when the state last forked.
    let mut stack = state.stack.clone();
    stack.freeze();
    stack.for_each_value(|_| true, |v| registers.push(v));
    registers
}

/// Each with its bytes in the path's model.
fn inputs(state: &State) -> Vec<(&SymbolicObject, Vec<u8>)> {
    let values = |object: &SymbolicObject| {
        let vars = object.input.vars();
        vars.map(|var| state.path.value_of(var)).collect()
    };
    let objects = state.inputs.iter();
    objects.map(|object| (object, values(object))).collect()
}

fn preferences(state: &State) -> Vec<Term> {
    state.preferences.oldest_first().copied().collect()
}

fn differing_object(recorded: &State, replayed: &State) -> String {
    let objects = |state: &State| {
        let mut all = Vec::new();
        state.memory.for_each(|object| all.push(object.clone()));
        all
    };
    let (a, b) = (objects(recorded), objects(replayed));
    let mut pairs = a.iter().zip(&b);
    match pairs.find(|(a, b)| a != b) {
        Some((a, b)) => format!(
            "memory differs: {:?} at {:#x} of {} bytes, replayed {:?} at {:#x} of {} bytes",
            a.kind, a.base, a.size, b.kind, b.base, b.size
        ),
        None if a.len() != b.len() => format!("{} objects, replayed {}", a.len(), b.len()),
        None => "memory will give other addresses to new objects".to_owned(),
    }
}
