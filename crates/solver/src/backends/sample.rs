//! Guessing: random inputs from the values that the constraints on single bytes leave.
//!
//! Hashes and checksums of a few bytes are hard for a SAT solver and have many solutions: a
//! thousand evaluations cost less than a hundred conflicts. So a query that turns out not to be
//! easy is sampled for a bounded number of tries before the search goes on.

use std::sync::Arc;

use pleach_term::{Evaluator, Term, Terms, VarId};

use super::Query;

/// Beyond this many bytes the chance of a hit is not worth the tries.
const MOST_VARIABLES: usize = 24;

/// Reusable memory for sampling.
#[derive(Default)]
pub(super) struct Sampler {
    evaluator: Evaluator,
    values: Vec<u8>,
}

/// Deterministic: the same query gives the same samples.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed ^ mixed >> 27
    }
}

impl Sampler {
    /// Values for the query's variables that satisfy it, if luck has it.
    pub fn sample(&mut self, terms: &Terms, query: Query<'_>, tries: u32) -> Option<Arc<[u8]>> {
        let last = query.vars.last().filter(|_| query.vars.len() <= MOST_VARIABLES)?;
        if self.values.len() <= last.index() {
            self.values.resize(last.index() + 1, 0);
        }
        let (single, mut joint): (Vec<Term>, Vec<Term>) =
            query.constraints.iter().partition(|term| terms.vars(**term).len() <= 1);
        let domains = self.domains(terms, query.vars, &single)?;
        // Another number of tries starts elsewhere, so that the same guesses are not made twice.
        let mut random = Random(u64::from(tries));
        for _ in 0..tries {
            for (var, domain) in query.vars.iter().zip(&domains) {
                self.values[var.index()] = domain[random.next() as usize % domain.len()];
            }
            match self.first_failing(terms, &joint) {
                None => return Some(query.vars.iter().map(|v| self.values[v.index()]).collect()),
                // What fails often is tried first.
                Some(i) => joint.swap(i, i / 2),
            }
        }
        None
    }

    /// Per variable, the values that its own constraints allow. None when there are none.
    fn domains(
        &mut self,
        terms: &Terms,
        vars: &[VarId],
        single: &[Term],
    ) -> Option<Vec<Vec<u8>>> {
        let mut domains = Vec::with_capacity(vars.len());
        for &var in vars {
            let own: Vec<Term> =
                single.iter().copied().filter(|t| terms.vars(*t).first() == Some(&var)).collect();
            let allowed = |value: &u8| {
                self.values[var.index()] = *value;
                self.first_failing(terms, &own).is_none()
            };
            let domain: Vec<u8> = (0..=u8::MAX).filter(allowed).collect();
            if domain.is_empty() {
                return None;
            }
            domains.push(domain);
        }
        Some(domains)
    }

    fn first_failing(&mut self, terms: &Terms, constraints: &[Term]) -> Option<usize> {
        let model = |var: VarId| self.values[var.index()];
        self.evaluator.begin();
        constraints.iter().position(|term| self.evaluator.eval_more(terms, *term, &model) == 0)
    }
}
