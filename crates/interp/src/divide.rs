//! A state that was joined from several can be taken apart again, right before a question is asked whose
//! answer is different in them. Who knows how, stands in the machine; what is done to states is here.

use crate::{Extensions, Interrupt, Machine, State, Step, Value};
use pleach_memory::Byte;
use pleach_solver::{Chain, PathCondition};
use pleach_term::Term;

/// What an instruction is about to ask.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Question {
    /// Which of two ways, or of several.
    Condition,
    /// Which number, or which place in memory.
    Value,
}

/// Where a state keeps a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cell {
    /// Of the frame that is the top one where there are so many.
    Register { depth: u32, slot: u32 },
    /// The byte at an address.
    Byte(u64),
}

/// A part of a state: the state with this path, these values and these extensions.
pub struct Share {
    pub path: PathCondition,
    pub values: Vec<(Cell, Value)>,
    pub extensions: Extensions,
}

/// Takes states apart; one per worker.
pub trait Divider: Send {
    /// The parts of a state that is about to be asked about a term, if it is better taken apart before.
    /// Together they are the state, and no two of them have an input in common.
    fn divide(
        &mut self,
        state: &State,
        about: Term,
        question: Question,
        solver: &mut Chain,
    ) -> Option<Vec<Share>>;
}

impl Machine {
    /// Gives the divider its say before a question. Where it takes the state apart, this state goes on
    /// as the first part and executes its instruction again, as the others do.
    #[inline]
    pub(crate) fn divide(
        &mut self,
        state: &mut State,
        about: Term,
        question: Question,
    ) -> Step<()> {
        match self.divider {
            None => Ok(()),
            Some(_) => self.divide_before(state, about, question),
        }
    }

    fn divide_before(&mut self, state: &mut State, about: Term, question: Question) -> Step<()> {
        let is_possible = state.forking
            && state.depth < self.config.max_depth
            && !self
                .forks_inhibited
                .load(std::sync::atomic::Ordering::Relaxed);
        let Some(divider) = self.divider.as_mut().filter(|_| is_possible) else {
            return Ok(());
        };
        let Some(shares) = divider.divide(state, about, question, &mut self.solver) else {
            return Ok(());
        };
        let mut shares = shares.into_iter();
        let Some(first) = shares.next() else {
            return Ok(());
        };
        for share in shares {
            let mut other = self.fork(state, share.path.clone());
            other.become_share(share);
            self.forked.push(other);
        }
        self.tlb.clear();
        state.become_share(first);
        Err(Interrupt::Again)
    }
}

impl State {
    fn become_share(&mut self, share: Share) {
        self.path = share.path;
        self.extensions = share.extensions;
        // The question that it stands at begins anew.
        self.resolutions = 0;
        let mut registers: Vec<(u32, u32, Value)> = Vec::new();
        for (cell, value) in share.values {
            match cell {
                Cell::Register { depth, slot } => registers.push((depth, slot, value)),
                Cell::Byte(address) => self.put_byte(address, value),
            }
        }
        self.stack.put(&registers);
    }

    fn put_byte(&mut self, address: u64, value: Value) {
        let memory = self.memory.prepare();
        let Some(base) = memory.find(address).map(|object| object.base) else {
            return;
        };
        let byte = match value.term {
            None => Byte::Concrete(value.bits as u8),
            Some(term) => Byte::Symbolic(term),
        };
        if let Some(object) = memory.object_mut(base) {
            object.contents.set((address - base) as usize, byte);
        }
    }
}
