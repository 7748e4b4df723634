//! The control flow of one function, without what cannot be: nothing is behind a call that never
//! comes back.

use super::calls::{Calls, last, returns_twice};
use pleach_ir::{Call, Callee, FuncId, Function, Inst, Module, Part};

#[derive(Debug)]
pub(super) struct Shape {
    /// Where each block leads, each target once.
    pub next: Vec<Vec<usize>>,
    /// Whether control may leave the function here and the path goes on: it returns, or an exception
    /// or a `longjmp` passes through.
    pub leaves: Vec<bool>,
    /// Whether the block's last instruction chooses what happens next: a branch between edges, a
    /// call through a pointer, or a call that may not come back where it was made.
    pub chooses: Vec<bool>,
}

impl Shape {
    pub fn new(module: &Module, id: FuncId, calls: &Calls) -> Shape {
        let function = &module.functions[id.index()];
        let blocks = function.blocks.len();
        let mut shape = Shape {
            next: vec![Vec::new(); blocks],
            leaves: vec![false; blocks],
            chooses: vec![false; blocks],
        };
        let again = behind_setjmp(module, function);
        for block in 0..blocks {
            if calls.is_reached(function.first_block_number + block as u32) {
                shape.read((id, function), block, calls, &again);
            }
            shape.next[block].sort();
            shape.next[block].dedup();
        }
        shape
    }

    fn read(
        &mut self,
        (id, function): (FuncId, &Function),
        block: usize,
        calls: &Calls,
        again: &[usize],
    ) {
        let last = last(function, block);
        match last {
            Inst::Call(call) => self.read_call((id, function), block, call, calls, again),
            _ => last.visit(&mut |part| {
                if let Part::Edge(edge) = part {
                    self.next[block].push(function.edges[edge.index()].target.index());
                }
            }),
        }
        self.leaves[block] |= matches!(last, Inst::Return { .. } | Inst::Resume { .. });
        self.chooses[block] |= matches!(
            last,
            Inst::Branch { .. } | Inst::Switch(_) | Inst::IndirectJump { .. }
        );
    }

    fn read_call(
        &mut self,
        (id, function): (FuncId, &Function),
        block: usize,
        call: &Call,
        calls: &Calls,
        again: &[usize],
    ) {
        let callee = calls.target(id, call);
        let target = |edge: pleach_ir::EdgeId| function.edges[edge.index()].target.index();
        if calls.returns(callee) {
            self.next[block].push(target(call.next));
        }
        self.next[block].extend(call.unwind.map(target));
        if calls.jumps(callee) {
            self.leaves[block] = true;
            self.next[block].extend(again);
        }
        self.chooses[block] = matches!(call.callee, Callee::Indirect(_))
            || call.unwind.is_some()
            || calls.jumps(callee);
    }
}

/// The blocks where `longjmp` leads if this function called `setjmp`.
fn behind_setjmp(module: &Module, function: &Function) -> Vec<usize> {
    let behind = function.code.iter().filter_map(|inst| match inst {
        Inst::Call(call) if returns_twice(module, call) => {
            Some(function.edges[call.next.index()].target.index())
        }
        _ => None,
    });
    behind.collect()
}
