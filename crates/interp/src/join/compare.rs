//! What is different between two states, before anybody makes one of them.

use super::registers::live_registers;
use super::{Joiner, Refusal, is_joinable};
use crate::{Cell, State, Value};
use pleach_ir::Slot;
use pleach_memory::{Byte, Kind, Object, Site};
use std::cell::RefCell;
use std::convert::Infallible;

/// What can differ between two states.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Variable {
    /// A register of a frame; 0 is the innermost one.
    Register { frame: u32, slot: Slot },
    /// A local variable in memory, by the instruction that made it.
    Local(Site),
    /// An object with this base that is no local variable.
    Object(u64),
}

/// One value that differs between two states.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Difference {
    pub variable: Variable,
    pub cell: Cell,
    /// It is a plain number in at least one of the two.
    pub is_known: bool,
}

impl Joiner {
    /// What differs between two states and may still be read. An error says why they cannot be joined
    /// whatever it is.
    pub fn compare(
        &self,
        first: &mut State,
        other: &mut State,
    ) -> Result<Vec<Difference>, Refusal> {
        first.stack.freeze();
        other.stack.freeze();
        is_joinable(first, other)?;
        let mut differences = self.compare_registers(first, other);
        self.compare_memories(first, other, &mut differences)?;
        Ok(differences)
    }

    fn compare_registers(&self, first: &State, other: &State) -> Vec<Difference> {
        let mut found = Vec::new();
        let mut frame = 0;
        let done = first.stack.compare(&other.stack, |(mine, a), (_, b)| {
            let function = &self.module.functions[mine.function.index()];
            let live = live_registers(function, mine.pc, frame == 0);
            for (i, (x, y)) in a.iter().zip(b).enumerate() {
                let slot = Slot(i as u32);
                if x == y || !live.contains(slot) {
                    continue;
                }
                let is_plain = |value: &Value| value.term.is_none();
                found.push(Difference {
                    variable: Variable::Register { frame, slot },
                    cell: Cell::Register {
                        depth: first.stack.depth() - frame,
                        slot: slot.0,
                    },
                    is_known: is_plain(x) || is_plain(y),
                });
            }
            frame += 1;
            Ok::<(), Infallible>(())
        });
        let Ok(()) = done;
        found
    }

    fn compare_memories(
        &self,
        first: &State,
        other: &State,
        found: &mut Vec<Difference>,
    ) -> Result<(), Refusal> {
        let dead = self.dead_variables(first);
        let found = RefCell::new(found);
        let look = |mine: &Object, theirs: &Object| {
            let mut found = found.borrow_mut();
            for at in mine.contents.differences(&theirs.contents) {
                let bytes = [mine.contents.get(at), theirs.contents.get(at)];
                let is_plain = |byte: &Byte| matches!(byte, Byte::Concrete(_));
                found.push(Difference {
                    variable: variable_of(mine),
                    cell: Cell::Byte(mine.base + at as u64),
                    is_known: bytes.iter().any(is_plain),
                });
            }
            None
        };
        let joined = first.memory.joined(&other.memory, &dead, look);
        joined.map(drop).map_err(Refusal::Memory)
    }
}

fn variable_of(object: &Object) -> Variable {
    match (object.kind, object.site) {
        (Kind::Stack, Some(site)) => Variable::Local(site),
        _ => Variable::Object(object.base),
    }
}
