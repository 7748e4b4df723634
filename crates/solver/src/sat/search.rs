//! The search loop: assumptions, decisions inside the cone, restarts, limits.

use std::time::Instant;

use super::clauses::ClauseRef;
use super::solver::{FALSE, OPEN, OUTSIDE, Solver, TRUE};
use super::{Lit, Var};
use crate::Halt;

/// When to give up.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'a> {
    pub conflicts: Option<u64>,
    /// In large instances a single conflict may take very many.
    pub propagations: Option<u64>,
    pub deadline: Option<Instant>,
    pub halt: Option<&'a Halt>,
}

impl Limits<'_> {
    fn is_over(&self) -> bool {
        self.halt.is_some_and(Halt::is_raised)
            || self.deadline.is_some_and(|end| Instant::now() >= end)
    }
}

/// The answer to one query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// [`Solver::value`] gives the cone's variables until the next query.
    Satisfiable,
    /// Assumptions that cannot hold together.
    Unsatisfiable(Vec<Lit>),
    WorkLimit,
    DeadlinePassed,
}

/// How often a clock read is worth it, in conflicts and in decisions.
const CLOCK_EVERY: u64 = 128;

/// Moving averages of LBD that decide about restarts.
struct Pace {
    fast: f64,
    slow: f64,
    since_restart: u32,
}

impl Pace {
    fn new() -> Pace {
        Pace {
            fast: 0.0,
            slow: 0.0,
            since_restart: 0,
        }
    }

    fn learnt(&mut self, lbd: u32) {
        self.fast += (f64::from(lbd) - self.fast) / 32.0;
        self.slow +=
            (f64::from(lbd) - self.slow) / 4096.0_f64.min(f64::from(self.since_restart) + 64.0);
        self.since_restart += 1;
    }

    fn restart_due(&self) -> bool {
        self.since_restart >= 50 && self.fast > 1.2 * self.slow
    }
}

impl Solver {
    /// Are the assumptions satisfiable together with all clauses? `cone` lists distinct variables,
    /// contains the assumptions' variables and is closed under gate inputs.
    pub fn solve(&mut self, assumptions: &[Lit], cone: &[Var], limits: Limits<'_>) -> Outcome {
        self.statistics.solves += 1;
        if self.contradictory {
            return Outcome::Unsatisfiable(Vec::new());
        }
        self.open_cone(cone);
        let outcome = self.search(assumptions, limits);
        self.backtrack(0);
        self.close_cone(cone);
        outcome
    }

    fn open_cone(&mut self, cone: &[Var]) {
        for var in cone {
            if self.values[var.positive().code()] == OUTSIDE {
                self.values[var.positive().code()] = OPEN;
                self.values[var.negative().code()] = OPEN;
            }
        }
        let Solver {
            heap,
            values,
            activity,
            ..
        } = self;
        let open = cone
            .iter()
            .copied()
            .filter(|v| values[v.positive().code()] == OPEN);
        heap.rebuild(open, activity);
    }

    fn close_cone(&mut self, cone: &[Var]) {
        for var in cone {
            if self.values[var.positive().code()] == OPEN {
                self.values[var.positive().code()] = OUTSIDE;
                self.values[var.negative().code()] = OUTSIDE;
            }
        }
    }

    fn search(&mut self, assumptions: &[Lit], limits: Limits<'_>) -> Outcome {
        let mut pace = Pace::new();
        let mut conflicts = 0;
        let mut steps = 0u64;
        let most = limits.propagations.unwrap_or(u64::MAX);
        let most = self.statistics.propagations.saturating_add(most);
        loop {
            if self.statistics.propagations > most {
                return Outcome::WorkLimit;
            }
            if let Some(conflict) = self.propagate() {
                if self.level() == 0 {
                    self.contradictory = true;
                    return Outcome::Unsatisfiable(Vec::new());
                }
                self.learn_from(conflict, &mut pace);
                conflicts += 1;
                if limits.conflicts.is_some_and(|most| conflicts >= most) {
                    return Outcome::WorkLimit;
                }
            } else {
                if pace.restart_due() {
                    self.statistics.restarts += 1;
                    pace.since_restart = 0;
                    pace.fast = pace.slow;
                    self.backtrack(0);
                }
                self.reduce_if_due();
                match self.decide(assumptions) {
                    Decision::Made => {}
                    Decision::Complete => return Outcome::Satisfiable,
                    Decision::AssumptionFails(lit) => {
                        self.final_core(lit);
                        return Outcome::Unsatisfiable(self.core.clone());
                    }
                }
            }
            steps += 1;
            if steps.is_multiple_of(CLOCK_EVERY) && limits.is_over() {
                return Outcome::DeadlinePassed;
            }
        }
    }

    fn learn_from(&mut self, conflict: ClauseRef, pace: &mut Pace) {
        self.statistics.conflicts += 1;
        self.statistics.learnt += 1;
        let (level, lbd) = self.analyze(conflict);
        pace.learnt(lbd);
        self.backtrack(level);
        let learnt = std::mem::take(&mut self.learnt);
        let reason = match learnt.len() {
            1 => ClauseRef::NONE,
            _ => self.attach(&learnt, Some(lbd)),
        };
        self.assign(learnt[0], reason);
        self.learnt = learnt;
    }

    /// Takes the next assumption that does not hold yet, or the most active open variable.
    fn decide(&mut self, assumptions: &[Lit]) -> Decision {
        while (self.level() as usize) < assumptions.len() {
            let lit = assumptions[self.level() as usize];
            match self.values[lit.code()] {
                TRUE => self.open_level(),
                FALSE => return Decision::AssumptionFails(lit),
                _ => {
                    self.open_level();
                    self.assign(lit, ClauseRef::NONE);
                    return Decision::Made;
                }
            }
        }
        while let Some(var) = self.heap.pop(&self.activity) {
            if self.values[var.positive().code()] != OPEN {
                continue;
            }
            self.statistics.decisions += 1;
            self.open_level();
            let lit = var.positive().flip_if(!self.phase[var.index()]);
            self.assign(lit, ClauseRef::NONE);
            return Decision::Made;
        }
        Decision::Complete
    }

    fn open_level(&mut self) {
        self.level_starts.push(self.trail.len() as u32);
    }
}

enum Decision {
    Made,
    /// Every variable of the cone has a value.
    Complete,
    AssumptionFails(Lit),
}
