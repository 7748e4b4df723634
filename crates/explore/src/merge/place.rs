//! Where states meet.

use crate::atlas::{AtlasTables, NodeId};
use pleach_interp::{EdgeNumber, Extension, Frame, Joining, Onward, State, Traced, Tracer};
use pleach_ir::{BlockId, FuncId, Function, Inst, Module};
use pleach_term::Term;
use std::any::Any;
use std::hash::Hasher;
use std::sync::Arc;

/// The beginning of a block, in the frame at this depth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Place {
    pub node: NodeId,
    pub depth: u32,
}

fn node(module: &Module, function: FuncId, block: BlockId) -> NodeId {
    module.functions[function.index()].first_block_number + block.0
}

impl Place {
    pub fn new(module: &Module, function: FuncId, block: BlockId, depth: u32) -> Place {
        Place {
            node: node(module, function, block),
            depth,
        }
    }

    /// The block of a function where it is; none if it is in another one.
    pub fn block_in(&self, function: &Function) -> Option<BlockId> {
        let block = self.node.checked_sub(function.first_block_number)?;
        let is_there = (block as usize) < function.blocks.len();
        is_there.then_some(BlockId(block))
    }

    /// Where a frame goes on when the call that it stands at returns.
    pub fn behind_call(module: &Module, frame: &Frame, depth: u32) -> Option<Place> {
        let function = &module.functions[frame.function.index()];
        match &function.code[frame.pc as usize] {
            Inst::Call(call) => {
                let block = function.edges[call.next.index()].target;
                Some(Place::new(module, frame.function, block, depth))
            }
            _ => None,
        }
    }

    /// Where a state stands, if that is the beginning of a block and it will not execute the end of
    /// the block before again.
    pub fn of(module: &Module, state: &State) -> Option<Place> {
        let top = state.stack.top();
        let function = &module.functions[top.function.index()];
        let block = function.block_of(top.pc);
        let is_begin = function.blocks[block.index()].first == top.pc;
        let depth = state.stack.depth();
        is_begin.then(|| Place::new(module, top.function, block, depth))
    }
}

/// Travels with a state: the places where others may wait for it, the innermost last.
#[derive(Clone, Default, PartialEq)]
pub(super) struct Awaited(pub Vec<Place>);

impl Extension for Awaited {
    fn fork(&self) -> Box<dyn Extension> {
        Box::new(self.clone())
    }

    /// Who waits for the joined state is written anew.
    fn merge(&mut self, _: &dyn Extension, _: Joining<'_>) -> Result<(), &'static str> {
        Ok(())
    }

    /// Places hold no terms.
    fn terms(&self, _: &mut dyn FnMut(*const ()) -> bool, _: &mut dyn FnMut(Term)) {}

    /// Who waits for a state makes no difference to what it does.
    fn hash(&self, _: &mut dyn Hasher) {}

    fn steers(&self) -> bool {
        false
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

/// Has a state handed back where others wait for it.
pub(super) struct Doorman(pub Arc<AtlasTables>);

impl Tracer for Doorman {
    fn edge(&mut self, state: Traced<'_>, number: EdgeNumber) -> Onward {
        let here = Place {
            node: self.0.block_behind(number),
            depth: state.stack.depth(),
        };
        let awaited = state.extensions.get::<Awaited>();
        match awaited.is_some_and(|awaited| awaited.0.contains(&here)) {
            true => Onward::HandBack,
            false => Onward::GoOn,
        }
    }
}
