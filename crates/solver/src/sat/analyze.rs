//! Conflict analysis: first unique implication point, minimisation, final core.

use super::clauses::ClauseRef;
use super::solver::Solver;
use super::{Lit, Var};

const ACTIVITY_LIMIT: f64 = 1e100;
const ACTIVITY_DECAY: f64 = 0.95;

impl Solver {
    /// Turns a conflict into a learnt clause in `self.learnt`, its asserting literal first and a
    /// literal of the level to return to second. Returns that level and the clause's LBD.
    pub(super) fn analyze(&mut self, conflict: ClauseRef) -> (u32, u32) {
        self.learnt.clear();
        self.learnt.push(Lit::from_code(0));
        let level = self.level();
        let mut clause = conflict;
        let mut implied: Option<Lit> = None;
        let mut at = self.trail.len();
        let mut open = 0;
        let uip = loop {
            open += self.resolve_with(clause, implied, level);
            loop {
                at -= 1;
                if self.seen[self.trail[at].var().index()] {
                    break;
                }
            }
            let lit = self.trail[at];
            self.seen[lit.var().index()] = false;
            open -= 1;
            if open == 0 {
                break lit;
            }
            clause = self.assigned[lit.var().index()].reason;
            implied = Some(lit);
        };
        self.learnt[0] = !uip;
        self.minimise();
        self.decay_activity();
        (self.place_second_watch(), self.lbd())
    }

    /// Marks the clause's literals; returns how many of them are of the conflict's level.
    fn resolve_with(&mut self, clause: ClauseRef, implied: Option<Lit>, level: u32) -> u32 {
        let mut found = 0;
        for i in 0..self.clauses.len(clause) {
            let lit = self.clauses.lit(clause, i);
            let var = lit.var();
            if Some(lit) == implied || self.seen[var.index()] {
                continue;
            }
            let of = self.assigned[var.index()].level;
            if of == 0 {
                continue;
            }
            self.seen[var.index()] = true;
            self.bump(var);
            if of == level {
                found += 1;
            } else {
                self.learnt.push(lit);
            }
        }
        if self.clauses.is_learnt(clause) && self.clauses.lbd(clause) > 2 {
            let lbd = self.lbd_of_clause(clause);
            if lbd < self.clauses.lbd(clause) {
                self.clauses.set_lbd(clause, lbd);
            }
        }
        found
    }

    /// Removes literals that the others imply, and clears the marks.
    fn minimise(&mut self) {
        let mut learnt = std::mem::take(&mut self.learnt);
        self.to_clear.clear();
        self.to_clear.extend_from_slice(&learnt[1..]);
        let levels = learnt[1..]
            .iter()
            .fold(0u64, |set, l| set | self.level_bit(*l));
        let mut kept = 1;
        for i in 1..learnt.len() {
            let lit = learnt[i];
            if !self.is_implied(lit, levels) {
                learnt[kept] = lit;
                kept += 1;
            }
        }
        learnt.truncate(kept);
        for lit in self.to_clear.drain(..) {
            self.seen[lit.var().index()] = false;
        }
        self.learnt = learnt;
    }

    fn level_bit(&self, lit: Lit) -> u64 {
        1 << (self.assigned[lit.var().index()].level & 63)
    }

    /// Is the literal false because of other marked literals alone? Marks what it proves on the way.
    fn is_implied(&mut self, lit: Lit, levels: u64) -> bool {
        if self.assigned[lit.var().index()].reason == ClauseRef::NONE {
            return false;
        }
        let undo = self.to_clear.len();
        self.stack.clear();
        self.stack.push(lit);
        while let Some(top) = self.stack.pop() {
            let reason = self.assigned[top.var().index()].reason;
            for i in 0..self.clauses.len(reason) {
                let other = self.clauses.lit(reason, i);
                let var = other.var();
                let info = self.assigned[var.index()];
                if var == top.var() || info.level == 0 || self.seen[var.index()] {
                    continue;
                }
                if info.reason == ClauseRef::NONE || self.level_bit(other) & levels == 0 {
                    for marked in self.to_clear.drain(undo..) {
                        self.seen[marked.var().index()] = false;
                    }
                    return false;
                }
                self.seen[var.index()] = true;
                self.to_clear.push(other);
                self.stack.push(other);
            }
        }
        true
    }

    fn place_second_watch(&mut self) -> u32 {
        let mut back = 0;
        for i in 1..self.learnt.len() {
            let level = self.assigned[self.learnt[i].var().index()].level;
            if level > back {
                back = level;
                self.learnt.swap(1, i);
            }
        }
        back
    }

    /// Number of distinct decision levels in the learnt clause.
    fn lbd(&mut self) -> u32 {
        self.stamp += 1;
        let mut count = 0;
        for i in 0..self.learnt.len() {
            count += self.stamp_level(self.learnt[i].var());
        }
        count
    }

    fn lbd_of_clause(&mut self, clause: ClauseRef) -> u32 {
        self.stamp += 1;
        let mut count = 0;
        for i in 0..self.clauses.len(clause) {
            let var = self.clauses.lit(clause, i).var();
            count += self.stamp_level(var);
        }
        count
    }

    fn stamp_level(&mut self, var: Var) -> u32 {
        let level = self.assigned[var.index()].level as usize;
        if level >= self.level_stamp.len() {
            self.level_stamp.resize(level + 1, 0);
        }
        if self.level_stamp[level] == self.stamp {
            return 0;
        }
        self.level_stamp[level] = self.stamp;
        1
    }

    fn bump(&mut self, var: Var) {
        self.activity[var.index()] += self.activity_step;
        if self.activity[var.index()] > ACTIVITY_LIMIT {
            for activity in &mut self.activity {
                *activity /= ACTIVITY_LIMIT;
            }
            self.activity_step /= ACTIVITY_LIMIT;
        }
        self.heap.raised(var, &self.activity);
    }

    fn decay_activity(&mut self) {
        self.activity_step /= ACTIVITY_DECAY;
    }

    /// The assumptions that force `failed` (an assumption) to be false, `failed` included.
    pub(super) fn final_core(&mut self, failed: Lit) {
        self.core.clear();
        self.core.push(failed);
        if self.level_starts.is_empty() {
            return;
        }
        self.seen[failed.var().index()] = true;
        let first = self.level_starts[0] as usize;
        for i in (first..self.trail.len()).rev() {
            let lit = self.trail[i];
            if !std::mem::take(&mut self.seen[lit.var().index()]) {
                continue;
            }
            let reason = self.assigned[lit.var().index()].reason;
            if reason == ClauseRef::NONE {
                // Only assumptions are decided when a core is asked for.
                if lit != failed {
                    self.core.push(lit);
                }
                continue;
            }
            for k in 0..self.clauses.len(reason) {
                let var = self.clauses.lit(reason, k).var();
                if var != lit.var() && self.assigned[var.index()].level > 0 {
                    self.seen[var.index()] = true;
                }
            }
        }
        self.seen[failed.var().index()] = false;
    }
}
