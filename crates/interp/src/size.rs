//! How large new objects are, where the program does not know it itself.

use crate::{Machine, State, Step, Value};
use pleach_term::Term;

/// How many questions the solver may be asked for the largest size.
const QUESTIONS: u32 = 80;

/// How large an object is to be.
#[derive(Debug, Clone, Copy)]
pub enum Size {
    Fixed(u64),
    /// At most `most` bytes, of which the term, 64 bits wide, says how many may be used.
    Symbolic {
        most: u64,
        size: Term,
    },
    /// More than the limit.
    TooLarge,
}

impl Machine {
    /// Decides about a size that may be symbolic: one path for all that are too large and one for
    /// all that are small, whose size stays symbolic. Those between are one path with one size,
    /// and the run then says that `what` was fixed.
    pub fn size(
        &mut self,
        state: &mut State,
        size: Value,
        limit: u64,
        what: &'static str,
    ) -> Step<Size> {
        let Some(term) = size.term else {
            return Ok(match size.bits <= limit {
                true => Size::Fixed(size.bits),
                false => Size::TooLarge,
            });
        };
        let small = self.config.max_symbolic_size.min(limit);
        if self.decide_term(state, self.at_most(term, small))? {
            let most = self.most(state, term, QUESTIONS);
            let most = match most.exact {
                true => most.value.low_u64(),
                false => small,
            };
            return Ok(Size::Symbolic { most, size: term });
        }
        if !self.decide_term(state, self.at_most(term, limit))? {
            return Ok(Size::TooLarge);
        }
        let fixed = self.concretize(state, size, 64, what)?;
        Ok(Size::Fixed(fixed.bits))
    }

    fn at_most(&self, size: Term, most: u64) -> Term {
        self.terms.ule(size, self.terms.constant(64, most))
    }
}
