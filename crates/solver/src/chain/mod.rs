//! The chain: questions about paths, answered by the cheapest layer that can.

mod check;
mod extreme;
mod known;
mod negation;
mod values;

use std::sync::Arc;

use pleach_term::{Bits, Choices, Term, Terms, Values};

use crate::answer::{Answer, Branch, Truth};
use crate::backends::Z3;
use crate::layers::{self, Layer, SharedCache};
use crate::path::{PathCondition, Slicer};
use crate::scratch::Scratch;
use crate::statistics::{LayerId, Statistics};
use crate::{CheckWith, Effort, SolverConfig};
use known::{Findings, Known};
use negation::Negations;

/// The solver of one worker.
pub struct Chain {
    terms: Arc<Terms>,
    config: SolverConfig,
    slicer: Slicer,
    scratch: Scratch,
    layers: Vec<(LayerId, Box<dyn Layer>)>,
    checker: Option<Z3>,
    statistics: Statistics,
    generation: u64,
    negations: Negations,
    choices: Choices,
    findings: Findings,
    effort: Effort,
    /// Whether there are no inputs but those of a path's own model.
    own_model_only: bool,
}

impl Chain {
    pub fn new(terms: Arc<Terms>, shared: Arc<SharedCache>, config: SolverConfig) -> Chain {
        let checker = config.check_with.map(|CheckWith::Z3| Z3::new());
        Chain {
            generation: terms.generation(),
            negations: Negations::default(),
            choices: Choices::default(),
            findings: Findings::default(),
            layers: layers::registered(&config, &shared),
            terms,
            config,
            slicer: Slicer::default(),
            scratch: Scratch::default(),
            checker,
            statistics: Statistics::default(),
            effort: Effort::Full,
            own_model_only: false,
        }
    }

    pub fn terms(&self) -> &Arc<Terms> {
        &self.terms
    }

    pub fn config(&self) -> &SolverConfig {
        &self.config
    }

    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// The counters so far; they start from zero again.
    pub fn take_statistics(&mut self) -> Statistics {
        std::mem::take(&mut self.statistics)
    }

    /// Asks something that is worth only so much work; answers may stay open that would not otherwise.
    pub fn within<T>(&mut self, effort: Effort, ask: impl FnOnce(&mut Chain) -> T) -> T {
        let before = std::mem::replace(&mut self.effort, effort);
        let answer = ask(self);
        self.effort = before;
        answer
    }

    /// From now on every question is answered for the inputs of the path's own model alone, or for all inputs
    /// again. Nothing is asked of anybody meanwhile, and nothing is remembered.
    pub fn answer_for_own_model_only(&mut self, only: bool) {
        self.own_model_only = only;
    }

    /// Where a path goes at `cond`. One side is feasible by the path's model, free of charge;
    /// only the other one is asked for.
    pub fn branch(&mut self, pc: &PathCondition, cond: Term) -> Branch {
        if let Some(value) = self.terms.as_const(cond) {
            return if value != 0 {
                Branch::True
            } else {
                Branch::False
            };
        }
        match self.structural(pc, cond) {
            Some(true) => return Branch::True,
            Some(false) => return Branch::False,
            None => {}
        }
        let side = self.scratch.holds(&self.terms, pc, cond);
        let negated = self.negation(cond);
        let (known, asked) = if side {
            (cond, negated)
        } else {
            (negated, cond)
        };
        let other = match self.check_other(pc, asked) {
            Answer::Unsat => return if side { Branch::True } else { Branch::False },
            Answer::Sat(other) => Ok(other),
            Answer::Unknown(reason) => Err(reason),
        };
        let this = self.adopt(pc, known);
        match other {
            Ok(other) if side => Branch::Both {
                yes: this,
                no: other,
            },
            Ok(other) => Branch::Both {
                yes: other,
                no: this,
            },
            Err(reason) => Branch::OnlyKnown {
                side,
                pc: this,
                reason,
            },
        }
    }

    /// What a condition is for all inputs of the path, if the constants that its parts are chosen
    /// among and the path's conjuncts tell.
    fn structural(&mut self, pc: &PathCondition, cond: Term) -> Option<bool> {
        self.forget_if_swept();
        if self.terms.rests_on_input(cond) {
            return None;
        }
        match self.choices.single(&self.terms, cond) {
            Some(value) => Some(value != 0),
            None => self.known(pc).is(cond),
        }
    }

    fn known(&mut self, pc: &PathCondition) -> Known<'_> {
        Known::new(
            &self.terms,
            pc,
            &mut self.negations,
            &mut self.choices,
            &mut self.findings,
        )
    }

    /// Constants that a term is chosen among on the path; not all of them need be possible.
    pub fn choices(&mut self, pc: &PathCondition, term: Term) -> Option<Values> {
        self.forget_if_swept();
        if self.terms.rests_on_input(term) {
            return None;
        }
        self.known(pc).values_of(term)
    }

    /// See [`Terms::chosen`].
    pub fn chosen(&mut self, term: Term, item: impl FnMut(u64) -> Option<Term>) -> Option<Term> {
        self.forget_if_swept();
        self.terms.chosen(&mut self.choices, term, item)
    }

    fn negation(&mut self, cond: Term) -> Term {
        self.forget_if_swept();
        self.negations.of(&self.terms, cond)
    }

    /// Does `cond` hold for all inputs of the path?
    pub fn must_be_true(&mut self, pc: &PathCondition, cond: Term) -> Truth {
        if let Some(holds) = self.structural(pc, cond) {
            return Truth::from(holds);
        }
        if self.config.layers.model && !self.scratch.holds(&self.terms, pc, cond) {
            return Truth::No;
        }
        let negated = self.negation(cond);
        match self.check_other(pc, negated) {
            Answer::Sat(_) => Truth::No,
            Answer::Unsat => Truth::Yes,
            Answer::Unknown(reason) => Truth::Unknown(reason),
        }
    }

    /// Does `cond` hold for some input of the path?
    pub fn may_be_true(&mut self, pc: &PathCondition, cond: Term) -> Truth {
        if let Some(holds) = self.structural(pc, cond) {
            return Truth::from(holds);
        }
        if self.config.layers.model && self.scratch.holds(&self.terms, pc, cond) {
            return Truth::Yes;
        }
        match self.check_other(pc, cond) {
            Answer::Sat(_) => Truth::Yes,
            Answer::Unsat => Truth::No,
            Answer::Unknown(reason) => Truth::Unknown(reason),
        }
    }

    /// The term's value under the path's model.
    pub fn value(&mut self, pc: &PathCondition, term: Term) -> Bits {
        self.scratch.value(&self.terms, pc, term)
    }
}

#[cfg(test)]
mod tests;
