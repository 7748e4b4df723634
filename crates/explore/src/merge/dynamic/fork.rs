//! Active forking: a joined state is taken apart again right before a question whose answer its virtual
//! states know, or of which they each know something simpler.

use super::experience::Regrets;
use super::{Counters, NextMeetings};
use super::meanings::{Meanings, Row, Rows, common};
use super::virtual_states::{VirtualState, VirtualStates};
use pleach_interp::{Cell, Divider, Question, Share, State, Value};
use pleach_ir::Module;
use pleach_solver::{Answer, Chain, PathCondition};
use pleach_term::{Evaluator, Term, Terms};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

pub(super) struct ActiveForks {
    pub module: Arc<Module>,
    pub counters: Arc<Counters>,
    pub meetings: Arc<NextMeetings>,
    pub regrets: Regrets,
    /// A planted fault, for the tests that are to find one: what a cell held when the state was joined
    /// counts as its value, whatever was assigned since.
    pub forgets_assignments: bool,
}

impl Divider for ActiveForks {
    fn divide(
        &mut self,
        state: &State,
        about: Term,
        question: Question,
        solver: &mut Chain,
    ) -> Option<Vec<Share>> {
        let whole = VirtualStates::of(state)?;
        let terms = solver.terms().clone();
        let rows = whole.rows();
        let mut meanings = Meanings::new(&terms, &rows, whole.all().len());
        let row = meanings.of(about)?;
        let parts = parts(&terms, &row, question);
        if parts.len() < 2 {
            return None;
        }
        let mut possible: Vec<(Vec<usize>, PathCondition)> = Vec::new();
        for members in parts {
            let mut part = Part {
                state,
                whole,
                members: &members,
                rows: &rows,
                terms: &terms,
                condition: condition(&terms, about, &row, &members),
            };
            match part.path(solver) {
                Answer::Sat(path) => possible.push((members, path)),
                Answer::Unsat => {}
                // It stays what it is, and the question is asked of it as of any other state.
                Answer::Unknown(_) => return None,
            }
        }
        let all: Vec<Vec<usize>> = possible.iter().map(|(members, _)| members.clone()).collect();
        if let Some(join) = whole.join_between(&all)
            && join.was_in_vain(state)
        {
            let later = self.meetings.behind(state, join.occasion.place().depth);
            self.regrets.add(join.occasion, later);
        }
        if std::env::var("DBG").is_ok() {
            let f = state.stack.top();
            eprintln!("FORK {} pc {} depth {} vs {} parts {:?} {:?} path {} -> {:?} ins {} join {:?}", self.module.functions[f.function.index()].name, f.pc, state.stack.depth(), whole.all().len(), possible.iter().map(|p| p.0.len()).collect::<Vec<_>>(), question, state.path.len(), possible.iter().map(|p| p.1.len()).collect::<Vec<_>>(), state.instructions, whole.join_between(&all).map(|j| (j.instructions, j.occasion.place())));
        }
        self.counters.active_forks.fetch_add(1, Relaxed);
        let made = possible.len().saturating_sub(1) as u64;
        self.counters.forked_actively.fetch_add(made, Relaxed);
        let cells = match self.forgets_assignments {
            false => whole.candidates(&self.module, state),
            true => whole.remembered(),
        };
        let cells: Vec<(Cell, Row)> = cells
            .into_iter()
            .filter_map(|(cell, term)| Some((cell, meanings.of(term)?)))
            .collect();
        let share = |(members, path): (Vec<usize>, PathCondition)| {
            let mut extensions = state.extensions.fork();
            *extensions.get_or_insert_with(VirtualStates::default) = whole.only(&members);
            let known = cells.iter().filter_map(|(cell, row)| {
                let meaning = common(row, &members)?;
                Some((*cell, Value::from_term(&terms, meaning)))
            });
            Share {
                path,
                values: known.collect(),
                extensions,
            }
        };
        Some(possible.into_iter().map(share).collect())
    }
}

/// Virtual states that a question is the same for. For a condition that is those that answer it alike;
/// where none of its virtual states knows the answer, nothing is gained. An address or a number is better
/// asked for one by one in any case.
fn parts(terms: &Terms, row: &Row, question: Question) -> Vec<Vec<usize>> {
    let mut parts: Vec<(Option<Term>, Vec<usize>)> = Vec::new();
    for (i, meaning) in row.iter().enumerate() {
        let is_known = question == Question::Value || terms.is_const(*meaning);
        let key = is_known.then_some(*meaning);
        match parts.iter_mut().find(|(known, _)| *known == key) {
            Some((_, members)) => members.push(i),
            None => parts.push((key, vec![i])),
        }
    }
    parts.into_iter().map(|(_, members)| members).collect()
}

/// Some of the virtual states of a state, that are to be a state of their own.
struct Part<'a> {
    state: &'a State,
    whole: &'a VirtualStates,
    members: &'a [usize],
    rows: &'a Rows,
    terms: &'a Terms,
    /// Tells it from the others, where there is something simpler than what its members are.
    condition: Option<Term>,
}

/// Where the question has this answer, if it is one. The parts then exclude each other in so many words,
/// and nothing is left of this when they are joined again.
fn condition(terms: &Terms, about: Term, row: &Row, members: &[usize]) -> Option<Term> {
    let answer = common(row, members).filter(|answer| terms.is_const(*answer))?;
    let is_elsewhere = |(i, meaning): (usize, &Term)| {
        members.contains(&i) || (terms.is_const(*meaning) && *meaning != answer)
    };
    let is_exact = row.iter().enumerate().all(is_elsewhere);
    is_exact.then(|| terms.eq(about, answer))
}

impl Part<'_> {
    fn path(&mut self, solver: &mut Chain) -> Answer {
        let since = self.state.path.since(self.whole.joined_at());
        let virtual_state = |i: &usize| &self.whole.all()[*i];
        if let [only] = self.members
            && let alone = virtual_state(only)
            && let Some(path) = alone.witness.as_ref().filter(|_| alone.is_whole)
        {
            return self.restored(*only, path, &since, solver);
        }
        let condition = self.condition.unwrap_or_else(|| {
            let either = |all, state: &VirtualState| {
                self.terms.or(all, state.condition.term(self.terms))
            };
            let states = self.members.iter().map(virtual_state);
            states.fold(self.terms.fls(), either)
        });
        let mut evaluator = Evaluator::new();
        let mut holds = |path: &PathCondition, term: Term| {
            path.eval(self.terms, &mut evaluator, term).is_one()
        };
        let mut witnesses = self.members.iter().filter_map(|i| virtual_state(i).witness.as_ref());
        let witness = witnesses.find(|witness| {
            holds(witness, condition) && since.iter().all(|term| holds(witness, *term))
        });
        match witness {
            Some(witness) => {
                Answer::Sat(solver.adopt_under(&self.state.path, condition, witness))
            }
            None => solver.check(&self.state.path, condition),
        }
    }

    /// The path that a state had when it was joined, and what the joined state learned since, which is
    /// simpler where it is known which of the joined states it is.
    fn restored(
        &self,
        only: usize,
        path: &PathCondition,
        since: &[Term],
        solver: &mut Chain,
    ) -> Answer {
        let count = self.whole.all().len();
        let mut meanings = Meanings::new(self.terms, self.rows, count);
        let learned: Vec<Term> = since
            .iter()
            .map(|term| meanings.of(*term).map_or(*term, |row| row[only]))
            .collect();
        match learned.is_empty() {
            true => Answer::Sat(path.clone()),
            false => solver.check_all(path, &learned),
        }
    }
}
