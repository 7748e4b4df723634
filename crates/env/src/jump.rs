//! setjmp and longjmp. The buffer holds a number; what it stands for is kept
//! beside the state, so that a buffer may be copied as any other bytes.

use crate::args::{int, is_nonzero, number, word};
use pleach_interp::{
    ErrorKind, Extension, HostCall, Joining, Machine, Returned, State, Step, Value,
};
use pleach_ir::FuncId;
use pleach_term::Term;
use std::any::Any;
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A place to come back to.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct Saved {
    depth: u32,
    function: FuncId,
    pc: u32,
    regs: Arc<[Value]>,
    /// Blocked signals, where `sigsetjmp` was to save them.
    mask: Option<Value>,
}

#[derive(Debug, Clone, Default)]
struct Jumps {
    saved: BTreeMap<u64, Saved>,
    next: u64,
}

/// Added to a number to make it unlikely that other bytes look like one.
const MARK: u64 = 0x6a6d_705f_0000_0000;

impl Extension for Jumps {
    fn fork(&self) -> Box<dyn Extension> {
        Box::new(self.clone())
    }

    fn merge(&mut self, other: &dyn Extension, _: Joining<'_>) -> Result<(), &'static str> {
        match other.as_any().downcast_ref::<Jumps>() {
            Some(other) if self.saved == other.saved => {
                self.next = self.next.max(other.next);
                Ok(())
            }
            _ => Err("their setjmp buffers differ"),
        }
    }

    /// How many there were before says only how the next one is named.
    fn hash(&self, mut hasher: &mut dyn Hasher) {
        self.saved.hash(&mut hasher);
    }

    fn terms(&self, _: &mut dyn FnMut(*const ()) -> bool, show: &mut dyn FnMut(Term)) {
        self.saved
            .values()
            .flat_map(|s| s.regs.iter().chain(&s.mask))
            .filter_map(|v| v.term)
            .for_each(show);
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

/// `setjmp(buffer)` and its other names.
pub(crate) fn setjmp(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let buffer = machine.writable(state, word(machine, call, 0), 8)?;
    let mask = mask_to_save(machine, state, call)?;
    let top = state.stack.top();
    let depth = state.stack.depth();
    let saved = Saved {
        depth,
        function: top.function,
        pc: top.pc,
        regs: state.stack.regs().into(),
        mask,
    };
    let jumps = state.extensions.get_or_insert_with(Jumps::default);
    // Functions that were called from here on have returned.
    jumps.saved.retain(|_, s| s.depth <= depth);
    let id = MARK + jumps.next;
    jumps.next += 1;
    jumps.saved.insert(id, saved);
    machine.store_value(state, Value::concrete(buffer), 64, Value::concrete(id))?;
    number(0)
}

/// `sigsetjmp(buffer, save)`
fn mask_to_save(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Option<Value>> {
    if !call.name.ends_with("sigsetjmp") {
        return Ok(None);
    }
    let save = int(machine, call, 1);
    let save = is_nonzero(machine, save);
    if !machine.decide(state, save)? {
        return Ok(None);
    }
    match state.handlers.mask {
        0 => Ok(Some(Value::ZERO)),
        at => machine.load_value(state, Value::concrete(at), 64).map(Some),
    }
}

/// `longjmp(buffer, value)` and its other names.
pub(crate) fn longjmp(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let id = machine.load_value(state, word(machine, call, 0), 64)?;
    let id = machine.enumerate(state, id, 64)?.bits;
    let value = int(machine, call, 1);
    let some = is_nonzero(machine, value);
    let value = if machine.decide(state, some)? {
        value
    } else {
        Value::concrete(1)
    };
    let saved = state
        .extensions
        .get::<Jumps>()
        .and_then(|j| j.saved.get(&id))
        .cloned();
    let Some(saved) = saved else {
        let message =
            "longjmp with a buffer that setjmp has not filled, or whose function has returned";
        return machine.fail(state, ErrorKind::User, message);
    };
    let above = state.stack.depth().checked_sub(saved.depth);
    let frame = above.and_then(|n| state.stack.frames().nth(n as usize));
    if frame.is_none_or(|f| f.function != saved.function) {
        return machine.fail(
            state,
            ErrorKind::User,
            "longjmp to a function that has returned",
        );
    }
    if let (Some(mask), at @ 1..) = (saved.mask, state.handlers.mask) {
        machine.store_value(state, Value::concrete(at), 64, mask)?;
    }
    machine.jump_back(state, saved.depth, &saved.regs, saved.pc, value);
    Ok(Returned::Elsewhere)
}
