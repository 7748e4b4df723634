//! The values that a term is chosen among, from its structure.

use crate::fold::{Shape, apply64};
use crate::{Node, Op, Term, Terms};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Larger sets are not kept.
const MOST_VALUES: usize = 256;

/// Combinations of the arguments' values that are computed for one node.
const MOST_PAIRS: usize = 4096;

/// Terms that are remembered before all is forgotten.
const MOST_TERMS: usize = 1 << 20;

/// Sorted, without duplicates.
pub type Values = Arc<[u64]>;

/// Finds out which values terms can have that are computed from choices among constants. Every
/// value under some model is in the set; not every one in the set need be possible. Remembers all
/// terms that it has seen, so it must be cleared when terms are swept.
#[derive(Default)]
pub struct Choices {
    known: FxHashMap<Term, Option<Values>>,
    stack: Vec<Term>,
}

enum Progress {
    Done(Option<Values>),
    /// This has to be known first.
    Needs(Term),
}

impl Choices {
    pub fn clear(&mut self) {
        self.known.clear();
    }

    /// None: too many, or not known.
    pub fn of(&mut self, terms: &Terms, t: Term) -> Option<&Values> {
        if self.known.len() > MOST_TERMS {
            self.known.clear();
        }
        self.stack.clear();
        self.stack.push(t);
        while let Some(&top) = self.stack.last() {
            if self.known.contains_key(&top) {
                self.stack.pop();
                continue;
            }
            match self.look(terms, top) {
                Progress::Needs(arg) => self.stack.push(arg),
                Progress::Done(values) => {
                    self.known.insert(top, values);
                    self.stack.pop();
                }
            }
        }
        self.known[&t].as_ref()
    }

    /// The value, if there is only one.
    pub fn single(&mut self, terms: &Terms, t: Term) -> Option<u64> {
        match **self.of(terms, t)? {
            [value] => Some(value),
            _ => None,
        }
    }

    fn look(&self, terms: &Terms, t: Term) -> Progress {
        let node = terms.node(t);
        let done = match node.op {
            Op::Const => node.small_const().map(|value| Arc::from([value])),
            Op::Var => None,
            op if op.is_float() || node.width > 64 => None,
            // What the condition says is left to the solver.
            Op::Ite => return self.either(&node),
            _ => return self.combined(terms, &node),
        };
        Progress::Done(done)
    }

    fn either(&self, node: &Node) -> Progress {
        let (a, b) = (node.arg(1), node.arg(2));
        let a = match self.known.get(&a) {
            None => return Progress::Needs(a),
            Some(None) => return Progress::Done(anything(node)),
            Some(Some(values)) => values,
        };
        let b = match self.known.get(&b) {
            None => return Progress::Needs(b),
            Some(None) => return Progress::Done(anything(node)),
            Some(Some(values)) => values,
        };
        Progress::Done(sorted(a.iter().chain(&**b).copied().collect()).or_else(|| anything(node)))
    }

    fn combined(&self, terms: &Terms, node: &Node) -> Progress {
        let mut args: [&[u64]; 2] = [&[0]; 2];
        for (place, arg) in args.iter_mut().zip(node.args()) {
            match self.known.get(&arg) {
                None => return Progress::Needs(arg),
                Some(None) => return Progress::Done(anything(node)),
                Some(Some(values)) => *place = values,
            }
        }
        Progress::Done(terms.combine(node, args))
    }
}

impl Terms {
    /// The values of a term, no leaf and no choice, whose arguments have these.
    pub fn combined(&self, t: Term, args: &[Values]) -> Option<Values> {
        let mut both: [&[u64]; 2] = [&[0]; 2];
        for (place, values) in both.iter_mut().zip(args) {
            *place = values;
        }
        self.combine(&self.node(t), both)
    }

    fn combine(&self, node: &Node, [a, b]: [&[u64]; 2]) -> Option<Values> {
        if a.len() * b.len() > MOST_PAIRS {
            return anything(node);
        }
        let shape = Shape::of(node, self.width(node.arg(0)));
        let pairs = a.iter().flat_map(|x| b.iter().map(|y| (*x, *y)));
        let results = pairs.map(|(x, y)| apply64(shape, [x, y, 0]));
        sorted(results.collect()).or_else(|| anything(node))
    }
}

/// Parts that are looked at before the set is computed.
const GLANCE: u32 = 8;

impl Terms {
    /// Whether a term is seen at a glance to be computed from the input itself, so that its set is
    /// not worth computing.
    pub fn rests_on_input(&self, t: Term) -> bool {
        let mut node = self.node(t);
        for _ in 0..GLANCE {
            node = match node.op {
                Op::Var => return true,
                Op::Const | Op::Ite => return false,
                _ => match self.node(node.arg(0)) {
                    first if first.op == Op::Const && node.op.arity() == 2 => {
                        self.node(node.arg(1))
                    }
                    first => first,
                },
            };
            // A condition has a set, whatever it is about.
            if node.width == 1 {
                return false;
            }
        }
        false
    }
}

/// A condition is true or false, whatever it is about.
fn anything(node: &Node) -> Option<Values> {
    (node.width == 1).then(|| Arc::from([0, 1]))
}

fn sorted(mut values: Vec<u64>) -> Option<Values> {
    values.sort_unstable();
    values.dedup();
    (values.len() <= MOST_VALUES).then(|| values.into())
}

/// Steps of [`Terms::chosen`] before the rest is told apart by comparing.
const MOST_STEPS: usize = 4096;

/// What is chosen instead of each value.
struct Replacing<'c, F> {
    terms: &'c Terms,
    choices: &'c mut Choices,
    item: F,
    /// By term and by what is added to it.
    done: FxHashMap<(Term, u64), Option<Term>>,
}

impl Terms {
    /// `item(v)` where `t`, of 64 bits and chosen among known values, is `v`. None where no value
    /// has an item; where one has none, `t` is known to be another one.
    pub fn chosen(
        &self,
        choices: &mut Choices,
        t: Term,
        item: impl FnMut(u64) -> Option<Term>,
    ) -> Option<Term> {
        debug_assert_eq!(self.width(t), 64);
        let done = FxHashMap::default();
        let mut replacing = Replacing {
            terms: self,
            choices,
            item,
            done,
        };
        replacing.at(t, 0, DEPTH)
    }
}

/// Bounds the stack.
const DEPTH: u32 = 200;

impl<F: FnMut(u64) -> Option<Term>> Replacing<'_, F> {
    fn at(&mut self, t: Term, added: u64, depth: u32) -> Option<Term> {
        if let Some(known) = self.done.get(&(t, added)) {
            return *known;
        }
        let node = self.terms.node(t);
        let goes_on = depth > 0 && self.done.len() < MOST_STEPS;
        let found = match node.op {
            Op::Const => (self.item)(node.small_const()?.wrapping_add(added)),
            Op::Ite if goes_on => {
                let (a, b) = (
                    self.at(node.arg(1), added, depth - 1),
                    self.at(node.arg(2), added, depth - 1),
                );
                match (a, b) {
                    (Some(a), Some(b)) => Some(self.terms.ite(node.arg(0), a, b)),
                    _ => a.or(b),
                }
            }
            Op::Add if goes_on && self.terms.is_const(node.arg(1)) => {
                let more = self.terms.as_const(node.arg(1))?;
                self.at(node.arg(0), added.wrapping_add(more), depth - 1)
            }
            _ => self.compared(t, added),
        };
        self.done.insert((t, added), found);
        found
    }

    fn compared(&mut self, t: Term, added: u64) -> Option<Term> {
        let values = self.choices.of(self.terms, t)?.clone();
        let mut found = None;
        for &value in values.iter() {
            let Some(item) = (self.item)(value.wrapping_add(added)) else {
                continue;
            };
            let here = self.terms.eq(t, self.terms.constant(64, value));
            found = Some(found.map_or(item, |others| self.terms.ite(here, item, others)));
        }
        found
    }
}
