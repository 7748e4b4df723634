//! Active forking: a joined state is taken apart again right before a question whose answer its virtual
//! states know, or of which they each know something simpler.

use super::experience::Regrets;
use super::numbers::Numbers;
use super::own_path::OwnPath;
use super::simpler::Simpler;
use super::virtual_states::{VirtualState, VirtualStates};
use super::{Counters, NextMeetings};
use pleach_interp::{Divider, Question, Share, State, Value};
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
        let mut numbers = Numbers::new(&terms, whole.rows(), whole.all().len());
        let answers = match (numbers.of(about), question) {
            (Some(row), _) => row.iter().map(|n| n.map(Answered::Number)).collect(),
            (None, Question::Value) => whole.each_simpler(about, &terms)?,
            (None, Question::Condition) => return None,
        };
        let parts = parts(&answers);
        if parts.len() < 2 {
            return None;
        }
        let mut possible: Vec<(Vec<usize>, PathCondition)> = Vec::new();
        for members in parts {
            let mut part = Part {
                state,
                whole,
                members: &members,
                terms: &terms,
                condition: condition(&terms, about, &answers, &members),
            };
            match part.path(solver) {
                Answer::Sat(path) => possible.push((members, path)),
                Answer::Unsat => {}
                // It stays what it is, and the question is asked of it as of any other state.
                Answer::Unknown(_) => return None,
            }
        }
        let all: Vec<Vec<usize>> = possible
            .iter()
            .map(|(members, _)| members.clone())
            .collect();
        if let Some(join) = whole.join_between(&all) {
            if possible.len() > 1 {
                self.counters.undone.lock().insert(join.number);
            }
            if join.was_in_vain(state) {
                let later = self.meetings.behind(state, join.occasion.place());
                self.regrets.add(join.occasion, later);
            }
        }
        self.counters.active_forks.fetch_add(1, Relaxed);
        let made = possible.len().saturating_sub(1) as u64;
        self.counters.forked_actively.fetch_add(made, Relaxed);
        let cells = match self.forgets_assignments {
            false => whole.candidates(&self.module, state),
            true => whole.remembered(),
        };
        let share = |(members, path): (Vec<usize>, PathCondition)| {
            let mut extensions = state.extensions.fork();
            *extensions.get_or_insert_with(VirtualStates::default) = whole.only(&members);
            let mut simpler = Simpler::new(&terms, whole.rows(), &members);
            let changed = cells.iter().filter_map(|(cell, term)| {
                let now = simpler.of(*term);
                let is_changed = now != *term || self.forgets_assignments;
                is_changed.then(|| (*cell, Value::from_term(&terms, now)))
            });
            let known = changed.collect();
            Share {
                path,
                values: known,
                extensions,
            }
        };
        Some(possible.into_iter().map(share).collect())
    }
}

/// What a question is answered with in a virtual state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Answered {
    Number(u64),
    /// It is as hard there, but another question.
    Term(Term),
}

/// Virtual states in which a question has the same answer; those that do not know it are together.
fn parts(answers: &[Option<Answered>]) -> Vec<Vec<usize>> {
    let mut parts: Vec<(Option<Answered>, Vec<usize>)> = Vec::new();
    for (i, answer) in answers.iter().enumerate() {
        match parts.iter_mut().find(|(known, _)| known == answer) {
            Some((_, members)) => members.push(i),
            None => parts.push((*answer, vec![i])),
        }
    }
    parts.into_iter().map(|(_, members)| members).collect()
}

/// Some of the virtual states of a state, that are to be a state of their own.
struct Part<'a> {
    state: &'a State,
    whole: &'a VirtualStates,
    members: &'a [usize],
    terms: &'a Terms,
    /// Tells it from the others, where there is something simpler than what its members are.
    condition: Option<Term>,
}

/// Where the question has this answer, if it is one. The parts then exclude each other in so many words,
/// and nothing is left of this when they are joined again.
fn condition(
    terms: &Terms,
    about: Term,
    answers: &[Option<Answered>],
    members: &[usize],
) -> Option<Term> {
    let Some(Answered::Number(number)) = answers[members[0]] else {
        return None;
    };
    let is_number = |answer: &Option<Answered>| matches!(answer, Some(Answered::Number(_)));
    answers.iter().all(is_number).then(|| {
        let number = terms.constant(terms.width(about), number);
        terms.eq(about, number)
    })
}

impl Part<'_> {
    fn path(&mut self, solver: &mut Chain) -> Answer {
        let since = self.state.path.since(self.whole.joined_at());
        let virtual_state = |i: &usize| &self.whole.all()[*i];
        if let [only] = self.members
            && let Some(path) = &virtual_state(only).path
        {
            return self.restored(*only, path, &since, solver);
        }
        let condition = self.condition.unwrap_or_else(|| {
            let either =
                |all, state: &VirtualState| self.terms.or(all, state.condition.term(self.terms));
            let states = self.members.iter().map(virtual_state);
            states.fold(self.terms.fls(), either)
        });
        let mut evaluator = Evaluator::new();
        let mut holds =
            |path: &PathCondition, term: Term| path.eval(self.terms, &mut evaluator, term).is_one();
        let mut witnesses = self
            .members
            .iter()
            .filter_map(|i| virtual_state(i).witness.as_ref());
        let witness = witnesses.find(|witness| {
            holds(witness, condition) && since.iter().all(|term| holds(witness, *term))
        });
        match witness {
            Some(witness) => Answer::Sat(solver.adopt_under(&self.state.path, condition, witness)),
            None => solver.check(&self.state.path, condition),
        }
    }

    /// The path that a state had when it was joined, and what the joined state learned since, which is
    /// simpler where it is known which of the joined states it is.
    fn restored(&self, only: usize, path: &OwnPath, since: &[Term], solver: &mut Chain) -> Answer {
        let mut learned = path.learned(self.terms);
        let only = [only];
        let mut simpler = Simpler::new(self.terms, self.whole.rows(), &only);
        learned.extend(since.iter().map(|term| simpler.of(*term)));
        match learned.is_empty() {
            true => Answer::Sat(path.begin.clone()),
            false => solver.check_all(&path.begin, &learned),
        }
    }
}
