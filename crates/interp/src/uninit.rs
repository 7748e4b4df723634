//! Uninitialised memory (`--check uninit`). A byte that nobody has written is
//! a variable of a reserved name. Copying it around is fine; a decision or an
//! address that really depends on it is an error.

use crate::{Decision, End, Ended, ErrorKind, Incomplete, Interrupt, Machine, State, Step};
use pleach_solver::Answer;
use pleach_term::{Term, Terms, VarId};

/// Name of the variables that stand for bytes never written.
pub(crate) const UNINITIALISED: &str = "uninitialised";
/// Name of their doubles: what the same bytes might hold instead.
const OTHERWISE: &str = "uninitialised otherwise";

impl Machine {
    /// A term that something is decided on, free of uninitialised bytes. Inputs
    /// for which it depends on them end as an error; the state goes on with the others.
    pub(crate) fn initialised(&mut self, state: &mut State, term: Term, what: &str) -> Step<Term> {
        if !self.config.checks.uninit {
            return Ok(term);
        }
        let unset: Vec<VarId> = self.uninitialised_in(term);
        if unset.is_empty() {
            return Ok(term);
        }
        let t = &self.terms;
        let fixed = |byte: u8| t.substitute(term, |v| unset.contains(&v).then_some(byte));
        let (zero, ones) = (fixed(0), fixed(0xff));
        let double = |v: VarId| t.var(t.input(OTHERWISE, v.0, 1).first);
        let otherwise = t.replace(term, |v| unset.contains(&v).then(|| double(v)));
        let (differs, same, apart) = (t.ne(term, otherwise), t.eq(zero, ones), t.ne(zero, ones));
        if let Some(decision) = self.replayed() {
            return match decision {
                Decision::Implied(_) => Ok(zero),
                Decision::Taken(true) => self.know(state, same).map(|()| zero),
                Decision::Taken(false) => {
                    self.know(state, differs)?;
                    Err(Interrupt::End(self.depends(state, what)))
                }
                other => panic!("an answer was expected, recorded is {other:?}"),
            };
        }
        match self.solver.check(&state.path, differs) {
            Answer::Unsat => {
                self.note(Decision::Implied(true));
                Ok(zero)
            }
            Answer::Unknown(reason) => {
                self.note_incomplete(state, Incomplete::SolverUnknown(reason.to_string()));
                self.note(Decision::Implied(true));
                Ok(zero)
            }
            Answer::Sat(failing) => {
                let end = self.depends(state, what);
                // Whether all zeroes and all ones agree tells the good inputs from the bad ones,
                // unless they always do.
                let splits = self.solver.check(&state.path, apart).is_sat();
                match self.solver.check(&state.path, same) {
                    Answer::Sat(good) if splits => {
                        let mut failed = self.fork(state, failing);
                        failed.note_decision(Decision::Taken(false));
                        self.ended.push(Ended { state: failed, end });
                        self.note(Decision::Taken(true));
                        state.path = good;
                        Ok(zero)
                    }
                    _ => {
                        self.note(Decision::Taken(false));
                        state.path = failing;
                        Err(Interrupt::End(end))
                    }
                }
            }
        }
    }

    fn depends(&self, state: &State, what: &str) -> End {
        let message = format!("{what} depends on an uninitialised value");
        End::Error(Box::new(self.finding(
            state,
            ErrorKind::Uninitialised,
            message,
        )))
    }

    pub(crate) fn uninitialised_in(&self, term: Term) -> Vec<VarId> {
        unset_variables(&self.terms, term)
    }
}

/// The bytes that were never written, among those that a term depends on.
pub fn unset_variables(terms: &Terms, term: Term) -> Vec<VarId> {
    let vars = terms.vars(term).iter().copied();
    vars.filter(|v| &*terms.var_name(*v).name == UNINITIALISED)
        .collect()
}
