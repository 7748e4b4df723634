//! The own bit-blaster on the own SAT solver: one long-lived instance, assumptions per query.

use std::sync::Arc;

use pleach_term::{Term, Terms};

use super::sample::{GuessRecord, Sampler};
use super::{Backend, Budget, Query, Verdict};
use crate::blast::{BlastError, Circuit, TermBits};
use crate::sat::{Limits, Lit, Outcome};
use crate::{Effort, UnknownReason};

/// A single query may take the instance to this many variables; beyond, it is left to others.
const LARGEST: usize = 400_000;

/// How a query is worked on: search and guessing by turns, then search alone.
struct Plan {
    /// Conflicts that search may cost before guessing is tried, and how many steps of it then.
    rounds: &'static [(u64, u64)],
    /// Conflicts of the rounds and of the search after them together.
    conflicts: u64,
    /// In each search.
    propagations: Option<u64>,
}

/// Most queries of whole programs are settled within a hundred conflicts, which cost as much as
/// some hundred thousand steps of guessing.
const ROUNDS: &[(u64, u64)] = &[(3, 200_000), (100, 400_000), (1_000, 2_000_000)];

/// The same for queries about this many variables and more: hashes of the input, where even a
/// few conflicts cost more than many guesses.
const LARGE: usize = 20_000;
const LARGE_ROUNDS: &[(u64, u64)] = &[(5, 2_000_000), (100, 20_000_000)];

const QUICK_PROPAGATIONS: u64 = 100_000;
/// Variables that a query may add to the instance: a SHA-256 of the input takes half of it.
const QUICK_GROWTH: usize = 100_000;

impl Plan {
    fn new(budget: Budget<'_>, size: usize) -> Plan {
        let is_large = size >= LARGE;
        let rounds = if is_large { LARGE_ROUNDS } else { ROUNDS };
        let most = budget.conflicts.unwrap_or(u64::MAX);
        let (rounds, conflicts, propagations) = match budget.effort {
            Effort::Quick => (&rounds[..1], 1_000, Some(QUICK_PROPAGATIONS)),
            // The first guesses were made before, and would be the same.
            Effort::Long => (&rounds[1..], 10_000, Some(10 * QUICK_PROPAGATIONS)),
            Effort::Full => (rounds, most, None),
        };
        Plan {
            rounds,
            conflicts: conflicts.min(most),
            propagations,
        }
    }
}

/// See [`Backend`]. Gates and learnt clauses stay between queries until the instance has grown
/// to `recycle_at` variables.
pub struct Blaster {
    circuit: Circuit,
    bits: TermBits,
    sampler: Sampler,
    guesses: GuessRecord,
    recycle_at: usize,
    /// Variables at which the present instance is given up. A query that alone takes it beyond
    /// `recycle_at` moves this, since the queries after it are most likely about the same terms.
    full_at: usize,
    recycled: u64,
}

impl Blaster {
    pub fn new(recycle_at: usize) -> Blaster {
        Blaster {
            circuit: Circuit::new(),
            bits: TermBits::default(),
            sampler: Sampler::default(),
            guesses: GuessRecord::default(),
            recycle_at,
            full_at: recycle_at,
            recycled: 0,
        }
    }

    /// The number of variables in the instance.
    pub fn size(&self) -> usize {
        self.circuit.size()
    }

    /// Work done by the SAT solver since the instance was started.
    pub fn statistics(&self) -> crate::sat::Statistics {
        self.circuit.sat.statistics()
    }

    fn translate(
        &mut self,
        terms: &Terms,
        query: Query<'_>,
        effort: Effort,
    ) -> Result<Vec<Lit>, UnknownReason> {
        let most = match effort {
            Effort::Quick => LARGEST.min(self.circuit.size() + QUICK_GROWTH),
            Effort::Long | Effort::Full => LARGEST,
        };
        let mut lits = Vec::with_capacity(query.constraints.len());
        for &term in query.constraints {
            let word = self.bits.word(terms, &mut self.circuit, term, most);
            lits.push(
                word.map_err(|error| match error {
                    BlastError::Float => UnknownReason::Unsupported("floating point"),
                    BlastError::TooLarge => UnknownReason::TooLarge,
                })?[0],
            );
        }
        Ok(lits)
    }

    /// Starts the search near the hint, which satisfies most of the query.
    fn suggest(&mut self, query: Query<'_>) {
        for (var, value) in query.vars.iter().zip(query.hint) {
            for (i, lit) in self.bits.variable(*var).into_iter().flatten().enumerate() {
                self.circuit.sat.set_phase(lit.var(), value >> i & 1 == 1);
            }
        }
    }

    fn model(&self, query: Query<'_>) -> Verdict {
        let value = |i: usize| {
            let hint = query.hint[i];
            let Some(lits) = self.bits.variable(query.vars[i]) else {
                return hint;
            };
            // Bits that the constraints turned out not to depend on keep their hint.
            (0..8).fold(0, |byte, k| {
                let var = lits[k].var();
                let known = self.circuit.in_cone(var) || self.circuit.sat.fixed(lits[k]).is_some();
                let bit = if known {
                    self.circuit.sat.value(var)
                } else {
                    hint >> k & 1 == 1
                };
                byte | u8::from(bit) << k
            })
        };
        Verdict::Sat((0..query.vars.len()).map(value).collect())
    }
}

impl Backend for Blaster {
    fn solve(&mut self, terms: &Terms, query: Query<'_>, budget: Budget<'_>) -> Verdict {
        if self.circuit.size() >= self.full_at {
            self.forget();
            self.recycled += 1;
        }
        let before = self.circuit.size();
        let lits = match self.translate(terms, query, budget.effort) {
            Ok(lits) => lits,
            Err(reason) => return self.evaluate(terms, query, budget, reason),
        };
        self.full_at = self.full_at.max(2 * (self.circuit.size() - before));
        if let Some(i) = lits.iter().position(|l| *l == Circuit::FALSE) {
            return Verdict::Unsat(Some([query.constraints[i]].into()));
        }
        self.suggest(query);
        match self.search(terms, query, &lits, budget) {
            Found::Guessed(model) => Verdict::Sat(model),
            Found::Searched(Outcome::WorkLimit) if budget.effort == Effort::Quick => {
                Verdict::Unknown(UnknownReason::EffortLimit)
            }
            Found::Searched(outcome) => match self.verdict(query, &lits, outcome) {
                Verdict::Unknown(reason) => self.evaluate(terms, query, budget, reason),
                verdict => verdict,
            },
        }
    }

    fn forget(&mut self) {
        self.circuit = Circuit::new();
        self.bits = TermBits::default();
        self.full_at = self.recycle_at;
    }

    fn recycled(&self) -> u64 {
        self.recycled
    }
}

enum Found {
    Guessed(Arc<[u8]>),
    Searched(Outcome),
}

impl Blaster {
    /// Alternates between search and guessing, then searches with what is left of the budget.
    fn search(
        &mut self,
        terms: &Terms,
        query: Query<'_>,
        lits: &[Lit],
        budget: Budget<'_>,
    ) -> Found {
        let deadline = budget.deadline();
        let plan = Plan::new(budget, self.circuit.cone(lits).len());
        let limits = |conflicts| Limits {
            conflicts: Some(conflicts),
            propagations: plan.propagations,
            deadline,
            halt: budget.halt,
        };
        let mut left = plan.conflicts;
        for &(conflicts, steps) in plan.rounds {
            let conflicts = conflicts.min(left);
            let outcome = self.circuit.solve(lits, limits(conflicts));
            if outcome != Outcome::WorkLimit {
                return Found::Searched(outcome);
            }
            if self.guesses.is_tried() {
                let guess = self.sampler.sample(terms, query, steps);
                self.guesses.learn(guess.is_some());
                if let Some(model) = guess {
                    return Found::Guessed(model);
                }
            }
            left -= conflicts;
            if left == 0 {
                return Found::Searched(Outcome::WorkLimit);
            }
        }
        Found::Searched(self.circuit.solve(lits, limits(left)))
    }

    /// What bits cannot say, evaluation may: all inputs if they are few, else some.
    fn evaluate(
        &mut self,
        terms: &Terms,
        query: Query<'_>,
        budget: Budget<'_>,
        reason: UnknownReason,
    ) -> Verdict {
        if let Some(verdict) = self.sampler.exhaust(terms, query, budget) {
            return verdict;
        }
        // Otherwise it was guessed before.
        let is_untried = matches!(
            reason,
            UnknownReason::Unsupported(_) | UnknownReason::TooLarge
        );
        let guess = is_untried
            .then(|| self.sampler.sample(terms, query, ROUNDS[0].1))
            .flatten();
        let reason = match reason {
            UnknownReason::ConflictLimit | UnknownReason::TooLarge
                if budget.effort < Effort::Full =>
            {
                UnknownReason::EffortLimit
            }
            reason => reason,
        };
        guess.map_or(Verdict::Unknown(reason), Verdict::Sat)
    }

    fn verdict(&self, query: Query<'_>, lits: &[Lit], outcome: Outcome) -> Verdict {
        match outcome {
            Outcome::Satisfiable => self.model(query),
            Outcome::Unsatisfiable(core) => {
                let of = |(lit, term): (&Lit, &Term)| core.contains(lit).then_some(*term);
                Verdict::Unsat(Some(
                    lits.iter().zip(query.constraints).filter_map(of).collect(),
                ))
            }
            Outcome::WorkLimit => Verdict::Unknown(UnknownReason::ConflictLimit),
            Outcome::DeadlinePassed => Verdict::Unknown(UnknownReason::TimeLimit),
        }
    }
}
