//! The solver's state and how variables and clauses enter it.

use super::clauses::{ClauseRef, Clauses};
use super::heap::Heap;
use super::{Lit, Var};

/// Value of a literal. `OUTSIDE` marks an unassigned variable outside the current cone: above
/// level 0 it counts as a literal that can always be made true, so clauses holding one are
/// skipped. Positive values therefore all mean "this clause needs no attention".
pub(super) const FALSE: i8 = -1;
pub(super) const OPEN: i8 = 0;
pub(super) const TRUE: i8 = 1;
pub(super) const OUTSIDE: i8 = 2;

/// A clause seen from one of its two watched literals.
#[derive(Clone, Copy)]
pub(super) struct Watch {
    pub clause: ClauseRef,
    /// Another literal of the clause: when it holds, the clause need not be read. For a binary
    /// clause it is the other literal, and the clause is never read.
    pub blocker: u32,
}

const BINARY: u32 = 1 << 31;

impl Watch {
    pub fn new(clause: ClauseRef, blocker: Lit, binary: bool) -> Watch {
        let code = blocker.code() as u32;
        Watch {
            clause,
            blocker: if binary { code | BINARY } else { code },
        }
    }

    pub fn blocker(self) -> Lit {
        Lit::from_code(self.blocker & !BINARY)
    }

    pub fn is_binary(self) -> bool {
        self.blocker & BINARY != 0
    }
}

#[derive(Clone, Copy)]
pub(super) struct Assigned {
    pub level: u32,
    pub reason: ClauseRef,
}

/// Work done since the solver was created.
#[derive(Clone, Copy, Default, Debug)]
pub struct Statistics {
    pub solves: u64,
    pub conflicts: u64,
    pub decisions: u64,
    pub propagations: u64,
    pub restarts: u64,
    pub learnt: u64,
}

/// An incremental CDCL solver; see the module's text for the contract about cones.
pub struct Solver {
    pub(super) clauses: Clauses,
    pub(super) watches: Vec<Vec<Watch>>,
    pub(super) values: Vec<i8>,
    pub(super) assigned: Vec<Assigned>,
    pub(super) phase: Vec<bool>,
    pub(super) activity: Vec<f64>,
    pub(super) activity_step: f64,
    pub(super) heap: Heap,
    pub(super) trail: Vec<Lit>,
    pub(super) level_starts: Vec<u32>,
    pub(super) propagated: usize,
    pub(super) learnts: Vec<ClauseRef>,
    pub(super) next_reduce: usize,
    /// The clauses contradict each other: every query is unsatisfiable.
    pub(super) contradictory: bool,
    // Scratch of conflict analysis.
    pub(super) seen: Vec<bool>,
    pub(super) to_clear: Vec<Lit>,
    pub(super) learnt: Vec<Lit>,
    pub(super) stack: Vec<Lit>,
    pub(super) level_stamp: Vec<u32>,
    pub(super) stamp: u32,
    pub(super) core: Vec<Lit>,
    pub(super) statistics: Statistics,
}

impl Default for Solver {
    fn default() -> Self {
        Solver::new()
    }
}

impl Solver {
    pub fn new() -> Solver {
        Solver {
            clauses: Clauses::default(),
            watches: Vec::new(),
            values: Vec::new(),
            assigned: Vec::new(),
            phase: Vec::new(),
            activity: Vec::new(),
            activity_step: 1.0,
            heap: Heap::default(),
            trail: Vec::new(),
            level_starts: Vec::new(),
            propagated: 0,
            learnts: Vec::new(),
            next_reduce: 2000,
            contradictory: false,
            seen: Vec::new(),
            to_clear: Vec::new(),
            learnt: Vec::new(),
            stack: Vec::new(),
            level_stamp: Vec::new(),
            stamp: 0,
            core: Vec::new(),
            statistics: Statistics::default(),
        }
    }

    pub fn new_var(&mut self) -> Var {
        let var = Var(self.assigned.len() as u32);
        self.watches.push(Vec::new());
        self.watches.push(Vec::new());
        self.values.extend([OUTSIDE, OUTSIDE]);
        self.assigned.push(Assigned {
            level: 0,
            reason: ClauseRef::NONE,
        });
        self.phase.push(false);
        self.activity.push(0.0);
        self.seen.push(false);
        self.heap.grow(self.assigned.len());
        var
    }

    pub fn variables(&self) -> usize {
        self.assigned.len()
    }

    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    /// The value that the variable is tried with first.
    pub fn set_phase(&mut self, var: Var, value: bool) {
        self.phase[var.index()] = value;
    }

    /// The literal's value if the clauses alone fix it.
    pub fn fixed(&self, lit: Lit) -> Option<bool> {
        let value = self.values[lit.code()];
        let known = value == TRUE || value == FALSE;
        (known && self.assigned[lit.var().index()].level == 0).then_some(value == TRUE)
    }

    /// The variable's value in the last model, if it was in that query's cone.
    pub fn value(&self, var: Var) -> bool {
        // Undoing the assignments saved them as phases.
        self.fixed(var.positive())
            .unwrap_or(self.phase[var.index()])
    }

    /// Adds a clause. Call it between queries only.
    pub fn add_clause(&mut self, lits: &[Lit]) {
        debug_assert!(self.level_starts.is_empty());
        let mut kept: Vec<Lit> = Vec::with_capacity(lits.len());
        for &lit in lits {
            match self.values[lit.code()] {
                TRUE => return,
                FALSE => {}
                _ if kept.contains(&!lit) => return,
                _ if kept.contains(&lit) => {}
                _ => kept.push(lit),
            }
        }
        match kept.as_slice() {
            [] => self.contradictory = true,
            [unit] => {
                self.assign(*unit, ClauseRef::NONE);
                self.contradictory |= self.propagate_all().is_some();
            }
            _ => {
                self.attach(&kept, None);
            }
        }
    }

    /// Stores a clause of at least two literals and watches its first two.
    pub(super) fn attach(&mut self, lits: &[Lit], learnt_lbd: Option<u32>) -> ClauseRef {
        let at = self.clauses.add(lits, learnt_lbd);
        let binary = lits.len() == 2;
        self.watches[lits[0].code()].push(Watch::new(at, lits[1], binary));
        self.watches[lits[1].code()].push(Watch::new(at, lits[0], binary));
        if learnt_lbd.is_some() {
            self.learnts.push(at);
        }
        at
    }

    pub(super) fn level(&self) -> u32 {
        self.level_starts.len() as u32
    }

    pub(super) fn assign(&mut self, lit: Lit, reason: ClauseRef) {
        self.values[lit.code()] = TRUE;
        self.values[(!lit).code()] = FALSE;
        self.assigned[lit.var().index()] = Assigned {
            level: self.level(),
            reason,
        };
        self.trail.push(lit);
    }

    /// Undoes all assignments above `level`. They are all inside the cone.
    pub(super) fn backtrack(&mut self, level: u32) {
        if self.level() <= level {
            return;
        }
        let keep = self.level_starts[level as usize] as usize;
        for i in (keep..self.trail.len()).rev() {
            let lit = self.trail[i];
            self.values[lit.code()] = OPEN;
            self.values[(!lit).code()] = OPEN;
            self.phase[lit.var().index()] = !lit.is_negative();
            self.heap.insert(lit.var(), &self.activity);
        }
        self.trail.truncate(keep);
        self.level_starts.truncate(level as usize);
        self.propagated = keep;
    }
}
