//! Deciding between many possibilities at once.

use crate::{ErrorKind, Incomplete, Machine, State, Step};
use pleach_solver::{Answer, Branch};
use pleach_term::Term;

impl Machine {
    /// Which of these conditions holds; the caller knows that always exactly one does. Each that
    /// can is a path of its own. Unlike a chain of decisions this does not leave the other
    /// conditions, negated, in the path: that they do not hold follows from the one that does.
    pub fn choose(&mut self, state: &mut State, conditions: &[Term]) -> Step<usize> {
        let holds = |(i, c): (usize, &Term)| {
            let value = state.path.eval(&self.terms, &mut self.evaluator, *c);
            value.is_one().then_some(i)
        };
        let holding: Vec<usize> = conditions.iter().enumerate().filter_map(holds).collect();
        let [here] = holding[..] else {
            let message = format!(
                "{} of several conditions hold instead of one",
                holding.len()
            );
            return self.fail(state, ErrorKind::Internal, message);
        };
        match self.solver.branch(&state.path, conditions[here]) {
            Branch::True => {}
            Branch::False => unreachable!("it holds for the path's own model"),
            Branch::Both { yes, .. } => {
                if self.may_fork(state) {
                    self.fork_over_others(state, conditions, here);
                }
                state.path = yes;
            }
            Branch::OnlyKnown { pc, reason, .. } => {
                self.note_incomplete(state, Incomplete::SolverUnknown(reason.to_string()));
                state.path = pc;
            }
        }
        Ok(here)
    }

    fn fork_over_others(&mut self, state: &mut State, conditions: &[Term], here: usize) {
        for (i, condition) in conditions.iter().enumerate() {
            if i == here {
                continue;
            }
            match self.solver.check(&state.path, *condition) {
                Answer::Sat(path) => {
                    let other = self.fork(state, path);
                    self.forked.push(other);
                }
                Answer::Unsat => {}
                Answer::Unknown(reason) => {
                    self.note_incomplete(state, Incomplete::SolverUnknown(reason.to_string()));
                }
            }
        }
    }
}
