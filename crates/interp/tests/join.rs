//! Two states become one: what is left of both.

use pleach_interp::{
    Budget, Checks, Code, Config, CoverageMap, End, Host, HostCall, HostFn, InputType, Joiner,
    Machine, MergeMark, Refusal, Returned, State, Step, Stop, Value,
};
use pleach_ir::address::Segment;
use pleach_ir::{Function, LoadOptions, load};
use pleach_memory::{Apart, Contents, Owner};
use pleach_solver::{Answer, Chain, SharedCache, SolverConfig};
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
struct Pair {
    machine: Machine,
    joiner: Joiner,
    /// Where `x < 0`, x being the first input.
    negative: Box<State>,
    other: Box<State>,
}

/// The word that is the input of this number.
fn input(terms: &Terms, state: &State, number: usize) -> Term {
    let object = state.inputs.iter().nth(number).expect("an input");
    let bytes: Vec<Term> = object.input.vars().map(|var| terms.var(var)).collect();
    terms.concat_bytes(&bytes)
}

fn is_negative(terms: &Terms, state: &State) -> Term {
    terms.slt(input(terms, state, 0), terms.constant(32, 0))
}

impl Pair {
    fn new(body: &str) -> Pair {
        Pair::with(body, Checks::default())
    }

    fn with(body: &str, checks: Checks) -> Pair {
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

    fn refusal(mut self) -> Refusal {
        let before = self.negative.path.conjuncts();
        let refused = self.joiner.join(&mut self.negative, &mut self.other);
        assert_eq!(self.negative.path.conjuncts(), before, "nothing changes");
        refused.expect_err("they cannot be joined")
    }

    /// The state that both became.
    fn joined(mut self) -> Joined {
        let joined = self.joiner.join(&mut self.negative, &mut self.other);
        joined.unwrap_or_else(|refusal| panic!("{}", refusal.reason()));
        Joined {
            negative: is_negative(&self.machine.terms, &self.negative),
            machine: self.machine,
            state: self.negative,
        }
    }
}

struct Joined {
    machine: Machine,
    state: Box<State>,
    negative: Term,
}

impl Joined {
    /// What `main` returns, on all paths.
    fn result(&mut self) -> Term {
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

#[test]
fn registers_become_a_choice_and_the_path_knows_nothing() {
    let program = "int main(void) { int n = unknown(); if (n < 0) n = -n; meet(); return n; }";
    let mut joined = Pair::new(program).joined();
    assert!(joined.state.path.is_empty());
    let terms = joined.machine.terms.clone();
    let n = input(&terms, &joined.state, 0);
    let expected = terms.ite(joined.negative, terms.neg(n), n);
    assert_eq!(joined.result(), expected);
}

/// A word in memory is one choice, not one for each of its bytes.
#[test]
fn words_in_memory_become_one_choice() {
    let program = "
        int word = 0x01020304;
        int main(void) { if (unknown() < 0) word = 0x05060708; meet(); return word; }";
    let mut joined = Pair::new(program).joined();
    let terms = joined.machine.terms.clone();
    let (negative, other) = (
        terms.constant(32, 0x05060708),
        terms.constant(32, 0x01020304),
    );
    let expected = terms.ite(joined.negative, negative, other);
    assert_eq!(joined.result(), expected);
}

/// What nobody reads any more does not become unknown.
#[test]
fn dead_values_are_left_alone() {
    let program = "
        int main(void) {
          int x = unknown(), dead[2] = {1, 1};
          if (x < 0) { dead[x & 1] = 2; prefer(dead[0] + unknown()); }
          meet();
          return 10;
        }";
    let pair = Pair::new(program);
    let regs = pair.negative.stack.regs().to_vec();
    let memory = pair.negative.memory.clone();
    assert_ne!(pair.other.stack.regs(), regs, "a register is dead");
    assert!(!pair.other.memory.is_same(&memory), "a variable is dead");
    let mut joined = pair.joined();
    assert_eq!(joined.state.stack.regs(), regs);
    assert!(joined.state.memory.is_same(&memory));
    let result = joined.result();
    assert_eq!(joined.machine.terms.as_const(result), Some(10));
}

/// The pointer to it is null on the other side: there nobody finds it.
#[test]
fn an_object_of_one_side_stays() {
    let program = "
        int main(void) {
          char *made = 0;
          if (unknown() < 0) { made = make(); made[0] = 5; }
          meet();
          return made != 0;
        }";
    let pair = Pair::new(program);
    let before = pair.other.memory.object_count();
    let mut joined = pair.joined();
    assert_eq!(joined.state.memory.object_count(), before + 1);
    let terms = joined.machine.terms.clone();
    assert_eq!(joined.result(), terms.zext(joined.negative, 32));
}

#[test]
fn leaks_that_are_looked_for_keep_states_apart() {
    let program = "
        int main(void) { char *made = 0; if (unknown() < 0) made = make(); meet(); return !made; }";
    let leak = Checks {
        leak: true,
        ..Checks::default()
    };
    assert_eq!(Pair::with(program, leak).refusal(), Refusal::Leaks);
}

#[test]
fn an_object_that_is_freed_on_one_side_keeps_states_apart() {
    let program = "
        int main(void) { char *made = make(); if (unknown() < 0) destroy(made); meet(); return 0; }";
    let refusal = Pair::new(program).refusal();
    assert_eq!(refusal, Refusal::Memory(Apart::Freed(Segment::Heap)));
    assert_eq!(refusal.reason(), "an object is freed on one side");
}

#[test]
fn states_at_different_places_stay_apart() {
    let program = "int main(void) { if (unknown() < 0) { meet(); return 1; } meet(); return 0; }";
    assert_eq!(Pair::new(program).refusal(), Refusal::Place);
}

/// An input that one side asked for is part of the test only where that side is taken.
#[test]
fn inputs_of_one_side_are_asked_for_where_it_is_taken() {
    let program = "
        int main(void) { int y = 3; if (unknown() < 0) y = unknown(); meet(); return y; }";
    let mut joined = Pair::new(program).joined();
    let terms = joined.machine.terms.clone();
    let conditions: Vec<Option<Term>> = joined.state.inputs.iter().map(|o| o.only_if).collect();
    assert_eq!(conditions, [None, Some(joined.negative)]);
    let y = input(&terms, &joined.state, 1);
    let expected = terms.ite(joined.negative, y, terms.constant(32, 3));
    assert_eq!(joined.result(), expected);

    // Nothing is known about the first input now: the model has 0.
    assert!(joined.state.path.is_empty());
    assert_eq!(joined.state.asked_inputs(&terms).len(), 1);
    let negative = joined
        .machine
        .solver
        .check(&joined.state.path, joined.negative);
    let Answer::Sat(negative) = negative else {
        panic!("the input can be negative");
    };
    joined.state.path = negative;
    assert_eq!(joined.state.asked_inputs(&terms).len(), 2);
}

/// What one side prefers is preferred where it is taken; what both did before stays as it is.
#[test]
fn preferences_hold_on_their_side() {
    let program = "
        int main(void) {
          int x = unknown();
          prefer(x == 9);
          if (x < 0) prefer(x == -4);
          meet();
          return 0;
        }";
    let joined = Pair::new(program).joined();
    let terms = &joined.machine.terms;
    let x = input(terms, &joined.state, 0);
    let is = |value: i32| terms.eq(x, terms.constant(32, u64::from(value as u32)));
    let wishes: Vec<Term> = joined.state.preferences.oldest_first().copied().collect();
    assert_eq!(
        wishes,
        [is(9), terms.or(terms.not(joined.negative), is(-4))]
    );
}
