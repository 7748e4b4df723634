//! Back over the edge that led to a block, and what chose it.

use super::terrain::Way;
use super::{Dependence, Opaque, Outcome, Walk};
use crate::reduce::interval::Interval;
use crate::reduce::needs::Need;
use pleach_interp::Entry;
use pleach_ir::{BlockId, FuncId, Inst, Opnd};

impl<'a, D: Dependence> Walk<'a, D> {
    /// The innermost frame stands at the beginning of a block, to which an edge led, or a call.
    pub(super) fn over_edge(&mut self) -> Outcome<()> {
        let copies = self.event_at_end();
        let number = match self.log.pop() {
            Some(Entry::Edge(number)) => number,
            Some(Entry::Barrier) => return Err(Opaque::Jump),
            _ => return Err(Opaque::Unexpected),
        };
        let (function, edge) = self.terrain.edges.edges[number as usize];
        if self.at.last().is_none_or(|at| at.0 != function) {
            return Err(Opaque::Unexpected);
        }
        match edge {
            Some(way) => self.over_edge_from(function, way),
            None => self.out_of_function(function, copies),
        }
    }

    fn over_edge_from(&mut self, function: FuncId, way: Way) -> Outcome<()> {
        let Way { edge, block, pc } = way;
        let code = self.function(function);
        self.at.last_mut().expect("it was looked at").1 = pc;
        let inst = &code.code[pc as usize];
        for (to, from) in code.edges[edge.index()].moves.iter().rev() {
            if let Some(need) = self.needs.top().remove(*to) {
                self.need_so(*from, need);
                match chooses(inst) {
                    true => self.needs.top().add_control(&[block]),
                    false => self.need_control(block),
                }
            } else if self.terrain.rules.all_reads {
                self.need(*from);
            }
        }
        match inst {
            Inst::Branch {
                cond,
                then_edge,
                else_edge,
            } => {
                let holds = edge == *then_edge;
                let is_told = then_edge != else_edge;
                let need = Need::Within(Interval::only(u64::from(holds), 1));
                self.over_choice(block, *cond, if is_told { need } else { Need::Equal });
            }
            Inst::IndirectJump { addr, .. } => {
                self.over_choice(block, *addr, Need::Equal);
                if self.terrain.rules.errors.is_some() {
                    self.need(*addr);
                }
            }
            Inst::Switch(switch) => self.over_choice(block, switch.value, Need::Equal),
            Inst::Call(call) => return self.over_call(call, block),
            _ => {}
        }
        Ok(())
    }

    /// The innermost frame chose its way at the end of a block by this operand.
    pub(super) fn over_choice(&mut self, block: BlockId, on: Opnd, need: Need) {
        let (function, _) = *self.at.last().expect("a path has a frame");
        let dependence = self.terrain.dependence;
        let controls = self.needs.top().remove_control(block);
        let rules = self.terrain.rules;
        if rules.all_reads
            || controls
            || rules.errors.is_some_and(|checks| checks.uninit)
            || dependence.is_relevant(function, block)
            || rules.potential && dependence.may_write(function, block, &self.needs)
        {
            self.need_so(on, need);
            self.need_control(block);
        }
    }
}

fn chooses(inst: &Inst) -> bool {
    matches!(
        inst,
        Inst::Branch { .. } | Inst::Switch(_) | Inst::IndirectJump { .. }
    )
}
