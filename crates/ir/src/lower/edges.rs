//! Phis as moves on edges.

use super::Lowered;
use super::cleanup::is_for_switch_only;
use super::function::Body;
use crate::llvm::{Block, Value};
use crate::{EdgeId, Opnd, OpndKind, Slot};
use llvm_sys::LLVMOpcode;

impl Body<'_, '_> {
    /// The edge from one source block to another. The operands of the phis are
    /// known here: they dominate the end of `from`.
    pub fn edge(&mut self, from: Block, to: Block) -> Lowered<EdgeId> {
        let way = self.switchboards.way(from, to);
        let mut all = Vec::new();
        let mut before = from;
        for &stop in &way {
            let is_passed = Some(&stop) != way.last();
            all.extend(self.moves(before, stop, is_passed)?);
            before = stop;
        }
        let label = self.label(before);
        Ok(self.b.edge_to(label, all))
    }

    /// What the phis of a block ask for on the way from another one. In a block that is only
    /// passed, nobody asks for what its switch goes by.
    fn moves(&mut self, from: Block, to: Block, is_passed: bool) -> Lowered<Vec<(Slot, Opnd)>> {
        let mut moves = Vec::new();
        for phi in to
            .instructions()
            .take_while(|i| i.opcode() == LLVMOpcode::LLVMPHI)
        {
            if is_passed && is_for_switch_only(phi) {
                continue;
            }
            let incoming = phi.incoming().into_iter().find(|(_, block)| *block == from);
            let Some((value, _)) = incoming else { continue };
            let sources = self.value(value)?;
            let slots = self.phi(phi)?;
            moves.extend(slots.into_iter().zip(sources));
        }
        let Body { b, spare, .. } = self;
        Ok(sequentialize(moves, || {
            *spare.get_or_insert_with(|| b.slot())
        }))
    }

    /// The slots of a phi, given when it is first met.
    pub fn phi(&mut self, phi: Value) -> Lowered<Vec<Slot>> {
        if let Some(slots) = self.phis.get(&phi) {
            return Ok(slots.clone());
        }
        let count = self.m.flat(phi.ty())?.scalars.len();
        let first = self.b.consecutive(count);
        let slots: Vec<Slot> = (0..count as u32).map(|i| Slot(first.0 + i)).collect();
        self.define(phi, slots.iter().copied().map(Opnd::slot).collect());
        self.phis.insert(phi, slots.clone());
        Ok(slots)
    }
}

/// Orders moves that are meant to happen at once. A move may go first when no
/// other one still reads its target; what is left then are cycles, each broken
/// by saving one register in `spare`. One spare is enough: a cycle is finished
/// before the next one is opened.
pub fn sequentialize(
    mut moves: Vec<(Slot, Opnd)>,
    mut spare: impl FnMut() -> Slot,
) -> Vec<(Slot, Opnd)> {
    let mut ordered = Vec::with_capacity(moves.len());
    moves.retain(|&(dst, src)| src != Opnd::slot(dst));
    while !moves.is_empty() {
        let free = moves.iter().position(|&(dst, _)| {
            let me = OpndKind::Slot(dst);
            !moves.iter().any(|&(_, src)| src.kind() == me)
        });
        match free {
            Some(at) => ordered.push(moves.remove(at)),
            None => {
                // Every target is still read: take the first one out of its cycle.
                let (blocked, _) = moves[0];
                let saved = spare();
                ordered.push((saved, Opnd::slot(blocked)));
                for (_, src) in &mut moves {
                    if *src == Opnd::slot(blocked) {
                        *src = Opnd::slot(saved);
                    }
                }
            }
        }
    }
    ordered
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Sequential moves act as the parallel ones on a small machine.
        #[test]
        fn order_keeps_the_meaning(sources in prop::collection::vec(0_u32..12, 1..12)) {
            let moves: Vec<(Slot, Opnd)> =
                sources.iter().enumerate().map(|(dst, &src)| (Slot(dst as u32), Opnd::slot(Slot(src)))).collect();
            let before: Vec<u32> = (0..13).collect();
            let mut expected = before.clone();
            for &(dst, src) in &moves {
                let OpndKind::Slot(src) = src.kind() else { unreachable!() };
                expected[dst.index()] = before[src.index()];
            }
            let mut machine = before;
            for (dst, src) in sequentialize(moves, || Slot(12)) {
                let OpndKind::Slot(src) = src.kind() else { unreachable!() };
                machine[dst.index()] = machine[src.index()];
            }
            prop_assert_eq!(&machine[..12], &expected[..12]);
        }
    }
}
