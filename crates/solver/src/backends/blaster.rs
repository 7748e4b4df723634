//! The own bit-blaster on the own SAT solver: one long-lived instance, assumptions per query.

use pleach_term::{Term, Terms};

use super::{Backend, Budget, Query, Verdict};
use crate::UnknownReason;
use crate::blast::{BlastError, Circuit, TermBits};
use crate::sat::{Limits, Lit, Outcome};

/// A single query may take the instance to this many variables; beyond, it is left to others.
const LARGEST: usize = 400_000;

/// See [`Backend`]. Gates and learnt clauses stay between queries until the instance has grown
/// to `recycle_at` variables.
pub struct Blaster {
    circuit: Circuit,
    bits: TermBits,
    recycle_at: usize,
    recycled: u64,
}

impl Blaster {
    pub fn new(recycle_at: usize) -> Blaster {
        Blaster { circuit: Circuit::new(), bits: TermBits::default(), recycle_at, recycled: 0 }
    }

    /// The number of variables in the instance.
    pub fn size(&self) -> usize {
        self.circuit.size()
    }

    /// Work done by the SAT solver since the instance was started.
    pub fn statistics(&self) -> crate::sat::Statistics {
        self.circuit.sat.statistics()
    }

    fn translate(&mut self, terms: &Terms, query: Query<'_>) -> Result<Vec<Lit>, UnknownReason> {
        let mut lits = Vec::with_capacity(query.constraints.len());
        for &term in query.constraints {
            let word = self.bits.word(terms, &mut self.circuit, term, LARGEST);
            lits.push(word.map_err(|error| match error {
                BlastError::Float => UnknownReason::Unsupported("floating point"),
                BlastError::TooLarge => UnknownReason::Unsupported("arithmetic this wide"),
            })?[0]);
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
            let Some(lits) = self.bits.variable(query.vars[i]) else { return hint };
            // Bits that the constraints turned out not to depend on keep their hint.
            (0..8).fold(0, |byte, k| {
                let var = lits[k].var();
                let known = self.circuit.in_cone(var) || self.circuit.sat.fixed(lits[k]).is_some();
                let bit = if known { self.circuit.sat.value(var) } else { hint >> k & 1 == 1 };
                byte | u8::from(bit) << k
            })
        };
        Verdict::Sat((0..query.vars.len()).map(value).collect())
    }
}

impl Backend for Blaster {
    fn solve(&mut self, terms: &Terms, query: Query<'_>, budget: Budget) -> Verdict {
        if self.circuit.size() >= self.recycle_at {
            self.forget();
            self.recycled += 1;
        }
        let lits = match self.translate(terms, query) {
            Ok(lits) => lits,
            Err(reason) => return Verdict::Unknown(reason),
        };
        if let Some(i) = lits.iter().position(|l| *l == Circuit::FALSE) {
            return Verdict::Unsat(Some([query.constraints[i]].into()));
        }
        self.suggest(query);
        let limits = Limits { conflicts: budget.conflicts, deadline: budget.deadline() };
        match self.circuit.solve(&lits, limits) {
            Outcome::Satisfiable => self.model(query),
            Outcome::Unsatisfiable(core) => {
                let of = |(lit, term): (&Lit, &Term)| core.contains(lit).then_some(*term);
                Verdict::Unsat(Some(lits.iter().zip(query.constraints).filter_map(of).collect()))
            }
            Outcome::ConflictLimit => Verdict::Unknown(UnknownReason::ConflictLimit),
            Outcome::DeadlinePassed => Verdict::Unknown(UnknownReason::TimeLimit),
        }
    }

    fn forget(&mut self) {
        self.circuit = Circuit::new();
        self.bits = TermBits::default();
    }

    fn recycled(&self) -> u64 {
        self.recycled
    }
}
