//! Needing.

use super::{Dependence, Opaque, Walk};
use crate::reduce::Dependency;
use crate::reduce::needs::Need;
use pleach_interp::{Touch, Touches};
use pleach_ir::{BlockId, Const, Inst, Opnd, OpndKind, Part};

/// Bytes that one instruction may need.
const MOST_BYTES: u64 = 1 << 16;

impl<'a, D: Dependence> Walk<'a, D> {
    pub(super) fn need(&mut self, operand: Opnd) {
        self.need_so(operand, Need::Equal);
    }

    pub(super) fn need_so(&mut self, operand: Opnd, need: Need) {
        if let OpndKind::Slot(slot) = operand.kind() {
            self.needs.top().add(slot, need);
        }
    }

    /// The plain number that an operand is in every state.
    pub(super) fn constant(&self, operand: Opnd) -> Option<u64> {
        match operand.kind() {
            OpndKind::Slot(_) => None,
            OpndKind::Const(at) => match self.function_here().consts[at as usize] {
                Const::Int { bits, .. } => Some(bits),
                _ => None,
            },
        }
    }

    pub(super) fn need_operands(&mut self, inst: &Inst) {
        inst.visit(&mut |part| {
            if let Part::Read(operand) = part {
                self.need(operand);
            }
        });
    }

    pub(super) fn need_reads(&mut self, touches: impl Iterator<Item = Touch> + Clone) {
        if self.terrain.rules.forgets == Some(Dependency::Memory) {
            return;
        }
        let made = touches.clone().find_map(|touch| match touch {
            Touch::Name { base, .. } => Some(base),
            _ => None,
        });
        for touch in touches {
            match touch {
                Touch::Read { len, .. } | Touch::Copy { len, .. } if len > MOST_BYTES => {
                    self.opaque = Some(Opaque::Large);
                }
                Touch::Read { address, len } | Touch::Copy { address, len } => {
                    self.needs.add_bytes(address, len);
                }
                Touch::Object { base } if made != Some(base) => self.needs.add_object(base),
                Touch::Name { name, base } => self.needs.add_name(name, base),
                Touch::Object { .. } | Touch::Write { .. } => {}
            }
        }
    }

    /// Whether something needed was written; it is not needed before that.
    pub(super) fn forget_writes(&mut self, touches: Touches<'_>) -> bool {
        let mut was_needed = false;
        for touch in touches {
            was_needed |= match touch {
                Touch::Write { address, len } => self.needs.remove_bytes(address, len),
                Touch::Object { base } => self.needs.remove_object(base),
                Touch::Read { .. } | Touch::Copy { .. } | Touch::Name { .. } => false,
            };
        }
        was_needed
    }

    /// The branches under which the innermost frame does what it does in a block.
    pub(super) fn need_control(&mut self, block: BlockId) {
        if self.terrain.rules.forgets == Some(Dependency::Control) {
            return;
        }
        let (function, _) = *self.at.last().expect("a path has a frame");
        let parents = self.terrain.dependence.parents(function, block);
        self.needs.top().add_control(parents);
    }

    /// The branches under which a frame came to where it stands.
    pub(super) fn need_control_of(&mut self, frame: usize) {
        let (function, pc) = self.at[frame];
        let block = self.terrain.steps.block(function, pc);
        let parents = self.terrain.dependence.parents(function, block);
        self.needs.frames[frame].add_control(parents);
    }
}
