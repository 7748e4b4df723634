//! Deciding on symbolic conditions. A slow instruction is written as if its
//! conditions had answers; where one has two, the state forks and the other
//! state meets the same instruction again, knowing the other answer. So no
//! instruction may change its state before its last decision (`retry.rs` checks that).

use crate::{
    Decision, End, Finding, Incomplete, Interrupt, Machine, OpenQuestion, Question, State, Step,
    Stop, Value,
};
use pleach_solver::{Answer, Branch, Chain, Effort, PathCondition, UnknownReason};
use pleach_term::Term;
use std::sync::atomic::Ordering::Relaxed;

const NO_FORKS: &str = "memory was short";

impl Machine {
    /// The answer to a one-bit condition in this state, which may fork over it.
    pub fn decide(&mut self, state: &mut State, cond: Value) -> Step<bool> {
        let Some(cond) = cond.term else {
            return Ok(cond.bits & 1 != 0);
        };
        self.decide_term(state, cond)
    }

    pub fn decide_term(&mut self, state: &mut State, cond: Term) -> Step<bool> {
        let cond = self.initialised(state, cond, "a decision")?;
        self.divide(state, cond, Question::Condition)?;
        if let Some(decision) = self.replayed() {
            return self.follow(state, cond, decision);
        }
        let decision = match self.branch_quickly(state, cond) {
            Branch::True => Decision::Implied(true),
            Branch::False => Decision::Implied(false),
            Branch::Both { yes, no } if !self.may_fork(state) => {
                Decision::Taken(self.follow_model(state, cond, yes, no))
            }
            Branch::Both { yes, no } => {
                let mut other = self.fork(state, no);
                other.standing.takes_other_side = true;
                other.retries_after(Decision::Taken(false));
                self.forked.push(other);
                state.path = yes;
                Decision::Taken(true)
            }
            Branch::OnlyKnown { side, pc, reason } => {
                if reason != UnknownReason::EffortLimit {
                    self.note_incomplete(state, Incomplete::SolverUnknown(reason.to_string()));
                } else if self.may_fork(state) {
                    let cond = self.opposite(cond, side);
                    let other = self.postpone(state, cond, Decision::Taken(!side));
                    other.standing.takes_other_side = side;
                }
                state.path = pc;
                Decision::Taken(side)
            }
        };
        let (Decision::Implied(answer) | Decision::Taken(answer)) = decision else {
            unreachable!("these are the answers to a condition");
        };
        self.note(decision);
        Ok(answer)
    }

    fn branch_quickly(&mut self, state: &State, cond: Term) -> Branch {
        self.solver
            .within(Effort::Quick, |solver| solver.branch(&state.path, cond))
    }

    /// The condition negated if it is to be false.
    pub(crate) fn opposite(&self, cond: Term, side: bool) -> Term {
        match side {
            true => self.terms.not(cond),
            false => cond,
        }
    }

    /// Leaves the path on which `cond` holds to a state of its own, which asks whether that can be
    /// before it goes on.
    pub(crate) fn postpone(
        &mut self,
        state: &mut State,
        cond: Term,
        answer: Decision,
    ) -> &mut State {
        let path = state.path.clone();
        let mut other = self.fork(state, path);
        other.standing.open_question = Some(OpenQuestion {
            cond,
            effort: Effort::Quick.more(),
            answer,
        });
        self.postponed = true;
        self.forked.push(other);
        self.forked.last_mut().expect("it was just added")
    }

    /// Asks what a state was to be asked. Some: the state cannot go on now.
    pub(crate) fn settle(&mut self, state: &mut State) -> Option<Stop> {
        let OpenQuestion { cond, effort, .. } = *state.standing.open_question.as_ref()?;
        let check = |solver: &mut Chain| solver.check(&state.path, cond);
        match self.solver.within(effort, check) {
            Answer::Sat(path) => {
                state.path = path;
                let pending = state.standing.open_question.take()?;
                self.note(pending.answer);
                self.note(Decision::Again);
                None
            }
            Answer::Unsat => Some(Stop::Infeasible),
            Answer::Unknown(UnknownReason::EffortLimit) => {
                let waits = |pending: &mut OpenQuestion| pending.effort = effort.more();
                state.standing.open_question.as_mut().map(waits);
                Some(Stop::Budget)
            }
            Answer::Unknown(reason) => {
                self.note_incomplete(state, Incomplete::SolverUnknown(reason.to_string()));
                Some(Stop::Infeasible)
            }
        }
    }

    /// A copy of the state, at the same instruction, on another path.
    pub fn fork(&mut self, state: &mut State, path: PathCondition) -> Box<State> {
        self.tlb.clear();
        self.count_instructions(state);
        let mut other = Box::new(state.fork(self.fresh_id()));
        self.check_retry(&other);
        other.path = path;
        other.decisions = self.decisions_so_far();
        self.cut_log(state, &mut other);
        other
    }

    pub(crate) fn may_fork(&mut self, state: &State) -> bool {
        if state.depth >= self.config.max_depth {
            self.note_incomplete(state, Incomplete::MaxDepth);
            return false;
        }
        if self.forks_inhibited.load(Relaxed) {
            self.note_incomplete(state, Incomplete::NotForked(NO_FORKS));
            return false;
        }
        if !state.forking {
            self.note_incomplete(
                state,
                Incomplete::NotForked("the program switched forking off"),
            );
        }
        state.forking
    }

    /// Takes the side that the state's own model takes.
    fn follow_model(
        &mut self,
        state: &mut State,
        cond: Term,
        yes: PathCondition,
        no: PathCondition,
    ) -> bool {
        let side = state
            .path
            .eval(&self.terms, &mut self.evaluator, cond)
            .is_one();
        state.path = if side { yes } else { no };
        side
    }

    /// Requires that a condition holds. Where it may not, that case ends as an
    /// error of its own and this state goes on knowing that it does.
    pub fn require(
        &mut self,
        state: &mut State,
        cond: Value,
        error: impl FnOnce(&mut Machine, &State) -> Finding,
    ) -> Step<()> {
        let Some(term) = cond.term else {
            if cond.bits & 1 != 0 {
                return Ok(());
            }
            return self.fail_with(state, error);
        };
        self.divide(state, term, Question::Condition)?;
        if let Some(decision) = self.replayed() {
            return match self.follow(state, term, decision)? {
                true => Ok(()),
                false => self.fail_with(state, error),
            };
        }
        match self.branch_quickly(state, term) {
            Branch::True => {
                self.note(Decision::Implied(true));
                Ok(())
            }
            Branch::False => {
                self.note(Decision::Implied(false));
                self.fail_with(state, error)
            }
            Branch::Both { yes, no } => {
                let mut failed = self.fork(state, no);
                failed.note_decision(Decision::Taken(false));
                failed.standing.covers_new = false;
                let finding = self.aside(|machine| error(machine, &failed));
                self.end_beside(failed, finding);
                self.note(Decision::Taken(true));
                state.path = yes;
                Ok(())
            }
            Branch::OnlyKnown { side, pc, reason } => {
                let is_inhibited = self.forks_inhibited.load(Relaxed);
                if reason == UnknownReason::EffortLimit && !is_inhibited {
                    let cond = self.opposite(term, side);
                    self.postpone(state, cond, Decision::Taken(!side));
                } else {
                    self.note_incomplete(state, Incomplete::SolverUnknown(reason.to_string()));
                }
                state.path = pc;
                self.note(Decision::Taken(side));
                if side {
                    return Ok(());
                }
                self.fail_with(state, error)
            }
        }
    }

    /// Ends the running path with the error that `error` describes.
    fn fail_with(
        &mut self,
        state: &State,
        error: impl FnOnce(&mut Machine, &State) -> Finding,
    ) -> Step<()> {
        let finding = self.aside(|machine| error(machine, state));
        Err(Interrupt::End(End::Error(Box::new(finding))))
    }

    /// Adds a condition; the path ends silently where it cannot hold.
    pub fn assume(&mut self, state: &mut State, cond: Term) -> Step<bool> {
        if let Some(decision) = self.replayed() {
            return self.follow(state, cond, decision);
        }
        match self.solver.check(&state.path, cond) {
            Answer::Sat(path) => {
                state.path = path;
                self.note(Decision::Taken(true));
                Ok(true)
            }
            // Other inputs may be as is assumed, and nobody asked about those.
            Answer::Unsat if state.standing.alone => {
                let reason = Incomplete::Dropped("a path that was given up needs another input");
                Err(Interrupt::End(End::Incomplete(reason)))
            }
            Answer::Unsat => {
                self.note(Decision::Implied(false));
                Ok(false)
            }
            Answer::Unknown(reason) => {
                let reason = Incomplete::SolverUnknown(reason.to_string());
                Err(Interrupt::End(End::Incomplete(reason)))
            }
        }
    }

    /// Fixes a value to one it may have. Unless it had only that one, the run
    /// is not complete any more, and says what was fixed.
    pub fn concretize(
        &mut self,
        state: &mut State,
        value: Value,
        width: u32,
        what: &'static str,
    ) -> Step<Value> {
        let Some(term) = value.term else {
            return Ok(value);
        };
        if self.terms.is_const(term) {
            return Ok(value);
        }
        self.divide(state, term, Question::Value)?;
        let bits = self.example(state, value, width);
        let fixed = self.terms.constant_bits(&bits);
        let same = self.terms.eq(term, fixed);
        if let Some(decision) = self.replayed() {
            self.follow(state, same, decision)?;
            return Ok(Value::from_bits(&self.terms, &bits));
        }
        match self.solver.branch(&state.path, same) {
            Branch::True => self.note(Decision::Implied(true)),
            Branch::False => unreachable!("the model gave this value"),
            Branch::Both { yes: path, .. } | Branch::OnlyKnown { pc: path, .. } => {
                self.note_incomplete(state, Incomplete::Concretized(what));
                self.note(Decision::Taken(true));
                state.path = path;
            }
        }
        Ok(Value::from_bits(&self.terms, &bits))
    }

    /// Goes through the possible values one by one: this state takes one, the
    /// others go to states that fork off.
    pub fn enumerate(&mut self, state: &mut State, value: Value, width: u32) -> Step<Value> {
        let Some(term) = value.term else {
            return Ok(value);
        };
        self.divide(state, term, Question::Value)?;
        loop {
            let bits = self.example(state, value, width);
            let fixed = self.terms.constant_bits(&bits);
            let same = self.terms.eq(term, fixed);
            if self.decide_term(state, same)? {
                return Ok(Value::from_bits(&self.terms, &bits));
            }
        }
    }

    /// Fresh symbolic bytes that are no input of the program.
    pub(crate) fn fresh_bytes(&mut self, state: &mut State, name: &str, len: u32) -> Vec<Term> {
        let input = self.terms.input(name, state.fresh, len);
        state.fresh += 1;
        input.vars().map(|v| self.terms.var(v)).collect()
    }
}
