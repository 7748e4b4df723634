//! The call stack. The frames that run are contiguous registers; at a fork the
//! frames below the top one are frozen, shared by both states, and thawed when
//! a state returns into them.

use crate::{Value, Varargs};
use pleach_ir::FuncId;
use std::sync::Arc;

/// So many calls tell two places of the same instruction apart.
const NAMED_BY: usize = 16;

#[derive(Clone, Debug)]
pub struct Frame {
    pub function: FuncId,
    /// The instruction to execute next; in a caller, its call.
    pub pc: u32,
    /// First register in [`Stack::regs`].
    pub base: u32,
    /// Base addresses of its stack objects, in order of allocation.
    pub allocas: Vec<u64>,
    /// Arguments beyond the fixed ones, as laid out for `va_start`.
    pub varargs: Option<Arc<Varargs>>,
}

impl Frame {
    fn is_same(&self, other: &Frame) -> bool {
        let varargs = (self.varargs.as_ref(), other.varargs.as_ref());
        (self.function, self.pc, &self.allocas) == (other.function, other.pc, &other.allocas)
            && varargs.0.map(Arc::as_ptr) == varargs.1.map(Arc::as_ptr)
    }
}

struct Frozen {
    frame: Frame,
    regs: Box<[Value]>,
    below: Option<Arc<Frozen>>,
}

impl Drop for Frozen {
    /// Deep stacks are dropped in a loop: recursion would exhaust ours.
    fn drop(&mut self) {
        let mut next = self.below.take();
        while let Some(frozen) = next {
            next = Arc::into_inner(frozen).and_then(|mut alone| alone.below.take());
        }
    }
}

#[derive(Clone, Default)]
pub struct Stack {
    regs: Vec<Value>,
    frames: Vec<Frame>,
    below: Option<Arc<Frozen>>,
    depth: u32,
}

impl Stack {
    /// Frames there are.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    pub fn is_empty(&self) -> bool {
        self.depth == 0
    }

    #[inline]
    pub fn top(&self) -> &Frame {
        self.frames.last().expect("a running state has a frame")
    }

    #[inline]
    pub fn top_mut(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("a running state has a frame")
    }

    /// Registers of the top frame.
    #[inline]
    pub fn regs(&self) -> &[Value] {
        &self.regs[self.top().base as usize..]
    }

    #[inline]
    pub fn regs_mut(&mut self) -> &mut [Value] {
        let base = self.top().base as usize;
        &mut self.regs[base..]
    }

    /// A new top frame with `slots` registers, the first of them `args`.
    #[inline]
    pub fn push(&mut self, function: FuncId, slots: u32, args: impl Iterator<Item = Value>) {
        let base = self.regs.len();
        self.regs.extend(args);
        self.regs.resize(base + slots as usize, Value::ZERO);
        self.frames.push(Frame {
            function,
            pc: 0,
            base: base as u32,
            allocas: Vec::new(),
            varargs: None,
        });
        self.depth += 1;
    }

    /// Takes the top frame away; the caller's frame is on top afterwards, if there is one.
    #[inline]
    pub fn pop(&mut self) -> Frame {
        let frame = self.frames.pop().expect("a running state has a frame");
        self.regs.truncate(frame.base as usize);
        self.depth -= 1;
        if self.frames.is_empty() {
            self.thaw();
        }
        frame
    }

    /// Whether the caller of the top frame can be returned to without thawing.
    #[inline]
    pub fn caller_is_warm(&self) -> bool {
        self.frames.len() > 1
    }

    fn thaw(&mut self) {
        let Some(frozen) = self.below.take() else {
            return;
        };
        let (mut frame, regs, below) = match Arc::try_unwrap(frozen) {
            Ok(mut alone) => {
                let below = alone.below.take();
                (alone.frame.clone(), std::mem::take(&mut alone.regs), below)
            }
            Err(shared) => (
                shared.frame.clone(),
                shared.regs.clone(),
                shared.below.clone(),
            ),
        };
        frame.base = 0;
        self.regs.clear();
        self.regs.extend_from_slice(&regs);
        self.frames.push(frame);
        self.below = below;
    }

    /// Makes the next clone cheap: only the top frame stays this stack's own.
    pub fn freeze(&mut self) {
        if self.frames.len() < 2 {
            return;
        }
        let top = self.frames.len() - 1;
        for i in 0..top {
            let end = self.frames[i + 1].base as usize;
            let frame = self.frames[i].clone();
            let regs = self.regs[frame.base as usize..end].into();
            self.below = Some(Arc::new(Frozen {
                frame,
                regs,
                below: self.below.take(),
            }));
        }
        let base = self.frames[top].base as usize;
        self.regs.drain(..base);
        self.frames.drain(..top);
        self.frames[0].base = 0;
    }

    /// Whether both hold the same frames and values. Both have been frozen.
    pub(crate) fn is_same(&self, other: &Stack) -> bool {
        let mut below = (self.below.as_ref(), other.below.as_ref());
        while let (Some(a), Some(b)) = below
            && !Arc::ptr_eq(a, b)
        {
            if a.regs != b.regs {
                return false;
            }
            below = (a.below.as_ref(), b.below.as_ref());
        }
        let mut frames = self.frames().zip(other.frames());
        self.depth == other.depth && self.regs == other.regs && frames.all(|(a, b)| a.is_same(b))
    }

    /// A number for the place where this stack stands: the instruction, the innermost calls over
    /// which it came there, and the depth. It is the same on every path that comes there so.
    pub fn name(&self) -> u64 {
        let place = |f: &Frame| u64::from(f.function.0) << 32 | u64::from(f.pc);
        let innermost = self.frames().take(NAMED_BY).map(place);
        innermost.fold(u64::from(self.depth), |name, place| {
            (name.rotate_left(5) ^ place).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        })
    }

    /// All frames, the innermost first.
    pub fn frames(&self) -> impl Iterator<Item = &Frame> {
        let mut below = self.below.as_deref();
        self.frames.iter().rev().chain(std::iter::from_fn(move || {
            let frozen = below?;
            below = frozen.below.as_deref();
            Some(&frozen.frame)
        }))
    }

    /// Every value of every frame, shared frames only when `seen` has not met them.
    pub fn for_each_value(
        &self,
        mut seen: impl FnMut(*const ()) -> bool,
        mut f: impl FnMut(Value),
    ) {
        self.regs.iter().for_each(|v| f(*v));
        let mut below = self.below.as_ref();
        while let Some(frozen) = below {
            if Arc::strong_count(frozen) > 1 && !seen(Arc::as_ptr(frozen).cast()) {
                break;
            }
            frozen.regs.iter().for_each(|v| f(*v));
            below = frozen.below.as_ref();
        }
    }
}
