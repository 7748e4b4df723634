//! What the code of a function does to carriers: which questions it asks about which of them, and
//! from which to which values flow.
//!
//! Questions are: the condition of a branch, the value of a switch and the target of a computed jump
//! or call; the address of a load, a store or a copy, if it is computed, and the length of a copy;
//! a divisor; the condition of a check. A question about constants is none.
//!
//! Memory other than local and global variables (the heap, what parameters point to, what escapes
//! through pointers in memory) is not told apart: it is one carrier. What is loaded from there depends on
//! the address as well, so what a caller's pointer points to counts with the pointer.

use super::bases::{Base, Bases, Globals, Object};
use super::carrier::Carrier;
use crate::dominators::postorder;
use pleach_ir::{
    BinOp, Call, Callee, Const, EdgeId, FuncId, Function, Inst, Module, Opnd, OpndKind, Part, Slot,
};

pub(in crate::merge) enum Effect {
    /// `to` gets a new value, that depends on others.
    Set {
        to: Carrier,
        from: Vec<Carrier>,
    },
    /// A part of `to`, or perhaps `to`, gets a value that depends on others.
    Mix {
        to: Carrier,
        from: Vec<Carrier>,
    },
    Ask {
        about: Vec<Carrier>,
    },
    /// These are what the function returns.
    Return {
        values: Vec<Carrier>,
    },
}

/// What is passed to a call.
pub(in crate::merge) struct Argument {
    /// The register, unless it holds the same address in all states.
    pub value: Option<Carrier>,
    /// The variable that it points to.
    pub pointee: Option<Carrier>,
}

impl Argument {
    pub fn carriers(&self) -> impl Iterator<Item = Carrier> {
        self.value.into_iter().chain(self.pointee)
    }
}

pub(in crate::merge) struct CallEffect {
    /// The block's last instruction.
    pub pc: u32,
    /// None where it is computed.
    pub callee: Option<FuncId>,
    pub arguments: Vec<Argument>,
    pub results: Vec<Carrier>,
}

/// A way out of a block.
pub(in crate::merge) struct Way {
    pub target: usize,
    pub moves: Vec<Effect>,
    pub kind: Kind,
}

/// How a way is taken.
pub(in crate::merge) enum Kind {
    /// Always.
    Only,
    /// One of so many.
    OneOf(usize),
    /// When a call returns.
    Returned(CallEffect),
    /// When it passes an exception on.
    Unwound,
}

#[derive(Default)]
pub(in crate::merge) struct BlockEffects {
    /// In the order of execution.
    pub effects: Vec<Effect>,
    pub ways: Vec<Way>,
}

/// Where the blocks of a function lead, each target once.
pub(in crate::merge) fn next_blocks(function: &Function) -> Vec<Vec<usize>> {
    let targets = |edges: Vec<usize>| {
        let targets = edges.iter().map(|e| function.edges[*e].target.index());
        let mut targets: Vec<usize> = targets.collect();
        targets.sort();
        targets.dedup();
        targets
    };
    let blocks = 0..function.blocks.len();
    blocks.map(|b| targets(edges_of(function, b))).collect()
}

fn edges_of(function: &Function, block: usize) -> Vec<usize> {
    let block = function.blocks[block];
    let mut edges = Vec::new();
    function.code[(block.first + block.len - 1) as usize].visit(&mut |part| {
        if let Part::Edge(edge) = part {
            edges.push(edge.index());
        }
    });
    edges
}

/// The effects of all blocks.
pub(in crate::merge) fn effects(
    module: &Module,
    function: &Function,
    globals: &Globals,
    next: &[Vec<usize>],
) -> Vec<BlockEffects> {
    if next.is_empty() {
        return Vec::new();
    }
    let mut order = postorder(0, next);
    order.reverse();
    let edges: Vec<Vec<usize>> = (0..next.len()).map(|b| edges_of(function, b)).collect();
    let begins = Bases::at_begins(function, globals, &order, &edges);
    let blocks = function.blocks.iter().zip(begins);
    let of_block = |(block, bases): (&pleach_ir::Block, Bases<'_>)| {
        let mut reader = Reader {
            module,
            function,
            bases,
            effects: Vec::new(),
            arguments: Vec::new(),
        };
        for at in block.first..block.first + block.len {
            reader.read(at);
            reader.bases.step(at);
        }
        BlockEffects {
            ways: reader.ways(block.first + block.len - 1),
            effects: reader.effects,
        }
    };
    blocks.map(of_block).collect()
}

struct Reader<'m> {
    module: &'m Module,
    function: &'m Function,
    /// Before the instruction that is read; at the end, behind the last one.
    bases: Bases<'m>,
    effects: Vec<Effect>,
    /// Of the call at the block's end.
    arguments: Vec<Argument>,
}

impl Reader<'_> {
    fn read(&mut self, at: u32) {
        let function = self.function;
        match &function.code[at as usize] {
            Inst::Alloca { dst, count, .. } => {
                self.ask(&[*count]);
                self.set(Carrier::Local(at), &[]);
                self.set(Carrier::Register(*dst), &[]);
            }
            Inst::Scope { variable, .. } => {
                if let Some(Object::Local(at)) = self.bases.of(*variable).map(|base| base.object) {
                    self.set(Carrier::Local(at), &[]);
                }
            }
            Inst::Load { dst, addr, .. } => {
                self.ask(&[*addr]);
                let mut from = self.values(&[*addr]);
                from.extend(self.memory(*addr));
                let to = Carrier::Register(*dst);
                self.effects.push(Effect::Set { to, from });
            }
            Inst::Store { width, addr, value } => {
                self.ask(&[*addr]);
                let from = self.values(&[*addr, *value]);
                self.write(*addr, Some(u64::from(width.div_ceil(8))), from);
            }
            Inst::MemSet {
                dst, value, len, ..
            } => {
                self.ask(&[*dst]);
                self.ask(&[*len]);
                let from = self.values(&[*dst, *value, *len]);
                self.write(*dst, self.number(*len), from);
            }
            Inst::MemCopy { dst, src, len, .. } => {
                self.ask(&[*dst]);
                self.ask(&[*src]);
                self.ask(&[*len]);
                let mut from = self.values(&[*dst, *src, *len]);
                from.extend(self.memory(*src));
                self.write(*dst, self.number(*len), from);
            }
            Inst::VaArg { dst, list, .. } => {
                let from = self.pointee(*list).into_iter().collect();
                let to = Carrier::Register(*dst);
                self.effects.push(Effect::Set { to, from });
            }
            Inst::Return { values } => {
                let values = self.values(values);
                self.effects.push(Effect::Return { values });
            }
            inst => self.plain(inst),
        }
    }

    /// Instructions that only compute, and perhaps ask about an operand.
    fn plain(&mut self, inst: &Inst) {
        match inst {
            Inst::Bin {
                op: BinOp::UDiv | BinOp::SDiv | BinOp::URem | BinOp::SRem,
                b,
                ..
            } => self.ask(&[*b]),
            Inst::Require { cond, .. } | Inst::Branch { cond, .. } => self.ask(&[*cond]),
            Inst::Switch(switch) => self.ask(&[switch.value]),
            Inst::IndirectJump { addr, .. } => self.ask(&[*addr]),
            Inst::Call(call) => {
                if let Callee::Indirect(target) = call.callee {
                    self.ask(&[target]);
                }
                let arguments = call.args.iter();
                self.arguments = arguments.map(|arg| self.argument(arg.value)).collect();
                // What it does otherwise belongs to the way on which it returns.
                return;
            }
            _ => {}
        }
        let (mut read, mut written) = (Vec::new(), Vec::new());
        inst.visit(&mut |part| match part {
            Part::Read(operand) => read.push(operand),
            Part::Write(slot) => written.push(slot),
            Part::Edge(_) => {}
        });
        for slot in written {
            self.set(Carrier::Register(slot), &read);
        }
    }

    fn ask(&mut self, about: &[Opnd]) {
        let about = self.values(about);
        if !about.is_empty() {
            self.effects.push(Effect::Ask { about });
        }
    }

    fn set(&mut self, to: Carrier, from: &[Opnd]) {
        let from = self.values(from);
        self.effects.push(Effect::Set { to, from });
    }

    /// So many bytes at an address get a value. Only the whole of a variable is a new value of it.
    fn write(&mut self, addr: Opnd, bytes: Option<u64>, from: Vec<Carrier>) {
        let Some(to) = self.memory(addr) else {
            return;
        };
        let base = self.bases.of(addr);
        let size = base.and_then(|base| self.size(base.object));
        let is_whole = base.is_some_and(|base| base.offset == Some(0))
            && size.zip(bytes).is_some_and(|(size, bytes)| bytes >= size);
        self.effects.push(match is_whole {
            true => Effect::Set { to, from },
            false => Effect::Mix { to, from },
        });
    }

    fn size(&self, object: Object) -> Option<u64> {
        match object {
            Object::Global(id) => Some(self.module.globals[id.index()].size),
            Object::Local(at) => match self.function.code[at as usize] {
                Inst::Alloca { size, count, .. } => size.checked_mul(self.number(count)?),
                _ => None,
            },
        }
    }

    /// The variable that an address points to, if its bytes may differ between states.
    fn pointee(&self, addr: Opnd) -> Option<Carrier> {
        match self.bases.of(addr)?.object {
            Object::Local(at) => Some(Carrier::Local(at)),
            Object::Global(id) => {
                let is_constant = self.module.globals[id.index()].constant;
                (!is_constant).then_some(Carrier::Global(id))
            }
        }
    }

    /// The memory that an address points to, if its bytes may differ between states.
    fn memory(&self, addr: Opnd) -> Option<Carrier> {
        match self.bases.of(addr) {
            Some(_) => self.pointee(addr),
            None => Some(Carrier::Elsewhere),
        }
    }

    /// The registers among operands, each once, without those that are the same in all states.
    fn values(&self, operands: &[Opnd]) -> Vec<Carrier> {
        let mut values = Vec::with_capacity(operands.len());
        for operand in operands {
            if let Some(carrier) = value(&self.bases, *operand)
                && !values.contains(&carrier)
            {
                values.push(carrier);
            }
        }
        values
    }

    fn number(&self, operand: Opnd) -> Option<u64> {
        match operand.kind() {
            OpndKind::Slot(_) => None,
            OpndKind::Const(index) => match self.function.consts[index as usize] {
                Const::Int { bits, .. } => Some(bits),
                _ => None,
            },
        }
    }

    /// The ways out behind the last instruction.
    fn ways(&mut self, pc: u32) -> Vec<Way> {
        let function = self.function;
        let mut edges: Vec<EdgeId> = Vec::new();
        match &function.code[pc as usize] {
            Inst::Call(call) => return self.call_ways(pc, call),
            last => last.visit(&mut |part| {
                if let Part::Edge(edge) = part
                    && !edges.iter().any(|e| is_same(function, *e, edge))
                {
                    edges.push(edge);
                }
            }),
        }
        let count = edges.len();
        let kind = || match count {
            1 => Kind::Only,
            _ => Kind::OneOf(count),
        };
        edges.into_iter().map(|e| self.way(e, kind())).collect()
    }

    fn call_ways(&mut self, pc: u32, call: &Call) -> Vec<Way> {
        let results = call.results.0..call.results.0 + call.result_widths.len() as u32;
        let effect = CallEffect {
            pc,
            callee: match call.callee {
                Callee::Direct(id) => Some(id),
                Callee::Indirect(_) => None,
            },
            arguments: std::mem::take(&mut self.arguments),
            results: results.map(|r| Carrier::Register(Slot(r))).collect(),
        };
        let returned = self.way(call.next, Kind::Returned(effect));
        let unwound = call.unwind.map(|edge| self.way(edge, Kind::Unwound));
        [returned].into_iter().chain(unwound).collect()
    }

    fn argument(&self, operand: Opnd) -> Argument {
        Argument {
            value: value(&self.bases, operand),
            pointee: self.pointee(operand),
        }
    }

    fn way(&self, edge: EdgeId, kind: Kind) -> Way {
        let edge = &self.function.edges[edge.index()];
        let mut bases = self.bases.clone();
        let mut moves = Vec::with_capacity(edge.moves.len());
        for &(dst, src) in &edge.moves {
            moves.push(Effect::Set {
                to: Carrier::Register(dst),
                from: value(&bases, src).into_iter().collect(),
            });
            bases.set(dst, bases.of(src));
        }
        Way {
            target: edge.target.index(),
            moves,
            kind,
        }
    }
}

fn is_same(function: &Function, a: EdgeId, b: EdgeId) -> bool {
    function.edges[a.index()] == function.edges[b.index()]
}

/// The register of an operand, unless it holds the same address in all states.
fn value(bases: &Bases<'_>, operand: Opnd) -> Option<Carrier> {
    let is_same = |base: Base| base.offset.is_some();
    match operand.kind() {
        OpndKind::Slot(slot) if !bases.of(operand).is_some_and(is_same) => {
            Some(Carrier::Register(slot))
        }
        _ => None,
    }
}
