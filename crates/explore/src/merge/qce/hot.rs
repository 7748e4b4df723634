//! The hot variables of a whole stack.

use super::Estimate;
use super::counts::{Amount, Counts, Share};
use crate::merge::flow::Carrier;
use pleach_ir::{BlockId, FuncId, GlobalId, Slot};
use std::collections::BTreeMap;

/// What should not differ between states at one place with one stack.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Hot {
    /// The innermost first.
    pub frames: Vec<HotFrame>,
    pub globals: Vec<GlobalId>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct HotFrame {
    pub registers: Vec<Slot>,
    /// Local variables in memory, by the `Alloca`s that make them.
    pub allocas: Vec<u32>,
}

/// A frame of a stack, as far as the estimate goes.
struct Ahead<'e> {
    counts: &'e Counts,
    /// What depends on the results of its call.
    result: Share,
}

impl Estimate {
    /// The hot variables where the top frame stands at the beginning of a block and its callers, the
    /// innermost first, at their calls.
    pub fn hot(&self, top: (FuncId, BlockId), callers: impl Iterator<Item = (FuncId, u32)>) -> Hot {
        let callers = callers.map(|(function, pc)| self.ahead_of_caller(function, pc));
        let frames: Vec<Ahead<'_>> = [self.ahead(top.0, top.1)]
            .into_iter()
            .chain(callers)
            .collect();
        let total = frames.iter().map(|frame| frame.counts.whole());
        let total = total.fold(Amount::default(), Amount::plus);
        let is_hot = |amount: Amount| amount.exceeds(self.options.alpha, total);

        let mut globals: BTreeMap<GlobalId, Amount> = BTreeMap::new();
        let mut hot = Hot::default();
        for (frame, returned) in frames.iter().zip(returned(&frames)) {
            let mut of_frame = HotFrame::default();
            for &(carrier, share) in frame.counts.shares() {
                let amount = with_result(frame.counts, share, returned);
                match carrier {
                    Carrier::Register(slot) if is_hot(amount) => of_frame.registers.push(slot),
                    Carrier::Local(at) if is_hot(amount) => of_frame.allocas.push(at),
                    Carrier::Global(id) => {
                        let sum = globals.entry(id).or_default();
                        *sum = sum.plus(amount);
                    }
                    _ => {}
                }
            }
            hot.frames.push(of_frame);
        }
        let hot_globals = globals.into_iter().filter(|(_, amount)| is_hot(*amount));
        hot.globals = hot_globals.map(|(id, _)| id).collect();
        hot
    }

    fn ahead(&self, function: FuncId, block: BlockId) -> Ahead<'_> {
        Ahead {
            counts: self.at(function, block),
            result: Share::default(),
        }
    }

    fn ahead_of_caller(&self, function: FuncId, pc: u32) -> Ahead<'_> {
        match self.behind_call(function, pc) {
            Some(behind) => Ahead {
                counts: &behind.counts,
                result: behind.result,
            },
            None => {
                let block = self.module.functions[function.index()].block_of(pc);
                self.ahead(function, block)
            }
        }
    }
}

/// For each frame, what depends on the value that it returns.
fn returned(frames: &[Ahead<'_>]) -> Vec<Amount> {
    let mut returned = vec![Amount::default()];
    for caller in frames[1..].iter().rev() {
        let by_caller = *returned.last().expect("the outermost frame");
        returned.push(with_result(caller.counts, caller.result, by_caller));
    }
    returned.reverse();
    returned
}

/// What depends on a value of a frame, given what depends on what the frame returns.
fn with_result(counts: &Counts, share: Share, returned: Amount) -> Amount {
    let own = counts.amount(share.count);
    match share.returned {
        true => own.plus(returned),
        false => own,
    }
}
