//! `--check-merging`: the program is explored without merging and then with it, in one engine. Every
//! path of the first exploration must be in exactly one state of the second, with the same end, exit
//! code and output, and the states must stand for exactly as many paths as there are.

use crate::failure::Failure;
use pleach_explore::merge::exact;
use pleach_explore::{Engine, Observer, Outcome, PathEnd, RunOn, Setup, Task};
use pleach_interp::{End, Incomplete, State};
use pleach_ir::Origin;
use pleach_memory::Site;
use pleach_solver::{Chain, SharedCache};
use pleach_term::{Evaluator, Term, Terms, VarId};
use std::collections::{BTreeSet, HashMap};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, MutexGuard};

/// Programs with more paths are not compared: each path is looked for in each state.
const MOST_PATHS: u64 = 3_000;

pub fn check(engine: &Engine, mut task: Task) -> Result<ExitCode, Failure> {
    let merge = std::mem::take(&mut task.options.merge);
    let plain = Plain::default();
    task.options.limits.forks.get_or_insert(MOST_PATHS);
    let outcome = engine.explore(&task, &[&plain]);
    let paths = plain.0.into_inner().unwrap_or_else(|p| p.into_inner());
    if !outcome.complete() {
        println!("0 paths: not explored completely");
        return Ok(ExitCode::SUCCESS);
    }
    let expected = Seen::of(engine, &paths);
    engine.forget_coverage();
    let second = Merged::new(&engine.setup, paths);
    task.options.merge = merge;
    // Counting the paths in states takes its time as well.
    (task.options.limits.forks, task.options.limits.time) = (None, None);
    let merged = engine.explore(&task, &[&second]);
    let second = second.into_inner();
    second.compare(&outcome, &merged, &expected, engine)?;
    println!(
        "{} paths in {} states, all equal; {} joins, {} active forks",
        outcome.totals.paths,
        merged.totals.paths,
        merged.totals.merge.made,
        merged.totals.merge.active_forks
    );
    Ok(ExitCode::SUCCESS)
}

/// How a path ended, as far as that does not depend on its model.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Ending {
    Exit(i32),
    Error(&'static str, Vec<Site>),
    Other(String),
}

impl Ending {
    /// `value` says what a term is.
    fn of(state: &State, end: &End, value: &mut dyn FnMut(Term) -> u64) -> Ending {
        match end {
            End::Exit(_) => {
                let code = state.exit_code;
                Ending::Exit(code.term.map_or(code.bits, value) as i32)
            }
            End::Error(finding) => {
                let sites = finding.stack.iter().map(|entry| entry.site);
                Ending::Error(finding.kind.name(), sites.collect())
            }
            other => Ending::Other(format!("{other:?}")),
        }
    }
}

type Output = Vec<(i32, Vec<u8>)>;

/// A path of the exploration without merging.
struct Known {
    /// Names and bytes, in the order in which the program asked for them.
    inputs: Vec<(Arc<str>, Vec<u8>)>,
    /// Values of everything that is unknown on the path, inputs or not.
    model: HashMap<VarId, u8>,
    ending: Ending,
    output: Output,
}

#[derive(Default)]
struct Plain(Mutex<Vec<Known>>);

impl Observer for Plain {
    fn path_ended(&self, path: &PathEnd<'_>) -> RunOn {
        let (state, terms) = (path.state, path.terms);
        let inputs = state.inputs.iter().map(|object| {
            let bytes = object.input.vars().map(|var| state.path.value_of(var));
            (object.name.clone(), bytes.collect())
        });
        let mut model = HashMap::new();
        for group in state.path.groups() {
            model.extend(group.vars.iter().copied().zip(group.model.iter().copied()));
        }
        let mut evaluator = Evaluator::new();
        let mut value = |term| state.path.eval(terms, &mut evaluator, term).low_u64();
        let known = Known {
            inputs: inputs.collect(),
            model,
            ending: Ending::of(state, path.end, &mut value),
            output: pleach_env::output(state),
        };
        lock(&self.0).push(known);
        RunOn::Yes
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// What an exploration saw, path by path or not.
#[derive(Debug, PartialEq, Eq)]
struct Seen {
    errors: BTreeSet<Ending>,
    covered: Vec<bool>,
}

impl Seen {
    fn of(engine: &Engine, paths: &[Known]) -> Seen {
        let errors = paths.iter().map(|path| &path.ending);
        Seen {
            errors: errors
                .filter(|e| matches!(e, Ending::Error(..)))
                .cloned()
                .collect(),
            covered: covered(engine),
        }
    }
}

/// Of the program's own code: the modelled system asks whether numbers are known, and one that is may be
/// unknown in a state that was joined.
fn covered(engine: &Engine) -> Vec<bool> {
    let setup = &engine.setup;
    let all = setup.module.functions.iter().zip(&setup.code.functions);
    let own = all.filter(|(function, _)| function.origin == Origin::Program);
    let edges = own.flat_map(|(function, code)| {
        code.entry_number..=code.entry_number + function.edges.len() as u32
    });
    edges.map(|edge| setup.coverage.is_covered(edge)).collect()
}

/// The exploration with merging.
struct Merged {
    known: Vec<Known>,
    inner: Mutex<Found>,
}

struct Found {
    solver: Chain,
    /// By path: in how many states it was found.
    times: Vec<u32>,
    /// Where a path was found in a state, and is not what it was.
    differences: Vec<(usize, String)>,
    paths: u64,
    errors: BTreeSet<Ending>,
    problems: Vec<String>,
}

impl Merged {
    fn new(setup: &Setup, known: Vec<Known>) -> Merged {
        let cache = Arc::new(SharedCache::new(&setup.solver));
        Merged {
            inner: Mutex::new(Found {
                solver: Chain::new(setup.terms.clone(), cache, setup.solver.clone()),
                times: vec![0; known.len()],
                differences: Vec::new(),
                paths: 0,
                errors: BTreeSet::new(),
                problems: Vec::new(),
            }),
            known,
        }
    }

    fn into_inner(self) -> Found {
        self.inner.into_inner().unwrap_or_else(|p| p.into_inner())
    }
}

impl Observer for Merged {
    fn path_ended(&self, path: &PathEnd<'_>) -> RunOn {
        // Only a test of a state that was joined with another one.
        if let End::Incomplete(Incomplete::Dropped(_)) = path.end {
            return RunOn::Yes;
        }
        let mut found = lock(&self.inner);
        let found = &mut *found;
        match exact(path.state, &mut found.solver) {
            Some(paths) => found.paths += paths,
            None => found
                .problems
                .push("a multiplicity is not known".to_owned()),
        }
        if let End::Error(_) = path.end {
            let ending = Ending::of(path.state, path.end, &mut |_| 0);
            found.errors.insert(ending);
        }
        for (i, known) in self.known.iter().enumerate() {
            let Some(model) = known.model_in(path.state, path.terms) else {
                continue;
            };
            // A fault that the program handles ends as an error and goes on: both are on one input.
            match known.difference(path, &model) {
                None => found.times[i] += 1,
                Some(difference) => found.differences.push((i, difference)),
            }
        }
        RunOn::Yes
    }
}

/// What is unknown in a state, as one of the paths that it stands for has it.
struct Model<'a> {
    of_inputs: HashMap<VarId, u8>,
    others: &'a HashMap<VarId, u8>,
}

impl Model<'_> {
    fn value(&self, var: VarId) -> u8 {
        let known = self.of_inputs.get(&var).or_else(|| self.others.get(&var));
        known.copied().unwrap_or(0)
    }

    fn eval(&self, terms: &Terms, term: Term) -> u64 {
        let mut evaluator = Evaluator::new();
        let bits = evaluator.eval_bits(terms, term, &|var| self.value(var));
        bits.low_u64()
    }
}

impl Known {
    /// The path's values for what is unknown in the state, if it is one of those that the state
    /// stands for. The inputs of a joined state are those of both, and have other numbers.
    fn model_in(&self, state: &State, terms: &Terms) -> Option<Model<'_>> {
        let mut model = Model {
            of_inputs: HashMap::new(),
            others: &self.model,
        };
        let mut given = self.inputs.iter();
        for object in state.inputs.iter() {
            if object
                .only_if
                .is_some_and(|cond| model.eval(terms, cond) == 0)
            {
                continue;
            }
            let (name, bytes) = given.next()?;
            if *name != object.name || bytes.len() != object.input.vars().count() {
                return None;
            }
            let values = object.input.vars().zip(bytes.iter().copied());
            model.of_inputs.extend(values);
        }
        let holds = |term: &Term| model.eval(terms, *term) != 0;
        let is_one = given.next().is_none() && state.condition().conjuncts().iter().all(holds);
        is_one.then_some(model)
    }

    /// How the state is not what the path was.
    fn difference(&self, path: &PathEnd<'_>, model: &Model<'_>) -> Option<String> {
        let mut value = |term| model.eval(path.terms, term);
        let ending = Ending::of(path.state, path.end, &mut value);
        if ending != self.ending {
            return Some(format!("an end is {ending:?} instead of {:?}", self.ending));
        }
        let output = pleach_env::output_under(path.state, |var| model.value(var));
        let text = |output: &Output| {
            let bytes = output.iter().flat_map(|(_, bytes)| bytes);
            String::from_utf8_lossy(&bytes.copied().collect::<Vec<u8>>()).into_owned()
        };
        (output != self.output).then(|| {
            format!(
                "printed {:?} instead of {:?}",
                text(&output),
                text(&self.output)
            )
        })
    }
}

impl Found {
    fn compare(
        &self,
        plain: &Outcome,
        merged: &Outcome,
        expected: &Seen,
        engine: &Engine,
    ) -> Result<(), Failure> {
        let broken = |what: String| {
            Err(Failure::Broken(format!(
                "merging changes what is found: {what}"
            )))
        };
        if let Some(problem) = self.problems.first() {
            return broken(problem.clone());
        }
        if !merged.complete() {
            return broken(format!(
                "the exploration is not complete: {:?}",
                merged.totals.incomplete
            ));
        }
        if let Some(at) = self.times.iter().position(|times| *times != 1) {
            let of_path = self.differences.iter().find(|(path, _)| *path == at);
            let difference = of_path.map_or("", |(_, difference)| difference);
            let times = self.times[at];
            return broken(format!("path {at} is in {times} states; {difference}"));
        }
        if self.paths != plain.totals.paths {
            return broken(format!(
                "states stand for {} paths instead of {}",
                self.paths, plain.totals.paths
            ));
        }
        let found = Seen {
            errors: self.errors.clone(),
            covered: covered(engine),
        };
        if found.errors != expected.errors {
            return broken(format!(
                "errors are {:?} instead of {:?}",
                found.errors, expected.errors
            ));
        }
        if found.covered != expected.covered {
            return broken("other edges are covered".to_owned());
        }
        Ok(())
    }
}
