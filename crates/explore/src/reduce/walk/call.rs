//! Back over a call: into what was called, and out of it.

use super::{Dependence, Opaque, Outcome, Walk};
use crate::reduce::needs::{Need, VARARGS};
use pleach_interp::{Entry, Touch, Touches};
use pleach_ir::{BlockId, Call, Callee, FuncId, Inst, Slot};

impl<'a, D: Dependence> Walk<'a, D> {
    /// A call came back: into the function that it came from, or over one of the engine's own.
    pub(super) fn over_call(&mut self, call: &Call, block: BlockId) -> Outcome<()> {
        let touches = self.event_at_end();
        let result = |i: usize| Slot(call.results.0 + i as u32);
        let needed: Vec<(usize, Need)> = (0..call.result_widths.len())
            .filter_map(|i| Some((i, self.needs.top().remove(result(i))?)))
            .collect();
        if let Some(Entry::Return(function, pc)) = self.log.peek() {
            self.came_back(call, block)?;
            self.log.pop();
            self.forget_writes(touches);
            self.enter_function(function, pc, &needed);
            return Ok(());
        }
        if self.log.peek() == Some(Entry::Barrier) {
            return Err(Opaque::Jump);
        }
        self.came_back(call, block)?;
        if let Callee::Indirect(pointer) = call.callee {
            self.over_choice(block, pointer, Need::Equal);
        }
        let steers = match call.callee {
            Callee::Direct(id) => self.terrain.dependence.steers(id),
            Callee::Indirect(_) => true,
        };
        let was_needed = self.forget_writes(touches) | !needed.is_empty() | steers;
        let rules = self.terrain.rules;
        let all_reads = was_needed || rules.all_reads;
        if all_reads || rules.errors.is_some() {
            self.need_call(call);
            // What it looked at may be an error as well, what it copied is none.
            let is_copied = |touch: &Touch| matches!(touch, Touch::Copy { .. });
            self.need_reads(touches.filter(|touch| all_reads || !is_copied(touch)));
        }
        if was_needed {
            self.need_control(block);
        }
        if rules.errors.is_some() {
            self.need_objects(touches);
        }
        let writes = |touch| matches!(touch, Touch::Write { .. });
        if self.needs.has_memory() && { touches }.any(writes) {
            self.need_call(call);
        }
        Ok(())
    }

    /// Whether a call comes back may be decided in what it calls: by an exception or a jump.
    pub(super) fn came_back(&mut self, call: &Call, block: BlockId) -> Outcome<()> {
        let is_direct = matches!(call.callee, Callee::Direct(_));
        match is_direct && self.needs.top().remove_control(block) {
            true => Err(Opaque::Jump),
            false => Ok(()),
        }
    }

    pub(super) fn need_call(&mut self, call: &Call) {
        if let Callee::Indirect(pointer) = call.callee {
            self.need(pointer);
        }
        call.args.iter().for_each(|arg| self.need(arg.value));
    }

    pub(super) fn enter_function(&mut self, function: FuncId, pc: u32, needed: &[(usize, Need)]) {
        self.push_frame(function, pc);
        let code = self.function(function);
        let all_reads = self.terrain.rules.all_reads;
        if let Inst::Return { values } = &code.code[pc as usize] {
            if all_reads {
                values.iter().for_each(|value| self.need(*value));
            }
            for (i, need) in needed {
                if let Some(value) = values.get(*i) {
                    let width = code.results.get(*i).copied();
                    self.need_so(*value, fitted(*need, width));
                }
            }
        }
        if !needed.is_empty() {
            self.need_control(self.terrain.steps.block(function, pc));
        }
    }

    /// Out of a function, to the call that entered it. `copies` is what was made for its parameters.
    pub(super) fn out_of_function(&mut self, function: FuncId, copies: Touches<'a>) -> Outcome<()> {
        let copied = self.forget_writes(copies);
        let frame = self.needs.frames.pop().expect("it has a frame");
        self.at.pop();
        let read = self.event_at_end();
        if self.at.is_empty() {
            return Ok(());
        }
        let Inst::Call(call) = self.inst() else {
            return Err(Opaque::Unexpected);
        };
        let is_plain = call.callee == Callee::Direct(function);
        let variadic = frame.has(VARARGS);
        for (slot, need) in frame.registers() {
            match call.args.get(slot.index()) {
                Some(arg) if is_plain => self.need_so(arg.value, fitted(need, Some(arg.width))),
                _ => self.need_call(call),
            }
        }
        let rules = self.terrain.rules;
        // One of the engine's own functions decided about the call.
        let is_host = !is_plain && matches!(call.callee, Callee::Direct(_));
        let decided =
            is_host && (frame.matters || rules.errors.is_some() || self.needs.has_memory());
        if copied || variadic || decided || rules.all_reads {
            self.need_call(call);
            self.need_reads(read);
        }
        let (id, pc) = *self.at.last().expect("it was looked at");
        let block = self.terrain.steps.block(id, pc);
        if frame.matters {
            self.need_control(block);
        }
        if let Callee::Indirect(pointer) = call.callee {
            self.over_choice(block, pointer, Need::Equal);
            if frame.matters || self.needs.has_memory() || self.terrain.rules.errors.is_some() {
                self.need(pointer);
            }
        }
        Ok(())
    }
}

/// What is needed of a value that is passed on as one of another width, if it is: callers and callees may
/// disagree about types.
fn fitted(need: Need, width: Option<u32>) -> Need {
    match need {
        Need::Within(interval) if Some(interval.width) != width => Need::Equal,
        need => need,
    }
}
