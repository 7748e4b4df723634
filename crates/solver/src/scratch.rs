//! Reusable memory for evaluating queries under assignments.

use std::sync::Arc;

use pleach_term::{Bits, Evaluator, Term, Terms, VarId};

use crate::backends::Query;
use crate::path::{Component, PathCondition};

/// An assignment as a table by variable: values of variables not assigned since are stale, so
/// assign all of a term's variables before evaluating it.
#[derive(Default)]
pub(crate) struct Scratch {
    evaluator: Evaluator,
    values: Vec<u8>,
}

impl Scratch {
    pub fn assign(&mut self, vars: &[VarId], values: &[u8]) {
        if let Some(last) = vars.last()
            && last.index() >= self.values.len()
        {
            self.values.resize(last.index() + 1, 0);
        }
        for (var, value) in vars.iter().zip(values) {
            self.values[var.index()] = *value;
        }
    }

    pub fn read(&self, vars: &[VarId]) -> Arc<[u8]> {
        vars.iter().map(|var| self.values[var.index()]).collect()
    }

    /// Do the assigned values satisfy every constraint? The new ones are tried first.
    pub fn satisfies(&mut self, terms: &Terms, query: Query<'_>) -> bool {
        let model = |var: VarId| self.values[var.index()];
        self.evaluator.begin();
        let all = query.fresh.iter().chain(query.constraints);
        for term in all {
            if self.evaluator.eval_more(terms, *term, &model) == 0 {
                return false;
            }
        }
        true
    }

    /// Do these values satisfy every constraint of a component? For assertions.
    pub fn models(&mut self, terms: &Terms, component: &Component, model: &[u8]) -> bool {
        self.assign(&component.vars, model);
        self.all_true(terms, &component.constraints)
    }

    /// Do they satisfy these terms, of width 1?
    pub fn all_true(&mut self, terms: &Terms, what: &[Term]) -> bool {
        let model = |var: VarId| self.values[var.index()];
        self.evaluator.begin();
        what.iter()
            .all(|term| self.evaluator.eval_more(terms, *term, &model) != 0)
    }

    /// The term's value under the path's model.
    pub fn value(&mut self, terms: &Terms, path: &PathCondition, term: Term) -> Bits {
        path.eval(terms, &mut self.evaluator, term)
    }

    /// The same for a term of width 1.
    pub fn holds(&mut self, terms: &Terms, path: &PathCondition, term: Term) -> bool {
        self.evaluator.eval(terms, term, &|var| path.value_of(var)) != 0
    }
}
