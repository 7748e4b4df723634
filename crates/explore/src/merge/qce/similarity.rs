//! Which states may be joined: those whose hot variables agree.

use super::{Estimate, Hot, QceOptions};
use parking_lot::Mutex;
use pleach_interp::{Frame, State, Value};
use pleach_ir::{FuncId, Module};
use pleach_memory::{Byte, Object};
use rustc_hash::FxHashMap;
use std::sync::Arc;

const DIFFER: &str = "hot variables differ";

/// The frames, the innermost first.
type Calls = Vec<(FuncId, u32)>;

pub(in crate::merge) struct Similarity {
    module: Arc<Module>,
    estimate: Estimate,
    hot: Mutex<FxHashMap<Calls, Arc<Hot>>>,
}

impl Similarity {
    pub fn new(module: &Arc<Module>, options: QceOptions) -> Similarity {
        Similarity {
            module: module.clone(),
            estimate: Estimate::new(module, options),
            hot: Mutex::default(),
        }
    }

    /// Hot variables that are concrete in both states are equal; both states stand at the beginning
    /// of the same block.
    pub fn agree(&self, a: &State, b: &State) -> Result<(), &'static str> {
        let hot = self.hot(a);
        let frames = a.stack.frames().zip(b.stack.frames()).zip(&hot.frames);
        for (depth, ((mine, theirs), frame)) in frames.enumerate() {
            let (my_regs, their_regs) = (a.stack.regs_of(depth), b.stack.regs_of(depth));
            let registers = frame.registers.iter().map(|slot| slot.index());
            let mut pairs = registers.filter_map(|i| Some((my_regs.get(i)?, their_regs.get(i)?)));
            if pairs.any(|(x, y)| is_apart(*x, *y)) {
                return Err(DIFFER);
            }
            for (at, other) in mine.allocas.iter().zip(&theirs.allocas) {
                let pair = (a.memory.find(*at), b.memory.find(*other));
                if let (Some(x), Some(y)) = pair
                    && x.site.is_some_and(|site| frame.allocas.contains(&site.at))
                    && are_objects_apart(x, y)
                {
                    return Err(DIFFER);
                }
            }
        }
        for global in &hot.globals {
            let address = self.module.globals[global.index()].address;
            if let (Some(x), Some(y)) = (a.memory.find(address), b.memory.find(address))
                && are_objects_apart(x, y)
            {
                return Err(DIFFER);
            }
        }
        Ok(())
    }

    fn hot(&self, state: &State) -> Arc<Hot> {
        let at = |frame: &Frame| (frame.function, frame.pc);
        let calls: Calls = state.stack.frames().map(at).collect();
        if let Some(hot) = self.hot.lock().get(&calls) {
            return hot.clone();
        }
        let (function, pc) = calls[0];
        let block = self.module.functions[function.index()].block_of(pc);
        let hot = self
            .estimate
            .hot((function, block), calls[1..].iter().copied());
        let hot = Arc::new(hot);
        self.hot.lock().insert(calls, hot.clone());
        hot
    }
}

fn is_apart(a: Value, b: Value) -> bool {
    a != b && a.term.is_none() && b.term.is_none()
}

fn are_objects_apart(a: &Arc<Object>, b: &Arc<Object>) -> bool {
    if Arc::ptr_eq(a, b) || a.contents.len() != b.contents.len() {
        return false;
    }
    let differ = a.contents.differences(&b.contents);
    let both_known = |at: usize| {
        let bytes = (a.contents.get(at), b.contents.get(at));
        matches!(bytes, (Byte::Concrete(_), Byte::Concrete(_)))
    };
    differ.into_iter().any(both_known)
}
