//! Objects on the stack: variables, arrays of variable length, `alloca`.

use crate::call::FRAME_BYTES;
use crate::{End, ErrorKind, Finding, Interrupt, Machine, Size, State, Step, Value};
use pleach_ir::{Opnd, Slot};
use pleach_memory::Site;
use pleach_term::Term;

impl Machine {
    pub(crate) fn alloca(
        &mut self,
        state: &mut State,
        dst: Slot,
        each: u64,
        (count, count_width): (Opnd, u32),
        align: u64,
    ) -> Step<()> {
        let count = self.read(state, count);
        let room = self.config.max_stack.saturating_sub(state.stack_bytes);
        let size = match count.term {
            None => self.known_size(state, each, count.bits, room)?,
            Some(term) => self.unknown_size(state, each, (term, count_width), room)?,
        };
        let (bytes, bound) = match size {
            Size::Fixed(bytes) => (bytes, None),
            Size::Symbolic { most, size } => (most, Some(size)),
            Size::TooLarge => return self.stack_exhausted(state),
        };
        let base = self.push_stack_object(state, bytes, align, self.site(state))?;
        if bound.is_some() {
            self.set_bound(state, base, bound);
        }
        self.set(state, dst, Value::concrete(base));
        Ok(())
    }

    fn known_size(&self, state: &State, each: u64, count: u64, room: u64) -> Step<Size> {
        match each.checked_mul(count).filter(|size| *size <= room) {
            Some(size) => Ok(Size::Fixed(size)),
            None => {
                let finding = self.too_many(state, count);
                Err(Interrupt::End(End::Error(Box::new(finding))))
            }
        }
    }

    /// The size of an unknown number of elements; all that do not fit are one path.
    fn unknown_size(
        &mut self,
        state: &mut State,
        each: u64,
        (count, width): (Term, u32),
        room: u64,
    ) -> Step<Size> {
        let t = self.terms.clone();
        let n = t.zext(t.resize(count, width), 64);
        let most = room.checked_div(each).unwrap_or(u64::MAX);
        let fits = Value::from_term(&t, t.ule(n, t.constant(64, most)));
        self.require(state, fits, |m, s| {
            let n = m.example(s, Value::from_term(&m.terms, n), 64).low_u64();
            m.too_many(s, n)
        })?;
        let bytes = Value::from_term(&t, t.mul(n, t.constant(64, each)));
        self.size(state, bytes, room, "the size of an array on the stack")
    }

    fn too_many(&self, state: &State, count: u64) -> Finding {
        let stack = self.config.max_stack;
        let message = match count {
            1 => format!("the stack of {stack} bytes is exhausted"),
            _ => format!("the stack of {stack} bytes is exhausted by an array of {count} elements"),
        };
        self.finding(state, ErrorKind::StackExhaustion, message)
    }

    /// A new object of the top frame, which is said to be allocated at `site`.
    pub(crate) fn push_stack_object(
        &mut self,
        state: &mut State,
        size: u64,
        align: u64,
        site: Site,
    ) -> Step<u64> {
        let contents = self.fresh_contents(state, size);
        // Which alloca at which depth: the same in every state that gets there.
        let top = state.stack.top();
        let first = self.code.functions[top.function.index()].first_alloca;
        let number = u64::from(first) + top.allocas.len() as u64;
        let wish = u64::from(state.stack.depth()) * u64::from(self.code.allocas + 1) + number;
        let Ok(base) = self.allocate_stack(state, contents, align, (wish, site)) else {
            return self.stack_exhausted(state);
        };
        state.stack_bytes += size;
        state.stack.top_mut().allocas.push(base);
        Ok(base)
    }

    pub(crate) fn stack_exhausted<T>(&self, state: &State) -> Step<T> {
        let message = format!("the stack of {} bytes is exhausted", self.config.max_stack);
        self.fail(state, ErrorKind::StackExhaustion, message)
    }

    pub(crate) fn stack_restore(&mut self, state: &mut State, mark: Opnd) -> Step<()> {
        let mark = self.read(state, mark);
        let mark = self.enumerate(state, mark, 64)?.bits as usize;
        while state.stack.top().allocas.len() > mark {
            let base = state
                .stack
                .top_mut()
                .allocas
                .pop()
                .expect("it was just counted");
            self.release(state, base);
        }
        Ok(())
    }

    fn release(&mut self, state: &mut State, base: u64) {
        let size = state.memory.find(base).map_or(0, |o| o.size);
        state.stack_bytes -= size;
        self.release_stack(state, base);
    }

    /// Gives back everything that the top frame holds, and the frame.
    pub(crate) fn pop_frame(&mut self, state: &mut State) {
        while let Some(base) = state.stack.top_mut().allocas.pop() {
            self.release(state, base);
        }
        state.stack.pop();
        state.stack_bytes -= FRAME_BYTES;
    }
}
