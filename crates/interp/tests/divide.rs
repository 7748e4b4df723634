//! A joined state is taken apart again, right before a question.

mod common;

use common::Pair;
use pleach_interp::{
    Budget, Cell, Difference, Divider, End, Machine, Question, Share, State, Stop, Value,
};
use pleach_solver::{Answer, Chain, PathCondition};
use pleach_term::{Term, Terms};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Takes a state apart where it asks whether the first input is negative, if there is something to put.
struct Sides {
    negative: Term,
    /// What each of them is where it is negative, and elsewhere.
    cells: Vec<(Cell, u64, u64)>,
    asked: Arc<AtomicU32>,
}

fn possible(solver: &mut Chain, state: &State, condition: Term) -> PathCondition {
    match solver.check(&state.path, condition) {
        Answer::Sat(path) => path,
        _ => panic!("both sides are possible"),
    }
}

impl Divider for Sides {
    fn divide(
        &mut self,
        state: &State,
        about: Term,
        question: Question,
        solver: &mut Chain,
    ) -> Option<Vec<Share>> {
        assert_eq!(question, Question::Condition);
        self.asked.fetch_add(1, Relaxed);
        if !state.path.is_empty() {
            return None;
        }
        let elsewhere = solver.terms().not(self.negative);
        let mut share = |condition: Term, value: &dyn Fn(&(Cell, u64, u64)) -> u64| {
            let answer = u64::from((about == self.negative) == (condition == self.negative));
            let cells = self
                .cells
                .iter()
                .map(|cell| (cell.0, Value::concrete(value(cell))));
            Share {
                path: possible(solver, state, condition),
                values: cells.chain(holding(state, about, answer)).collect(),
                extensions: state.extensions.fork(),
            }
        };
        Some(vec![
            share(self.negative, &|(_, there, _)| *there),
            share(elsewhere, &|(_, _, elsewhere)| *elsewhere),
        ])
    }
}

/// The registers of the top frame that hold a term, with a number.
fn holding(state: &State, term: Term, number: u64) -> Vec<(Cell, Value)> {
    let depth = state.stack.depth();
    let holds = |(_, value): &(usize, &Value)| value.term == Some(term);
    let held = state.stack.regs().iter().enumerate().filter(holds);
    held.map(|(slot, _)| {
        let slot = slot as u32;
        (Cell::Register { depth, slot }, Value::concrete(number))
    })
    .collect()
}

/// The exit codes of all states, in order.
fn ends(machine: &mut Machine, state: Box<State>) -> Vec<Option<u64>> {
    let (mut live, mut ends) = (vec![state], Vec::new());
    while let Some(mut state) = live.pop() {
        match machine.run(&mut state, Budget::instructions(1 << 40)) {
            Stop::Ended(End::Exit(_)) => ends.push(number(&machine.terms, state.exit_code)),
            Stop::Budget | Stop::Forked => live.push(state),
            other => panic!("{other:?}"),
        }
        live.append(&mut machine.forked);
    }
    ends.sort();
    ends
}

fn number(terms: &Terms, value: Value) -> Option<u64> {
    terms.as_const(value.to_term(terms, 32))
}

/// Joins the states of a program in which single bytes are different numbers, and runs it to its ends.
/// Also how often the divider was asked.
fn run(program: &str, values: (u64, u64), change: impl Fn(&mut State)) -> (Vec<Option<u64>>, u32) {
    let mut pair = Pair::new(program);
    let found = pair.joiner.compare(&mut pair.negative, &mut pair.other);
    let found = found.unwrap_or_else(|refusal| panic!("{}", refusal.reason()));
    let cell = |difference: &Difference| (difference.cell, values.0, values.1);
    let cells = found.iter().map(cell).collect();
    let mut joined = pair.joined();
    change(&mut joined.state);
    let asked = Arc::new(AtomicU32::new(0));
    joined.machine.divider = Some(Box::new(Sides {
        negative: joined.negative,
        cells,
        asked: asked.clone(),
    }));
    let ends = ends(&mut joined.machine, joined.state);
    (ends, asked.load(Relaxed))
}

const LOCAL: &str = "
    int main(void) {
      int flag = 3;
      if (unknown() < 0) flag = 5;
      meet();
      if (flag == 5) return flag + 1;
      return flag;
    }";

/// Each part has its number again, and is not asked about the question any more.
#[test]
fn registers_are_plain_numbers_again() {
    assert_eq!(run(LOCAL, (5, 3), |_| {}), (vec![Some(3), Some(6)], 1));
}

#[test]
fn bytes_of_memory_are_plain_numbers_again() {
    let program = "
        int flag = 3;
        int main(void) {
          if (unknown() < 0) flag = 5;
          meet();
          if (flag == 5) return flag + 1;
          return flag;
        }";
    assert_eq!(run(program, (5, 3), |_| {}), (vec![Some(3), Some(6)], 1));
}

/// The frame of a caller is as good as that on top, also when others share it.
#[test]
fn registers_of_callers_are_put() {
    let program = "
        int seen;
        __attribute__((noinline)) static int inside(int x) {
          meet();
          if (x < 0) seen = 1;
          return seen;
        }
        int main(void) {
          int x = unknown(), flag = 3;
          if (x < 0) flag = 5;
          return inside(x) + flag;
        }";
    assert_eq!(run(program, (5, 3), |_| {}), (vec![Some(3), Some(6)], 1));
}

/// Where the program has switched forking off, the state stays what it is.
#[test]
fn a_state_that_must_not_fork_is_not_taken_apart() {
    let (ends, asked) = run(LOCAL, (5, 3), |state| state.forking = false);
    assert_eq!((ends.len(), asked), (1, 0));
}
