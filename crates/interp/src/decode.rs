//! From instructions to the operations of the fast loop.

use crate::code::{CallData, FastEdge, FunctionCode, LeaData, Op, Raw};
use crate::value::mask;
use crate::{Config, HostFn, Value};
use pleach_ir::*;
use pleach_term::{Bits, Terms};

/// A constant as a register value; undefined ones are zero here.
fn constant_value(constant: &Const, terms: &Terms) -> Value {
    match constant {
        Const::Int { bits, .. } => Value::concrete(*bits),
        Const::Undef { width } if *width <= 64 => Value::ZERO,
        Const::Undef { width } => Value {
            bits: 0,
            term: Some(terms.constant_bits(&Bits::zero(*width))),
        },
        Const::Wide { width, limbs } => {
            let bytes: Vec<u8> = limbs.iter().flat_map(|l| l.to_le_bytes()).collect();
            Value {
                bits: 0,
                term: Some(terms.constant_bits(&Bits::from_le_bytes(*width, &bytes))),
            }
        }
    }
}

pub(crate) struct Decoder<'a> {
    function: &'a Function,
    module: &'a Module,
    hosts: &'a [Option<HostFn>],
    /// A callee may have another name by the time it is called.
    pub(crate) aliasing: bool,
    config: &'a Config,
    leas: Vec<LeaData>,
    selects: Vec<(Raw, Raw)>,
    calls: Vec<CallData>,
}

impl<'a> Decoder<'a> {
    pub(crate) fn new(
        function: &'a Function,
        module: &'a Module,
        hosts: &'a [Option<HostFn>],
        config: &'a Config,
    ) -> Self {
        Decoder {
            function,
            module,
            hosts,
            aliasing: false,
            config,
            leas: Vec::new(),
            selects: Vec::new(),
            calls: Vec::new(),
        }
    }

    pub(crate) fn decode(mut self, terms: &Terms) -> FunctionCode {
        let f = self.function;
        let mut ops: Vec<Op> = f.code.iter().map(|i| self.op(i)).collect();
        fuse_branches(f, &mut ops);
        let mut moves = Vec::new();
        let edges = f.edges.iter().map(|e| self.edge(e, &mut moves)).collect();
        FunctionCode {
            ops: ops.into(),
            consts: f.consts.iter().map(|c| constant_value(c, terms)).collect(),
            edges,
            moves: moves.into(),
            leas: self.leas.into(),
            selects: self.selects.into(),
            calls: self.calls.into(),
            slots: f.slots,
            entry_cost: f.blocks.first().map_or(0, |b| b.len),
            entry_number: 0,
            first_alloca: 0,
        }
    }

    fn edge(&self, edge: &Edge, moves: &mut Vec<(u32, Raw)>) -> FastEdge {
        let start = moves.len() as u32;
        moves.extend(edge.moves.iter().map(|(slot, from)| (slot.0, from.raw())));
        let block = self.function.blocks[edge.target.index()];
        FastEdge {
            target: block.first,
            cost: block.len,
            moves: start,
            moves_end: moves.len() as u32,
            number: 0,
        }
    }

    /// Undefined values are found out about in the slow path.
    fn is_plain(&self, operand: Opnd) -> bool {
        !self.config.checks.uninit || !self.function.is_undefined(operand)
    }

    fn moves_plain(&self, edge: EdgeId) -> bool {
        self.function.edges[edge.index()]
            .moves
            .iter()
            .all(|(_, from)| self.is_plain(*from))
    }

    fn op(&mut self, inst: &Inst) -> Op {
        match *inst {
            _ if !self.config.uses_fast_loop() => Op::Slow,
            Inst::Move { dst, a, width } if width <= 64 && self.is_plain(a) => Op::Move {
                dst: dst.0,
                a: a.raw(),
            },
            Inst::Bin {
                op,
                flags,
                width,
                dst,
                a,
                b,
            } if width <= 64 && self.is_plain(a) && self.is_plain(b) => {
                self.bin(op, flags, width, dst.0, a.raw(), b.raw())
            }
            Inst::Cmp {
                pred,
                width,
                dst,
                a,
                b,
            } if width <= 64 && self.is_plain(a) && self.is_plain(b) => {
                compare(pred, width, dst.0, a.raw(), b.raw())
            }
            Inst::Cast {
                op,
                from,
                to,
                dst,
                a,
            } if from <= 64 && to <= 64 && self.is_plain(a) => {
                let (dst, a) = (dst.0, a.raw());
                match op {
                    // Registers are zero-extended already; the form that cuts leaves terms to the slow path.
                    CastOp::ZExt => Op::Trunc {
                        unused: unused(from),
                        dst,
                        a,
                    },
                    CastOp::SExt => Op::SExt {
                        from_unused: unused(from),
                        to_unused: unused(to),
                        dst,
                        a,
                    },
                    CastOp::Trunc => Op::Trunc {
                        unused: unused(to),
                        dst,
                        a,
                    },
                }
            }
            Inst::Select {
                width,
                dst,
                cond,
                a,
                b,
            } if width <= 64 && self.is_plain(a) && self.is_plain(b) => {
                self.selects.push((a.raw(), b.raw()));
                Op::Select {
                    dst: dst.0,
                    cond: cond.raw(),
                    data: self.selects.len() as u32 - 1,
                }
            }
            Inst::Load { dst, width, addr } => load(dst.0, width, addr.raw()),
            Inst::Store { width, addr, value } if self.is_plain(value) => {
                store(width, addr.raw(), value.raw())
            }
            Inst::Lea {
                dst,
                base,
                offset,
                index,
                index_width,
                scale,
            } if index_width <= 64 => {
                self.lea(dst.0, base.raw(), offset, index.raw(), index_width, scale)
            }
            Inst::Offset { dst, base, offset } => match i32::try_from(offset) {
                Ok(offset) => Op::Offset {
                    dst: dst.0,
                    base: base.raw(),
                    offset,
                },
                Err(_) => Op::Slow,
            },
            Inst::Require { cond, .. } if self.is_plain(cond) => Op::Require { cond: cond.raw() },
            Inst::Jump { edge } if self.moves_plain(edge) => Op::Jump { edge: edge.0 },
            Inst::Branch {
                cond,
                then_edge,
                else_edge,
            } if self.is_plain(cond)
                && self.moves_plain(then_edge)
                && self.moves_plain(else_edge) =>
            {
                Op::Branch {
                    cond: cond.raw(),
                    then_edge: then_edge.0,
                    else_edge: else_edge.0,
                }
            }
            Inst::Call(ref call) => self.call(call),
            Inst::Return { ref values } => match **values {
                [] => Op::Return,
                [a] if self.is_plain(a) => Op::ReturnOne { a: a.raw() },
                _ => Op::Slow,
            },
            _ => Op::Slow,
        }
    }

    fn bin(&self, op: BinOp, flags: ArithFlags, width: u32, dst: u32, a: Raw, b: Raw) -> Op {
        let unused = unused(width);
        let checked = self.config.checks.overflow && flags.nsw;
        match op {
            BinOp::Add if !checked => Op::Add { unused, dst, a, b },
            BinOp::Sub if !checked => Op::Sub { unused, dst, a, b },
            BinOp::Mul if !checked => Op::Mul { unused, dst, a, b },
            BinOp::Shl if !checked => Op::Shl { unused, dst, a, b },
            BinOp::And => Op::And { dst, a, b },
            BinOp::Or => Op::Or { dst, a, b },
            BinOp::Xor => Op::Xor { dst, a, b },
            BinOp::LShr => Op::LShr { unused, dst, a, b },
            BinOp::AShr => Op::AShr { unused, dst, a, b },
            BinOp::UDiv => Op::UDiv { dst, a, b },
            BinOp::URem => Op::URem { dst, a, b },
            BinOp::SDiv => Op::SDiv { unused, dst, a, b },
            BinOp::SRem => Op::SRem { unused, dst, a, b },
            _ => Op::Slow,
        }
    }

    fn lea(
        &mut self,
        dst: u32,
        base: Raw,
        offset: i64,
        index: Raw,
        index_width: u32,
        scale: i64,
    ) -> Op {
        match u16::try_from(scale) {
            Ok(scale) if offset == 0 && index_width == 64 => Op::Index {
                scale,
                dst,
                base,
                index,
            },
            _ => {
                self.leas.push(LeaData {
                    offset: offset as u64,
                    scale: scale as u64,
                    index,
                    index_unused: unused(index_width),
                });
                Op::Lea {
                    dst,
                    base,
                    data: self.leas.len() as u32 - 1,
                }
            }
        }
    }

    fn call(&mut self, call: &Call) -> Op {
        let Callee::Direct(id) = call.callee else {
            return Op::Slow;
        };
        let callee = &self.module.functions[id.index()];
        let plain = callee.is_defined()
            && self.hosts[id.index()].is_none()
            && !self.aliasing
            && !callee.variadic
            && call.args.len() == callee.params.len()
            && call.result_widths[..] == callee.results[..]
            && match &call.result_use {
                ResultUse::Unused => true,
                ResultUse::Used { floats } => floats[..] == callee.float_results[..],
            }
            && call.result_widths.len() <= 1
            && call
                .args
                .iter()
                .all(|a| a.by_value.is_none() && self.is_plain(a.value))
            && callee
                .params
                .iter()
                .zip(&call.args)
                .all(|(p, a)| p.by_value.is_none() && p.width == a.width && p.float == a.float);
        if !plain {
            return Op::Slow;
        }
        self.calls.push(CallData {
            function: id,
            args: call.args.iter().map(|a| a.value.raw()).collect(),
            result: call.results.0,
            next: call.next.0,
        });
        Op::Call {
            data: self.calls.len() as u32 - 1,
        }
    }
}

/// In a program that uses this function, every call asks what its callee is called by now.
pub(crate) const ALIASING: &str = "klee_alias_function";

fn unused(width: u32) -> u8 {
    (64 - width) as u8
}

fn compare(pred: Pred, width: u32, dst: u32, a: Raw, b: Raw) -> Op {
    let unused = unused(width);
    match pred {
        Pred::Eq => Op::Eq { dst, a, b },
        Pred::Ne => Op::Ne { dst, a, b },
        Pred::Ult => Op::Ult { dst, a, b },
        Pred::Ule => Op::Ule { dst, a, b },
        Pred::Ugt => Op::Ult { dst, a: b, b: a },
        Pred::Uge => Op::Ule { dst, a: b, b: a },
        Pred::Slt => Op::Slt { unused, dst, a, b },
        Pred::Sle => Op::Sle { unused, dst, a, b },
        Pred::Sgt => Op::Slt {
            unused,
            dst,
            a: b,
            b: a,
        },
        Pred::Sge => Op::Sle {
            unused,
            dst,
            a: b,
            b: a,
        },
    }
}

fn load(dst: u32, width: u32, addr: Raw) -> Op {
    match width {
        1..=8 => Op::Load1 {
            dst,
            addr,
            keep: mask(width) as u8,
        },
        16 => Op::Load2 { dst, addr },
        32 => Op::Load4 { dst, addr },
        64 => Op::Load8 { dst, addr },
        _ => Op::Slow,
    }
}

fn store(width: u32, addr: Raw, value: Raw) -> Op {
    match width {
        1..=8 => Op::Store1 { addr, value },
        16 => Op::Store2 { addr, value },
        32 => Op::Store4 { addr, value },
        64 => Op::Store8 { addr, value },
        _ => Op::Slow,
    }
}

/// Lets a comparison take the branch right after it along.
fn fuse_branches(function: &Function, ops: &mut [Op]) {
    for i in 0..ops.len().saturating_sub(1) {
        let Inst::Branch { cond, .. } = function.code[i + 1] else {
            continue;
        };
        if !matches!(ops[i + 1], Op::Branch { .. }) {
            continue;
        }
        let OpndKind::Slot(slot) = cond.kind() else {
            continue;
        };
        ops[i] = match ops[i] {
            Op::Eq { dst, a, b } if dst == slot.0 => Op::EqBr { dst, a, b },
            Op::Ne { dst, a, b } if dst == slot.0 => Op::NeBr { dst, a, b },
            Op::Ult { dst, a, b } if dst == slot.0 => Op::UltBr { dst, a, b },
            Op::Ule { dst, a, b } if dst == slot.0 => Op::UleBr { dst, a, b },
            Op::Slt { unused, dst, a, b } if dst == slot.0 => Op::SltBr { unused, dst, a, b },
            Op::Sle { unused, dst, a, b } if dst == slot.0 => Op::SleBr { unused, dst, a, b },
            other => other,
        };
    }
}
