//! A state of the pool, as strategies see it.

use super::Atlas;
use crate::search::{Live, Pool};
use pleach_interp::{State, StateId};
use pleach_ir::{EdgeId, Inst};
use rustc_hash::FxHashMap;

pub(crate) struct View<'a> {
    state: &'a State,
    atlas: &'a Atlas,
}

impl<'a> View<'a> {
    pub fn new(state: &'a State, atlas: &'a Atlas) -> View<'a> {
        View { state, atlas }
    }

    /// A state that forked off at a branch stands in front of it and will take the side
    /// that the other one did not: the second one.
    fn next_edge(&self) -> Option<EdgeId> {
        if !self.state.standing.takes_other_side {
            return None;
        }
        let top = self.state.stack.top();
        let function = &self.atlas.tables.module.functions[top.function.index()];
        match function.code[top.pc as usize] {
            Inst::Branch { else_edge, .. } => Some(else_edge),
            _ => None,
        }
    }
}

impl Live for View<'_> {
    fn id(&self) -> StateId {
        self.state.id
    }

    fn depth(&self) -> u32 {
        self.state.depth
    }

    fn since_new(&self) -> u64 {
        self.state
            .instructions
            .saturating_sub(self.state.standing.last_new)
    }

    fn to_uncovered(&self) -> Option<u32> {
        let distances = self.atlas.uncovered.as_ref()?;
        distances.of_state(&self.atlas.tables.module, self.state, self.next_edge())
    }

    fn to_target(&self) -> Option<u32> {
        let distances = self.atlas.to_target.as_ref()?;
        distances.of_state(&self.atlas.tables.module, self.state, self.next_edge())
    }

    fn executions(&self) -> u64 {
        let trace = self.atlas.trace.as_ref();
        trace.map_or(0, |t| t.executions(&self.atlas.tables.module, self.state))
    }

    fn call_path_instructions(&self) -> u64 {
        let trace = self.atlas.trace.as_ref();
        trace.map_or(0, |t| t.call_path_instructions(self.state))
    }

    fn subpath(&self) -> u64 {
        let function = self.state.stack.top().function;
        let next = self.next_edge();
        let next = next.map(|edge| self.atlas.tables.code.edge_number(function, edge));
        let trace = self.atlas.trace.as_ref();
        trace.map_or(0, |t| t.subpath(self.state, next))
    }

    fn outer_loop(&self) -> Option<u32> {
        self.atlas.loops.as_ref()?.outermost(self.state)
    }
}

/// The states that nobody runs.
pub(crate) struct StatePool<'a> {
    pub states: &'a FxHashMap<StateId, Box<State>>,
    pub atlas: &'a Atlas,
}

impl Pool for StatePool<'_> {
    fn live(&self, id: StateId) -> Box<dyn Live + '_> {
        Box::new(View::new(&self.states[&id], self.atlas))
    }
}
