//! The module once more, decoded for the fast loop: compact operations at the
//! same indices as the instructions they stand for. What has no fast form, or
//! meets a symbolic operand, is done by the slow path from the module itself.

use crate::decode::{ALIASING, Decoder};
use crate::{Config, Host, HostFn, Value};
use pleach_ir::*;
use pleach_term::Terms;

/// Operand as in [`Opnd::raw`].
pub(crate) type Raw = u32;

/// What the fast loop does. `unused` is 64 minus the width.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Op {
    Slow,
    Move {
        dst: u32,
        a: Raw,
    },
    Add {
        unused: u8,
        dst: u32,
        a: Raw,
        b: Raw,
    },
    Sub {
        unused: u8,
        dst: u32,
        a: Raw,
        b: Raw,
    },
    Mul {
        unused: u8,
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
        unused: u8,
        dst: u32,
        a: Raw,
        b: Raw,
    },
    LShr {
        unused: u8,
        dst: u32,
        a: Raw,
        b: Raw,
    },
    AShr {
        unused: u8,
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
        unused: u8,
        dst: u32,
        a: Raw,
        b: Raw,
    },
    SRem {
        unused: u8,
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
        unused: u8,
        dst: u32,
        a: Raw,
        b: Raw,
    },
    Sle {
        unused: u8,
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
        unused: u8,
        dst: u32,
        a: Raw,
        b: Raw,
    },
    SleBr {
        unused: u8,
        dst: u32,
        a: Raw,
        b: Raw,
    },
    /// Sign extension from `64 - from_unused` bits, then cut to `64 - to_unused`.
    SExt {
        from_unused: u8,
        to_unused: u8,
        dst: u32,
        a: Raw,
    },
    Trunc {
        unused: u8,
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
    /// Goes on if the condition holds.
    Require {
        cond: Raw,
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
    pub index_unused: u8,
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

    /// Whether calls of it run code of the engine.
    pub fn is_host(&self, function: FuncId) -> bool {
        self.hosts[function.index()].is_some()
    }

    /// The number of an edge for coverage.
    pub fn edge_number(&self, function: FuncId, edge: EdgeId) -> u32 {
        self.functions[function.index()].edges[edge.index()].number
    }
}
