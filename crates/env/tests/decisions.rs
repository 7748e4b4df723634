//! A path's recorded decisions lead to it again: same place, same path condition, same registers and
//! memory, and no solver is asked.

mod common;

use common::{machine_for, programs};
use pleach_interp::{Budget, Config, Machine, State, Stop, Value};
use pleach_memory::Byte;
use std::path::Path;

/// Everything by which two states of one program can be told apart, in words.
#[derive(Debug, PartialEq)]
struct Picture {
    place: Vec<(u32, u32)>,
    conjuncts: Vec<String>,
    registers: Vec<Value>,
    objects: Vec<(u64, u64, bool, Vec<Byte>)>,
    inputs: Vec<(String, Vec<u8>)>,
    instructions: u64,
    depth: u32,
}

fn picture(machine: &Machine, state: &State) -> Picture {
    let mut registers = Vec::new();
    let mut stack = state.stack.clone();
    stack.freeze();
    stack.for_each_value(|_| true, |v| registers.push(v));
    let mut objects = Vec::new();
    state.memory.for_each(|o| {
        let bytes = (0..o.contents.len().min(MOST_BYTES)).map(|i| o.contents.get(i));
        objects.push((o.base, o.size, o.freed.is_some(), bytes.collect()));
    });
    let conjuncts = state.path.conjuncts().into_iter();
    let value = |input: &pleach_interp::SymbolicObject| {
        let bytes = input.input.vars().map(|v| state.path.value_of(v));
        (input.name.to_string(), bytes.collect())
    };
    Picture {
        place: state.stack.frames().map(|f| (f.function.0, f.pc)).collect(),
        conjuncts: conjuncts
            .map(|t| machine.terms.display(t).to_string())
            .collect(),
        registers,
        objects,
        inputs: state.inputs.iter().map(value).collect(),
        instructions: state.instructions,
        depth: state.depth,
    }
}

fn begin(machine: &mut Machine) -> Option<Box<State>> {
    machine.initial_state(&[b"program".to_vec()], &[]).ok()
}

fn replays(machine: &mut Machine, state: &State) -> Result<(), String> {
    let checkpoint = state.checkpoint().map_err(|e| e.to_string())?;
    let start = begin(machine).ok_or("no start")?;
    let asked = machine.solver.statistics().queries;
    let again = machine
        .replay(start, &checkpoint)
        .map_err(|e| e.to_string())?;
    if machine.solver.statistics().queries != asked {
        return Err("the solver was asked".to_owned());
    }
    let (expected, found) = (picture(machine, state), picture(machine, &again));
    if expected != found {
        return Err(format!("recorded {expected:#?}\nreplayed {found:#?}"));
    }
    Ok(())
}

/// Enough of a program.
const MOST_STATES: usize = 60;
const BATCH: u64 = 500;
/// Of a state that is compared: objects, and bytes of each.
const MOST_OBJECTS: usize = 1_000;
const MOST_BYTES: usize = 4_096;

/// Explores a program breadth first and replays every state that is handed back; how many.
fn check(file: &Path) -> Result<usize, String> {
    let Ok(mut machine) = machine_for(file, Config::default()) else {
        return Ok(0);
    };
    let Some(mut first) = begin(&mut machine) else {
        return Ok(0);
    };
    first.decisions = Some(Default::default());
    let (mut open, mut replayed) = (std::collections::VecDeque::from([first]), 0);
    while let Some(mut state) = open.pop_front().filter(|_| replayed < MOST_STATES) {
        if state.memory.object_count() > MOST_OBJECTS {
            break;
        }
        let stop = machine.run(&mut state, Budget::instructions(BATCH));
        let forked = std::mem::take(&mut machine.forked);
        machine.ended.clear();
        if let Stop::Budget | Stop::Forked = stop {
            open.push_back(state);
        }
        let new = open.len().saturating_sub(1);
        open.extend(forked);
        for state in open
            .iter()
            .skip(new)
            .filter(|s| s.standing.open_question.is_none())
        {
            replays(&mut machine, state)?;
            replayed += 1;
        }
    }
    Ok(replayed)
}

#[test]
fn decisions_lead_to_the_same_state_without_a_question() {
    let files = programs();
    let (mut wrong, mut replayed) = (Vec::new(), 0);
    for file in files.iter().step_by(STEP) {
        match check(file) {
            Ok(count) => replayed += count,
            Err(problem) => wrong.push(format!("{}: {problem}", file.display())),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(replayed > 300, "only {replayed} states were replayed");
}

/// Every so manieth program is run: all of them take a minute.
const STEP: usize = 3;
