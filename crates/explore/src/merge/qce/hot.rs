//! The hot variables of a whole stack.

use super::counts::{Amount, Carrier, Counts, Share};
use super::{BehindCall, Estimate};
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

impl Estimate {
    /// The hot variables where the top frame stands at the beginning of a block and its callers, the
    /// innermost first, at their calls.
    pub fn hot(&self, top: (FuncId, BlockId), callers: impl Iterator<Item = (FuncId, u32)>) -> Hot {
        let callers: Vec<&BehindCall> = callers
            .map(|(function, pc)| self.behind_call(function, pc))
            .collect();
        let behind = callers.iter().map(|behind| &behind.counts);
        let frames: Vec<&Counts> = [self.at(top.0, top.1)].into_iter().chain(behind).collect();
        let total = frames.iter().map(|frame| frame.whole());
        let total = total.fold(Amount::default(), Amount::plus);
        let is_hot = |amount: Amount| amount.exceeds(self.options.alpha, total);

        let mut globals: BTreeMap<GlobalId, Amount> = BTreeMap::new();
        let mut hot = Hot::default();
        for (frame, returned) in frames.iter().zip(returned(&callers)) {
            let mut of_frame = HotFrame::default();
            for &(carrier, share) in frame.shares() {
                let amount = with_result(frame, share, returned);
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
}

/// For each frame, what depends on the value that it returns.
fn returned(callers: &[&BehindCall]) -> Vec<Amount> {
    let mut returned = vec![Amount::default()];
    for behind in callers.iter().rev() {
        let of_caller = *returned.last().expect("the outermost frame");
        returned.push(with_result(&behind.counts, behind.result, of_caller));
    }
    returned.reverse();
    returned
}

/// What depends on a value of a frame, given what depends on what the frame returns.
fn with_result(frame: &Counts, share: Share, returned: Amount) -> Amount {
    let own = frame.amount(share.count);
    match share.returned {
        true => own.plus(returned),
        false => own,
    }
}
