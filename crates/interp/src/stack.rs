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

    /// The stack of a state that stands for two, of the same depth and both frozen: `join` gives the
    /// registers of each frame, innermost first, down to those that both share.
    pub(crate) fn joined<E>(
        &self,
        other: &Stack,
        mut join: impl FnMut((&Frame, &[Value]), (&Frame, &[Value])) -> Result<Vec<Value>, E>,
    ) -> Result<Stack, E> {
        let regs = join((self.top(), &self.regs), (other.top(), &other.regs))?;
        let mut changed = Vec::new();
        let mut below = (self.below.as_ref(), other.below.as_ref());
        while let (Some(a), Some(b)) = below
            && !Arc::ptr_eq(a, b)
        {
            let regs = join((&a.frame, &a.regs), (&b.frame, &b.regs))?;
            changed.push((a.frame.clone(), regs));
            below = (a.below.as_ref(), b.below.as_ref());
        }
        let mut frozen = below.0.cloned();
        for (frame, regs) in changed.into_iter().rev() {
            frozen = Some(Arc::new(Frozen {
                frame,
                regs: regs.into(),
                below: frozen,
            }));
        }
        Ok(Stack {
            regs,
            frames: self.frames.clone(),
            below: frozen,
            depth: self.depth,
        })
    }

    /// Gives registers of frames (by how many there are where the frame is the top one) other values.
    pub(crate) fn put(&mut self, values: &[(u32, u32, Value)]) {
        let Some(lowest) = values.iter().map(|(depth, ..)| *depth).min() else {
            return;
        };
        self.freeze();
        let mut open = Vec::new();
        let mut depth = self.depth;
        put_into(&mut self.regs, depth, values);
        while depth > lowest
            && let Some(frozen) = self.below.take()
        {
            depth -= 1;
            let mut regs = frozen.regs.clone();
            put_into(&mut regs, depth, values);
            open.push((frozen.frame.clone(), regs));
            self.below = frozen.below.clone();
        }
        for (frame, regs) in open.into_iter().rev() {
            self.below = Some(Arc::new(Frozen {
                frame,
                regs,
                below: self.below.take(),
            }));
        }
    }

    /// Shows the registers of both stacks, which are frozen and equally deep, frame by frame, the
    /// innermost first, down to those that both share.
    pub(crate) fn compare<E>(
        &self,
        other: &Stack,
        mut show: impl FnMut((&Frame, &[Value]), (&Frame, &[Value])) -> Result<(), E>,
    ) -> Result<(), E> {
        show((self.top(), &self.regs), (other.top(), &other.regs))?;
        let mut below = (self.below.as_ref(), other.below.as_ref());
        while let (Some(a), Some(b)) = below
            && !Arc::ptr_eq(a, b)
        {
            show((&a.frame, &a.regs), (&b.frame, &b.regs))?;
            below = (a.below.as_ref(), b.below.as_ref());
        }
        Ok(())
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

    /// Registers of a frame; 0 is the innermost.
    pub fn regs_of(&self, frame: usize) -> &[Value] {
        if let Some(at) = self.frames.len().checked_sub(frame + 1) {
            let next = self.frames.get(at + 1);
            let end = next.map_or(self.regs.len(), |next| next.base as usize);
            return &self.regs[self.frames[at].base as usize..end];
        }
        let all = std::iter::successors(self.below.as_deref(), |f| f.below.as_deref());
        let mut frozen = all.skip(frame - self.frames.len());
        frozen.next().map_or(&[], |frozen| &frozen.regs)
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

fn put_into(regs: &mut [Value], depth: u32, values: &[(u32, u32, Value)]) {
    for (at, slot, value) in values {
        if *at == depth
            && let Some(register) = regs.get_mut(*slot as usize)
        {
            *register = *value;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn number(n: u64) -> Value {
        Value::concrete(n)
    }

    /// Frame `i` is function `i` with the registers `10 * i` and zero.
    fn stack(depth: u32) -> Stack {
        let mut stack = Stack::default();
        for i in 0..depth {
            let first = number(10 * u64::from(i));
            stack.push(FuncId(i), 2, std::iter::once(first));
            stack.top_mut().allocas.push(u64::from(i));
        }
        stack
    }

    fn functions(stack: &Stack) -> Vec<u32> {
        stack.frames().map(|f| f.function.0).collect()
    }

    #[test]
    fn freezing_is_not_seen() {
        let mut frozen = stack(4);
        frozen.freeze();
        assert_eq!(functions(&frozen), [3, 2, 1, 0]);
        assert_eq!(frozen.regs(), [number(30), number(0)]);
        assert!(!frozen.caller_is_warm());
        let mut warm = stack(4);
        assert!(warm.caller_is_warm());
        for i in (0..4).rev() {
            assert_eq!(frozen.depth(), i + 1);
            assert_eq!(frozen.regs(), warm.regs());
            assert_eq!(frozen.top().allocas, [u64::from(i)]);
            assert_eq!(frozen.pop().function, FuncId(i));
            warm.pop();
        }
        assert!(frozen.is_empty());
    }

    #[test]
    fn what_thawed_is_each_stacks_own() {
        let mut one = stack(3);
        one.freeze();
        let mut other = one.clone();
        one.pop();
        one.regs_mut()[1] = number(7);
        one.top_mut().allocas.push(99);
        other.pop();
        assert_eq!(other.regs(), [number(10), number(0)]);
        assert_eq!(other.top().allocas, [1]);
        assert_eq!(one.regs(), [number(10), number(7)]);
    }

    #[test]
    fn frames_on_top_of_frozen_ones_are_frozen_again() {
        let mut stack = stack(3);
        stack.freeze();
        stack.push(FuncId(7), 1, std::iter::once(number(70)));
        stack.push(FuncId(8), 1, std::iter::once(number(80)));
        stack.freeze();
        assert_eq!(functions(&stack), [8, 7, 2, 1, 0]);
        stack.pop();
        assert_eq!(stack.regs(), [number(70)]);
        stack.pop();
        assert_eq!(stack.regs(), [number(20), number(0)]);
        assert_eq!(stack.depth(), 3);
    }

    #[test]
    fn shared_frames_are_shown_once() {
        let mut one = stack(3);
        one.freeze();
        let other = one.clone();
        let (mut seen, mut values) = (HashSet::new(), 0);
        for stack in [&one, &other] {
            stack.for_each_value(|frame| seen.insert(frame), |_| values += 1);
        }
        assert_eq!(values, 6 + 2, "both top frames, two frames below");
    }

    #[test]
    fn stacks_are_the_same_until_one_is_changed() {
        let (mut a, mut b) = (stack(3), stack(3));
        a.freeze();
        b.freeze();
        assert!(a.is_same(&b), "though nothing is shared");
        b.regs_mut()[1] = number(1);
        assert!(!a.is_same(&b));
        b.regs_mut()[1] = number(0);
        b.top_mut().pc = 1;
        assert!(!a.is_same(&b));
        let mut below = stack(2);
        below.regs_mut()[1] = number(5);
        below.push(FuncId(2), 2, std::iter::once(number(20)));
        below.top_mut().allocas.push(2);
        below.freeze();
        assert!(!a.is_same(&below), "a frame below the top one");
    }

    #[test]
    fn values_are_put_into_frames_by_their_depth() {
        let mut one = stack(4);
        one.freeze();
        let shared = one.clone();
        one.put(&[(4, 1, number(41)), (2, 0, number(21)), (2, 9, number(0))]);
        assert_eq!(one.regs(), [number(30), number(41)]);
        assert_eq!(one.regs_of(1), [number(20), number(0)]);
        assert_eq!(one.regs_of(2), [number(21), number(0)]);
        assert_eq!(one.regs_of(3), [number(0), number(0)]);
        assert_eq!((one.depth(), functions(&one)), (4, vec![3, 2, 1, 0]));
        assert_eq!(shared.regs_of(2), [number(10), number(0)], "its own");
        one.pop();
        one.pop();
        assert_eq!(one.regs(), [number(21), number(0)]);
    }

    #[test]
    fn nothing_to_put_changes_nothing() {
        let mut one = stack(3);
        one.put(&[]);
        assert!(one.caller_is_warm(), "it is not even frozen");
        let mut other = stack(3);
        other.put(&[(1, 0, number(0))]);
        one.freeze();
        assert!(one.is_same(&other), "the value was the same");
    }

    #[test]
    fn frames_are_compared_down_to_those_that_are_shared() {
        let mut one = stack(3);
        one.freeze();
        let mut other = one.clone();
        let seen = |one: &Stack, other: &Stack| {
            let mut seen = Vec::new();
            let done = one.compare(other, |(mine, a), (_, b)| {
                seen.push((mine.function.0, a == b));
                Ok::<(), ()>(())
            });
            assert_eq!(done, Ok(()));
            seen
        };
        assert_eq!(seen(&one, &other), [(2, true)], "the others are shared");
        other.put(&[(2, 1, number(7))]);
        assert_eq!(seen(&one, &other), [(2, true), (1, false)]);
        let stops = one.compare(&other, |_, _| Err("enough"));
        assert_eq!(stops, Err("enough"));
    }

    #[test]
    fn a_deep_stack_is_dropped_without_recursion() {
        let mut deep = stack(500_000);
        deep.freeze();
        drop(deep.clone());
        drop(deep);
    }
}
