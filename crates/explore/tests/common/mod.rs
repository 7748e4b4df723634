//! Programs for engines: C source with functions of the test's own.

#![allow(dead_code)] // Each test file uses a part of this.

use pleach_explore::{Engine, Observer, Options, PathEnd, RunOn, Setup, Task};
use pleach_interp::{
    Code, Config, CoverageMap, End, Host, HostCall, HostFn, InputType, Machine, Returned, State,
    Step, Value,
};
use pleach_ir::{Function, LoadOptions, load};
use pleach_term::Terms;
use std::sync::{Arc, Mutex};

/// What an engine needs to run this program.
pub fn setup(program: &str, host: &dyn Host, config: Config) -> Setup {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("program.c");
    std::fs::write(&source, program).unwrap();
    let module = Arc::new(load(&[source], &LoadOptions::default()).unwrap());
    let (terms, config) = (Arc::new(Terms::new()), Arc::new(config));
    let code = Arc::new(Code::new(&module, host, &config, &terms));
    let coverage = Arc::new(CoverageMap::new(code.coverage_points as usize));
    Setup {
        module,
        code,
        terms,
        coverage,
        config,
        solver: Default::default(),
        args: vec![b"program".to_vec()],
        env: Vec::new(),
        release_memory: || {},
        prepare: Box::new(|_| {}),
    }
}

/// An engine for a program that knows `int unknown(void)`, a new input of four bytes.
pub fn engine(program: &str) -> Engine {
    Engine::new(setup(program, &Unknowns, Config::default()))
}

pub fn task(jobs: usize, search: &str) -> Task {
    let mut options = Options {
        jobs,
        ..Options::default()
    };
    options.search.names = vec![search.to_owned()];
    Task {
        options,
        ..Task::default()
    }
}

pub struct Unknowns;

impl Host for Unknowns {
    fn resolve(&self, function: &Function) -> Option<HostFn> {
        match function.name.as_str() {
            "unknown" => Some(unknown),
            _ => None,
        }
    }
}

pub fn unknown(machine: &mut Machine, state: &mut State, _: &HostCall<'_>) -> Step<Returned> {
    let input = machine.new_input(state, "x", 4, InputType::Unknown);
    let bytes: Vec<_> = input.vars().map(|v| machine.terms.var(v)).collect();
    let whole = machine.terms.concat_bytes(&bytes);
    Ok(Returned::One(Value::from_term(&machine.terms, whole)))
}

/// How paths end.
#[derive(Default)]
pub struct Ends(pub Mutex<Vec<End>>);

impl Observer for Ends {
    fn path_ended(&self, path: &PathEnd<'_>) -> RunOn {
        self.0.lock().unwrap().push(path.end.clone());
        RunOn::Yes
    }
}
