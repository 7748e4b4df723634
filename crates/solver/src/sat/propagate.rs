//! Unit propagation with two watched literals.

use super::Lit;
use super::clauses::ClauseRef;
use super::solver::{FALSE, OPEN, Solver, TRUE, Watch};

impl Solver {
    /// Propagates at level 0, over all variables. Returns the conflicting clause, if any.
    pub(super) fn propagate_all(&mut self) -> Option<ClauseRef> {
        debug_assert!(self.level_starts.is_empty());
        self.propagate_where::<true>()
    }

    /// Propagates inside the cone. At level 0 it must be [`Self::propagate_all`]: what is missed
    /// there would never be noticed again, whereas above it backtracking restores the watches.
    pub(super) fn propagate(&mut self) -> Option<ClauseRef> {
        if self.level_starts.is_empty() {
            self.propagate_all()
        } else {
            self.propagate_where::<false>()
        }
    }

    fn propagate_where<const ALL: bool>(&mut self) -> Option<ClauseRef> {
        while self.propagated < self.trail.len() {
            let lit = self.trail[self.propagated];
            self.propagated += 1;
            self.statistics.propagations += 1;
            let conflict = self.visit_watches::<ALL>(!lit);
            if conflict.is_some() {
                self.propagated = self.trail.len();
                return conflict;
            }
        }
        None
    }

    /// Visits the clauses that watch `lit`, which has just become false.
    fn visit_watches<const ALL: bool>(&mut self, lit: Lit) -> Option<ClauseRef> {
        let mut watches = std::mem::take(&mut self.watches[lit.code()]);
        let mut kept = 0;
        let mut conflict = None;
        let mut i = 0;
        while i < watches.len() {
            let watch = watches[i];
            i += 1;
            let blocker = watch.blocker();
            let value = self.values[blocker.code()];
            let skip = if ALL { value == TRUE } else { value > OPEN };
            if skip {
                watches[kept] = watch;
                kept += 1;
                continue;
            }
            let implied = if watch.is_binary() {
                watches[kept] = watch;
                blocker
            } else {
                match self.rewatch::<ALL>(watch.clause, lit) {
                    Rewatch::Moved => continue,
                    Rewatch::Satisfied(first) => {
                        watches[kept] = Watch::new(watch.clause, first, false);
                        kept += 1;
                        continue;
                    }
                    Rewatch::Unit(first) => {
                        watches[kept] = Watch::new(watch.clause, first, false);
                        first
                    }
                }
            };
            kept += 1;
            if self.values[implied.code()] == FALSE {
                conflict = Some(watch.clause);
                break;
            }
            self.assign(implied, watch.clause);
        }
        if kept < i {
            watches.copy_within(i.., kept);
            watches.truncate(watches.len() - (i - kept));
        }
        self.watches[lit.code()] = watches;
        conflict
    }

    fn rewatch<const ALL: bool>(&mut self, clause: ClauseRef, lit: Lit) -> Rewatch {
        let codes = self.clauses.codes_mut(clause);
        let own = lit.code() as u32;
        if codes[0] == own {
            codes.swap(0, 1);
        }
        let first = codes[0];
        let value = self.values[first as usize];
        if if ALL { value == TRUE } else { value > OPEN } {
            return Rewatch::Satisfied(Lit::from_code(first));
        }
        for k in 2..codes.len() {
            if self.values[codes[k] as usize] != FALSE {
                codes.swap(1, k);
                let new = codes[1] as usize;
                self.watches[new].push(Watch::new(clause, Lit::from_code(first), false));
                return Rewatch::Moved;
            }
        }
        Rewatch::Unit(Lit::from_code(first))
    }
}

/// What became of a clause whose watched literal turned false.
enum Rewatch {
    /// Another literal is watched instead.
    Moved,
    /// The other watched literal needs no attention.
    Satisfied(Lit),
    /// All but this literal are false.
    Unit(Lit),
}
