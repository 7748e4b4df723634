//! Deciding between many possibilities at once.

use crate::{Decision, ErrorKind, Incomplete, Machine, Question, State, Step};
use pleach_solver::{Answer, Branch};
use pleach_term::Term;

impl Machine {
    /// Which of these conditions holds; the caller knows that always exactly one does. Each that
    /// can is a path of its own. Unlike a chain of decisions this does not leave the other
    /// conditions, negated, in the path: that they do not hold follows from the one that does.
    pub fn choose(&mut self, state: &mut State, conditions: &[Term]) -> Step<usize> {
        if let Some(decision) = self.replayed() {
            return self.follow_choice(state, conditions, decision);
        }
        for condition in conditions {
            self.divide(state, *condition, Question::Condition)?;
        }
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
            Branch::True => self.note(Decision::Only(here as u32)),
            Branch::False => unreachable!("it holds for the path's own model"),
            Branch::Both { yes, .. } => {
                if self.may_fork(state) {
                    self.fork_over_others(state, conditions, here);
                }
                self.note(Decision::Way(here as u32));
                state.path = yes;
            }
            Branch::OnlyKnown { pc, reason, .. } => {
                self.note_incomplete(state, Incomplete::SolverUnknown(reason.to_string()));
                self.note(Decision::Way(here as u32));
                state.path = pc;
            }
        }
        Ok(here)
    }

    fn follow_choice(
        &mut self,
        state: &mut State,
        conditions: &[Term],
        decision: Decision,
    ) -> Step<usize> {
        match decision {
            Decision::Only(here) => Ok(here as usize),
            Decision::Way(here) => {
                self.know(state, conditions[here as usize])?;
                Ok(here as usize)
            }
            other => panic!("a choice was expected, recorded is {other:?}"),
        }
    }

    fn fork_over_others(&mut self, state: &mut State, conditions: &[Term], here: usize) {
        for (i, condition) in conditions.iter().enumerate() {
            if i == here {
                continue;
            }
            match self.solver.check(&state.path, *condition) {
                Answer::Sat(path) => {
                    let mut other = self.fork(state, path);
                    other.retries_after(Decision::Way(i as u32));
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
