//! The fast loop: concrete instructions, one after the other, until one needs
//! the slow path or the budget is used up.
//!
//! Indices are not checked here: `pleach_ir`'s verifier has checked that every
//! operand, edge and block of the module is in range, and a frame always has
//! the number of registers that its function asks for.

use crate::code::{CallData, FastEdge, FunctionCode, Op, Raw};
use crate::{Machine, Onward, State, Traced, Value};
use pleach_ir::{EdgeId, Origin, Slot};

const CONSTANT: u32 = 1 << 31;

/// The registers and tables of the running frame.
struct Frame {
    regs: *mut Value,
    consts: *const Value,
    ops: *const Op,
    edges: *const FastEdge,
    moves: *const (u32, Raw),
    code: *const FunctionCode,
}

impl Frame {
    fn enter(machine: &Machine, state: &mut State) -> Frame {
        let code = &machine.code.functions[state.stack.top().function.index()];
        Frame {
            regs: state.stack.regs_mut().as_mut_ptr(),
            consts: code.consts.as_ptr(),
            ops: code.ops.as_ptr(),
            edges: code.edges.as_ptr(),
            moves: code.moves.as_ptr(),
            code,
        }
    }

    /// # Safety
    /// The frame is the running one, and `raw` an operand of its function.
    #[inline(always)]
    unsafe fn get(&self, raw: Raw) -> Value {
        // SAFETY: an operand that was verified names a register of the frame or one of the
        // function's constants.
        unsafe {
            if raw & CONSTANT == 0 {
                *self.regs.add(raw as usize)
            } else {
                *self.consts.add((raw & !CONSTANT) as usize)
            }
        }
    }
}

/// Who hears of what the loop does: it is compiled once for each, and without a trace of the others.
trait Listener {
    /// The recorder hears of every write.
    const RECORDER: bool;
    /// Edges and addresses are written into the log.
    const LOG: bool;
}

struct Nobody;
struct Logged;
struct Everybody;

impl Listener for Nobody {
    const RECORDER: bool = false;
    const LOG: bool = false;
}

impl Listener for Logged {
    const RECORDER: bool = false;
    const LOG: bool = true;
}

impl Listener for Everybody {
    const RECORDER: bool = true;
    const LOG: bool = true;
}

impl Machine {
    /// Runs until the instruction at the frame's `pc` needs the slow path
    /// (true) or the budget is used up (false).
    pub(crate) fn run_fast(&mut self, state: &mut State) -> bool {
        if !self.listens {
            return self.run_fast_with::<Nobody>(state);
        }
        let is_heard = self.recorder.as_ref().is_some_and(|r| !r.skips_fast_loop());
        match (is_heard, self.log.is_some()) {
            (false, false) => self.run_fast_with::<Nobody>(state),
            (false, true) => self.run_fast_with::<Logged>(state),
            (true, _) => self.run_fast_with::<Everybody>(state),
        }
    }

    #[inline(never)]
    fn run_fast_with<L: Listener>(&mut self, state: &mut State) -> bool {
        let mut frame = Frame::enter(self, state);
        let mut pc = state.stack.top().pc;

        macro_rules! slow {
            () => {{
                state.stack.top_mut().pc = pc;
                return true;
            }};
        }
        macro_rules! concrete {
            ($raw:expr) => {{
                // SAFETY: the operation is of the running frame's function.
                let value = unsafe { frame.get($raw) };
                if value.term.is_some() {
                    slow!()
                }
                value.bits
            }};
        }
        macro_rules! two {
            ($a:expr, $b:expr) => {{
                // SAFETY: the operation is of the running frame's function.
                let (a, b) = unsafe { (frame.get($a), frame.get($b)) };
                if a.term.is_some() | b.term.is_some() {
                    slow!()
                }
                (a.bits, b.bits)
            }};
        }
        macro_rules! put {
            ($dst:expr, $value:expr) => {{
                let (dst, value) = ($dst, $value);
                // SAFETY: the operation is of the running frame's function: a register that was
                // verified is below the frame's number of registers, and nobody else refers to
                // them while the loop runs.
                unsafe { *frame.regs.add(dst as usize) = value };
                if L::RECORDER {
                    self.record_register(state, dst, value);
                }
            }};
        }
        macro_rules! next {
            ($dst:expr, $bits:expr) => {{
                put!($dst, Value::concrete($bits));
                pc += 1;
            }};
        }
        macro_rules! take {
            ($edge:expr) => {{
                // SAFETY: an edge that was verified is one of its function's. `self.code` owns the
                // table behind an `Arc` and is not replaced while the loop runs.
                let edge = unsafe { &*frame.edges.add($edge as usize) };
                for i in edge.moves..edge.moves_end {
                    // SAFETY: `decode` gave the edge a range of the function's moves, between its
                    // registers and operands.
                    unsafe {
                        let (dst, from) = *frame.moves.add(i as usize);
                        *frame.regs.add(dst as usize) = frame.get(from);
                    }
                }
                if L::LOG
                    && let Some(log) = &mut self.log
                {
                    log.edge(edge.number);
                }
                if L::RECORDER {
                    self.record_moves(state, EdgeId($edge));
                }
                pc = edge.target;
                self.fuel -= i64::from(edge.cost);
                if !self.coverage.is_settled(edge.number) {
                    self.cover(state, edge.number);
                }
                if self.fuel <= 0 {
                    state.stack.top_mut().pc = pc;
                    return false;
                }
            }};
        }
        macro_rules! branch_after {
            ($dst:expr, $holds:expr) => {{
                let holds = $holds;
                put!($dst, Value::concrete(holds as u64));
                let Op::Branch {
                    then_edge,
                    else_edge,
                    ..
                // SAFETY: `decode` fuses a comparison only with the branch behind it.
                } = (unsafe { *frame.ops.add(pc as usize + 1) })
                else {
                    unreachable!("a fused comparison stands before its branch")
                };
                take!(if holds { then_edge } else { else_edge });
            }};
        }
        macro_rules! load {
            ($dst:expr, $addr:expr, $ty:ty) => {{
                let address = concrete!($addr);
                const LEN: u64 = size_of::<$ty>() as u64;
                let Some(at) = self
                    .tlb
                    .read(address, LEN)
                    .or_else(|| self.fill_read(state, address, LEN))
                else {
                    slow!()
                };
                // SAFETY: `LEN` bytes of the running state's memory lie at `at`: the table is cleared
                // when their page moves, and nothing moves it before the read.
                let bits = unsafe { at.cast::<$ty>().read_unaligned() };
                if L::LOG && let Some(log) = &mut self.log {
                    log.address(address);
                }
                next!($dst, u64::from(<$ty>::from_le(bits)))
            }};
        }
        macro_rules! store {
            ($addr:expr, $value:expr, $ty:ty) => {{
                let (address, value) = two!($addr, $value);
                const LEN: u64 = size_of::<$ty>() as u64;
                let Some(at) = self
                    .tlb
                    .write(address, LEN)
                    .or_else(|| self.fill_write(state, address, LEN))
                else {
                    slow!()
                };
                // SAFETY: as for a load, and a writable entry is of a page that this state owns alone.
                unsafe { at.cast::<$ty>().write_unaligned((value as $ty).to_le()) };
                if L::LOG && let Some(log) = &mut self.log {
                    log.address(address);
                }
                if L::RECORDER {
                    self.record_store(state, address, LEN);
                }
                pc += 1;
            }};
        }

        loop {
            // SAFETY: `pc` is an operation of the frame's function: a frame starts at the first, an edge
            // leads to the start of a block, only what does not end a block goes on to the next
            // one, and a block that was verified has an end.
            match unsafe { *frame.ops.add(pc as usize) } {
                Op::Slow => slow!(),
                Op::Move { dst, a } => {
                    // SAFETY: the operation is of the running frame's function.
                    put!(dst, unsafe { frame.get(a) });
                    pc += 1;
                }
                Op::Add { unused, dst, a, b } => {
                    let (a, b) = two!(a, b);
                    next!(dst, cut(a.wrapping_add(b), unused))
                }
                Op::Sub { unused, dst, a, b } => {
                    let (a, b) = two!(a, b);
                    next!(dst, cut(a.wrapping_sub(b), unused))
                }
                Op::Mul { unused, dst, a, b } => {
                    let (a, b) = two!(a, b);
                    next!(dst, cut(a.wrapping_mul(b), unused))
                }
                Op::And { dst, a, b } => {
                    let (a, b) = two!(a, b);
                    next!(dst, a & b)
                }
                Op::Or { dst, a, b } => {
                    let (a, b) = two!(a, b);
                    next!(dst, a | b)
                }
                Op::Xor { dst, a, b } => {
                    let (a, b) = two!(a, b);
                    next!(dst, a ^ b)
                }
                Op::Shl { unused, dst, a, b } => {
                    let (a, b) = two!(a, b);
                    if b >= 64 - u64::from(unused) {
                        slow!()
                    }
                    next!(dst, cut(a << b, unused))
                }
                Op::LShr { unused, dst, a, b } => {
                    let (a, b) = two!(a, b);
                    if b >= 64 - u64::from(unused) {
                        slow!()
                    }
                    next!(dst, a >> b)
                }
                Op::AShr { unused, dst, a, b } => {
                    let (a, b) = two!(a, b);
                    if b >= 64 - u64::from(unused) {
                        slow!()
                    }
                    next!(dst, cut((signed(a, unused) >> b) as u64, unused))
                }
                Op::UDiv { dst, a, b } => {
                    let (a, b) = two!(a, b);
                    if b == 0 {
                        slow!()
                    }
                    next!(dst, a / b)
                }
                Op::URem { dst, a, b } => {
                    let (a, b) = two!(a, b);
                    if b == 0 {
                        slow!()
                    }
                    next!(dst, a % b)
                }
                Op::SDiv { unused, dst, a, b } => {
                    let (a, b) = two!(a, b);
                    let (a, b) = (signed(a, unused), signed(b, unused));
                    if b == 0 || b == -1 {
                        slow!()
                    }
                    next!(dst, cut((a / b) as u64, unused))
                }
                Op::SRem { unused, dst, a, b } => {
                    let (a, b) = two!(a, b);
                    let (a, b) = (signed(a, unused), signed(b, unused));
                    if b == 0 || b == -1 {
                        slow!()
                    }
                    next!(dst, cut((a % b) as u64, unused))
                }
                Op::Eq { dst, a, b } => {
                    let (a, b) = two!(a, b);
                    next!(dst, (a == b) as u64)
                }
                Op::Ne { dst, a, b } => {
                    let (a, b) = two!(a, b);
                    next!(dst, (a != b) as u64)
                }
                Op::Ult { dst, a, b } => {
                    let (a, b) = two!(a, b);
                    next!(dst, (a < b) as u64)
                }
                Op::Ule { dst, a, b } => {
                    let (a, b) = two!(a, b);
                    next!(dst, (a <= b) as u64)
                }
                Op::Slt { unused, dst, a, b } => {
                    let (a, b) = two!(a, b);
                    next!(dst, (signed(a, unused) < signed(b, unused)) as u64)
                }
                Op::Sle { unused, dst, a, b } => {
                    let (a, b) = two!(a, b);
                    next!(dst, (signed(a, unused) <= signed(b, unused)) as u64)
                }
                Op::EqBr { dst, a, b } => {
                    let (a, b) = two!(a, b);
                    branch_after!(dst, a == b)
                }
                Op::NeBr { dst, a, b } => {
                    let (a, b) = two!(a, b);
                    branch_after!(dst, a != b)
                }
                Op::UltBr { dst, a, b } => {
                    let (a, b) = two!(a, b);
                    branch_after!(dst, a < b)
                }
                Op::UleBr { dst, a, b } => {
                    let (a, b) = two!(a, b);
                    branch_after!(dst, a <= b)
                }
                Op::SltBr { unused, dst, a, b } => {
                    let (a, b) = two!(a, b);
                    branch_after!(dst, signed(a, unused) < signed(b, unused))
                }
                Op::SleBr { unused, dst, a, b } => {
                    let (a, b) = two!(a, b);
                    branch_after!(dst, signed(a, unused) <= signed(b, unused))
                }
                Op::SExt {
                    from_unused,
                    to_unused,
                    dst,
                    a,
                } => {
                    let a = concrete!(a);
                    next!(dst, cut(signed(a, from_unused) as u64, to_unused))
                }
                Op::Trunc { unused, dst, a } => {
                    let a = concrete!(a);
                    next!(dst, cut(a, unused))
                }
                Op::Select { dst, cond, data } => {
                    let cond = concrete!(cond);
                    // SAFETY: the operation is of the running frame's function, whose code `self.code`
                    // owns; the index into it is checked.
                    let (a, b) = unsafe { (&(*frame.code).selects)[data as usize] };
                    // SAFETY: as above.
                    put!(dst, unsafe { frame.get(if cond != 0 { a } else { b }) });
                    pc += 1;
                }
                Op::Index {
                    scale,
                    dst,
                    base,
                    index,
                } => {
                    let (base, index) = two!(base, index);
                    next!(dst, base.wrapping_add(index.wrapping_mul(u64::from(scale))))
                }
                Op::Lea { dst, base, data } => {
                    // SAFETY: `self.code` owns the running function's code; the index is checked.
                    let lea = unsafe { (&(*frame.code).leas)[data as usize] };
                    let (base, index) = two!(base, lea.index);
                    let index = signed(index, lea.index_unused) as u64;
                    next!(
                        dst,
                        base.wrapping_add(lea.offset)
                            .wrapping_add(index.wrapping_mul(lea.scale))
                    )
                }
                Op::Offset { dst, base, offset } => {
                    let base = concrete!(base);
                    next!(dst, base.wrapping_add(offset as i64 as u64))
                }
                Op::Load1 { dst, addr, keep } => {
                    let address = concrete!(addr);
                    let Some(at) = self
                        .tlb
                        .read(address, 1)
                        .or_else(|| self.fill_read(state, address, 1))
                    else {
                        slow!()
                    };
                    // SAFETY: as for a load of more bytes.
                    let bits = unsafe { *at };
                    if L::LOG
                        && let Some(log) = &mut self.log
                    {
                        log.address(address);
                    }
                    next!(dst, u64::from(bits & keep))
                }
                Op::Load2 { dst, addr } => load!(dst, addr, u16),
                Op::Load4 { dst, addr } => load!(dst, addr, u32),
                Op::Load8 { dst, addr } => load!(dst, addr, u64),
                Op::Store1 { addr, value } => store!(addr, value, u8),
                Op::Store2 { addr, value } => store!(addr, value, u16),
                Op::Store4 { addr, value } => store!(addr, value, u32),
                Op::Store8 { addr, value } => store!(addr, value, u64),
                Op::Require { cond } => {
                    if concrete!(cond) & 1 == 0 {
                        slow!()
                    }
                    pc += 1;
                }
                Op::Jump { edge } => take!(edge),
                Op::Branch {
                    cond,
                    then_edge,
                    else_edge,
                } => {
                    let cond = concrete!(cond);
                    take!(if cond != 0 { then_edge } else { else_edge })
                }
                Op::Call { data } => {
                    state.stack.top_mut().pc = pc;
                    // SAFETY: `self.code` owns the code behind an `Arc`, and a call does not replace it.
                    if !self.call_fast(state, unsafe { &*frame.code }, data) {
                        return true;
                    }
                    frame = Frame::enter(self, state);
                    pc = 0;
                    if self.fuel <= 0 {
                        return false;
                    }
                }
                Op::Return => {
                    state.stack.top_mut().pc = pc;
                    if !self.return_fast(state, None) {
                        return true;
                    }
                    frame = Frame::enter(self, state);
                    pc = state.stack.top().pc;
                    if self.fuel <= 0 {
                        return false;
                    }
                }
                Op::ReturnOne { a } => {
                    state.stack.top_mut().pc = pc;
                    // SAFETY: the operation is of the running frame's function.
                    let value = unsafe { frame.get(a) };
                    if !self.return_fast(state, Some(value)) {
                        return true;
                    }
                    frame = Frame::enter(self, state);
                    pc = state.stack.top().pc;
                    if self.fuel <= 0 {
                        return false;
                    }
                }
            }
        }
    }

    /// Pushes a frame for a plain call; false if the stack is nearly exhausted.
    fn call_fast(&mut self, state: &mut State, code: &FunctionCode, data: u32) -> bool {
        let call = &code.calls[data as usize];
        if state.stack_bytes + crate::call::FRAME_BYTES > self.config.max_stack {
            return false;
        }
        state.stack_bytes += crate::call::FRAME_BYTES;
        let callee = &self.code.functions[call.function.index()];
        let (slots, cost, number) = (callee.slots, callee.entry_cost, callee.entry_number);
        let mut args = [Value::ZERO; 16];
        let regs = state.stack.regs();
        let fetch = |raw: Raw| {
            if raw & CONSTANT == 0 {
                regs[raw as usize]
            } else {
                code.consts[(raw & !CONSTANT) as usize]
            }
        };
        if let Some(args) = args.get_mut(..call.args.len()) {
            args.iter_mut()
                .zip(&call.args)
                .for_each(|(slot, raw)| *slot = fetch(*raw));
            state.stack.push(call.function, slots, args.iter().copied());
        } else {
            let args: Vec<Value> = call.args.iter().map(|raw| fetch(*raw)).collect();
            state.stack.push(call.function, slots, args.into_iter());
        }
        if self.listens {
            self.log_edge(state, number);
            self.record_parameters(state, call.args.len());
        }
        self.fuel -= i64::from(cost);
        if !self.coverage.is_settled(number) {
            self.cover(state, number);
        }
        true
    }

    /// Returns to a caller that made a plain call; false if that needs more.
    fn return_fast(&mut self, state: &mut State, value: Option<Value>) -> bool {
        let top = state.stack.top();
        if !state.stack.caller_is_warm() || !top.allocas.is_empty() {
            return false;
        }
        let Some((function, pc)) = state.stack.frames().nth(1).map(|f| (f.function, f.pc)) else {
            return false;
        };
        let caller = &self.code.functions[function.index()];
        let Op::Call { data } = caller.ops[pc as usize] else {
            return false;
        };
        let CallData { result, next, .. } = caller.calls[data as usize];
        if self.listens {
            self.log_return(state);
        }
        state.stack.pop();
        state.stack_bytes -= crate::call::FRAME_BYTES;
        if let Some(value) = value {
            self.set(state, Slot(result), value);
        }
        self.take_edge(state, EdgeId(next));
        true
    }

    /// Remembers that an edge was taken for the first time in the run, and tells the tracer.
    #[cold]
    pub(crate) fn cover(&mut self, state: &mut State, number: u32) {
        if self.coverage.cover(number) {
            self.newly_covered.push(number);
            let function = state.stack.top().function;
            if self.module.functions[function.index()].origin == Origin::Program {
                self.count_instructions(state);
                state.standing.covers_new = true;
                state.standing.last_new = state.instructions;
            }
        }
        if let Some(tracer) = &mut self.tracer {
            let traced = Traced {
                id: state.id,
                stack: &state.stack,
                extensions: &mut state.extensions,
            };
            if tracer.edge(traced, number) == Onward::HandBack {
                self.stop_here();
            }
        }
    }

    #[cold]
    pub(crate) fn fill_read(&mut self, state: &State, address: u64, len: u64) -> Option<*const u8> {
        let object = state.memory.find(address)?;
        let offset = address.wrapping_sub(object.base);
        if object.freed.is_some() || object.bound.is_some() || !object.contains(address, len) {
            return None;
        }
        let (start, bytes) = object.contents.concrete_page(offset as usize)?;
        let within = offset as usize - start;
        if within + len as usize > bytes.len() {
            return None;
        }
        let data = bytes.as_ptr();
        self.tlb.put(
            address,
            object.base + start as u64,
            bytes.len() as u64,
            data.cast_mut(),
            false,
        );
        Some(data.wrapping_add(within))
    }

    #[cold]
    pub(crate) fn fill_write(
        &mut self,
        state: &mut State,
        address: u64,
        len: u64,
    ) -> Option<*mut u8> {
        let object = state.memory.find(address)?;
        let offset = address.wrapping_sub(object.base) as usize;
        if object.constant
            || object.freed.is_some()
            || object.bound.is_some()
            || !object.contains(address, len)
        {
            return None;
        }
        let before = object.contents.concrete_page(offset)?.1.as_ptr();
        let base = object.base;
        let (start, bytes) = state.memory.own(base)?.contents.concrete_page_mut(offset)?;
        let within = offset - start;
        let (data, page_len) = (bytes.as_mut_ptr(), bytes.len());
        if !std::ptr::eq(before, data) {
            // The bytes were shared and now have a copy: nobody may read the old ones.
            self.tlb.clear();
        }
        if within + len as usize > page_len {
            return None;
        }
        self.tlb
            .put(address, base + start as u64, page_len as u64, data, true);
        Some(data.wrapping_add(within))
    }
}

#[inline(always)]
fn cut(bits: u64, unused: u8) -> u64 {
    bits << unused >> unused
}

#[inline(always)]
fn signed(bits: u64, unused: u8) -> i64 {
    ((bits << unused) as i64) >> unused
}
