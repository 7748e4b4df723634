//! Dead values overwritten, to find out whether they are dead: what reads one after all sees bytes
//! that nobody wrote.

use crate::{Frame, Machine, State, Value};
use pleach_ir::{Inst, Slot, SlotSet};
use pleach_memory::{Contents, Object};
use std::sync::Arc;

/// In every dead register.
const REGISTER: Value = Value::concrete(0xdead_dead_dead_dead);
/// In every byte of a dead variable.
const BYTE: u8 = 0xdb;

impl Machine {
    /// In the top frame, if it is about to run a block.
    pub(crate) fn overwrite_dead_at_block(&mut self, state: &mut State) {
        let module = Arc::clone(&self.module);
        let Frame { function, pc, .. } = *state.stack.top();
        let function = &module.functions[function.index()];
        let block = function.block_of(pc);
        if function.blocks[block.index()].first == pc {
            self.overwrite_registers(state, &function.live_at(block));
            self.overwrite_variables(state, function.dead_variables_at(block));
        }
    }

    /// In the top frame, if it is about to call. A frame that was interrupted by a signal stands
    /// elsewhere, and nobody comes back to it.
    pub(crate) fn overwrite_dead_in_caller(&mut self, state: &mut State) {
        let module = Arc::clone(&self.module);
        let Frame { function, pc, .. } = *state.stack.top();
        let function = &module.functions[function.index()];
        if matches!(function.code[pc as usize], Inst::Call(_)) {
            self.overwrite_registers(state, &function.live_during(pc));
            self.overwrite_variables(state, function.dead_variables_during(pc));
        }
    }

    fn overwrite_registers(&mut self, state: &mut State, live: &SlotSet<'_>) {
        let slots = (0..state.stack.regs().len() as u32).map(Slot);
        slots
            .filter(|slot| !live.contains(*slot))
            .for_each(|slot| self.set(state, slot, REGISTER));
    }

    /// `dead`: the instructions that made the variables.
    fn overwrite_variables(&mut self, state: &mut State, dead: impl Iterator<Item = u32>) {
        let dead: Vec<u32> = dead.collect();
        let is_dead = |object: &Object| {
            object.freed.is_none() && object.site.is_some_and(|site| dead.contains(&site.at))
        };
        let bases = state.stack.top().allocas.iter();
        let objects = bases.filter_map(|base| state.memory.find(*base));
        let found: Vec<(u64, u64)> = objects
            .filter(|object| is_dead(object))
            .map(|object| (object.base, object.size))
            .collect();
        for (base, size) in found {
            let bytes = vec![BYTE; size as usize];
            let contents = Contents::from_bytes(&bytes, bytes.len());
            self.replace_contents(state, base, contents);
        }
    }
}
