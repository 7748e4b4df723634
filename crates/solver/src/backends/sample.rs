//! Guessing: random inputs from the values that the constraints on single bytes leave.
//!
//! Hashes and checksums of a few bytes are hard for a SAT solver and have many solutions: thousands
//! of evaluations cost less than a hundred conflicts. So a query that turns out not to be easy is
//! sampled for a bounded number of steps before the search goes on.

use std::sync::Arc;
use std::time::Instant;

use pleach_term::{Evaluator, LANES, Tape, Term, Terms, VarId};

use super::{Budget, Query, Verdict};

/// Beyond this many bytes the chance of a hit is not worth the tries.
const MOST_VARIABLES: usize = 24;

/// Two unknown bytes: trying all their values takes a fraction of a second.
const MOST_INPUTS: u64 = 1 << 16;

/// Reusable memory for sampling.
#[derive(Default)]
pub(super) struct Sampler {
    evaluator: Evaluator,
}

/// Assignments to some variables, several at once: each variable's value in all of them.
type Models = Vec<[u8; LANES]>;

/// Whether guessing pays for the program at hand, from how it went so far: programs that hash
/// their input are guessed often, for others it is time lost.
pub(super) struct GuessRecord {
    credit: u32,
    skipped: u32,
}

/// Failures that are borne without a success.
const PATIENCE: u32 = 8;
/// Failures that a success makes up for.
const REWARD: u32 = 8;
/// Without credit, one in so many queries is guessed, since the program may have come to other code.
const RETRY: u32 = 128;

impl Default for GuessRecord {
    fn default() -> GuessRecord {
        GuessRecord {
            credit: PATIENCE,
            skipped: 0,
        }
    }
}

impl GuessRecord {
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
    /// Values for the query's variables that satisfy it, if a guess hits, for about so many steps
    /// of evaluation.
    pub fn sample(&mut self, terms: &Terms, query: Query<'_>, steps: u64) -> Option<Arc<[u8]>> {
        let space = Space::new(self, terms, query)?.ok()?;
        let mut joint = Conditions::new(terms, &space.joint, query.vars);
        let rounds = steps / joint.steps() as u64;
        // Another number of steps starts elsewhere, so that the same guesses are not made twice.
        let mut random = Random(steps);
        (0..rounds).find_map(|_| {
            let models = space.domains.iter().map(|d| d.draw(&mut random)).collect();
            joint.satisfied(self, query.vars, &models)
        })
    }

    /// The certain verdict, from all inputs in turn, where there are few enough of them and the
    /// deadline is not reached.
    pub fn exhaust(
        &mut self,
        terms: &Terms,
        query: Query<'_>,
        budget: Budget<'_>,
    ) -> Option<Verdict> {
        let deadline = budget.deadline();
        let Ok(space) = Space::new(self, terms, query)? else {
            return Some(Verdict::Unsat(None));
        };
        let inputs = space.inputs().filter(|inputs| *inputs <= MOST_INPUTS)?;
        let mut joint = Conditions::new(terms, &space.joint, query.vars);
        for first in (0..inputs).step_by(LANES) {
            if budget.is_halted() || deadline.is_some_and(|deadline| Instant::now() > deadline) {
                return None;
            }
            let models = space.numbered(first);
            if let Some(found) = joint.satisfied(self, query.vars, &models) {
                return Some(Verdict::Sat(found));
            }
        }
        Some(Verdict::Unsat(None))
    }
}

/// The inputs that constraints on single bytes leave, and the other constraints.
struct Space {
    domains: Vec<Domain>,
    joint: Vec<Term>,
}

/// No value is possible for some variable.
struct Empty;

impl Space {
    /// None when there are too many variables.
    fn new(sampler: &mut Sampler, terms: &Terms, query: Query<'_>) -> Option<Result<Space, Empty>> {
        if query.vars.is_empty() || query.vars.len() > MOST_VARIABLES {
            return None;
        }
        let (single, joint): (Vec<Term>, Vec<Term>) = query
            .constraints
            .iter()
            .partition(|term| terms.vars(**term).len() <= 1);
        let mut domains = Vec::with_capacity(query.vars.len());
        for &var in query.vars {
            let own = |t: &Term| terms.vars(*t).first() == Some(&var);
            let own: Vec<Term> = single.iter().copied().filter(own).collect();
            let domain = Domain::new(sampler, terms, own);
            if domain.is_empty() {
                return Some(Err(Empty));
            }
            domains.push(domain);
        }
        Some(Ok(Space { domains, joint }))
    }

    /// How many inputs there are, if that can be counted.
    fn inputs(&self) -> Option<u64> {
        let mut sizes = self.domains.iter().map(Domain::len);
        sizes.try_fold(1u64, |all, size| all.checked_mul(size as u64))
    }

    /// Some inputs, from this number on. Numbers that are too large begin anew.
    fn numbered(&self, first: u64) -> Models {
        let mut models = vec![[0; LANES]; self.domains.len()];
        for lane in 0..LANES {
            let mut rest = first + lane as u64;
            for (values, domain) in models.iter_mut().zip(&self.domains) {
                values[lane] = domain.get((rest % domain.len() as u64) as usize);
                rest /= domain.len() as u64;
            }
        }
        models
    }
}

/// The values that a variable's own constraints allow.
enum Domain {
    All,
    Some(Vec<u8>),
}

impl Domain {
    /// All of `own` are about this variable alone.
    fn new(sampler: &mut Sampler, terms: &Terms, own: Vec<Term>) -> Domain {
        if own.is_empty() {
            return Domain::All;
        }
        let allowed = |value: &u8| sampler.all_hold(terms, &own, &|_| *value);
        Domain::Some((0..=u8::MAX).filter(allowed).collect())
    }

    fn len(&self) -> usize {
        match self {
            Domain::All => 256,
            Domain::Some(values) => values.len(),
        }
    }

    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn get(&self, i: usize) -> u8 {
        match self {
            Domain::All => i as u8,
            Domain::Some(values) => values[i],
        }
    }

    fn draw(&self, random: &mut Random) -> [u8; LANES] {
        let len = self.len() as u64;
        std::array::from_fn(|_| self.get((((random.next() >> 32) * len) >> 32) as usize))
    }
}

/// Constraints, ready to be tried often.
struct Conditions<'q> {
    terms: &'q Terms,
    conditions: &'q [Term],
    /// None: some are too wide for it.
    tape: Option<Tape>,
}

/// Steps that a condition counts for that is not on a tape.
const WIDE: usize = 1_000;

impl<'q> Conditions<'q> {
    fn new(terms: &'q Terms, conditions: &'q [Term], vars: &[VarId]) -> Conditions<'q> {
        Conditions {
            terms,
            conditions,
            tape: Tape::new(terms, conditions, vars),
        }
    }

    /// What trying some models costs; never nothing.
    fn steps(&self) -> usize {
        let tape = self.tape.as_ref();
        1 + tape.map_or(WIDE * self.conditions.len(), Tape::len)
    }

    /// One of these models that satisfies all, if there is one.
    fn satisfied(
        &mut self,
        sampler: &mut Sampler,
        vars: &[VarId],
        models: &Models,
    ) -> Option<Arc<[u8]>> {
        let lane = match &mut self.tape {
            Some(tape) => tape.first_satisfied(models)?,
            None => (0..LANES).find(|lane| {
                let value = |var: VarId| vars.binary_search(&var).map_or(0, |i| models[i][*lane]);
                sampler.all_hold(self.terms, self.conditions, &value)
            })?,
        };
        Some(models.iter().map(|values| values[lane]).collect())
    }
}

impl Sampler {
    fn all_hold(
        &mut self,
        terms: &Terms,
        conditions: &[Term],
        model: &impl Fn(VarId) -> u8,
    ) -> bool {
        self.evaluator.begin();
        conditions
            .iter()
            .all(|term| self.evaluator.eval_more(terms, *term, model) == 1)
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
        Sampler::default().exhaust(&terms, query, Budget::default())
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
        let mut guesses = GuessRecord::default();
        for _ in 0..PATIENCE {
            assert!(guesses.is_tried());
            guesses.learn(false);
        }
        let tried = (0..2 * RETRY).filter(|_| guesses.is_tried()).count();
        assert_eq!(tried, 2);
        guesses.learn(true);
        assert!(guesses.is_tried());
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
        let ended = Budget {
            end: Some(Instant::now()),
            ..Budget::default()
        };
        assert_eq!(Sampler::default().exhaust(&terms, query, ended), None);
        let halt = crate::Halt::default();
        halt.raise();
        let halted = Budget {
            halt: Some(&halt),
            ..Budget::default()
        };
        assert_eq!(Sampler::default().exhaust(&terms, query, halted), None);
    }
}
