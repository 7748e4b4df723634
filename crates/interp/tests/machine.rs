//! A machine by itself: states run one after the other, with no searcher and no worker around them.

use pleach_interp::{
    Budget, Code, Config, CoverageMap, End, Host, HostCall, HostFn, InputType, Machine, Returned,
    State, Step, Stop, Value,
};
use pleach_ir::{Function, LoadOptions, load};
use pleach_solver::{Chain, SharedCache, SolverConfig};
use pleach_term::Terms;
use std::sync::Arc;

/// `unknown()` is an input.
struct Symbolic;

impl Host for Symbolic {
    fn resolve(&self, function: &Function) -> Option<HostFn> {
        (function.name == "unknown").then_some(unknown as HostFn)
    }
}

fn unknown(machine: &mut Machine, state: &mut State, _: &HostCall<'_>) -> Step<Returned> {
    let input = machine.new_input(state, "x", 1, InputType::Unknown);
    let byte = machine.terms.var(input.vars().next().expect("one byte"));
    let wide = machine.terms.zext(byte, 32);
    Ok(Returned::One(Value::from_term(&machine.terms, wide)))
}

/// `unknown()` is the program's first argument: the byte that `argv[0]` begins with.
struct Concrete;

impl Host for Concrete {
    fn resolve(&self, function: &Function) -> Option<HostFn> {
        (function.name == "unknown").then_some(given as HostFn)
    }
}

thread_local! {
    static GIVEN: std::cell::Cell<u8> = const { std::cell::Cell::new(0) };
}

fn given(_: &mut Machine, _: &mut State, _: &HostCall<'_>) -> Step<Returned> {
    Ok(Returned::One(Value::concrete(GIVEN.get().into())))
}

fn machine(source: &str, host: &dyn Host) -> Machine {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("program.c");
    std::fs::write(&file, source).unwrap();
    let module = Arc::new(load(&[file], &LoadOptions::default()).unwrap());
    let (terms, config) = (Arc::new(Terms::new()), Arc::new(Config::default()));
    let code = Arc::new(Code::new(&module, host, &config, &terms));
    let coverage = Arc::new(CoverageMap::new(code.coverage_points as usize));
    let solver = SolverConfig::default();
    let cache = Arc::new(SharedCache::new(&solver));
    let chain = Chain::new(terms.clone(), cache, solver);
    Machine::new(module, code, chain, terms, config, coverage)
}

fn begin(machine: &mut Machine) -> Box<State> {
    let state = machine.initial_state(&[b"program".to_vec()], &[]);
    state.unwrap_or_else(|_| panic!("the program begins"))
}

/// A path that ended: its input under its model, its exit code, its instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Path {
    input: u8,
    exit: i32,
    instructions: u64,
}

/// Every path of the program, each state run for so many instructions at a time.
fn paths(source: &str, batch: u64) -> Vec<Path> {
    let mut machine = machine(source, &Symbolic);
    let mut live = vec![begin(&mut machine)];
    let mut paths = Vec::new();
    while let Some(mut state) = live.pop() {
        match machine.run(&mut state, Budget::instructions(batch)) {
            Stop::Budget | Stop::Forked | Stop::Traced => live.insert(0, state),
            Stop::Infeasible => {}
            Stop::Ended(End::Exit(exit)) => {
                let input = state.path.value_of(pleach_term::VarId(0));
                paths.push(Path {
                    input,
                    exit,
                    instructions: state.instructions,
                });
            }
            Stop::Ended(end) => panic!("{end:?}"),
        }
        live.append(&mut machine.forked);
    }
    paths.sort();
    paths
}

/// The same path with a known input.
fn concrete(source: &str, input: u8) -> Path {
    GIVEN.set(input);
    let mut machine = machine(source, &Concrete);
    let mut state = begin(&mut machine);
    match machine.run(&mut state, Budget::instructions(u64::MAX >> 1)) {
        Stop::Ended(End::Exit(exit)) => Path {
            input,
            exit,
            instructions: state.instructions,
        },
        other => panic!("{other:?}"),
    }
}

/// Forks at branches and at a switch, in deep frames, between writes to small and large objects.
const FORKING: &str = "
    int unknown(void);
    static unsigned char large[10000], small[16];
    static int deep(int x, int depth) {
      unsigned char local[8] = {0};
      local[depth] = 1;
      large[depth * 1000] = depth;
      small[depth] += 1;
      int below = 0;
      if (depth < 7) below = deep(x, depth + 1);
      else switch (x & 7) {
        case 1: below = 10; break;
        case 3: small[9] = 3;
        case 4: below = 20; large[9000] = 5; break;
        case 6: below = 30; break;
        default: below = 1;
      }
      if (depth == 4 && x > 100) large[4000] += 50;
      return below + local[depth] + large[depth * 1000] + small[depth] * 2;
    }
    int main(void) {
      int x = unknown();
      int sum = deep(x, 0);
      return (sum + large[9000] + small[9]) & 127;
    }";

#[test]
fn a_path_is_the_same_however_its_run_is_cut() {
    // Which of a path's inputs is its model depends on the order of questions.
    let ends = |batch| {
        let paths = paths(FORKING, batch);
        let ends = paths.iter().map(|path| (path.exit, path.instructions));
        ends.collect::<std::collections::BTreeSet<_>>()
    };
    let whole = ends(1_000_000);
    assert_eq!(whole.len(), 10, "{whole:?}");
    for batch in [1, 7, 50] {
        assert_eq!(ends(batch), whole, "batches of {batch}");
    }
}

/// Also its instructions: none are charged to a state that did not execute them.
#[test]
fn a_path_is_that_of_its_input() {
    for path in paths(FORKING, 1_000_000) {
        assert_eq!(concrete(FORKING, path.input), path);
    }
}

#[test]
fn a_switch_whose_way_is_known_asks_nothing() {
    const PROGRAM: &str = "
        int unknown(void);
        int main(void) {
          int x = unknown();
          if (x != 3) return 1;
          switch (x) {
            case 1: return 2;
            case 2: return 3;
            case 3: return 4;
            case 4: return 5;
          }
          return 6;
        }";
    let mut machine = machine(PROGRAM, &Symbolic);
    let mut state = begin(&mut machine);
    let to_the_branch = Budget {
        stop_at_fork: true,
        ..Budget::instructions(1_000_000)
    };
    assert!(matches!(
        machine.run(&mut state, to_the_branch),
        Stop::Forked
    ));
    let mut other = machine.forked.pop().expect("it forked");
    let mut exits = Vec::new();
    let mut queries = Vec::new();
    for state in [&mut *state, &mut *other] {
        let before = machine.solver.statistics().queries;
        match machine.run(state, Budget::instructions(1_000_000)) {
            Stop::Ended(End::Exit(code)) => exits.push(code),
            stop => panic!("{stop:?}"),
        }
        queries.push(machine.solver.statistics().queries - before);
    }
    exits.sort();
    assert_eq!(exits, [1, 4]);
    // The state that forked off stands before its branch, and gets its answer from its path.
    assert!(queries.iter().sum::<u64>() <= 1, "{queries:?}");
}
