//! A program that has come to the same place in two states.
#![allow(dead_code)] // each test file uses a part of it

use pleach_interp::{
    Budget, Checks, Code, Config, CoverageMap, End, Host, HostCall, HostFn, InputType, Joiner,
    Machine, MergeMark, Refusal, Returned, State, Step, Stop, Value,
};
use pleach_ir::{Function, LoadOptions, load};
use pleach_memory::{Contents, Owner};
use pleach_solver::{Chain, SharedCache, SolverConfig};
use pleach_term::{Term, Terms};
use std::sync::Arc;

const NAMES: &str = "
    int unknown(void); void meet(void); char *make(void); void destroy(char *); void prefer(int);";

/// `unknown()` is an input, and states are handed back behind `meet()`.
struct Functions;

impl Host for Functions {
    fn resolve(&self, function: &Function) -> Option<HostFn> {
        let known: [(&str, HostFn); 5] = [
            ("unknown", unknown),
            ("meet", meet),
            ("make", make),
            ("destroy", destroy),
            ("prefer", prefer),
        ];
        let found = known.iter().find(|(name, _)| *name == function.name);
        found.map(|(_, function)| *function)
    }
}

fn unknown(machine: &mut Machine, state: &mut State, _: &HostCall<'_>) -> Step<Returned> {
    let input = machine.new_input(state, "x", 4, InputType::Unknown);
    let bytes: Vec<Term> = input.vars().map(|var| machine.terms.var(var)).collect();
    let whole = machine.terms.concat_bytes(&bytes);
    Ok(Returned::One(Value::from_term(&machine.terms, whole)))
}

fn meet(machine: &mut Machine, state: &mut State, _: &HostCall<'_>) -> Step<Returned> {
    machine.mark_merge(state, MergeMark::Close);
    Ok(Returned::Nothing)
}

fn make(machine: &mut Machine, state: &mut State, _: &HostCall<'_>) -> Step<Returned> {
    let contents = Contents::from_bytes(&[], 8);
    let made = machine.allocate_heap(state, Owner::Program, contents, 8);
    let made = made.unwrap_or_else(|_| panic!("there is room for 8 bytes"));
    Ok(Returned::One(Value::concrete(made)))
}

fn destroy(machine: &mut Machine, state: &mut State, call: &HostCall<'_>) -> Step<Returned> {
    machine.free_heap(state, call.arg(0).bits);
    Ok(Returned::Nothing)
}

fn prefer(machine: &mut Machine, state: &mut State, call: &HostCall<'_>) -> Step<Returned> {
    let wish = call.arg(0).to_term(&machine.terms, 32);
    let zero = machine.terms.constant(32, 0);
    let wish = machine.terms.not(machine.terms.eq(wish, zero));
    state.preferences.push(wish);
    Ok(Returned::Nothing)
}

/// A program that has come to `meet()` in two states.
pub struct Pair {
    pub machine: Machine,
    pub joiner: Joiner,
    /// Where `x < 0`, x being the first input.
    pub negative: Box<State>,
    pub other: Box<State>,
}

/// The word that is the input of this number.
pub fn input(terms: &Terms, state: &State, number: usize) -> Term {
    let object = state.inputs.iter().nth(number).expect("an input");
    let bytes: Vec<Term> = object.input.vars().map(|var| terms.var(var)).collect();
    terms.concat_bytes(&bytes)
}

pub fn is_negative(terms: &Terms, state: &State) -> Term {
    terms.slt(input(terms, state, 0), terms.constant(32, 0))
}

impl Pair {
    pub fn new(body: &str) -> Pair {
        Pair::with(body, Checks::default())
    }

    pub fn with(body: &str, checks: Checks) -> Pair {
        let mut machine = machine(&format!("{NAMES}\n{body}"), checks);
        let (module, terms) = (machine.module.clone(), machine.terms.clone());
        let first = machine.initial_state(&[b"program".to_vec()], &[]);
        let mut live = vec![first.unwrap_or_else(|_| panic!("the program begins"))];
        let mut there = Vec::new();
        while let Some(mut state) = live.pop() {
            match machine.run(&mut state, Budget::instructions(1 << 40)) {
                Stop::Traced => there.push(state),
                Stop::Budget | Stop::Forked => live.push(state),
                Stop::Infeasible => {}
                Stop::Ended(end) => panic!("{end:?} before the states meet"),
            }
            live.append(&mut machine.forked);
        }
        let [a, b] = <[Box<State>; 2]>::try_from(there)
            .unwrap_or_else(|there| panic!("{} states", there.len()));
        let is_first = a.path.contains(&terms, is_negative(&terms, &a));
        let (negative, other) = if is_first { (a, b) } else { (b, a) };
        Pair {
            joiner: Joiner::new(module, terms, checks),
            machine,
            negative,
            other,
        }
    }

    pub fn refusal(mut self) -> Refusal {
        let before = self.negative.path.conjuncts();
        let refused = self.joiner.join(&mut self.negative, &mut self.other);
        assert_eq!(self.negative.path.conjuncts(), before, "nothing changes");
        refused.expect_err("they cannot be joined")
    }

    /// The state that both became.
    pub fn joined(mut self) -> Joined {
        let joined = self.joiner.join(&mut self.negative, &mut self.other);
        joined.unwrap_or_else(|refusal| panic!("{}", refusal.reason()));
        Joined {
            negative: is_negative(&self.machine.terms, &self.negative),
            machine: self.machine,
            state: self.negative,
        }
    }
}

pub struct Joined {
    pub machine: Machine,
    pub state: Box<State>,
    pub negative: Term,
}

impl Joined {
    /// What `main` returns, on all paths.
    pub fn result(&mut self) -> Term {
        match self
            .machine
            .run(&mut self.state, Budget::instructions(1 << 40))
        {
            Stop::Ended(End::Exit(_)) => {}
            other => panic!("{other:?}"),
        }
        assert!(self.machine.forked.is_empty(), "nothing is asked again");
        self.state.exit_code.to_term(&self.machine.terms, 32)
    }
}

fn machine(source: &str, checks: Checks) -> Machine {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("program.c");
    std::fs::write(&file, source).unwrap();
    let module = Arc::new(load(&[file], &LoadOptions::default()).unwrap());
    let config = Config {
        checks,
        ..Config::default()
    };
    let (terms, config) = (Arc::new(Terms::new()), Arc::new(config));
    let code = Arc::new(Code::new(&module, &Functions, &config, &terms));
    let coverage = Arc::new(CoverageMap::new(code.coverage_points as usize));
    let cache = Arc::new(SharedCache::new(&SolverConfig::default()));
    let chain = Chain::new(terms.clone(), cache, SolverConfig::default());
    Machine::new(module, code, chain, terms, config, coverage)
}
