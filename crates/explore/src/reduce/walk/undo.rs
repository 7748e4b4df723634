//! Back over an instruction inside of a block.

use super::{Dependence, Opaque, Outcome, Walk};
use crate::reduce::Dependency;
use crate::reduce::control::calculation_may_fail;
use crate::reduce::interval::{Interval, swapped};
use crate::reduce::needs::{Need, VARARGS};
use pleach_interp::{Checks, Entry, Touch, Touches, leaves_event};
use pleach_ir::address::{Place, Segment};
use pleach_ir::{BinOp, BlockId, Function, Inst, OpndKind, Part, Slot};

impl<'a, D: Dependence> Walk<'a, D> {
    /// The instruction that the innermost frame stands at now was executed.
    pub(super) fn undo(&mut self, block: BlockId) -> Outcome<()> {
        let inst = self.inst();
        let touches = match leaves_event(inst) {
            true => self.touches_of(inst)?,
            false => Touches::default(),
        };
        let mut written: Option<Need> = self.number_stored(inst, touches);
        if self.forget_writes(touches) {
            written = Some(Need::Equal);
        }
        inst.visit(&mut |part| {
            if let Part::Write(slot) = part {
                written = self.needs.top().remove(slot).or(written);
            }
        });
        if let Some(need) = written {
            self.need_what_gave(inst, touches, need);
            self.need_control_once(block);
        }
        let rules = self.terrain.rules;
        let may_fail = |checks| may_fail(self.function_here(), inst, checks);
        if rules.all_reads || rules.errors.is_some_and(may_fail) {
            self.need_operands(inst);
        }
        if rules.all_reads {
            self.need_reads(touches);
        }
        if rules.errors.is_some() {
            self.need_objects(touches);
        }
        self.need_target(inst, touches);
        Ok(())
    }

    /// The same of an instruction that does nothing but write this register.
    #[inline]
    pub(super) fn undo_in_registers(&mut self, block: BlockId, slot: Slot) {
        let Some(need) = self.needs.top().remove(slot) else {
            return;
        };
        let inst = self.inst();
        let is_done = match need {
            Need::Within(interval) => self.need_within(inst, Touches::default(), interval),
            Need::Equal => None,
        };
        if is_done.is_none() {
            self.need_operands(inst);
        }
        self.need_control_once(block);
    }

    /// Once is enough for all of a block.
    fn need_control_once(&mut self, block: BlockId) {
        if !std::mem::replace(&mut self.under_control, true) {
            self.need_control(block);
        }
    }

    /// Where a number must lie that a store put into memory.
    pub(super) fn number_stored(&mut self, inst: &Inst, touches: Touches<'_>) -> Option<Need> {
        match (inst, touches.only()) {
            (Inst::Store { .. }, Some(Touch::Write { address, len })) if len <= 8 => {
                let number = self.needs.take_number(address, len as u8);
                number.map(Need::Within)
            }
            _ => None,
        }
    }

    /// What an instruction made its result of.
    pub(super) fn need_what_gave(&mut self, inst: &Inst, touches: Touches<'_>, need: Need) {
        if let Need::Within(interval) = need
            && self.need_within(inst, touches, interval).is_some()
        {
            return;
        }
        self.need_operands(inst);
        self.need_reads(touches);
        if matches!(inst, Inst::VaStart { .. }) {
            self.needs.top().add(VARARGS, Need::Equal);
        }
    }

    /// The same where it is enough that the result lies somewhere. None if that says nothing about what it
    /// was made of.
    pub(super) fn need_within(
        &mut self,
        inst: &Inst,
        touches: Touches<'_>,
        interval: Interval,
    ) -> Option<()> {
        match *inst {
            Inst::Move { a, .. } => self.need_so(a, Need::Within(interval)),
            Inst::Offset { base, offset, .. } => {
                let before = interval.before_adding(offset as u64);
                self.need_so(base, Need::Within(before));
            }
            Inst::Lea {
                base,
                offset,
                index,
                index_width,
                scale,
                ..
            } => {
                let index = self.constant(index)?;
                let sign = 64 - index_width.clamp(1, 64);
                let index = ((index << sign) as i64) >> sign;
                let added = offset.wrapping_add(index.wrapping_mul(scale));
                self.need_so(base, Need::Within(interval.before_adding(added as u64)));
            }
            Inst::Bin { op, a, b, .. } => {
                let (value, number) = match (op, self.constant(a), self.constant(b)) {
                    (BinOp::Add, _, Some(b)) => (a, b),
                    (BinOp::Add, Some(a), _) => (b, a),
                    (BinOp::Sub, _, Some(b)) => (a, b.wrapping_neg()),
                    _ => return None,
                };
                self.need_so(value, Need::Within(interval.before_adding(number)));
            }
            Inst::Cast { op, from, a, .. } if from <= 64 => {
                let before = interval.before_cast(op, from)?;
                self.need_so(a, Need::Within(before));
            }
            Inst::Cmp {
                pred, width, a, b, ..
            } if width <= 64 && interval.low == interval.high => {
                let holds = interval.low == 1;
                let (value, pred, constant) = match (self.constant(a), self.constant(b)) {
                    (_, Some(b)) => (a, pred, b),
                    (Some(a), _) => (b, swapped(pred), a),
                    _ => return None,
                };
                let compared = Interval::compared(pred, constant, width, holds)?;
                self.need_so(value, Need::Within(compared));
            }
            Inst::Load { width, addr, .. } => {
                let Some(Touch::Read { address, len }) = touches.only() else {
                    return None;
                };
                if u64::from(width) != 8 * len || len > 8 {
                    return None;
                }
                self.need(addr);
                if self.terrain.rules.forgets != Some(Dependency::Memory) {
                    self.needs.add_number(address, len as u8, interval);
                }
            }
            Inst::Store { addr, value, width } if width == interval.width => {
                self.need(addr);
                self.need_so(value, Need::Within(interval));
            }
            _ => return None,
        }
        Some(())
    }

    pub(super) fn function_here(&self) -> &'a Function {
        self.function(self.at.last().expect("a path has a frame").0)
    }

    pub(super) fn touches_of(&mut self, inst: &Inst) -> Outcome<Touches<'a>> {
        match (self.log.pop(), inst) {
            (Some(Entry::Address(address)), Inst::Load { width, .. }) => {
                let len = u64::from(width.div_ceil(8));
                Ok(Touches::one(Touch::Read { address, len }))
            }
            (Some(Entry::Address(address)), Inst::Store { width, .. }) => {
                let len = u64::from(width.div_ceil(8));
                Ok(Touches::one(Touch::Write { address, len }))
            }
            (
                Some(Entry::Event {
                    words,
                    at_end: false,
                }),
                _,
            ) => Ok(self.log.touches(words)),
            (Some(Entry::Barrier), _) => Err(Opaque::Jump),
            _ => Err(Opaque::Unexpected),
        }
    }

    /// Where something is needed that is in memory, a store must not go elsewhere than it went, or at
    /// least stay in an object of which nothing is needed.
    pub(super) fn need_target(&mut self, inst: &Inst, touches: Touches<'_>) {
        if !self.needs.has_memory() || !self.terrain.rules.potential {
            return;
        }
        match *inst {
            Inst::Store { addr, .. } => {
                let need = self.near_target(touches);
                self.need_so(addr, need);
            }
            Inst::MemCopy { dst, len, .. } | Inst::MemSet { dst, len, .. } => {
                self.need(dst);
                self.need(len);
            }
            Inst::VaCopy { dst, .. } => self.need(dst),
            Inst::VaArg { list, .. } | Inst::VaStart { list } => self.need(list),
            _ => {}
        }
    }

    pub(super) fn near_target(&self, touches: Touches<'_>) -> Need {
        match touches.only() {
            Some(Touch::Write { address, len }) if !self.needs.has_place(address) => {
                Place::of(address).map_or(Need::Equal, |place| {
                    let (first, size) = (place.base(), 1u64 << place.class);
                    Need::Within(Interval::new(first, first + size - len, 64))
                })
            }
            _ => Need::Equal,
        }
    }

    /// Whether an access is an error depends on its object's life and size.
    pub(super) fn need_objects(&mut self, touches: Touches<'_>) {
        for touch in touches {
            if let Touch::Read { address, .. }
            | Touch::Copy { address, .. }
            | Touch::Write { address, .. } = touch
                && let Some(base) = object_at(address)
            {
                self.needs.add_object(base);
            }
        }
    }
}

/// The object that an address belongs to, where another state may not have it, or otherwise. One at an address
/// that the program chose goes by the address itself.
fn object_at(address: u64) -> Option<u64> {
    match Place::of(address) {
        Some(place) if place.segment == Segment::Global => None,
        Some(place) => Some(place.base()),
        None => Some(address),
    }
}

/// Whether an instruction may be an error, depending on its operands.
pub(super) fn may_fail(function: &Function, inst: &Inst, checks: Checks) -> bool {
    match inst {
        Inst::Bin { .. } => calculation_may_fail(function, inst, checks),
        Inst::Alloca { count, .. } => matches!(count.kind(), OpndKind::Slot(_)),
        Inst::Require { .. } | Inst::StackRestore { .. } => true,
        _ => leaves_event(inst),
    }
}
