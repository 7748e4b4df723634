//! A recorder hears of every write to registers and memory: whatever is different after a piece of
//! execution was announced, and the fast loop announces what the slow path does.

mod common;

use common::{machine_for, programs};
use pleach_interp::{Budget, Config, Machine, Recorder, State, Stop, Value, Writing};
use pleach_ir::FuncId;
use pleach_memory::{Byte, Object};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, Mutex};

#[derive(Debug, Clone, PartialEq, Eq)]
enum Write {
    /// Depth, slot and value.
    Register(u32, u32, Value),
    Memory(Range<u64>),
}

type Log = Arc<Mutex<Vec<Write>>>;

/// Writes down what it hears.
struct Listener(Log);

impl Recorder for Listener {
    fn register(&mut self, state: Writing<'_>, slot: u32, value: Value) {
        let write = Write::Register(state.depth, slot, value);
        self.0.lock().unwrap().push(write);
    }

    fn memory(&mut self, _: Writing<'_>, addresses: Range<u64>) {
        self.0.lock().unwrap().push(Write::Memory(addresses));
    }
}

/// What there is to be written in a state. Objects are held, so that a write makes a copy.
struct Snapshot {
    frame: Option<(u32, FuncId)>,
    registers: Vec<Value>,
    objects: BTreeMap<u64, Arc<Object>>,
}

impl Snapshot {
    fn of(state: &State) -> Snapshot {
        let mut objects = BTreeMap::new();
        state.memory.for_each(|o| {
            objects.insert(o.base, o.clone());
        });
        let (mut frame, mut registers) = (None, Vec::new());
        if !state.stack.is_empty() {
            frame = Some((state.stack.depth(), state.stack.top().function));
            registers = state.stack.regs().to_vec();
        }
        Snapshot {
            frame,
            registers,
            objects,
        }
    }

    /// A byte of memory, if there is one.
    fn byte(&self, base: u64, offset: u64) -> Option<Byte> {
        let object = self.objects.get(&base)?;
        (offset < object.contents.len() as u64).then(|| object.contents.get(offset as usize))
    }

    /// Addresses whose bytes are not the same in both.
    fn changed(&self, after: &Snapshot) -> BTreeSet<u64> {
        let mut changed = BTreeSet::new();
        let bases: BTreeSet<&u64> = self.objects.keys().chain(after.objects.keys()).collect();
        for base in bases {
            let both = [self.objects.get(base), after.objects.get(base)];
            if matches!(both, [Some(old), Some(new)] if Arc::ptr_eq(old, new)) {
                continue;
            }
            let size = both.iter().flatten().map(|o| o.size).max().unwrap_or(0);
            let differs = |i: &u64| self.byte(*base, *i) != after.byte(*base, *i);
            let looked_at = 0..size.min(MOST_BYTES);
            changed.extend(looked_at.filter(differs).map(|i| base + i));
        }
        changed
    }
}

/// Everything that differs must have been announced.
fn check(before: &Snapshot, after: &Snapshot, heard: &[Write]) -> Result<(), String> {
    let memory = |address: &u64| {
        let covers = |w: &Write| matches!(w, Write::Memory(range) if range.contains(address));
        heard.iter().any(covers)
    };
    if let Some(address) = before.changed(after).iter().find(|a| !memory(a)) {
        return Err(format!("byte {address:#x} changed without a word"));
    }
    let Some((depth, _)) = before.frame.filter(|_| before.frame == after.frame) else {
        return Ok(());
    };
    let pairs = before.registers.iter().zip(&after.registers);
    for (slot, (_, new)) in pairs.enumerate().filter(|(_, (old, new))| old != new) {
        let last =
            |w: &&Write| matches!(w, Write::Register(d, s, _) if *d == depth && *s == slot as u32);
        match heard.iter().rev().find(last) {
            Some(Write::Register(_, _, value)) if value == new => {}
            other => return Err(format!("register {slot} is {new:?}, announced: {other:?}")),
        }
    }
    Ok(())
}

/// Paths and pieces of execution after which a program has shown enough.
const MOST_PATHS: usize = 40;
const MOST_PIECES: usize = 3_000;
/// After each piece so many objects are looked at, and so many bytes of each.
const MOST_OBJECTS: usize = 1_000;
const MOST_BYTES: u64 = 8_192;

/// All writes of a program that is run piece by piece, each piece checked.
fn writes(machine: &mut Machine) -> Result<Vec<Write>, String> {
    let log = Log::default();
    machine.recorder = Some(Box::new(Listener(log.clone())));
    let Ok(first) = machine.initial_state(&[b"program".to_vec()], &[]) else {
        return Ok(Vec::new());
    };
    log.lock().unwrap().clear();
    let (mut open, mut all, mut paths) = (vec![first], Vec::new(), 0);
    for _ in 0..MOST_PIECES {
        let Some(mut state) = open.pop() else { break };
        if state.memory.object_count() > MOST_OBJECTS {
            break;
        }
        let before = Snapshot::of(&state);
        let stop = machine.run(&mut state, Budget::instructions(1));
        let heard = std::mem::take(&mut *log.lock().unwrap());
        match stop {
            Stop::Budget | Stop::Forked if machine.forked.is_empty() => {
                check(&before, &Snapshot::of(&state), &heard)?;
                open.push(state);
            }
            Stop::Budget | Stop::Forked | Stop::Traced => open.push(state),
            Stop::Ended(_) | Stop::Infeasible => paths += 1,
        }
        all.extend(heard);
        open.append(&mut machine.forked);
        machine.ended.clear();
        if paths > MOST_PATHS {
            break;
        }
    }
    Ok(all)
}

/// Equal terms have different numbers in two machines.
fn without_terms(mut writes: Vec<Write>) -> Vec<Write> {
    for write in &mut writes {
        if let Write::Register(_, _, value) = write
            && value.term.is_some()
        {
            *value = Value::concrete(u64::MAX);
        }
    }
    writes
}

/// One program with and without the fast loop; false if it needs more than the small library.
fn hears_all(file: &Path) -> Result<bool, String> {
    let config = |fast_loop| Config {
        fast_loop,
        ..Config::default()
    };
    let Ok(mut fast) = machine_for(file, config(true)) else {
        return Ok(false);
    };
    let mut slow = machine_for(file, config(false)).expect("it was just loaded");
    let (fast, slow) = (
        without_terms(writes(&mut fast)?),
        without_terms(writes(&mut slow)?),
    );
    match fast.iter().zip(&slow).position(|(a, b)| a != b) {
        Some(i) => Err(format!("write {i}: fast {:?}, slow {:?}", fast[i], slow[i])),
        None if fast.len() != slow.len() => Err("one loop announces more".to_owned()),
        None => Ok(true),
    }
}

#[test]
fn a_recorder_hears_of_every_write() {
    let files = programs();
    let (mut wrong, mut checked) = (Vec::new(), 0);
    for file in files.iter().step_by(STEP) {
        match hears_all(file) {
            Ok(was_run) => checked += usize::from(was_run),
            Err(problem) => wrong.push(format!("{}: {problem}", file.display())),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(checked * STEP > 100, "only {checked} programs were run");
}

/// Every so manieth program is run: all of them take minutes.
const STEP: usize = 4;
