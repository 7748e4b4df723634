//! Forgetting learnt clauses.

use super::clauses::ClauseRef;
use super::solver::Solver;

/// Clauses spanning at most this many levels are kept for good.
const KEEP_LBD: u32 = 2;

impl Solver {
    /// Forgets the worse half of the learnt clauses when there are many.
    pub(super) fn reduce_if_due(&mut self) {
        if self.learnts.len() < self.next_reduce {
            return;
        }
        let mut learnts = std::mem::take(&mut self.learnts);
        // Stable: among equals the older goes first, the same in every run.
        learnts.sort_by_key(|c| std::cmp::Reverse(self.clauses.lbd(*c)));
        let half = learnts.len() / 2;
        for (i, &clause) in learnts.iter().enumerate() {
            let forget = i < half
                && self.clauses.lbd(clause) > KEEP_LBD
                && self.clauses.len(clause) > 2
                && !self.is_reason(clause);
            if forget {
                self.clauses.delete(clause);
            }
        }
        learnts.retain(|c| !self.clauses.is_deleted(*c));
        self.next_reduce = learnts.len() + 2000;
        self.learnts = learnts;
        let clauses = &self.clauses;
        for list in &mut self.watches {
            list.retain(|w| !clauses.is_deleted(w.clause));
        }
        if self.clauses.worth_compacting() {
            self.compact();
        }
    }

    fn is_reason(&self, clause: ClauseRef) -> bool {
        // Propagation keeps the implied literal of a long clause in front.
        let lit = self.clauses.lit(clause, 0);
        self.values[lit.code()] == super::solver::TRUE
            && self.assigned[lit.var().index()].reason == clause
    }

    fn compact(&mut self) {
        let forwarding = self.clauses.compact();
        let moved = |at: &mut ClauseRef| {
            if *at != ClauseRef::NONE {
                *at = forwarding.of(*at).unwrap_or(ClauseRef::NONE);
            }
        };
        for watch in self.watches.iter_mut().flatten() {
            moved(&mut watch.clause);
        }
        self.learnts.iter_mut().for_each(moved);
        for lit in &self.trail {
            moved(&mut self.assigned[lit.var().index()].reason);
        }
    }
}
