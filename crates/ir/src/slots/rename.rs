//! Giving slots other numbers.

use crate::*;

/// Rewrites every slot of a function through `map`. Slots that hold the results
/// of one call must stay consecutive.
pub fn rename(function: &mut Function, map: &[Slot], slots: u32) {
    for inst in &mut function.code {
        rename_inst(inst, map);
    }
    for edge in &mut function.edges {
        for (dst, src) in &mut edge.moves {
            *dst = map[dst.index()];
            read(src, map);
        }
        // A move between slots that became one.
        edge.moves.retain(|&(dst, src)| src != Opnd::slot(dst));
    }
    function.slots = slots;
}

fn read(operand: &mut Opnd, map: &[Slot]) {
    if let OpndKind::Slot(slot) = operand.kind() {
        *operand = Opnd::slot(map[slot.index()]);
    }
}

fn rename_inst(inst: &mut Inst, map: &[Slot]) {
    let write = |slot: &mut Slot| *slot = map[slot.index()];
    match inst {
        Inst::Move { dst, a, .. }
        | Inst::Un { dst, a, .. }
        | Inst::Cast { dst, a, .. }
        | Inst::Extract { dst, a, .. }
        | Inst::FUn { dst, a, .. }
        | Inst::FCast { dst, a, .. }
        | Inst::Load { dst, addr: a, .. }
        | Inst::Offset { dst, base: a, .. }
        | Inst::Alloca { dst, count: a, .. }
        | Inst::VaArg { dst, list: a, .. } => {
            read(a, map);
            write(dst);
        }
        Inst::Bin { dst, a, b, .. }
        | Inst::Cmp { dst, a, b, .. }
        | Inst::FBin { dst, a, b, .. }
        | Inst::FCmp { dst, a, b, .. }
        | Inst::Lea {
            dst,
            base: a,
            index: b,
            ..
        } => {
            read(a, map);
            read(b, map);
            write(dst);
        }
        Inst::Select {
            dst,
            cond: a,
            a: b,
            b: c,
            ..
        }
        | Inst::FFma { dst, a, b, c, .. } => {
            [a, b, c].into_iter().for_each(|operand| read(operand, map));
            write(dst);
        }
        Inst::Concat { dst, parts, .. } => {
            parts.iter_mut().for_each(|part| read(part, map));
            write(dst);
        }
        Inst::StackSave { dst } => write(dst),
        Inst::StackRestore { mark: a }
        | Inst::Scope { variable: a, .. }
        | Inst::VaStart { list: a }
        | Inst::VaEnd { list: a }
        | Inst::Assume { cond: a }
        | Inst::Branch { cond: a, .. }
        | Inst::IndirectJump { addr: a, .. } => read(a, map),
        Inst::Store {
            addr: a, value: b, ..
        }
        | Inst::VaCopy { dst: a, src: b }
        | Inst::Require {
            cond: a,
            subject: b,
            ..
        }
        | Inst::Resume {
            exception: a,
            selector: b,
        } => {
            read(a, map);
            read(b, map);
        }
        Inst::MemCopy {
            dst: a,
            src: b,
            len: c,
            ..
        }
        | Inst::MemSet {
            dst: a,
            value: b,
            len: c,
            ..
        } => {
            [a, b, c].into_iter().for_each(|operand| read(operand, map));
        }
        Inst::Return { values } => values.iter_mut().for_each(|value| read(value, map)),
        Inst::LandingPad(pad) => {
            write(&mut pad.exception);
            write(&mut pad.selector);
        }
        Inst::Switch(switch) => read(&mut switch.value, map),
        Inst::Call(call) => rename_call(call, map),
        Inst::Jump { .. }
        | Inst::Unreachable
        | Inst::Trap { .. }
        | Inst::Asm { .. }
        | Inst::Unsupported { .. } => {}
    }
}

fn rename_call(call: &mut Call, map: &[Slot]) {
    if let Callee::Indirect(target) = &mut call.callee {
        read(target, map);
    }
    call.args
        .iter_mut()
        .for_each(|arg| read(&mut arg.value, map));
    // Without results the slot means nothing, and may not exist.
    call.results = if call.result_widths.is_empty() {
        Slot(0)
    } else {
        map[call.results.index()]
    };
}
