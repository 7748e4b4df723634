//! What a path's conjuncts say about choices among constants, without asking anybody.
//!
//! Joined states choose: a pointer is one of several constants, by conditions that the path may
//! have met again since. A condition that is a conjunct leaves one side of its choices, and a
//! conjunct that compares a chosen number leaves those of its values for which it holds.

use std::sync::Arc;

use pleach_term::{Choices, Node, Op, Term, Terms, Values};
use rustc_hash::FxHashMap;

use super::negation::Negations;
use crate::path::PathCondition;

/// Parts of a term that are looked at for one question.
const MOST_PARTS: u32 = 500;

/// Bounds the stack.
const DEPTH: u32 = 60;

/// What was found out about one path: most questions about a path leave it as it is.
#[derive(Default)]
pub(super) struct Findings {
    path: PathCondition,
    values: FxHashMap<Term, Values>,
    truths: FxHashMap<Term, Option<bool>>,
    /// By the term that is compared. Made when it is needed.
    compared: Option<FxHashMap<Term, Vec<Compared>>>,
}

/// One question about a path.
pub(super) struct Known<'k> {
    terms: &'k Terms,
    negations: &'k mut Negations,
    choices: &'k mut Choices,
    findings: &'k mut Findings,
    parts: u32,
}

impl<'k> Known<'k> {
    pub fn new(
        terms: &'k Terms,
        path: &PathCondition,
        negations: &'k mut Negations,
        choices: &'k mut Choices,
        findings: &'k mut Findings,
    ) -> Known<'k> {
        if !findings.path.is_same(path) {
            *findings = Findings {
                path: path.clone(),
                ..Findings::default()
            };
        }
        Known {
            terms,
            negations,
            choices,
            findings,
            parts: 0,
        }
    }

    /// Whether the condition holds for all inputs of the path, or for none of them.
    pub fn is(&mut self, cond: Term) -> Option<bool> {
        self.holds(cond, DEPTH)
    }

    /// The values that a term can have on the path, and maybe others.
    pub fn values_of(&mut self, t: Term) -> Option<Values> {
        self.values(t, DEPTH)
    }

    fn holds(&mut self, cond: Term, depth: u32) -> Option<bool> {
        if let Some(value) = self.terms.as_const(cond) {
            return Some(value != 0);
        }
        if let Some(known) = self.findings.truths.get(&cond) {
            return *known;
        }
        if self.is_tired(depth) {
            return None;
        }
        let known = self.look(cond, depth);
        self.findings.truths.insert(cond, known);
        known
    }

    fn is_tired(&mut self, depth: u32) -> bool {
        self.parts += 1;
        depth == 0 || self.parts > MOST_PARTS
    }

    fn look(&mut self, cond: Term, depth: u32) -> Option<bool> {
        if self.findings.path.contains(self.terms, cond) {
            return Some(true);
        }
        let negation = self.negations.of(self.terms, cond);
        if self.findings.path.contains(self.terms, negation) {
            return Some(false);
        }
        let node = self.terms.node(cond);
        match node.op {
            Op::Not => self.holds(node.arg(0), depth - 1).map(|holds| !holds),
            Op::And | Op::Or => self.holds_both(&node, depth),
            Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle => self.compares(cond, &node, depth),
            _ => None,
        }
    }

    /// `false and x` is false, `true or x` is true.
    fn holds_both(&mut self, node: &Node, depth: u32) -> Option<bool> {
        let decisive = node.op == Op::Or;
        let mut all = Some(!decisive);
        for arg in node.args() {
            match self.holds(arg, depth - 1) {
                Some(holds) if holds == decisive => return Some(decisive),
                Some(_) => {}
                None => all = None,
            }
        }
        all
    }

    fn compares(&mut self, cond: Term, node: &Node, depth: u32) -> Option<bool> {
        let args = [node.arg(0), node.arg(1)];
        // Most conditions are about the input itself.
        for arg in args {
            self.choices.of(self.terms, arg)?;
        }
        let args = [
            self.values(args[0], depth - 1)?,
            self.values(args[1], depth - 1)?,
        ];
        let results = self.terms.combined(cond, &args)?;
        match *results {
            [value] => Some(value != 0),
            _ => None,
        }
    }

    fn values(&mut self, t: Term, depth: u32) -> Option<Values> {
        if let Some(known) = self.findings.values.get(&t) {
            return Some(known.clone());
        }
        let all = self.choices.of(self.terms, t)?.clone();
        let left = match all.len() {
            1 => all,
            _ if self.is_tired(depth) => return Some(all),
            _ => self.values_left(t, all, depth),
        };
        self.findings.values.insert(t, left.clone());
        Some(left)
    }

    fn values_left(&mut self, t: Term, all: Values, depth: u32) -> Values {
        let node = self.terms.node(t);
        let left = if node.width == 1 {
            self.holds(t, depth - 1)
                .map(|holds| Arc::from([u64::from(holds)]))
        } else if node.op == Op::Ite {
            self.values_chosen(&node, depth)
        } else {
            self.values_computed(t, &node, depth)
        };
        self.compared_on_path(t, left.unwrap_or(all))
    }

    fn values_chosen(&mut self, node: &Node, depth: u32) -> Option<Values> {
        let chosen = self.holds(node.arg(0), depth - 1);
        match chosen {
            Some(true) => self.values(node.arg(1), depth - 1),
            Some(false) => self.values(node.arg(2), depth - 1),
            None => {
                let a = self.values(node.arg(1), depth - 1)?;
                let b = self.values(node.arg(2), depth - 1)?;
                let mut both: Vec<u64> = a.iter().chain(&*b).copied().collect();
                both.sort_unstable();
                both.dedup();
                Some(both.into())
            }
        }
    }

    fn values_computed(&mut self, t: Term, node: &Node, depth: u32) -> Option<Values> {
        let mut args = Vec::with_capacity(2);
        for arg in node.args() {
            args.push(self.values(arg, depth - 1)?);
        }
        self.terms.combined(t, &args)
    }

    /// Those of the values for which the path's conjuncts about just this term hold.
    fn compared_on_path(&mut self, t: Term, values: Values) -> Values {
        if values.len() == 1 {
            return values;
        }
        let (terms, path) = (self.terms, &self.findings.path);
        let compared = self.findings.compared.get_or_insert_with(|| {
            let mut all: FxHashMap<Term, Vec<Compared>> = FxHashMap::default();
            for conjunct in path.newest_first() {
                if let Some((base, compared)) = Compared::new(terms, conjunct) {
                    all.entry(base).or_default().push(compared);
                }
            }
            all
        });
        let Some(about) = compared.get(&t) else {
            return values;
        };
        let possible = |value: &u64| about.iter().all(|compared| compared.holds(*value));
        let left: Values = values.iter().copied().filter(possible).collect();
        if left.is_empty() { values } else { left }
    }
}

/// A conjunct that compares a term, with something added to it, with a constant.
struct Compared {
    op: Op,
    width: u32,
    added: u64,
    constant: u64,
    constant_is_left: bool,
    is_negated: bool,
}

impl Compared {
    /// With the term that is compared.
    fn new(terms: &Terms, conjunct: Term) -> Option<(Term, Compared)> {
        let mut node = terms.node(conjunct);
        let is_negated = node.op == Op::Not;
        if is_negated {
            node = terms.node(node.arg(0));
        }
        if !matches!(node.op, Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle) {
            return None;
        }
        let (a, b) = (node.arg(0), node.arg(1));
        let (constant, side, constant_is_left) = match (terms.as_const(a), terms.as_const(b)) {
            (_, Some(constant)) => (constant, a, false),
            (Some(constant), _) => (constant, b, true),
            _ => return None,
        };
        let sum = terms.node(side);
        let added = match sum.op {
            Op::Add => terms.as_const(sum.arg(1)),
            _ => None,
        };
        let base = if added.is_some() { sum.arg(0) } else { side };
        let compared = Compared {
            op: node.op,
            width: sum.width,
            added: added.unwrap_or(0),
            constant,
            constant_is_left,
            is_negated,
        };
        Some((base, compared))
    }

    fn holds(&self, value: u64) -> bool {
        let unused = 64 - self.width;
        let value = value.wrapping_add(self.added) << unused >> unused;
        let (a, b) = match self.constant_is_left {
            true => (self.constant, value),
            false => (value, self.constant),
        };
        let signed = |v: u64| (v << unused) as i64;
        let holds = match self.op {
            Op::Eq => a == b,
            Op::Ult => a < b,
            Op::Ule => a <= b,
            Op::Slt => signed(a) < signed(b),
            _ => signed(a) <= signed(b),
        };
        holds != self.is_negated
    }
}
