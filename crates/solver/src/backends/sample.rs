//! Guessing: random inputs from the values that the constraints on single bytes leave.
//!
//! Hashes and checksums of a few bytes are hard for a SAT solver and have many solutions: a
//! thousand evaluations cost less than a hundred conflicts. So a query that turns out not to be
//! easy is sampled for a bounded number of tries before the search goes on.

use std::sync::Arc;
use std::time::Instant;

use pleach_term::{Evaluator, Term, Terms, VarId};

use super::{Query, Verdict};

/// Beyond this many bytes the chance of a hit is not worth the tries.
const MOST_VARIABLES: usize = 24;

/// Two unknown bytes: trying all their values takes a fraction of a second.
const MOST_INPUTS: u64 = 1 << 16;

/// Reusable memory for sampling.
#[derive(Default)]
pub(super) struct Sampler {
    evaluator: Evaluator,
    values: Vec<u8>,
}

/// Whether guessing pays for the program at hand, from how it went so far: programs that hash
/// their input are guessed often, for others it is time lost.
pub(super) struct Luck {
    credit: u32,
    skipped: u32,
}

/// Failures that are borne without a success.
const PATIENCE: u32 = 8;
/// Failures that a success makes up for.
const REWARD: u32 = 8;
/// Out of luck, one in so many queries is guessed, since the program may have come to other code.
const RETRY: u32 = 64;

impl Default for Luck {
    fn default() -> Luck {
        Luck {
            credit: PATIENCE,
            skipped: 0,
        }
    }
}

impl Luck {
    pub fn is_tried(&mut self) -> bool {
        if self.credit > 0 {
            return true;
        }
        self.skipped = (self.skipped + 1) % RETRY;
        self.skipped == 0
    }

    pub fn learn(&mut self, success: bool) {
        self.credit = match success {
            true => (self.credit + REWARD).min(PATIENCE * REWARD),
            false => self.credit.saturating_sub(1),
        };
    }
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
        let last = query
            .vars
            .last()
            .filter(|_| query.vars.len() <= MOST_VARIABLES)?;
        if self.values.len() <= last.index() {
            self.values.resize(last.index() + 1, 0);
        }
        let (single, mut joint): (Vec<Term>, Vec<Term>) = query
            .constraints
            .iter()
            .partition(|term| terms.vars(**term).len() <= 1);
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

    /// The certain verdict, from all inputs in turn, where there are few enough of them and the
    /// deadline is not reached.
    pub fn exhaust(
        &mut self,
        terms: &Terms,
        query: Query<'_>,
        deadline: Option<Instant>,
    ) -> Option<Verdict> {
        let last = query
            .vars
            .last()
            .filter(|_| query.vars.len() <= MOST_VARIABLES)?;
        if self.values.len() <= last.index() {
            self.values.resize(last.index() + 1, 0);
        }
        let (single, joint): (Vec<Term>, Vec<Term>) = query
            .constraints
            .iter()
            .partition(|term| terms.vars(**term).len() <= 1);
        let Some(domains) = self.domains(terms, query.vars, &single) else {
            return Some(Verdict::Unsat(None));
        };
        let sizes = domains.iter().map(|domain| domain.len() as u64);
        let inputs = sizes.into_iter().try_fold(1u64, u64::checked_mul)?;
        if inputs > MOST_INPUTS {
            return None;
        }
        for number in 0..inputs {
            if number % 256 == 255 && deadline.is_some_and(|deadline| Instant::now() > deadline) {
                return None;
            }
            let mut rest = number;
            for (var, domain) in query.vars.iter().zip(&domains) {
                self.values[var.index()] = domain[(rest % domain.len() as u64) as usize];
                rest /= domain.len() as u64;
            }
            if self.first_failing(terms, &joint).is_none() {
                return Some(Verdict::Sat(
                    query.vars.iter().map(|v| self.values[v.index()]).collect(),
                ));
            }
        }
        Some(Verdict::Unsat(None))
    }

    /// Per variable, the values that its own constraints allow. None when there are none.
    fn domains(&mut self, terms: &Terms, vars: &[VarId], single: &[Term]) -> Option<Vec<Vec<u8>>> {
        let mut domains = Vec::with_capacity(vars.len());
        for &var in vars {
            let own: Vec<Term> = single
                .iter()
                .copied()
                .filter(|t| terms.vars(*t).first() == Some(&var))
                .collect();
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
        constraints
            .iter()
            .position(|term| self.evaluator.eval_more(terms, *term, &model) == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two bytes `x` and `y` as 16-bit words, and a condition on them that makes the query.
    fn exhausted(condition: impl Fn(&Terms, Term, Term) -> Term) -> Option<Verdict> {
        let terms = Terms::new();
        let input = terms.input("xy", 0, 2);
        let vars: Vec<VarId> = input.vars().collect();
        let word = |var: VarId| terms.zext(terms.var(var), 16);
        let constraints = [condition(&terms, word(vars[0]), word(vars[1]))];
        let query = Query {
            constraints: &constraints,
            fresh: &constraints,
            vars: &vars,
            hint: &[0, 0],
        };
        Sampler::default().exhaust(&terms, query, None)
    }

    #[test]
    fn few_inputs_are_all_tried() {
        let product = |value| {
            exhausted(move |terms, x, y| terms.eq(terms.mul(x, y), terms.constant(16, value)))
        };
        // 241 * 251, both prime, and a prime beyond 255.
        let found = product(60_491);
        assert!(
            matches!(&found, Some(Verdict::Sat(model)) if model[..] == [241, 251] || model[..] == [251, 241]),
            "{found:?}"
        );
        assert_eq!(product(257), Some(Verdict::Unsat(None)));
    }

    #[test]
    fn bad_luck_is_borne_for_a_while_and_good_luck_remembered() {
        let mut luck = Luck::default();
        for _ in 0..PATIENCE {
            assert!(luck.is_tried());
            luck.learn(false);
        }
        let tried = (0..2 * RETRY).filter(|_| luck.is_tried()).count();
        assert_eq!(tried, 2);
        luck.learn(true);
        assert!(luck.is_tried());
    }

    #[test]
    fn a_deadline_is_kept() {
        let terms = Terms::new();
        let vars: Vec<VarId> = terms.input("xy", 0, 2).vars().collect();
        let word = |var: VarId| terms.zext(terms.var(var), 16);
        let product = terms.mul(word(vars[0]), word(vars[1]));
        let constraints = [terms.eq(product, terms.constant(16, 257))];
        let query = Query {
            constraints: &constraints,
            fresh: &constraints,
            vars: &vars,
            hint: &[0, 0],
        };
        assert_eq!(
            Sampler::default().exhaust(&terms, query, Some(Instant::now())),
            None
        );
    }
}
