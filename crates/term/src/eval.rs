//! Evaluation under a model.

use crate::fold::{Shape, apply, apply64};
use crate::{Bits, Node, Op, Term, Terms, VarId};

/// Terms less deep than this are evaluated by plain recursion, which is faster than the stack.
const DEPTH: u32 = 100;

/// The value of a term of at most 64 bits, or the place of a wider one in [`Evaluator::wide`],
/// valid while the stamp is the evaluator's.
#[derive(Clone, Copy, Default)]
struct Entry {
    stamp: u32,
    width: u32,
    value: u64,
}

/// Evaluates terms; reusable scratch of one thread. Values are remembered within one call (or
/// between [`Evaluator::begin`] and the next one), so shared subterms are computed once.
#[derive(Default)]
pub struct Evaluator {
    memo: Vec<Entry>,
    stamp: u32,
    wide: Vec<Bits>,
    stack: Vec<Term>,
}

impl Evaluator {
    pub fn new() -> Evaluator {
        Evaluator::default()
    }

    /// Forgets all values: a new model follows.
    pub fn begin(&mut self) {
        self.wide.clear();
        self.stamp = self.stamp.wrapping_add(1);
        if self.stamp == 0 {
            self.memo.fill(Entry::default());
            self.stamp = 1;
        }
    }

    /// The value of `t`, of at most 64 bits, under `model`. Panics for a wider term.
    pub fn eval(&mut self, terms: &Terms, t: Term, model: &impl Fn(VarId) -> u8) -> u64 {
        self.begin();
        self.eval_more(terms, t, model)
    }

    /// Like [`Evaluator::eval`], keeping the values of the calls since [`Evaluator::begin`]: the
    /// model must be the same.
    pub fn eval_more(&mut self, terms: &Terms, t: Term, model: &impl Fn(VarId) -> u8) -> u64 {
        assert!(terms.width(t) <= 64, "eval of a term of more than 64 bits");
        self.run(terms, t, model)
    }

    /// The value of a term of any width under `model`.
    pub fn eval_bits(&mut self, terms: &Terms, t: Term, model: &impl Fn(VarId) -> u8) -> Bits {
        self.begin();
        let width = terms.width(t);
        let value = self.run(terms, t, model);
        self.bits(width, value)
    }

    fn bits(&self, width: u32, value: u64) -> Bits {
        if width <= 64 {
            Bits::new(width, value.into())
        } else {
            self.wide[value as usize].clone()
        }
    }

    fn run(&mut self, terms: &Terms, t: Term, model: &impl Fn(VarId) -> u8) -> u64 {
        if self.memo.len() < terms.allocated() {
            self.memo.resize(terms.allocated(), Entry::default());
        }
        if let Some(value) = self.descend(terms, t, model, DEPTH) {
            return value;
        }
        self.stack.clear();
        self.stack.push(t);
        while let Some(&top) = self.stack.last() {
            if self.memo[top.index()].stamp == self.stamp {
                self.stack.pop();
                continue;
            }
            let node = terms.node(top);
            let value = match self.leaf(terms, top, &node, model) {
                Some(value) => value,
                None => match self.apply(terms, &node, model) {
                    Some(value) => value,
                    None => continue,
                },
            };
            self.remember(top, node.width, value);
            self.stack.pop();
        }
        self.memo[t.index()].value
    }

    #[inline]
    fn leaf(
        &mut self,
        terms: &Terms,
        t: Term,
        node: &Node,
        model: &impl Fn(VarId) -> u8,
    ) -> Option<u64> {
        match node.op {
            Op::Var => Some(u64::from(model(node.var()))),
            Op::Const => Some(match node.small_const() {
                Some(value) => value,
                None => self.keep(terms.as_bits(t)),
            }),
            _ => None,
        }
    }

    fn keep(&mut self, value: Option<Bits>) -> u64 {
        self.wide.extend(value);
        self.wide.len() as u64 - 1
    }

    /// Fields are read one by one: loading a just written entry as a whole would wait for its
    /// separate stores.
    #[inline]
    fn known(&self, t: Term) -> Option<u64> {
        let entry = &self.memo[t.index()];
        if entry.stamp == self.stamp {
            Some(entry.value)
        } else {
            None
        }
    }

    #[inline]
    fn remember(&mut self, t: Term, width: u32, value: u64) {
        self.memo[t.index()] = Entry {
            stamp: self.stamp,
            width,
            value,
        };
    }

    /// The argument's value; leaves are done on the spot, other unknown terms are pushed.
    #[inline]
    fn known_or_push(
        &mut self,
        terms: &Terms,
        t: Term,
        model: &impl Fn(VarId) -> u8,
    ) -> Option<u64> {
        if let Some(value) = self.known(t) {
            return Some(value);
        }
        let node = terms.node(t);
        let Some(value) = self.leaf(terms, t, &node, model) else {
            self.stack.push(t);
            return None;
        };
        self.remember(t, node.width, value);
        Some(value)
    }

    /// The node's value, or `None` after pushing what has to be known first.
    #[inline]
    fn apply(&mut self, terms: &Terms, node: &Node, model: &impl Fn(VarId) -> u8) -> Option<u64> {
        if node.op == Op::Ite {
            // Only the chosen branch is evaluated.
            let condition = self.known_or_push(terms, node.arg(0), model)?;
            let branch = node.arg(if condition != 0 { 1 } else { 2 });
            return self.known_or_push(terms, branch, model);
        }
        let mut args = [0; 3];
        let mut missing = false;
        for (place, arg) in args.iter_mut().zip(node.args()) {
            match self.known_or_push(terms, arg, model) {
                Some(value) => *place = value,
                None => missing = true,
            }
        }
        if missing {
            None
        } else {
            Some(self.combine(node, args))
        }
    }

    /// The value of a node from those of its arguments, which are remembered.
    #[inline]
    fn combine(&mut self, node: &Node, args: [u64; 3]) -> u64 {
        let arg = self.memo[node.arg(0).index()].width;
        let shape = Shape::of(node, arg);
        if shape.width <= 64 && shape.arg <= 64 {
            return apply64(shape, args);
        }
        self.combine_wide(node, shape, args)
    }

    #[cold]
    fn combine_wide(&mut self, node: &Node, shape: Shape, args: [u64; 3]) -> u64 {
        let value = |(arg, raw): (Term, u64)| self.bits(self.memo[arg.index()].width, raw);
        let values: Vec<Bits> = node.args().zip(args).map(value).collect();
        let result = apply(shape, &values);
        result.to_u64().unwrap_or_else(|| self.keep(Some(result)))
    }

    /// The value of `t`, or `None` when it is more than `depth` deep; what was computed on the way
    /// is kept.
    fn descend(
        &mut self,
        terms: &Terms,
        t: Term,
        model: &impl Fn(VarId) -> u8,
        depth: u32,
    ) -> Option<u64> {
        if let Some(value) = self.known(t) {
            return Some(value);
        }
        let node = terms.node(t);
        let value = match self.leaf(terms, t, &node, model) {
            Some(value) => value,
            None if depth == 0 => return None,
            None if node.op == Op::Ite => {
                let condition = self.descend(terms, node.arg(0), model, depth - 1)?;
                let branch = node.arg(if condition != 0 { 1 } else { 2 });
                self.descend(terms, branch, model, depth - 1)?
            }
            None => {
                let mut args = [0; 3];
                for (place, arg) in args.iter_mut().zip(node.args()) {
                    *place = self.descend(terms, arg, model, depth - 1)?;
                }
                self.combine(&node, args)
            }
        };
        self.remember(t, node.width, value);
        Some(value)
    }
}
