//! Replacing variables by constants or other terms.

use crate::fold::{Shape, apply64};
use crate::{Node, Op, Rounding, Term, Terms, VarId};
use hashbrown::HashMap;
use std::hash::BuildHasherDefault;

type Hasher = BuildHasherDefault<std::hash::DefaultHasher>;

impl Terms {
    /// `t` with the variables that `value` knows replaced by constants, folded again.
    pub fn substitute(&self, t: Term, value: impl Fn(VarId) -> Option<u8>) -> Term {
        self.replace(t, |var| {
            value(var).map(|byte| self.constant(8, byte.into()))
        })
    }

    /// `t` with the variables that `value` knows replaced by terms of 8 bits, folded again.
    pub fn replace(&self, t: Term, value: impl Fn(VarId) -> Option<Term>) -> Term {
        let mut done: HashMap<Term, Term, Hasher> = HashMap::default();
        let mut stack = vec![t];
        while let Some(&top) = stack.last() {
            if done.contains_key(&top) {
                stack.pop();
                continue;
            }
            // Subterms without replaced variables stay as they are.
            if !self.vars(top).iter().any(|&var| value(var).is_some()) {
                done.insert(top, top);
                continue;
            }
            let node = self.node(top);
            let before = stack.len();
            stack.extend(node.args().filter(|arg| !done.contains_key(arg)));
            if stack.len() > before {
                continue;
            }
            let replaced = match node.op {
                Op::Var => value(node.var()).unwrap_or(top),
                _ => self.rebuild(&node, |arg| done[&arg]),
            };
            done.insert(top, replaced);
        }
        done[&t]
    }

    /// The node with other arguments, through the folding constructors. Not for leaves.
    pub fn rebuild(&self, node: &Node, argument: impl Fn(Term) -> Term) -> Term {
        let mut args = [self.fls(); 3];
        for (place, arg) in args.iter_mut().zip(node.args()) {
            *place = argument(arg);
        }
        let param = if matches!(node.op, Op::Extract | Op::FRound) {
            node.b
        } else {
            0
        };
        let shape = Shape {
            op: node.op,
            width: node.width,
            arg: self.width(args[0]),
            param,
        };
        self.construct(shape, args)
    }

    /// The value of a node of at most 64 bits whose arguments are these numbers. Not for leaves.
    pub fn apply(&self, node: &Node, args: [u64; 3]) -> Option<u64> {
        let shape = Shape::of(node, self.width(node.arg(0)));
        (shape.width <= 64 && shape.arg <= 64).then(|| apply64(shape, args))
    }

    fn construct(&self, shape: Shape, [a, b, c]: [Term; 3]) -> Term {
        match shape.op {
            Op::Const | Op::Var => unreachable!("leaves have no arguments"),
            Op::Not => self.not(a),
            Op::Neg => self.neg(a),
            Op::Add => self.add(a, b),
            Op::Sub => self.sub(a, b),
            Op::Mul => self.mul(a, b),
            Op::UDiv => self.udiv(a, b),
            Op::SDiv => self.sdiv(a, b),
            Op::URem => self.urem(a, b),
            Op::SRem => self.srem(a, b),
            Op::And => self.and(a, b),
            Op::Or => self.or(a, b),
            Op::Xor => self.xor(a, b),
            Op::Shl => self.shl(a, b),
            Op::LShr => self.lshr(a, b),
            Op::AShr => self.ashr(a, b),
            Op::Eq => self.eq(a, b),
            Op::Ult => self.ult(a, b),
            Op::Ule => self.ule(a, b),
            Op::Slt => self.slt(a, b),
            Op::Sle => self.sle(a, b),
            Op::Ite => self.ite(a, b, c),
            Op::Concat => self.concat(a, b),
            Op::Extract => self.extract(a, shape.param, shape.width),
            Op::ZExt => self.zext(a, shape.width),
            Op::SExt => self.sext(a, shape.width),
            _ => self.construct_float(shape, [a, b, c]),
        }
    }

    fn construct_float(&self, shape: Shape, [a, b, c]: [Term; 3]) -> Term {
        match shape.op {
            Op::FAdd => self.fadd(a, b),
            Op::FSub => self.fsub(a, b),
            Op::FMul => self.fmul(a, b),
            Op::FDiv => self.fdiv(a, b),
            Op::FRem => self.frem(a, b),
            Op::FSqrt => self.fsqrt(a),
            Op::FRound => self.fround(a, Rounding::from_raw(shape.param)),
            Op::FFma => self.ffma(a, b, c),
            Op::FEq => self.feq(a, b),
            Op::FLt => self.flt(a, b),
            Op::FLe => self.fle(a, b),
            Op::FUno => self.funo(a, b),
            Op::SIToF => self.si_to_f(a, shape.width),
            Op::UIToF => self.ui_to_f(a, shape.width),
            Op::FConv => self.fconv(a, shape.width),
            op => self.fconvert(op, a, shape.width),
        }
    }
}
