//! Who comes back from a call, and which blocks can be reached at all.

use super::calls::{Calls, Node, Runs, last};
use super::hosts;
use pleach_ir::{EdgeId, FuncId, Inst, Module, Part, bits};

/// By node, whether it comes back; and the blocks that can be reached, by their numbers in the module.
///
/// Goes over all blocks from the functions' entries. What is behind a call waits there until its
/// callee was seen to come back.
pub(super) fn find_returns(module: &Module, calls: &Calls) -> (Vec<bool>, Box<[u64]>) {
    let mut walk = Walk::new(module, calls);
    for (i, function) in module.functions.iter().enumerate() {
        match calls.runs(FuncId(i as u32)) {
            Runs::Bitcode => walk.open.push((i as u32, 0)),
            Runs::Host if !hosts::comes_back(&function.name) => {}
            Runs::Host | Runs::Nothing => walk.comes_back(i as Node),
        }
    }
    // A pointer that can mean no function is an error; that is not for us to say.
    for hub in module.functions.len()..calls.nodes() {
        if calls.callees[hub].is_empty() {
            walk.comes_back(hub as Node);
        }
    }
    walk.go();
    (walk.returns, walk.reached)
}

/// Blocks that were found to be reached, and calls that nobody came back from so far.
struct Walk<'a> {
    module: &'a Module,
    calls: &'a Calls,
    returns: Vec<bool>,
    reached: Box<[u64]>,
    /// By node: the blocks behind calls of it.
    waiting: Vec<Vec<(u32, u32)>>,
    open: Vec<(u32, u32)>,
}

impl<'a> Walk<'a> {
    fn new(module: &'a Module, calls: &'a Calls) -> Walk<'a> {
        let blocks = module.functions.iter().map(|f| f.blocks.len()).sum();
        Walk {
            module,
            calls,
            returns: vec![false; calls.nodes()],
            reached: bits::empty(blocks),
            waiting: vec![Vec::new(); calls.nodes()],
            open: Vec::new(),
        }
    }

    fn go(&mut self) {
        while let Some((function, block)) = self.open.pop() {
            let id = function as usize;
            let number = (self.module.functions[id].first_block_number + block) as usize;
            if !bits::has(&self.reached, number) {
                bits::set(&mut self.reached, number);
                self.leave(function, block);
            }
        }
    }

    fn leave(&mut self, id: u32, block: u32) {
        let function = &self.module.functions[id as usize];
        let target = |edge: &EdgeId| (id, function.edges[edge.index()].target.0);
        match last(function, block as usize) {
            Inst::Return { .. } => self.comes_back(id),
            Inst::Call(call) => {
                self.open.extend(call.unwind.iter().map(target));
                let callee = self.calls.target(FuncId(id), call) as usize;
                match self.returns[callee] {
                    true => self.open.push(target(&call.next)),
                    false => self.waiting[callee].push(target(&call.next)),
                }
            }
            last => last.visit(&mut |part| {
                if let Part::Edge(edge) = part {
                    self.open.push(target(&edge));
                }
            }),
        }
    }

    /// Hubs come back if anyone of them does. They are among the callers.
    fn comes_back(&mut self, node: Node) {
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            if std::mem::replace(&mut self.returns[node as usize], true) {
                continue;
            }
            self.open.append(&mut self.waiting[node as usize]);
            let hubs = self.module.functions.len() as Node;
            let callers = self.calls.callers[node as usize].iter();
            open.extend(callers.filter(|caller| **caller >= hubs));
        }
    }
}
