//! The module once more, decoded for the fast loop: compact operations at the
//! same indices as the instructions they stand for. What has no fast form, or
//! meets a symbolic operand, is done by the slow path from the module itself.

use crate::value::mask;
use crate::{Config, Host, HostFn, Value};
use pleach_ir::*;
use pleach_term::{Bits, Terms};

/// Operand as in [`Opnd::raw`].
pub(crate) type Raw = u32;

/// What the fast loop does. `sh` is 64 minus the width.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Op {
    Slow,
    Move {
        dst: u32,
        a: Raw,
    },
    Add {
        sh: u8,
        dst: u32,
        a: Raw,
        b: Raw,
    },
    Sub {
        sh: u8,
        dst: u32,
        a: Raw,
        b: Raw,
    },
    Mul {
        sh: u8,
        dst: u32,
        a: Raw,
        b: Raw,
    },
    And {
        dst: u32,
        a: Raw,
        b: Raw,
    },
    Or {
        dst: u32,
        a: Raw,
        b: Raw,
    },
    Xor {
        dst: u32,
        a: Raw,
        b: Raw,
    },
    Shl {
        sh: u8,
        dst: u32,
        a: Raw,
        b: Raw,
    },
    LShr {
        sh: u8,
        dst: u32,
        a: Raw,
        b: Raw,
    },
    AShr {
        sh: u8,
        dst: u32,
        a: Raw,
        b: Raw,
    },
    UDiv {
        dst: u32,
        a: Raw,
        b: Raw,
    },
    URem {
        dst: u32,
        a: Raw,
        b: Raw,
    },
    SDiv {
        sh: u8,
        dst: u32,
        a: Raw,
        b: Raw,
    },
    SRem {
        sh: u8,
        dst: u32,
        a: Raw,
        b: Raw,
    },
    Eq {
        dst: u32,
        a: Raw,
        b: Raw,
    },
    Ne {
        dst: u32,
        a: Raw,
        b: Raw,
    },
    Ult {
        dst: u32,
        a: Raw,
        b: Raw,
    },
    Ule {
        dst: u32,
        a: Raw,
        b: Raw,
    },
    Slt {
        sh: u8,
        dst: u32,
        a: Raw,
        b: Raw,
    },
    Sle {
        sh: u8,
        dst: u32,
        a: Raw,
        b: Raw,
    },
    /// A comparison whose result the branch right after it uses.
    EqBr {
        dst: u32,
        a: Raw,
        b: Raw,
    },
    NeBr {
        dst: u32,
        a: Raw,
        b: Raw,
    },
    UltBr {
        dst: u32,
        a: Raw,
        b: Raw,
    },
    UleBr {
        dst: u32,
        a: Raw,
        b: Raw,
    },
    SltBr {
        sh: u8,
        dst: u32,
        a: Raw,
        b: Raw,
    },
    SleBr {
        sh: u8,
        dst: u32,
        a: Raw,
        b: Raw,
    },
    /// Sign extension from `64 - from_sh` bits, then cut to `64 - to_sh`.
    SExt {
        from_sh: u8,
        to_sh: u8,
        dst: u32,
        a: Raw,
    },
    Trunc {
        sh: u8,
        dst: u32,
        a: Raw,
    },
    Select {
        dst: u32,
        cond: Raw,
        data: u32,
    },
    /// `base + index * scale`, 64-bit index.
    Index {
        scale: u16,
        dst: u32,
        base: Raw,
        index: Raw,
    },
    /// The general form: `leas[data]`.
    Lea {
        dst: u32,
        base: Raw,
        data: u32,
    },
    Offset {
        dst: u32,
        base: Raw,
        offset: i32,
    },
    Load1 {
        dst: u32,
        addr: Raw,
        keep: u8,
    },
    Load2 {
        dst: u32,
        addr: Raw,
    },
    Load4 {
        dst: u32,
        addr: Raw,
    },
    Load8 {
        dst: u32,
        addr: Raw,
    },
    Store1 {
        addr: Raw,
        value: Raw,
    },
    Store2 {
        addr: Raw,
        value: Raw,
    },
    Store4 {
        addr: Raw,
        value: Raw,
    },
    Store8 {
        addr: Raw,
        value: Raw,
    },
    Jump {
        edge: u32,
    },
    Branch {
        cond: Raw,
        then_edge: u32,
        else_edge: u32,
    },
    Call {
        data: u32,
    },
    Return,
    ReturnOne {
        a: Raw,
    },
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct FastEdge {
    pub target: u32,
    /// Instructions of the target block.
    pub cost: u32,
    pub moves: u32,
    pub moves_end: u32,
    /// Its number for coverage.
    pub number: u32,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct LeaData {
    pub offset: u64,
    pub scale: u64,
    pub index: Raw,
    pub index_sh: u8,
}

/// A call of a defined function that takes just these arguments.
#[derive(Debug, Clone)]
pub(crate) struct CallData {
    pub function: FuncId,
    pub args: Box<[Raw]>,
    pub result: u32,
    pub next: u32,
}

#[derive(Debug, Default)]
pub struct FunctionCode {
    pub(crate) ops: Box<[Op]>,
    pub(crate) consts: Box<[Value]>,
    pub(crate) edges: Box<[FastEdge]>,
    pub(crate) moves: Box<[(u32, Raw)]>,
    pub(crate) leas: Box<[LeaData]>,
    pub(crate) selects: Box<[(Raw, Raw)]>,
    pub(crate) calls: Box<[CallData]>,
    pub(crate) slots: u32,
    pub(crate) entry_cost: u32,
    /// Number of the entry for coverage; the function's edges follow it.
    pub entry_number: u32,
    /// Number of the function's first `alloca` among all of the module.
    pub(crate) first_alloca: u32,
}

/// All of it, with the engine's own functions resolved.
pub struct Code {
    pub functions: Vec<FunctionCode>,
    pub(crate) hosts: Vec<Option<HostFn>>,
    /// Edges and entries: the size of a coverage map.
    pub coverage_points: u32,
    pub(crate) allocas: u32,
}

impl Code {
    pub fn new(module: &Module, host: &dyn Host, config: &Config, terms: &Terms) -> Code {
        let mut numbers = 0;
        let mut allocas = 0;
        let mut functions = Vec::with_capacity(module.functions.len());
        let hosts: Vec<Option<HostFn>> = module
            .functions
            .iter()
            .map(|f| {
                if f.is_defined() {
                    host.replace(f)
                } else {
                    host.resolve(f)
                }
            })
            .collect();
        let aliasing = module.functions.iter().any(|f| f.name == ALIASING);
        for function in &module.functions {
            let mut decoder = Decoder::new(function, module, &hosts, config);
            decoder.aliasing = aliasing;
            let mut code = decoder.decode(terms);
            code.entry_number = numbers;
            code.first_alloca = allocas;
            numbers += 1;
            for edge in code.edges.iter_mut() {
                edge.number = numbers;
                numbers += 1;
            }
            allocas += function
                .code
                .iter()
                .filter(|i| matches!(i, Inst::Alloca { .. }))
                .count() as u32;
            functions.push(code);
        }
        Code {
            functions,
            hosts,
            coverage_points: numbers,
            allocas,
        }
    }

    /// Terms that constants of the program are made of: they are never freed.
    pub fn terms(&self) -> impl Iterator<Item = pleach_term::Term> + '_ {
        self.functions
            .iter()
            .flat_map(|f| f.consts.iter().filter_map(|c| c.term))
    }

    /// The number of an edge for coverage.
    pub fn edge_number(&self, function: FuncId, edge: EdgeId) -> u32 {
        self.functions[function.index()].edges[edge.index()].number
    }
}

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

struct Decoder<'a> {
    function: &'a Function,
    module: &'a Module,
    hosts: &'a [Option<HostFn>],
    /// A callee may have another name by the time it is called.
    aliasing: bool,
    config: &'a Config,
    leas: Vec<LeaData>,
    selects: Vec<(Raw, Raw)>,
    calls: Vec<CallData>,
}

impl<'a> Decoder<'a> {
    fn new(
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

    fn decode(mut self, terms: &Terms) -> FunctionCode {
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
            _ if !self.config.fast_loop => Op::Slow,
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
                        sh: sh(from),
                        dst,
                        a,
                    },
                    CastOp::SExt => Op::SExt {
                        from_sh: sh(from),
                        to_sh: sh(to),
                        dst,
                        a,
                    },
                    CastOp::Trunc => Op::Trunc { sh: sh(to), dst, a },
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
        let sh = sh(width);
        let checked = self.config.checks.overflow && flags.nsw;
        match op {
            BinOp::Add if !checked => Op::Add { sh, dst, a, b },
            BinOp::Sub if !checked => Op::Sub { sh, dst, a, b },
            BinOp::Mul if !checked => Op::Mul { sh, dst, a, b },
            BinOp::Shl if !checked => Op::Shl { sh, dst, a, b },
            BinOp::And => Op::And { dst, a, b },
            BinOp::Or => Op::Or { dst, a, b },
            BinOp::Xor => Op::Xor { dst, a, b },
            BinOp::LShr => Op::LShr { sh, dst, a, b },
            BinOp::AShr => Op::AShr { sh, dst, a, b },
            BinOp::UDiv => Op::UDiv { dst, a, b },
            BinOp::URem => Op::URem { dst, a, b },
            BinOp::SDiv => Op::SDiv { sh, dst, a, b },
            BinOp::SRem => Op::SRem { sh, dst, a, b },
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
                    index_sh: sh(index_width),
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
            && call.result_widths.len() <= 1
            && call
                .args
                .iter()
                .all(|a| a.by_value.is_none() && self.is_plain(a.value))
            && callee
                .params
                .iter()
                .zip(&call.args)
                .all(|(p, a)| p.by_value.is_none() && p.width == a.width);
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
const ALIASING: &str = "klee_alias_function";

fn sh(width: u32) -> u8 {
    (64 - width) as u8
}

fn compare(pred: Pred, width: u32, dst: u32, a: Raw, b: Raw) -> Op {
    let sh = sh(width);
    match pred {
        Pred::Eq => Op::Eq { dst, a, b },
        Pred::Ne => Op::Ne { dst, a, b },
        Pred::Ult => Op::Ult { dst, a, b },
        Pred::Ule => Op::Ule { dst, a, b },
        Pred::Ugt => Op::Ult { dst, a: b, b: a },
        Pred::Uge => Op::Ule { dst, a: b, b: a },
        Pred::Slt => Op::Slt { sh, dst, a, b },
        Pred::Sle => Op::Sle { sh, dst, a, b },
        Pred::Sgt => Op::Slt {
            sh,
            dst,
            a: b,
            b: a,
        },
        Pred::Sge => Op::Sle {
            sh,
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
            Op::Slt { sh, dst, a, b } if dst == slot.0 => Op::SltBr { sh, dst, a, b },
            Op::Sle { sh, dst, a, b } if dst == slot.0 => Op::SleBr { sh, dst, a, b },
            other => other,
        };
    }
}
