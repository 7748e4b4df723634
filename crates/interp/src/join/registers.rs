//! The frames of two states.

use super::{Joiner, Refusal};
use crate::{Frame, Stack, State, Value};
use pleach_ir::{Function, Slot, SlotSet};
use pleach_term::Term;
use std::sync::Arc;

impl Joiner {
    /// Both stacks are frozen, and stand at the same place.
    pub(super) fn join_stacks(
        &mut self,
        first: &State,
        other: &State,
        guard: Term,
    ) -> Result<Stack, Refusal> {
        let mut is_top = true;
        first.stack.joined(&other.stack, |mine, theirs| {
            let joined = self.join_frames(mine, theirs, is_top, guard);
            is_top = false;
            joined
        })
    }

    /// The registers of a frame. What nobody reads any more stays what it is in the first one.
    fn join_frames(
        &mut self,
        (mine, my_regs): (&Frame, &[Value]),
        (theirs, their_regs): (&Frame, &[Value]),
        is_top: bool,
        guard: Term,
    ) -> Result<Vec<Value>, Refusal> {
        if mine.allocas != theirs.allocas {
            return Err(Refusal::Locals);
        }
        let varargs = (mine.varargs.as_deref(), theirs.varargs.as_deref());
        if varargs.0 != varargs.1 {
            return Err(Refusal::Varargs);
        }
        let module = Arc::clone(&self.module);
        let function = &module.functions[mine.function.index()];
        let live = live_registers(function, mine.pc, is_top);
        let mut joined = my_regs.to_vec();
        for (i, (value, other)) in joined.iter_mut().zip(their_regs).enumerate() {
            let slot = Slot(i as u32);
            if value == other || !live.contains(slot) {
                continue;
            }
            let width = self.widths(mine.function).before(function, mine.pc, slot);
            *value = self.join_values(*value, *other, width, guard)?;
        }
        Ok(joined)
    }
}

pub(super) fn live_registers(function: &Function, pc: u32, is_top: bool) -> SlotSet<'_> {
    match is_top {
        true => function.live_before(pc),
        false => function.live_during(pc),
    }
}
