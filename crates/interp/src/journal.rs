//! What a path was told at each of its decisions. Everything that an instruction asks of the
//! solver or of the path's model goes through here, so that it can be written down, and a path can
//! be run again from its beginning without asking anybody.

use crate::{Interrupt, Machine, State, Step, Value};
use pleach_ir::FuncId;
use pleach_solver::{Chain, Extreme, List, PathCondition, Truth};
use pleach_term::{Bits, Term, Values};

/// An answer, in the order in which a path got them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Decision {
    /// A condition could only be so.
    Implied(bool),
    /// A condition could be either, or was not known to be only this; the path knows it from then on.
    Taken(bool),
    /// Of several conditions this one holds, and could only be so.
    Only(u32),
    /// Of several conditions this one holds; the path knows it from then on.
    Way(u32),
    /// The value that a term had in the path's model.
    Value(Bits),
    /// The least or the largest value of a term, as far as it was found.
    Bound(Extreme),
    /// The constants that a term is chosen among, as far as that was found.
    Values(Option<Values>),
    /// The instruction was executed from its beginning once more: the path forked off there.
    Again,
}

/// Where the decisions of the running state go to, or come from.
#[derive(Default)]
pub(crate) enum Journal {
    #[default]
    Off,
    Record(List<Decision>),
    Replay(Replay),
}

pub(crate) struct Replay {
    /// The last of these is the next one to be given.
    rest: Vec<Decision>,
    /// Satisfies everything that the path will come to know.
    model: PathCondition,
}

/// A state written down: where it is and how it came there.
#[derive(Clone)]
pub struct Checkpoint {
    decisions: List<Decision>,
    model: PathCondition,
    instructions: u64,
    /// The frames, the innermost first.
    place: Vec<(FuncId, u32)>,
    depth: u32,
}

/// A replay that did not come to where the path was.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    #[error("the state's decisions were not recorded")]
    NotRecorded,
    #[error("the replayed path ended before it came to the recorded place")]
    Ended,
    #[error("the replayed path went past the recorded place")]
    Missed,
}

impl State {
    /// How to come here again, if the state's decisions are recorded and the path is known to exist.
    pub fn checkpoint(&self) -> Result<Checkpoint, ReplayError> {
        let decisions = self.decisions.clone().ok_or(ReplayError::NotRecorded)?;
        Ok(Checkpoint {
            decisions,
            model: self.path.clone(),
            instructions: self.instructions,
            place: place(self),
            depth: self.depth,
        })
    }

    /// One more decision of a state that nobody runs now.
    pub(crate) fn note_decision(&mut self, decision: Decision) {
        if let Some(decisions) = &mut self.decisions {
            decisions.push(decision);
        }
    }

    /// The state will execute the instruction that it stands at from the beginning, knowing this.
    pub(crate) fn retries_after(&mut self, decision: Decision) {
        self.note_decision(decision);
        self.note_decision(Decision::Again);
    }
}

fn place(state: &State) -> Vec<(FuncId, u32)> {
    state.stack.frames().map(|f| (f.function, f.pc)).collect()
}

/// Writing down.
impl Machine {
    /// From now on the decisions are those of this state.
    pub(crate) fn open_journal(&mut self, state: &mut State) {
        self.journal = state.decisions.take().map_or(Journal::Off, Journal::Record);
    }

    pub(crate) fn close_journal(&mut self, state: &mut State) {
        state.decisions = self.decisions_so_far();
        self.journal = Journal::Off;
    }

    /// What a state that forks off now has been told.
    pub(crate) fn decisions_so_far(&self) -> Option<List<Decision>> {
        match &self.journal {
            Journal::Record(list) => Some(list.clone()),
            _ => None,
        }
    }

    #[inline]
    pub(crate) fn note(&mut self, decision: Decision) {
        if let Journal::Record(list) = &mut self.journal {
            list.push(decision);
        }
    }

    /// Asks about another state than the running one: none of its decisions.
    pub(crate) fn aside<T>(&mut self, ask: impl FnOnce(&mut Machine) -> T) -> T {
        let journal = std::mem::take(&mut self.journal);
        let answer = ask(self);
        self.journal = journal;
        answer
    }
}

/// Questions whose answers are no conditions of the path.
impl Machine {
    /// A value that `value` may have here, without saying that it has it.
    pub fn example(&mut self, state: &State, value: Value, width: u32) -> Bits {
        let Some(term) = value.term else {
            return Bits::new(width, u128::from(value.bits));
        };
        if let Some(decision) = self.replayed() {
            let Decision::Value(bits) = decision else {
                panic!("a value was expected, recorded is {decision:?}");
            };
            return bits;
        }
        let bits = state.path.eval(&self.terms, &mut self.evaluator, term);
        if let Journal::Record(list) = &mut self.journal {
            list.push(Decision::Value(bits.clone()));
        }
        bits
    }

    /// The least value of a term on the path, found with so many questions.
    pub fn least(&mut self, state: &State, term: Term, questions: u32) -> Extreme {
        self.bound(|solver| solver.min(&state.path, term, questions))
    }

    /// The largest value of a term on the path, found with so many questions.
    pub fn most(&mut self, state: &State, term: Term, questions: u32) -> Extreme {
        self.bound(|solver| solver.max(&state.path, term, questions))
    }

    fn bound(&mut self, ask: impl FnOnce(&mut Chain) -> Extreme) -> Extreme {
        if let Some(decision) = self.replayed() {
            let Decision::Bound(extreme) = decision else {
                panic!("a bound was expected, recorded is {decision:?}");
            };
            return extreme;
        }
        let extreme = ask(&mut self.solver);
        if let Journal::Record(list) = &mut self.journal {
            list.push(Decision::Bound(extreme.clone()));
        }
        extreme
    }

    /// Constants that a term is chosen among on the path.
    pub(crate) fn choices(&mut self, state: &State, term: Term) -> Option<Values> {
        if let Some(decision) = self.replayed() {
            let Decision::Values(values) = decision else {
                panic!("values were expected, recorded is {decision:?}");
            };
            return values;
        }
        let values = self.solver.choices(&state.path, term);
        if let Journal::Record(list) = &mut self.journal {
            list.push(Decision::Values(values.clone()));
        }
        values
    }

    /// Whether a condition may hold, or is not known not to.
    pub(crate) fn may_hold(&mut self, state: &State, cond: Term) -> bool {
        if let Some(decision) = self.replayed() {
            return decision == Decision::Implied(true);
        }
        let may = self.solver.may_be_true(&state.path, cond) != Truth::No;
        self.note(Decision::Implied(may));
        may
    }
}

/// Running again.
impl Machine {
    /// A state at the checkpoint, from one that stands at the program's beginning. Nothing is asked.
    pub fn replay(
        &mut self,
        mut state: Box<State>,
        checkpoint: &Checkpoint,
    ) -> Result<Box<State>, ReplayError> {
        self.journal = Journal::Replay(Replay {
            rest: checkpoint.decisions.newest_first().cloned().collect(),
            model: checkpoint.model.clone(),
        });
        let arrived = self.run_to(&mut state, checkpoint);
        self.journal = Journal::Off;
        arrived?;
        state.depth = checkpoint.depth;
        state.decisions = Some(checkpoint.decisions.clone());
        Ok(state)
    }

    fn run_to(&mut self, state: &mut State, checkpoint: &Checkpoint) -> Result<(), ReplayError> {
        self.start_counting(checkpoint.instructions - state.instructions);
        let arrived = loop {
            if self.fuel <= 0 && self.left > 0 {
                self.refuel();
            }
            if self.fuel <= 0 && self.has_arrived(state, checkpoint) {
                break Ok(());
            }
            if self.fuel > 0 && !self.run_fast(state) {
                continue;
            }
            match self.step_slow(state) {
                Ok(()) | Err(Interrupt::Again) => {}
                Err(Interrupt::End(end)) => match self.or_handled(state, end) {
                    Some(_) => break Err(ReplayError::Ended),
                    None => continue,
                },
            }
            if self.executed() > checkpoint.instructions {
                break Err(ReplayError::Missed);
            }
        };
        self.count_instructions(state);
        self.tlb.clear();
        self.ended.clear();
        arrived
    }

    fn has_arrived(&self, state: &State, checkpoint: &Checkpoint) -> bool {
        let Journal::Replay(replay) = &self.journal else {
            return false;
        };
        replay.rest.is_empty() && place(state) == checkpoint.place
    }

    /// The next answer of a replayed path.
    pub(crate) fn replayed(&mut self) -> Option<Decision> {
        match &mut self.journal {
            Journal::Replay(replay) => {
                let next = replay.rest.pop();
                Some(next.expect("a replayed path asks what the recorded one asked"))
            }
            _ => None,
        }
    }

    /// The same if it is one of those that are wanted.
    pub(crate) fn replayed_if(&mut self, wanted: impl Fn(&Decision) -> bool) -> Option<Decision> {
        match &mut self.journal {
            Journal::Replay(replay) => replay.rest.pop_if(|next| wanted(next)),
            _ => None,
        }
    }

    /// Adds a condition that the replayed path's model satisfies. Where the recorded path began
    /// its instruction again, this one does.
    pub(crate) fn know(&mut self, state: &mut State, cond: Term) -> Step<()> {
        let Journal::Replay(replay) = &mut self.journal else {
            unreachable!("only a replayed path is told what it knows");
        };
        let model = &replay.model;
        state.path = self.solver.adopt_under(&state.path, cond, model);
        if replay.rest.last() == Some(&Decision::Again) {
            replay.rest.pop();
            return Err(Interrupt::Again);
        }
        Ok(())
    }

    /// The recorded answer to a condition.
    pub(crate) fn follow(
        &mut self,
        state: &mut State,
        cond: Term,
        decision: Decision,
    ) -> Step<bool> {
        match decision {
            Decision::Implied(side) => Ok(side),
            Decision::Taken(side) => {
                let cond = self.opposite(cond, !side);
                self.know(state, cond)?;
                Ok(side)
            }
            other => panic!("an answer was expected, recorded is {other:?}"),
        }
    }
}
