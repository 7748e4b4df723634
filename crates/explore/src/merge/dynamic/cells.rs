//! Where a state keeps terms that may be different in its virtual states.

use pleach_interp::{Cell, Frame, State, Value};
use pleach_ir::{Module, Slot, SlotSet};
use pleach_memory::Byte;
use pleach_term::Term;
use std::collections::BTreeSet;

/// Memory is looked at in aligned words of so many bytes.
pub(super) const WORD: u64 = 8;

/// What a cell of a state holds; none if there is no such cell any more.
pub(super) fn held(state: &State, cell: Cell) -> Option<Value> {
    match cell {
        Cell::Register { depth, slot } => {
            let frame = state.stack.depth().checked_sub(depth)?;
            state
                .stack
                .regs_of(frame as usize)
                .get(slot as usize)
                .copied()
        }
        Cell::Byte(address) => {
            let object = state.memory.find(address)?;
            let at = address.checked_sub(object.base)? as usize;
            if at >= object.contents.len() {
                return None;
            }
            Some(match object.contents.get(at) {
                Byte::Concrete(bits) => Value::concrete(bits.into()),
                Byte::Symbolic(term) => Value {
                    bits: 0,
                    term: Some(term),
                },
            })
        }
    }
}

/// The terms in registers that may still be read.
pub(super) fn registers(module: &Module, state: &State) -> Vec<(Cell, Term)> {
    let mut found = Vec::new();
    for (at, frame) in state.stack.frames().enumerate() {
        let live = live(module, frame, at == 0);
        let depth = state.stack.depth() - at as u32;
        for (slot, value) in state.stack.regs_of(at).iter().enumerate() {
            let slot = Slot(slot as u32);
            if let Some(term) = value.term
                && live.contains(slot)
            {
                found.push((
                    Cell::Register {
                        depth,
                        slot: slot.0,
                    },
                    term,
                ));
            }
        }
    }
    found
}

fn live<'m>(module: &'m Module, frame: &Frame, is_top: bool) -> SlotSet<'m> {
    let function = &module.functions[frame.function.index()];
    match is_top {
        true => function.live_before(frame.pc),
        false => function.live_during(frame.pc),
    }
}

/// The terms in these words of memory, byte by byte.
pub(super) fn bytes(state: &State, words: &BTreeSet<u64>) -> Vec<(Cell, Term)> {
    let mut found = Vec::new();
    for word in words {
        for address in *word..*word + WORD {
            let cell = Cell::Byte(address);
            if let Some(term) = held(state, cell).and_then(|value| value.term) {
                found.push((cell, term));
            }
        }
    }
    found
}
