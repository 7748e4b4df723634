//! Building one function's tables, instruction by instruction.

use std::collections::HashMap;

use super::bits;
use crate::*;

/// A block under construction; becomes a [`BlockId`] when the function is finished.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct Label(u32);

struct OpenBlock {
    code: Vec<(Inst, LocId)>,
    head: bool,
    is_check: bool,
}

pub struct Builder {
    blocks: Vec<OpenBlock>,
    /// Labels in the order their code was written, which is the final order.
    order: Vec<Label>,
    current: Option<Label>,
    /// Targets are labels until `finish`.
    edges: Vec<(Label, Vec<(Slot, Opnd)>)>,
    consts: Vec<Const>,
    const_index: HashMap<Const, u32>,
    slots: u32,
    pub loc: LocId,
}

impl Builder {
    pub fn new() -> Builder {
        Builder {
            blocks: Vec::new(),
            order: Vec::new(),
            current: None,
            edges: Vec::new(),
            consts: Vec::new(),
            const_index: HashMap::new(),
            slots: 0,
            loc: LocId(0),
        }
    }

    pub fn new_block(&mut self, head: bool) -> Label {
        self.blocks.push(OpenBlock {
            code: Vec::new(),
            head,
            is_check: false,
        });
        Label(self.blocks.len() as u32 - 1)
    }

    /// Goes on writing at a block that has no code yet.
    pub fn start(&mut self, label: Label) {
        debug_assert!(self.current.is_none(), "the block before has no terminator");
        self.order.push(label);
        self.current = Some(label);
    }

    /// The current block ends with a branch that is a sanitizer's own.
    pub fn mark_check(&mut self) {
        if let Some(label) = &self.current {
            self.blocks[label.0 as usize].is_check = true;
        }
    }

    /// Whether the current block has ended.
    pub fn is_closed(&self) -> bool {
        self.current.is_none()
    }

    pub fn emit(&mut self, inst: Inst) {
        let Some(label) = self.current else {
            unreachable!("instruction after the end of a block: {inst:?}");
        };
        if inst.is_terminator() {
            self.current = None;
        }
        self.blocks[label.0 as usize].code.push((inst, self.loc));
    }

    pub fn slot(&mut self) -> Slot {
        self.consecutive(1)
    }

    /// The first of `count` new slots that follow each other.
    pub fn consecutive(&mut self, count: usize) -> Slot {
        let first = Slot(self.slots);
        self.slots += count as u32;
        first
    }

    pub fn constant(&mut self, constant: Const) -> Opnd {
        Opnd::constant(self.constant_index(constant))
    }

    pub fn constant_index(&mut self, constant: Const) -> u32 {
        if let Some(&index) = self.const_index.get(&constant) {
            return index;
        }
        let index = self.consts.len() as u32;
        self.consts.push(constant.clone());
        self.const_index.insert(constant, index);
        index
    }

    pub fn int(&mut self, width: u32, value: u64) -> Opnd {
        self.constant(bits::int(width, value))
    }

    pub fn signed(&mut self, width: u32, value: i64) -> Opnd {
        self.constant(bits::signed(width, value))
    }

    pub fn undef(&mut self, width: u32) -> Opnd {
        self.constant(Const::Undef { width })
    }

    pub fn known(&self, operand: Opnd) -> Option<&Const> {
        match operand.kind() {
            OpndKind::Const(index) => self.consts.get(index as usize),
            OpndKind::Slot(_) => None,
        }
    }

    /// The value of a constant of at most 64 bits.
    pub fn known_int(&self, operand: Opnd) -> Option<u64> {
        match self.known(operand)? {
            Const::Int { bits, .. } => Some(*bits),
            _ => None,
        }
    }

    pub fn edge_to(&mut self, target: Label, moves: Vec<(Slot, Opnd)>) -> EdgeId {
        self.edges.push((target, moves));
        EdgeId(self.edges.len() as u32 - 1)
    }

    /// Lays out the blocks in the order they were written.
    pub fn finish(self, function: &mut Function) -> HashMap<u32, BlockId> {
        debug_assert_eq!(
            self.order.len(),
            self.blocks.len(),
            "a block was never written"
        );
        let mut ids = HashMap::new();
        let mut blocks: Vec<Option<OpenBlock>> = self.blocks.into_iter().map(Some).collect();
        for (i, label) in self.order.iter().enumerate() {
            ids.insert(label.0, BlockId(i as u32));
            let Some(block) = blocks[label.0 as usize].take() else {
                unreachable!("block written twice")
            };
            let first = function.code.len() as u32;
            let len = block.code.len() as u32;
            function.blocks.push(Block {
                first,
                len,
                head: block.head,
                is_check: block.is_check,
            });
            for (inst, loc) in block.code {
                function.code.push(inst);
                function.locs.push(loc);
            }
        }
        function.edges = self
            .edges
            .into_iter()
            .map(|(label, moves)| Edge {
                target: ids[&label.0],
                moves,
            })
            .collect();
        function.consts = self.consts;
        function.slots = self.slots;
        ids
    }
}

impl Label {
    pub fn number(self) -> u32 {
        self.0
    }
}

/// One instruction each, result in a new slot.
impl Builder {
    pub fn bin(&mut self, op: BinOp, width: u32, a: Opnd, b: Opnd) -> Opnd {
        self.bin_flags(op, ArithFlags::default(), width, a, b)
    }

    pub fn bin_flags(
        &mut self,
        op: BinOp,
        flags: ArithFlags,
        width: u32,
        a: Opnd,
        b: Opnd,
    ) -> Opnd {
        let dst = self.slot();
        self.emit(Inst::Bin {
            op,
            flags,
            width,
            dst,
            a,
            b,
        });
        Opnd::slot(dst)
    }

    pub fn un(&mut self, op: UnOp, width: u32, a: Opnd) -> Opnd {
        let dst = self.slot();
        self.emit(Inst::Un { op, width, dst, a });
        Opnd::slot(dst)
    }

    pub fn cmp(&mut self, pred: Pred, width: u32, a: Opnd, b: Opnd) -> Opnd {
        let dst = self.slot();
        self.emit(Inst::Cmp {
            pred,
            width,
            dst,
            a,
            b,
        });
        Opnd::slot(dst)
    }

    pub fn select(&mut self, width: u32, cond: Opnd, a: Opnd, b: Opnd) -> Opnd {
        let dst = self.slot();
        self.emit(Inst::Select {
            width,
            dst,
            cond,
            a,
            b,
        });
        Opnd::slot(dst)
    }

    /// Zero- or sign-extends or truncates, whichever `to` asks for.
    pub fn resize(&mut self, extend: CastOp, from: u32, to: u32, a: Opnd) -> Opnd {
        if from == to {
            return a;
        }
        let op = if to < from { CastOp::Trunc } else { extend };
        let dst = self.slot();
        self.emit(Inst::Cast {
            op,
            from,
            to,
            dst,
            a,
        });
        Opnd::slot(dst)
    }

    pub fn copy(&mut self, width: u32, a: Opnd) -> Opnd {
        let dst = self.slot();
        self.emit(Inst::Move { dst, a, width });
        Opnd::slot(dst)
    }

    pub fn concat(&mut self, part_width: u32, parts: &[Opnd]) -> Opnd {
        if let [only] = parts {
            return *only;
        }
        let dst = self.slot();
        self.emit(Inst::Concat {
            dst,
            part_width,
            parts: parts.into(),
        });
        Opnd::slot(dst)
    }

    pub fn extract(&mut self, a: Opnd, from: u32, low: u32, width: u32) -> Opnd {
        if low == 0 && from == width {
            return a;
        }
        let dst = self.slot();
        self.emit(Inst::Extract {
            dst,
            a,
            from,
            low,
            width,
        });
        Opnd::slot(dst)
    }

    pub fn fbin(&mut self, op: FBinOp, width: u32, a: Opnd, b: Opnd) -> Opnd {
        let dst = self.slot();
        self.emit(Inst::FBin {
            op,
            width,
            dst,
            a,
            b,
        });
        Opnd::slot(dst)
    }

    pub fn fun(&mut self, op: FUnOp, width: u32, a: Opnd) -> Opnd {
        let dst = self.slot();
        self.emit(Inst::FUn { op, width, dst, a });
        Opnd::slot(dst)
    }

    pub fn fcmp(&mut self, pred: FPred, width: u32, a: Opnd, b: Opnd) -> Opnd {
        let dst = self.slot();
        self.emit(Inst::FCmp {
            pred,
            width,
            dst,
            a,
            b,
        });
        Opnd::slot(dst)
    }

    pub fn fcast(&mut self, op: FCastOp, from: u32, to: u32, a: Opnd) -> Opnd {
        let dst = self.slot();
        self.emit(Inst::FCast {
            op,
            from,
            to,
            dst,
            a,
        });
        Opnd::slot(dst)
    }

    pub fn load(&mut self, width: u32, addr: Opnd) -> Opnd {
        let dst = self.slot();
        self.emit(Inst::Load { dst, width, addr });
        Opnd::slot(dst)
    }

    pub fn store(&mut self, width: u32, addr: Opnd, value: Opnd) {
        self.emit(Inst::Store { width, addr, value });
    }

    pub fn offset(&mut self, base: Opnd, offset: i64) -> Opnd {
        if offset == 0 {
            return base;
        }
        if let Some(address) = self.known_int(base) {
            return self.int(64, address.wrapping_add_signed(offset));
        }
        let dst = self.slot();
        self.emit(Inst::Offset { dst, base, offset });
        Opnd::slot(dst)
    }

    /// A call whose results go to new slots; writing goes on behind it.
    pub fn call(
        &mut self,
        callee: Callee,
        args: Vec<Arg>,
        fixed_args: u32,
        result_widths: &[u32],
        result_use: ResultUse,
    ) -> Vec<Opnd> {
        let results = self.consecutive(result_widths.len());
        let after = self.new_block(false);
        let next = self.edge_to(after, Vec::new());
        self.emit(Inst::Call(Box::new(Call {
            callee,
            args: args.into(),
            results,
            result_widths: result_widths.into(),
            result_use,
            next,
            unwind: None,
            fixed_args,
        })));
        self.start(after);
        (0..result_widths.len() as u32)
            .map(|i| Opnd::slot(Slot(results.0 + i)))
            .collect()
    }

    pub fn jump(&mut self, target: Label) {
        let edge = self.edge_to(target, Vec::new());
        self.emit(Inst::Jump { edge });
    }

    /// Writes `body` so that it runs only where `cond` holds.
    pub fn when(&mut self, cond: Opnd, body: impl FnOnce(&mut Builder)) {
        match self.known_int(cond) {
            Some(0) => return,
            Some(_) => return body(self),
            None => {}
        }
        let (then, after) = (self.new_block(false), self.new_block(false));
        let then_edge = self.edge_to(then, Vec::new());
        let else_edge = self.edge_to(after, Vec::new());
        self.emit(Inst::Branch {
            cond,
            then_edge,
            else_edge,
        });
        self.start(then);
        body(self);
        self.jump(after);
        self.start(after);
    }
}
