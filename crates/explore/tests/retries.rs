//! The check that no host function changes its state before its last decision finds those that do.

mod common;

use common::{Ends, setup};
use pleach_explore::{Engine, Task};
use pleach_interp::{
    Config, End, ErrorKind, Extension, Host, HostCall, HostFn, InputType, Joining, Machine,
    Returned, State, Step, Value,
};
use pleach_ir::Function;
use pleach_term::Term;
use std::any::Any;
use std::hash::Hasher;

/// The functions below, each called with an unknown value to decide on.
const PROGRAM: &str = "
    int unknown(void);
    void TESTED(int x, char *p);
    char buffer[4];
    static void inner(int x) { TESTED(x, buffer); }
    int main(void) {
      inner(unknown());
      return buffer[0];
    }";

struct Tested;

impl Host for Tested {
    fn resolve(&self, function: &Function) -> Option<HostFn> {
        match function.name.as_str() {
            "unknown" => Some(unknown),
            "careful" => Some(careful),
            "writes" => Some(writes),
            "asks" => Some(asks),
            "allocates" => Some(allocates),
            "remembers" => Some(remembers),
            "exits" => Some(exits),
            _ => None,
        }
    }
}

fn unknown(machine: &mut Machine, state: &mut State, _: &HostCall<'_>) -> Step<Returned> {
    let input = machine.new_input(state, "x", 4, InputType::Unknown);
    let bytes: Vec<_> = input.vars().map(|v| machine.terms.var(v)).collect();
    let whole = machine.terms.concat_bytes(&bytes);
    Ok(Returned::One(Value::from_term(&machine.terms, whole)))
}

fn is_seven(machine: &mut Machine, state: &mut State, call: &HostCall<'_>) -> Step<bool> {
    let (terms, x) = (machine.terms.clone(), call.arg(0));
    let seven = terms.eq(x.to_term(&terms, 32), terms.constant(32, 7));
    machine.decide_term(state, seven)
}

fn count(machine: &mut Machine, state: &mut State, call: &HostCall<'_>) {
    let buffer = call.arg(1).bits;
    let contents = machine.contents_mut(state, buffer, 0, 1);
    let contents = contents.expect("the buffer");
    let before = contents.read_u64(0, 1).expect("a number");
    contents.write(0, &[before as u8 + 1]);
}

fn careful(machine: &mut Machine, state: &mut State, call: &HostCall<'_>) -> Step<Returned> {
    is_seven(machine, state, call)?;
    count(machine, state, call);
    Ok(Returned::Nothing)
}

fn writes(machine: &mut Machine, state: &mut State, call: &HostCall<'_>) -> Step<Returned> {
    count(machine, state, call);
    is_seven(machine, state, call)?;
    Ok(Returned::Nothing)
}

fn asks(machine: &mut Machine, state: &mut State, call: &HostCall<'_>) -> Step<Returned> {
    machine.new_input(state, "y", 1, InputType::Unknown);
    is_seven(machine, state, call)?;
    Ok(Returned::Nothing)
}

fn allocates(machine: &mut Machine, state: &mut State, call: &HostCall<'_>) -> Step<Returned> {
    let contents = pleach_memory::Contents::zero(8);
    let allocated = machine.allocate_heap(state, pleach_memory::Owner::Program, contents, 16);
    allocated.expect("addresses");
    is_seven(machine, state, call)?;
    Ok(Returned::Nothing)
}

fn remembers(machine: &mut Machine, state: &mut State, call: &HostCall<'_>) -> Step<Returned> {
    state.extensions.get_or_insert_with(|| Calls(0)).0 += 1;
    is_seven(machine, state, call)?;
    Ok(Returned::Nothing)
}

fn exits(machine: &mut Machine, state: &mut State, call: &HostCall<'_>) -> Step<Returned> {
    state.exit_code = Value::concrete(3);
    is_seven(machine, state, call)?;
    Ok(Returned::Nothing)
}

/// Data of a function that counts its calls.
struct Calls(u32);

impl Extension for Calls {
    fn fork(&self) -> Box<dyn Extension> {
        Box::new(Calls(self.0))
    }

    fn merge(&mut self, _: &dyn Extension, _: Joining<'_>) -> Result<(), &'static str> {
        Err("different counts")
    }

    fn hash(&self, hasher: &mut dyn Hasher) {
        hasher.write_u32(self.0);
    }

    fn terms(&self, _: &mut dyn FnMut(*const ()) -> bool, _: &mut dyn FnMut(Term)) {}

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

/// How the paths of a program end that calls this function.
fn ends(function: &str, check_retries: bool) -> Vec<End> {
    let config = Config {
        check_retries,
        ..Config::default()
    };
    let setup = setup(&PROGRAM.replace("TESTED", function), &Tested, config);
    let ends = Ends::default();
    Engine::new(setup).explore(&Task::default(), &[&ends]);
    ends.0.into_inner().unwrap()
}

#[test]
fn a_function_that_decides_first_passes() {
    assert_eq!(ends("careful", true), [End::Exit(1), End::Exit(1)]);
}

/// Why the rule is there: one of the two paths has counted twice.
#[test]
fn without_the_check_a_hasty_function_does_things_twice() {
    let mut codes: Vec<i32> = ends("writes", false)
        .iter()
        .map(|end| match end {
            End::Exit(code) => *code,
            other => panic!("{other:?}"),
        })
        .collect();
    codes.sort_unstable();
    assert_eq!(codes, [1, 2]);
}

#[test]
fn functions_that_change_something_first_are_found() {
    let changed = [
        ("writes", "memory"),
        ("allocates", "memory"),
        ("asks", "the inputs"),
        ("remembers", "extensions"),
        ("exits", "the exit code"),
    ];
    for (function, what) in changed {
        let ends = ends(function, true);
        let [End::Error(finding)] = &ends[..] else {
            panic!("{function}: {ends:?}")
        };
        assert_eq!(finding.kind, ErrorKind::Internal);
        let message = format!("changed before its last decision: {what}");
        assert!(finding.message.contains(&message), "{}", finding.message);
    }
}
