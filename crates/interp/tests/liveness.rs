//! Whether overwriting dead values changes nothing, and whether it would tell: with the uses of any
//! one instruction left out of the liveness, a run comes out differently.

use pleach_interp::{
    Budget, Code, Config, CoverageMap, DeadValues, Host, HostCall, HostFn, InputType, Machine,
    Returned, State, Step, Stop, Value,
};
use pleach_ir::{Function, Inst, Live, LoadOptions, Module, Opnd, Part, SlotUse, load};
use pleach_solver::{Chain, SharedCache, SolverConfig};
use pleach_term::Terms;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Loops, a switch, recursion, calls between uses, and variables whose address goes nowhere.
const PROGRAM: &str = "
    int unknown(void);
    static int calls;
    static int twice(int x) { calls++; return 2 * x; }
    static int deep(int x, int depth) {
      int local[4] = {depth, x, 7, calls};
      if (depth == 0) return local[x & 3];
      int below = deep(x + 1, depth - 1);
      return below + local[(x + depth) & 3] + depth * x;
    }
    int main(void) {
      int x = unknown();
      int sum = 0, weights[3];
      for (int i = 0; i < 3; i++) weights[i] = i * x + 1;
      switch (x & 3) {
        case 0: sum = twice(x); break;
        case 1: sum = deep(x, 3) - twice(5); break;
        default: for (int i = 0; i < 3; i++) sum += weights[i] ^ twice(i);
      }
      if (sum & 1) sum += deep(sum & 15, 2);
      return sum & 127;
    }";

struct Unknown;

impl Host for Unknown {
    fn resolve(&self, function: &Function) -> Option<HostFn> {
        (function.name == "unknown").then_some(unknown as HostFn)
    }
}

fn unknown(machine: &mut Machine, state: &mut State, _: &HostCall<'_>) -> Step<Returned> {
    let input = machine.new_input(state, "x", 1, InputType::Unknown);
    let byte = machine.terms.var(input.vars().next().expect("one byte"));
    let few = machine.terms.trunc(byte, 3);
    let wide = machine.terms.zext(few, 32);
    Ok(Returned::One(Value::from_term(&machine.terms, wide)))
}

fn program(slots: SlotUse) -> Arc<Module> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("program.c");
    std::fs::write(&file, PROGRAM).unwrap();
    let options = LoadOptions {
        slots,
        ..LoadOptions::default()
    };
    Arc::new(load(&[file], &options).unwrap())
}

/// How all paths end, in order.
fn ends(module: &Arc<Module>, dead_values: DeadValues) -> Vec<String> {
    let config = Config {
        dead_values,
        ..Config::default()
    };
    let (terms, config) = (Arc::new(Terms::new()), Arc::new(config));
    let code = Arc::new(Code::new(module, &Unknown, &config, &terms));
    let coverage = Arc::new(CoverageMap::new(code.coverage_points as usize));
    let cache = Arc::new(SharedCache::new(&SolverConfig::default()));
    let chain = Chain::new(terms.clone(), cache, SolverConfig::default());
    let mut machine = Machine::new(module.clone(), code, chain, terms, config, coverage);
    let state = machine.initial_state(&[b"program".to_vec()], &[]);
    let mut live = vec![state.unwrap_or_else(|_| panic!("the program begins"))];
    let mut ends = Vec::new();
    while let Some(mut state) = live.pop() {
        match machine.run(&mut state, Budget::instructions(u64::MAX >> 1)) {
            Stop::Budget | Stop::Forked | Stop::Traced => live.push(state),
            Stop::Infeasible => {}
            Stop::Ended(end) => ends.push(format!("{end:?} after {}", state.instructions)),
        }
        live.append(&mut machine.forked);
        ends.extend(machine.ended.drain(..).map(|e| format!("{:?}", e.end)));
    }
    ends.sort();
    ends
}

#[test]
fn overwriting_dead_values_changes_nothing() {
    for slots in [SlotUse::Shared, SlotUse::OnePerValue] {
        let module = program(slots);
        let kept = ends(&module, DeadValues::Kept);
        assert!(kept.len() >= 4, "{kept:?}");
        assert_eq!(ends(&module, DeadValues::Overwritten), kept, "{slots:?}");
    }
}

/// The same function where one instruction reads nothing.
fn without_uses(function: &Function, at: usize) -> Option<Function> {
    let mut function = function.clone();
    let nothing = Opnd::constant(0);
    let (mut reads, mut written) = (0, None);
    function.code[at].visit(&mut |part| match part {
        Part::Read(_) => reads += 1,
        Part::Write(slot) => written = Some(slot),
        Part::Edge(_) => {}
    });
    match &mut function.code[at] {
        _ if reads == 0 => return None,
        Inst::Alloca { .. } | Inst::Switch(_) => return None,
        Inst::Branch { cond, .. } => *cond = nothing,
        Inst::Return { values } => values.fill(nothing),
        Inst::Call(call) => call.args.iter_mut().for_each(|arg| arg.value = nothing),
        inst => {
            *inst = match written {
                Some(dst) => Inst::StackSave { dst },
                None => Inst::Assume { cond: nothing },
            }
        }
    }
    Some(function)
}

#[test]
fn a_use_that_the_liveness_leaves_out_is_noticed() {
    let mut module = program(SlotUse::OnePerValue);
    let kept = ends(&module, DeadValues::Kept);
    let (mut faults, mut unnoticed) = (0, Vec::new());
    for number in 0..module.functions.len() {
        for at in 0..module.functions[number].code.len() {
            let function = &module.functions[number];
            let right = function.live.clone();
            let wrong = without_uses(function, at).and_then(|less| Live::of(&less));
            if wrong.is_none() || wrong == right {
                continue;
            }
            faults += 1;
            install(&mut module, number, wrong);
            // Nonsense of the wrong width may also be a broken invariant.
            let found = catch_unwind(AssertUnwindSafe(|| ends(&module, DeadValues::Overwritten)));
            if found.is_ok_and(|found| found == kept) {
                unnoticed.push(format!("{:?}", module.functions[number].code[at]));
            }
            install(&mut module, number, right);
        }
    }
    assert!(faults >= 15, "{faults}");
    assert!(
        unnoticed.is_empty(),
        "{} of {faults}: {unnoticed:#?}",
        unnoticed.len()
    );
}

fn install(module: &mut Arc<Module>, number: usize, live: Option<Box<Live>>) {
    let module = Arc::get_mut(module).expect("nobody runs it");
    module.functions[number].live = live;
}
