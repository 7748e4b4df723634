//! One instruction, in full generality.

use crate::{DeadValues, End, ErrorKind, Interrupt, Machine, State, Step, Value};
use pleach_ir::{Const, Inst, Opnd, OpndKind};
use pleach_term::Term;
use std::sync::Arc;

impl Machine {
    /// Executes the instruction at the top frame's `pc` and moves on.
    pub(crate) fn step_slow(&mut self, state: &mut State) -> Step<()> {
        let module = Arc::clone(&self.module);
        let (function, pc) = (state.stack.top().function, state.stack.top().pc);
        let inst = &module.functions[function.index()].code[pc as usize];
        self.remember_beginning(state);
        let done = self.execute(state, inst);
        self.beginning = None;
        done?;
        self.log_executed(inst);
        if !inst.is_terminator() {
            state.stack.top_mut().pc += 1;
        } else if self.config.dead_values == DeadValues::Overwritten {
            self.overwrite_dead_at_block(state);
        }
        Ok(())
    }

    fn execute(&mut self, state: &mut State, inst: &Inst) -> Step<()> {
        match *inst {
            Inst::Move { dst, a, .. } => {
                let value = self.read(state, a);
                self.set(state, dst, value);
                Ok(())
            }
            Inst::Bin {
                op,
                flags,
                width,
                dst,
                a,
                b,
            } => self.bin(state, op, flags, width, dst, a, b),
            Inst::Un { op, width, dst, a } => self.un(state, op, width, dst, a),
            Inst::Cmp {
                pred,
                width,
                dst,
                a,
                b,
            } => self.cmp(state, pred, width, dst, a, b),
            Inst::Cast {
                op,
                from,
                to,
                dst,
                a,
            } => self.cast(state, op, from, to, dst, a),
            Inst::Select {
                width,
                dst,
                cond,
                a,
                b,
            } => self.select(state, width, dst, cond, a, b),
            Inst::Concat {
                dst,
                part_width,
                ref parts,
            } => self.concat(state, dst, part_width, parts),
            Inst::Extract {
                dst,
                a,
                from,
                low,
                width,
            } => self.extract(state, dst, a, from, low, width),
            Inst::FBin {
                op,
                width,
                dst,
                a,
                b,
            } => self.float_bin(state, op, width, dst, a, b),
            Inst::FUn { op, width, dst, a } => self.float_un(state, op, width, dst, a),
            Inst::FFma {
                width,
                dst,
                a,
                b,
                c,
            } => self.float_fma(state, width, dst, [a, b, c]),
            Inst::FCmp {
                pred,
                width,
                dst,
                a,
                b,
            } => self.float_cmp(state, pred, width, dst, a, b),
            Inst::FCast {
                op,
                from,
                to,
                dst,
                a,
            } => self.float_cast(state, op, from, to, dst, a),
            Inst::Load { dst, width, addr } => self.load(state, dst, width, addr),
            Inst::Store { width, addr, value } => self.store(state, width, addr, value),
            Inst::Lea {
                dst,
                base,
                offset,
                index,
                index_width,
                scale,
            } => self.lea(state, dst, base, offset, (index, index_width), scale),
            Inst::Offset { dst, base, offset } => self.offset(state, dst, base, offset),
            Inst::Alloca {
                dst,
                size,
                count,
                count_width,
                align,
                ..
            } => self.alloca(state, dst, size, (count, count_width), align),
            Inst::Scope { variable, begins } => self.scope(state, variable, begins),
            Inst::StackSave { dst } => {
                let mark = state.stack.top().allocas.len() as u64;
                self.set(state, dst, Value::concrete(mark));
                Ok(())
            }
            Inst::StackRestore { mark } => self.stack_restore(state, mark),
            Inst::MemCopy {
                dst,
                src,
                len,
                len_width,
                overlap,
            } => self.mem_copy(state, dst, src, (len, len_width), overlap),
            Inst::MemSet {
                dst,
                value,
                len,
                len_width,
            } => self.mem_set(state, dst, value, (len, len_width)),
            Inst::VaStart { list } => self.va_start(state, list),
            Inst::VaCopy { dst, src } => self.va_copy(state, dst, src),
            Inst::VaEnd { .. } => Ok(()),
            Inst::VaArg {
                dst,
                list,
                width,
                float,
            } => self.va_arg(state, dst, list, (width, float)),
            Inst::Call(ref call) => self.call(state, call),
            Inst::LandingPad(ref pad) => self.landing_pad(state, pad),
            Inst::Resume { exception, .. } => self.resume(state, exception),
            Inst::Jump { edge } => {
                self.take_edge(state, edge);
                Ok(())
            }
            Inst::Branch {
                cond,
                then_edge,
                else_edge,
            } => self.branch(state, cond, then_edge, else_edge),
            Inst::Switch(ref switch) => self.switch(state, switch),
            Inst::IndirectJump { addr, ref targets } => self.indirect_jump(state, addr, targets),
            Inst::Return { ref values } => self.return_values(state, values),
            Inst::Unreachable => self.fail(
                state,
                ErrorKind::Unreachable,
                "code marked as unreachable was reached",
            ),
            Inst::Trap { signal } => self.trap(state, signal),
            // A promise of the compiler. Where it is broken, the source's own checks have told already.
            Inst::Assume { .. } => Ok(()),
            Inst::Require {
                cond,
                subject,
                width,
                violation,
            } => self.require_inst(state, cond, (subject, width), violation),
            Inst::Asm { ref text, .. } => self.fail(
                state,
                ErrorKind::Unsupported,
                format!("inline assembly is not supported: {text}"),
            ),
            Inst::Unsupported { ref what } => self.fail(
                state,
                ErrorKind::Unsupported,
                format!("not supported: {what}"),
            ),
        }
    }

    fn trap(&mut self, state: &mut State, signal: u8) -> Step<()> {
        let message = "a trap instruction was executed";
        let mut finding = self.finding(state, ErrorKind::Abort, message);
        finding.signal = Some(signal);
        Err(Interrupt::End(End::Error(Box::new(finding))))
    }

    /// An operand's value. Undefined constants are uninitialised bytes when these are checked.
    pub(crate) fn read(&mut self, state: &mut State, operand: Opnd) -> Value {
        if self.config.checks.uninit
            && let OpndKind::Const(c) = operand.kind()
            && let Const::Undef { width } = self.function(state).consts[c as usize]
        {
            return self.undefined_value(state, width);
        }
        self.get(state, operand)
    }

    fn undefined_value(&mut self, state: &mut State, width: u32) -> Value {
        let bytes = self.fresh_bytes(state, crate::uninit::UNINITIALISED, width.div_ceil(8));
        let whole = self.terms.concat_bytes(&bytes);
        Value::from_term(&self.terms, self.terms.extract(whole, 0, width))
    }

    pub(crate) fn term(&mut self, state: &mut State, operand: Opnd, width: u32) -> Term {
        self.read(state, operand).to_term(&self.terms, width)
    }
}
