//! Terms laid out for evaluation under many models at once.

use crate::fold::{Shape, apply64};
use crate::{Node, Op, Term, Terms, VarId};
use rustc_hash::FxHashMap;

/// Models that are evaluated together.
pub const LANES: usize = 16;

type Lanes = [u64; LANES];

/// Conditions as one straight list of steps, each of them done for all models before the next: some
/// twenty times as fast as walking the terms once per model, but nothing is skipped.
pub struct Tape {
    steps: Vec<Step>,
    /// One per leaf and step.
    values: Vec<Lanes>,
    /// Which variable of the caller's list stands where.
    vars: Vec<(usize, u32)>,
    /// Per condition: the steps after which it is known, and where.
    conditions: Vec<(usize, u32)>,
}

struct Step {
    shape: Shape,
    args: [u32; 3],
    result: u32,
}

impl Tape {
    /// For conditions on these variables, which are sorted. None where a term has more than 64 bits.
    pub fn new(terms: &Terms, conditions: &[Term], vars: &[VarId]) -> Option<Tape> {
        let mut layout = Layout {
            terms,
            vars,
            places: FxHashMap::default(),
            tape: Tape {
                steps: Vec::new(),
                values: Vec::new(),
                vars: Vec::new(),
                conditions: Vec::new(),
            },
        };
        for &condition in conditions {
            layout.add(condition)?;
            let place = layout.places[&condition];
            let steps = layout.tape.steps.len();
            layout.tape.conditions.push((steps, place));
        }
        Some(layout.tape)
    }

    /// The number of steps: what an evaluation costs.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The first of these models under which all conditions hold. A model is a column: each
    /// variable has its values in all of them.
    pub fn first_satisfied(&mut self, models: &[[u8; LANES]]) -> Option<usize> {
        for (var, place) in &self.vars {
            self.values[*place as usize] = models[*var].map(u64::from);
        }
        let mut done = 0;
        let mut holds = [u64::MAX; LANES];
        for &(steps, place) in &self.conditions {
            for step in &self.steps[done..steps] {
                step.run(&mut self.values);
            }
            done = steps;
            let value = &self.values[place as usize];
            for (holds, value) in holds.iter_mut().zip(value) {
                *holds &= value;
            }
            if holds == [0; LANES] {
                return None;
            }
        }
        holds.iter().position(|holds| *holds != 0)
    }
}

struct Layout<'t> {
    terms: &'t Terms,
    /// Of the conditions, sorted.
    vars: &'t [VarId],
    places: FxHashMap<Term, u32>,
    tape: Tape,
}

impl Layout<'_> {
    fn add(&mut self, term: Term) -> Option<()> {
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if self.places.contains_key(&top) {
                stack.pop();
                continue;
            }
            let node = self.terms.node(top);
            if node.width > 64 {
                return None;
            }
            let before = stack.len();
            let known = |arg: &Term| self.places.contains_key(arg);
            if !matches!(node.op, Op::Var | Op::Const) {
                stack.extend(node.args().filter(|arg| !known(arg)));
            }
            if stack.len() == before {
                stack.pop();
                self.place(top, &node);
            }
        }
        Some(())
    }

    /// The arguments have their places.
    fn place(&mut self, term: Term, node: &Node) {
        let result = self.tape.values.len() as u32;
        self.places.insert(term, result);
        let constant = self.terms.as_const(term).unwrap_or_default();
        self.tape.values.push([constant; LANES]);
        match node.op {
            Op::Const => {}
            Op::Var => {
                let var = self.vars.binary_search(&node.var());
                let var = var.expect("the list has all variables");
                self.tape.vars.push((var, result));
            }
            _ => {
                let mut args = [0; 3];
                for (place, arg) in args.iter_mut().zip(node.args()) {
                    *place = self.places[&arg];
                }
                let shape = Shape::of(node, self.terms.width(node.arg(0)));
                self.tape.steps.push(Step {
                    shape,
                    args,
                    result,
                });
            }
        }
    }
}

impl Step {
    /// Each frequent operator has a loop of its own, which the compiler turns into vector code.
    fn run(&self, values: &mut [Lanes]) {
        macro_rules! frequent {
            ($($op:ident)*) => {
                match self.shape.op {
                    $(Op::$op => self.run_as(Shape { op: Op::$op, ..self.shape }, values),)*
                    _ => self.run_as(self.shape, values),
                }
            };
        }
        frequent!(Not Neg Add Sub Mul And Or Xor Shl LShr Eq Ult Ule Slt Sle Ite Concat Extract ZExt SExt)
    }

    #[inline(always)]
    fn run_as(&self, shape: Shape, values: &mut [Lanes]) {
        let [a, b, c] = self.args.map(|place| values[place as usize]);
        let result = &mut values[self.result as usize];
        for lane in 0..LANES {
            result[lane] = apply64(shape, [a[lane], b[lane], c[lane]]);
        }
    }
}
