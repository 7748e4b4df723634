use super::*;

/// Something that an instruction refers to.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Part {
    Read(Opnd),
    Write(Slot),
    Edge(EdgeId),
}

impl Inst {
    /// Calls `f` for all operands read, then all slots written, then all edges.
    /// The results of a call are written before its edges are taken.
    pub fn visit(&self, f: &mut impl FnMut(Part)) {
        use Part::{Edge, Read, Write};
        match self {
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
                f(Read(*a));
                f(Write(*dst));
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
                f(Read(*a));
                f(Read(*b));
                f(Write(*dst));
            }
            Inst::Select {
                dst,
                cond: a,
                a: b,
                b: c,
                ..
            }
            | Inst::FFma { dst, a, b, c, .. } => {
                [a, b, c].into_iter().for_each(|operand| f(Read(*operand)));
                f(Write(*dst));
            }
            Inst::Concat { dst, parts, .. } => {
                parts.iter().for_each(|part| f(Read(*part)));
                f(Write(*dst));
            }
            Inst::StackSave { dst } => f(Write(*dst)),
            Inst::StackRestore { mark: a }
            | Inst::Scope { variable: a, .. }
            | Inst::VaStart { list: a }
            | Inst::VaEnd { list: a }
            | Inst::Assume { cond: a } => f(Read(*a)),
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
                f(Read(*a));
                f(Read(*b));
            }
            Inst::MemCopy {
                dst,
                src: other,
                len,
                ..
            }
            | Inst::MemSet {
                dst,
                value: other,
                len,
                ..
            } => {
                [dst, other, len]
                    .into_iter()
                    .for_each(|operand| f(Read(*operand)));
            }
            Inst::Return { values } => values.iter().for_each(|value| f(Read(*value))),
            Inst::LandingPad(pad) => {
                f(Write(pad.exception));
                f(Write(pad.selector));
            }
            Inst::Jump { edge } => f(Edge(*edge)),
            Inst::Branch {
                cond,
                then_edge,
                else_edge,
            } => {
                f(Read(*cond));
                f(Edge(*then_edge));
                f(Edge(*else_edge));
            }
            Inst::IndirectJump { addr, targets } => {
                f(Read(*addr));
                targets.iter().for_each(|edge| f(Edge(*edge)));
            }
            Inst::Call(call) => visit_call(call, f),
            Inst::Switch(switch) => {
                f(Read(switch.value));
                switch.cases.iter().for_each(|(_, edge)| f(Edge(*edge)));
                f(Edge(switch.default));
            }
            Inst::Unreachable | Inst::Trap { .. } | Inst::Asm { .. } | Inst::Unsupported { .. } => {
            }
        }
    }
}

fn visit_call(call: &Call, f: &mut impl FnMut(Part)) {
    if let Callee::Indirect(target) = call.callee {
        f(Part::Read(target));
    }
    call.args.iter().for_each(|arg| f(Part::Read(arg.value)));
    (0..call.result_widths.len() as u32).for_each(|i| f(Part::Write(Slot(call.results.0 + i))));
    f(Part::Edge(call.next));
    if let Some(unwind) = call.unwind {
        f(Part::Edge(unwind));
    }
}
