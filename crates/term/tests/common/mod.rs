//! A naive expression tree and its evaluator, bit by bit: the meaning that rewriting must keep.
//! It shares no code with the crate.

use pleach_term::{Bits, Term, Terms, VarId};
use std::rc::Rc;

pub const VARS: u32 = 4;

/// A value as its bits, lowest first.
pub type Value = Vec<bool>;

#[derive(Debug, Clone)]
pub enum Tree {
    Var(u32),
    Const(Value),
    Unary(Unary, Rc<Tree>),
    Binary(Binary, Rc<Tree>, Rc<Tree>),
    Ite(Rc<Tree>, Rc<Tree>, Rc<Tree>),
    Extract(Rc<Tree>, usize, usize),
    ZExt(Rc<Tree>, usize),
    SExt(Rc<Tree>, usize),
    Trunc(Rc<Tree>, usize),
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Unary {
    Not,
    Neg,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Binary {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    And,
    Or,
    Xor,
    Shl,
    LShr,
    AShr,
    Eq,
    Ne,
    Ult,
    Ule,
    Ugt,
    Uge,
    Slt,
    Sle,
    Sgt,
    Sge,
    Concat,
}

pub const ARITHMETIC: [Binary; 13] = {
    use Binary::*;
    [
        Add, Sub, Mul, UDiv, SDiv, URem, SRem, And, Or, Xor, Shl, LShr, AShr,
    ]
};
pub const COMPARISONS: [Binary; 10] = {
    use Binary::*;
    [Eq, Ne, Ult, Ule, Ugt, Uge, Slt, Sle, Sgt, Sge]
};

pub fn to_bits(v: &Value) -> Bits {
    let mut bytes = vec![0u8; v.len().div_ceil(8)];
    for (i, &bit) in v.iter().enumerate() {
        bytes[i / 8] |= u8::from(bit) << (i % 8);
    }
    Bits::from_le_bytes(v.len() as u32, &bytes)
}

impl Tree {
    pub fn width(&self) -> usize {
        match self {
            Tree::Var(_) => 8,
            Tree::Const(v) => v.len(),
            Tree::Unary(_, a) => a.width(),
            Tree::Binary(Binary::Concat, a, b) => a.width() + b.width(),
            Tree::Binary(op, ..) if COMPARISONS.contains(op) => 1,
            Tree::Binary(_, a, _) => a.width(),
            Tree::Ite(_, a, _) => a.width(),
            Tree::Extract(_, _, width)
            | Tree::ZExt(_, width)
            | Tree::SExt(_, width)
            | Tree::Trunc(_, width) => *width,
        }
    }

    /// Through the folding constructors.
    pub fn build(&self, t: &Terms, first: VarId) -> Term {
        let go = |x: &Rc<Tree>| x.build(t, first);
        match self {
            Tree::Var(i) => t.var(VarId(first.0 + i)),
            Tree::Const(v) => t.constant_bits(&to_bits(v)),
            Tree::Unary(Unary::Not, a) => t.not(go(a)),
            Tree::Unary(Unary::Neg, a) => t.neg(go(a)),
            Tree::Binary(op, a, b) => build_binary(t, *op, go(a), go(b)),
            Tree::Ite(c, a, b) => t.ite(go(c), go(a), go(b)),
            Tree::Extract(a, lo, width) => t.extract(go(a), *lo as u32, *width as u32),
            Tree::ZExt(a, width) => t.zext(go(a), *width as u32),
            Tree::SExt(a, width) => t.sext(go(a), *width as u32),
            Tree::Trunc(a, width) => t.trunc(go(a), *width as u32),
        }
    }

    pub fn eval(&self, model: &[u8]) -> Value {
        match self {
            Tree::Var(i) => (0..8).map(|b| model[*i as usize] >> b & 1 == 1).collect(),
            Tree::Const(v) => v.clone(),
            Tree::Unary(Unary::Not, a) => not(&a.eval(model)),
            Tree::Unary(Unary::Neg, a) => neg(&a.eval(model)),
            Tree::Binary(op, a, b) => eval_binary(*op, &a.eval(model), &b.eval(model)),
            Tree::Ite(c, a, b) => {
                if c.eval(model)[0] {
                    a.eval(model)
                } else {
                    b.eval(model)
                }
            }
            Tree::Extract(a, lo, width) => a.eval(model)[*lo..lo + width].to_vec(),
            Tree::Trunc(a, width) => a.eval(model)[..*width].to_vec(),
            Tree::ZExt(a, width) => {
                let mut v = a.eval(model);
                v.resize(*width, false);
                v
            }
            Tree::SExt(a, width) => {
                let mut v = a.eval(model);
                let sign = v[v.len() - 1];
                v.resize(*width, sign);
                v
            }
        }
    }
}

fn build_binary(t: &Terms, op: Binary, a: Term, b: Term) -> Term {
    use Binary::*;
    match op {
        Add => t.add(a, b),
        Sub => t.sub(a, b),
        Mul => t.mul(a, b),
        UDiv => t.udiv(a, b),
        SDiv => t.sdiv(a, b),
        URem => t.urem(a, b),
        SRem => t.srem(a, b),
        And => t.and(a, b),
        Or => t.or(a, b),
        Xor => t.xor(a, b),
        Shl => t.shl(a, b),
        LShr => t.lshr(a, b),
        AShr => t.ashr(a, b),
        Eq => t.eq(a, b),
        Ne => t.ne(a, b),
        Ult => t.ult(a, b),
        Ule => t.ule(a, b),
        Ugt => t.ugt(a, b),
        Uge => t.uge(a, b),
        Slt => t.slt(a, b),
        Sle => t.sle(a, b),
        Sgt => t.sgt(a, b),
        Sge => t.sge(a, b),
        Concat => t.concat(a, b),
    }
}

fn not(a: &Value) -> Value {
    a.iter().map(|b| !b).collect()
}

fn add(a: &Value, b: &Value) -> Value {
    let mut carry = false;
    let sum = |(&x, &y): (&bool, &bool)| {
        let s = x ^ y ^ carry;
        carry = x & y | carry & (x ^ y);
        s
    };
    a.iter().zip(b).map(sum).collect()
}

fn neg(a: &Value) -> Value {
    let mut one = vec![false; a.len()];
    one[0] = true;
    add(&not(a), &one)
}

fn ult(a: &Value, b: &Value) -> bool {
    let differing = (0..a.len()).rev().find(|&i| a[i] != b[i]);
    differing.is_some_and(|i| b[i])
}

fn slt(a: &Value, b: &Value) -> bool {
    let top = a.len() - 1;
    if a[top] != b[top] { a[top] } else { ult(a, b) }
}

/// Moves bits up by `by`, filling with zeros.
fn up(a: &Value, by: usize) -> Value {
    (0..a.len()).map(|i| i >= by && a[i - by]).collect()
}

fn down(a: &Value, by: usize, fill: bool) -> Value {
    (0..a.len())
        .map(|i| a.get(i.saturating_add(by)).copied().unwrap_or(fill))
        .collect()
}

fn amount(b: &Value) -> usize {
    let high = b.iter().skip(16).any(|&x| x);
    if high {
        1 << 20
    } else {
        b.iter()
            .take(16)
            .enumerate()
            .map(|(i, &x)| usize::from(x) << i)
            .sum()
    }
}

fn mul(a: &Value, b: &Value) -> Value {
    let rows = (0..a.len()).filter(|&i| b[i]).map(|i| up(a, i));
    rows.fold(vec![false; a.len()], |sum, row| add(&sum, &row))
}

/// Long division; by zero: all ones and the dividend.
fn divide(a: &Value, b: &Value) -> (Value, Value) {
    if b.iter().all(|x| !x) {
        return (vec![true; a.len()], a.clone());
    }
    // One bit more, so that doubling the remainder cannot overflow.
    let mut wide = b.clone();
    wide.push(false);
    let mut rest = vec![false; wide.len()];
    let mut quotient = vec![false; a.len()];
    for i in (0..a.len()).rev() {
        rest = up(&rest, 1);
        rest[0] = a[i];
        if !ult(&rest, &wide) {
            rest = add(&rest, &neg(&wide));
            quotient[i] = true;
        }
    }
    rest.pop();
    (quotient, rest)
}

fn signed_divide(a: &Value, b: &Value) -> (Value, Value) {
    let top = a.len() - 1;
    let magnitude = |v: &Value| if v[top] { neg(v) } else { v.clone() };
    let (q, r) = divide(&magnitude(a), &magnitude(b));
    (
        if a[top] != b[top] { neg(&q) } else { q },
        if a[top] { neg(&r) } else { r },
    )
}

fn eval_binary(op: Binary, a: &Value, b: &Value) -> Value {
    use Binary::*;
    let zip = |f: fn(bool, bool) -> bool| a.iter().zip(b).map(|(&x, &y)| f(x, y)).collect();
    match op {
        Add => add(a, b),
        Sub => add(a, &neg(b)),
        Mul => mul(a, b),
        UDiv => divide(a, b).0,
        URem => divide(a, b).1,
        SDiv => signed_divide(a, b).0,
        SRem => signed_divide(a, b).1,
        And => zip(|x, y| x & y),
        Or => zip(|x, y| x | y),
        Xor => zip(|x, y| x ^ y),
        Shl => up(a, amount(b)),
        LShr => down(a, amount(b), false),
        AShr => down(a, amount(b), a[a.len() - 1]),
        Eq => vec![a == b],
        Ne => vec![a != b],
        Ult => vec![ult(a, b)],
        Ule => vec![!ult(b, a)],
        Ugt => vec![ult(b, a)],
        Uge => vec![!ult(a, b)],
        Slt => vec![slt(a, b)],
        Sle => vec![!slt(b, a)],
        Sgt => vec![slt(b, a)],
        Sge => vec![!slt(a, b)],
        Concat => b.iter().chain(a).copied().collect(),
    }
}

/// Grows trees from a list of numbers; when the list is used up only leaves follow, so a shorter
/// list is a smaller tree.
pub struct Grower<'a> {
    choices: std::slice::Iter<'a, u32>,
    /// Finished trees: reused, so that rules about equal operands get their chance.
    grown: Vec<Rc<Tree>>,
}

impl<'a> Grower<'a> {
    pub fn new(choices: &'a [u32]) -> Self {
        Grower {
            choices: choices.iter(),
            grown: Vec::new(),
        }
    }

    pub fn pick(&mut self, n: usize) -> usize {
        self.choices.next().map_or(0, |&c| c as usize % n)
    }

    pub fn width(&mut self) -> usize {
        const WIDTHS: [usize; 24] = [
            8, 1, 16, 32, 64, 2, 3, 4, 7, 9, 15, 24, 31, 33, 40, 56, 63, 65, 80, 100, 127, 128,
            129, 130,
        ];
        let n = self.pick(WIDTHS.len());
        WIDTHS[n]
    }

    pub fn constant(&mut self, width: usize) -> Rc<Tree> {
        let mut v = vec![false; width];
        match self.pick(8) {
            0 => {}
            1 => v[0] = true,
            2 => v.fill(true),
            3 => v[width - 1] = true,
            4 => {
                v.fill(true);
                v[width - 1] = false;
            }
            5 => {
                // A run of ones: masks.
                let (lo, n) = (self.pick(width), self.pick(width));
                (lo..(lo + n).min(width)).for_each(|i| v[i] = true);
            }
            6 => {
                // Small numbers.
                let small = self.pick(512);
                (0..width.min(9)).for_each(|i| v[i] = small >> i & 1 == 1);
            }
            _ => {
                let seed = self.pick(usize::MAX);
                v.iter_mut().enumerate().for_each(|(i, b)| {
                    *b = seed.wrapping_mul(0x9E37_79B9).rotate_right(i as u32) & 1 == 1
                });
            }
        }
        Rc::new(Tree::Const(v))
    }

    fn leaf(&mut self, width: usize) -> Rc<Tree> {
        let var = Rc::new(Tree::Var(self.pick(VARS as usize) as u32));
        match width {
            8 => var,
            ..8 => {
                let lo = self.pick(9 - width);
                Rc::new(Tree::Extract(var, lo, width))
            }
            _ => match self.pick(3) {
                0 => Rc::new(Tree::ZExt(var, width)),
                1 => Rc::new(Tree::SExt(var, width)),
                _ => {
                    let rest = self.leaf(width - 8);
                    Rc::new(Tree::Binary(Binary::Concat, var, rest))
                }
            },
        }
    }

    pub fn grow(&mut self, width: usize, depth: u32) -> Rc<Tree> {
        let tree = self.grow_new(width, depth);
        self.grown.push(tree.clone());
        tree
    }

    fn grow_new(&mut self, width: usize, depth: u32) -> Rc<Tree> {
        if depth == 0 || self.choices.len() == 0 {
            return if self.pick(3) == 1 {
                self.constant(width)
            } else {
                self.leaf(width)
            };
        }
        let next = depth - 1;
        match self.pick(16) {
            0 => self.leaf(width),
            1 => self.constant(width),
            2 | 3 => self.reuse(width, next),
            4 => {
                let op = if self.pick(2) == 0 {
                    Unary::Not
                } else {
                    Unary::Neg
                };
                Rc::new(Tree::Unary(op, self.grow(width, next)))
            }
            5 => {
                let c = self.grow(1, next);
                let (a, b) = (self.grow(width, next), self.grow(width, next));
                Rc::new(Tree::Ite(c, a, b))
            }
            6 => {
                // A choice between constants.
                let c = self.grow(1, next);
                let (a, b) = (self.constant(width), self.constant(width));
                Rc::new(Tree::Ite(c, a, b))
            }
            7 => {
                let more = self.pick(70);
                let lo = self.pick(more + 1);
                let inner = self.grow(width + more, next);
                Rc::new(Tree::Extract(inner, lo, width))
            }
            8 => {
                let more = self.pick(70);
                Rc::new(Tree::Trunc(self.grow(width + more, next), width))
            }
            9 if width > 1 => {
                let inner = 1 + self.pick(width - 1);
                let a = self.grow(inner, next);
                Rc::new(if self.pick(2) == 0 {
                    Tree::ZExt(a, width)
                } else {
                    Tree::SExt(a, width)
                })
            }
            10 if width > 1 => {
                let low = 1 + self.pick(width - 1);
                let (a, b) = (self.grow(width - low, next), self.grow(low, next));
                Rc::new(Tree::Binary(Binary::Concat, a, b))
            }
            _ if width == 1 && self.pick(3) > 0 => {
                let op = COMPARISONS[self.pick(COMPARISONS.len())];
                let inner = self.width();
                let (a, b) = self.operands(inner, next);
                Rc::new(Tree::Binary(op, a, b))
            }
            _ => {
                let op = ARITHMETIC[self.pick(ARITHMETIC.len())];
                let (a, b) = self.operands(width, next);
                Rc::new(Tree::Binary(op, a, b))
            }
        }
    }

    /// Few operators over few operands: rules about repeated operands apply often.
    pub fn dense(&mut self, depth: u32) -> Rc<Tree> {
        use Binary::*;
        if depth == 0 || self.choices.len() == 0 {
            let small = |n: usize| Rc::new(Tree::Const((0..8).map(|i| n >> i & 1 == 1).collect()));
            return match self.pick(5) {
                n @ (0 | 1) => Rc::new(Tree::Var(n as u32)),
                n @ (2 | 3) => small(n + 3),
                _ => Rc::new(Tree::Unary(Unary::Not, Rc::new(Tree::Var(0)))),
            };
        }
        let op = [Add, Sub, Xor, And, Or, Mul][self.pick(6)];
        match self.pick(4) {
            0 => Rc::new(Tree::Unary(Unary::Not, self.dense(depth - 1))),
            1 => Rc::new(Tree::Unary(Unary::Neg, self.dense(depth - 1))),
            _ => Rc::new(Tree::Binary(
                op,
                self.dense(depth - 1),
                self.dense(depth - 1),
            )),
        }
    }

    /// Connectives over comparisons of few operands.
    pub fn dense_condition(&mut self, depth: u32) -> Rc<Tree> {
        use Binary::*;
        if depth == 0 || self.choices.len() == 0 {
            let op = [Eq, Ult, Eq, Ule, Slt][self.pick(5)];
            let nesting = self.pick(3) as u32;
            return Rc::new(Tree::Binary(op, self.dense(nesting), self.dense(nesting)));
        }
        match self.pick(5) {
            0 => Rc::new(Tree::Unary(Unary::Not, self.dense_condition(depth - 1))),
            1 => {
                let [c, a, b] = [(); 3].map(|()| self.dense_condition(depth - 1));
                Rc::new(Tree::Ite(c, a, b))
            }
            _ => {
                let op = [And, Or, Xor][self.pick(3)];
                Rc::new(Tree::Binary(
                    op,
                    self.dense_condition(depth - 1),
                    self.dense_condition(depth - 1),
                ))
            }
        }
    }

    /// Two operands; often one is a constant.
    fn operands(&mut self, width: usize, depth: u32) -> (Rc<Tree>, Rc<Tree>) {
        let a = self.grow(width, depth);
        let b = if self.pick(3) == 0 {
            self.constant(width)
        } else {
            self.grow(width, depth)
        };
        if self.pick(2) == 0 { (a, b) } else { (b, a) }
    }

    fn reuse(&mut self, width: usize, depth: u32) -> Rc<Tree> {
        let same: Vec<_> = self
            .grown
            .iter()
            .filter(|t| t.width() == width)
            .cloned()
            .collect();
        if same.is_empty() {
            self.grow(width, depth)
        } else {
            same[self.pick(same.len())].clone()
        }
    }
}
