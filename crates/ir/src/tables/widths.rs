//! How wide the values in registers are. Values share registers, so that depends on the place; a
//! register that may still be read has one width, however its place was reached.

use super::*;

/// The widths of a function's registers where its blocks begin.
#[derive(Debug, Clone)]
pub struct Widths {
    /// By block and register; [`NONE`] where no value is known to be.
    rows: Vec<Box<[u32]>>,
}

/// No value, or values of several widths: nobody reads them.
const NONE: u32 = 0;

impl Widths {
    pub fn of(function: &Function) -> Widths {
        let slots = function.slots as usize;
        let mut entry = vec![NONE; slots].into_boxed_slice();
        for (slot, param) in entry.iter_mut().zip(&function.params) {
            *slot = param.width;
        }
        let mut rows: Vec<Option<Box<[u32]>>> = vec![None; function.blocks.len()];
        let mut open = vec![(BlockId(0), entry)];
        while let Some((block, row)) = open.pop() {
            let changed = match &mut rows[block.index()] {
                Some(known) => meet(known, &row),
                none => {
                    *none = Some(row);
                    true
                }
            };
            if let (true, Some(row)) = (changed, &rows[block.index()]) {
                open.extend(flow(function, block, row.clone()));
            }
        }
        let none = || vec![NONE; slots].into_boxed_slice();
        Widths {
            rows: rows
                .into_iter()
                .map(|row| row.unwrap_or_else(none))
                .collect(),
        }
    }

    /// The width of the value in a register before an instruction, if there is one.
    pub fn before(&self, function: &Function, pc: u32, slot: Slot) -> Option<u32> {
        let block = function.block_of(pc);
        let mut width = self.rows[block.index()][slot.index()];
        let first = function.blocks[block.index()].first;
        for inst in &function.code[first as usize..pc as usize] {
            inst.for_each_result(|written, new| {
                if written == slot {
                    width = new;
                }
            });
        }
        Some(width).filter(|width| *width != NONE)
    }
}

/// Keeps what both agree on; whether that changed `known`.
fn meet(known: &mut [u32], row: &[u32]) -> bool {
    let mut changed = false;
    for (known, new) in known.iter_mut().zip(row) {
        if *known != NONE && known != new {
            *known = NONE;
            changed = true;
        }
    }
    changed
}

/// The widths over each edge out of a block.
fn flow(function: &Function, block: BlockId, mut row: Box<[u32]>) -> Vec<(BlockId, Box<[u32]>)> {
    let Block { first, len, .. } = function.blocks[block.index()];
    let code = &function.code[first as usize..(first + len) as usize];
    let mut targets = Vec::new();
    for inst in code {
        inst.for_each_result(|slot, width| row[slot.index()] = width);
        inst.visit(&mut |part| {
            if let Part::Edge(edge) = part {
                targets.push(edge);
            }
        });
    }
    let over = |edge: EdgeId| {
        let (edge, mut row) = (&function.edges[edge.index()], row.clone());
        for (dst, src) in &edge.moves {
            row[dst.index()] = match src.kind() {
                OpndKind::Slot(slot) => row[slot.index()],
                OpndKind::Const(c) => function.consts[c as usize].width(),
            };
        }
        (edge.target, row)
    };
    targets.into_iter().map(over).collect()
}

impl Inst {
    /// The registers that the instruction writes, with the widths of what it writes.
    fn for_each_result(&self, mut f: impl FnMut(Slot, u32)) {
        match self {
            Inst::Move { dst, width, .. }
            | Inst::Un { dst, width, .. }
            | Inst::Select { dst, width, .. }
            | Inst::Extract { dst, width, .. }
            | Inst::FBin { dst, width, .. }
            | Inst::FUn { dst, width, .. }
            | Inst::FFma { dst, width, .. }
            | Inst::Load { dst, width, .. }
            | Inst::VaArg { dst, width, .. } => f(*dst, *width),
            Inst::Bin { op, dst, width, .. } => f(*dst, op.result_width(*width)),
            Inst::Cmp { dst, .. } | Inst::FCmp { dst, .. } => f(*dst, 1),
            Inst::Cast { dst, to, .. } | Inst::FCast { dst, to, .. } => f(*dst, *to),
            Inst::Concat {
                dst,
                part_width,
                parts,
            } => f(*dst, part_width * parts.len() as u32),
            Inst::Lea { dst, .. }
            | Inst::Offset { dst, .. }
            | Inst::Alloca { dst, .. }
            | Inst::StackSave { dst } => f(*dst, 64),
            Inst::LandingPad(pad) => {
                f(pad.exception, 64);
                f(pad.selector, 32);
            }
            Inst::Call(call) => {
                for (i, width) in call.result_widths.iter().enumerate() {
                    f(Slot(call.results.0 + i as u32), *width);
                }
            }
            _ => {}
        }
    }
}

impl BinOp {
    /// The width of the result, where the operands have this one.
    fn result_width(self, width: u32) -> u32 {
        match self {
            BinOp::UAddOverflow
            | BinOp::SAddOverflow
            | BinOp::USubOverflow
            | BinOp::SSubOverflow
            | BinOp::UMulOverflow
            | BinOp::SMulOverflow => 1,
            _ => width,
        }
    }
}
