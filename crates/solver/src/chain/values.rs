//! Questions about the values of a term.

use pleach_term::{Bits, Range, Term};

use super::Chain;
use super::extreme::{Direction, Quest};
use crate::Effort;
use crate::answer::{Another, Answer, Extreme};
use crate::path::PathCondition;

impl Chain {
    /// The smallest unsigned value of the term on the path, after at most `questions` queries.
    pub fn min(&mut self, pc: &PathCondition, term: Term, questions: u32) -> Extreme {
        self.extreme(pc, term, questions, Direction::Down)
    }

    /// The largest unsigned value of the term on the path, after at most `questions` queries.
    pub fn max(&mut self, pc: &PathCondition, term: Term, questions: u32) -> Extreme {
        self.extreme(pc, term, questions, Direction::Up)
    }

    /// Asks for something better than a value near the best one, then near the limit that is known,
    /// in ever smaller steps. Callers do without an exact value where it is not found quickly.
    fn extreme(
        &mut self,
        pc: &PathCondition,
        term: Term,
        questions: u32,
        direction: Direction,
    ) -> Extreme {
        let range = self.structural_range(pc, term);
        let mut quest = Quest::new(self.value(pc, term), range, direction);
        for _ in 0..questions {
            let Some(probe) = quest.probe() else { break };
            let cond = quest.is_beyond(&self.terms, term, &probe);
            match self.within(Effort::Quick, |chain| chain.check(pc, cond)) {
                Answer::Sat(better) => quest.improve(self.value(&better, term)),
                Answer::Unsat => quest.bound(probe),
                // The other questions would be as hard.
                Answer::Unknown(_) => break,
            }
        }
        Extreme {
            exact: quest.probe().is_none(),
            value: quest.best,
        }
    }

    /// Bounds that hold for all inputs of the path.
    fn structural_range(&mut self, pc: &PathCondition, term: Term) -> Option<Range> {
        match self.choices(pc, term).as_deref() {
            Some([only]) => Some(Range {
                lo: *only,
                hi: *only,
            }),
            Some([least, .., most]) => Some(Range {
                lo: *least,
                hi: *most,
            }),
            _ => self.terms.range(term),
        }
    }

    /// The term's value if it is the same for all inputs of the path; none if it is not, or if
    /// that could not be found out.
    pub fn unique_value(&mut self, pc: &PathCondition, term: Term) -> Option<Bits> {
        if let Some(value) = self.terms.as_bits(term) {
            return Some(value);
        }
        let value = self.value(pc, term);
        let differs = self.terms.ne(term, self.terms.constant_bits(&value));
        self.check(pc, differs).is_unsat().then_some(value)
    }

    /// A value of the term on the path that is none of `excluded`.
    pub fn another_value(&mut self, pc: &PathCondition, term: Term, excluded: &[Bits]) -> Another {
        let fresh = |value: &Bits| !excluded.contains(value);
        let own = self.value(pc, term);
        let found = if fresh(&own) {
            pc.clone()
        } else {
            let differs = |c, value| {
                let differs = self.terms.ne(term, self.terms.constant_bits(value));
                self.terms.and(c, differs)
            };
            let cond = excluded.iter().fold(self.terms.tru(), differs);
            match self.check(pc, cond) {
                Answer::Sat(found) => found,
                Answer::Unsat => return Another::None,
                Answer::Unknown(reason) => return Another::Unknown(reason),
            }
        };
        let value = self.value(&found, term);
        let fixed = self.terms.eq(term, self.terms.constant_bits(&value));
        // `found` satisfies it, and so does the path with the same values.
        Another::Value(value, self.adopt_from(pc, &found, fixed))
    }

    /// The path with `extra`, which the model of `witness` (the path and more) satisfies.
    fn adopt_from(
        &mut self,
        pc: &PathCondition,
        witness: &PathCondition,
        extra: Term,
    ) -> PathCondition {
        match self.check(pc, extra) {
            Answer::Sat(found) => found,
            // The witness shows that it is satisfiable; keep what is known to be right.
            _ => self.adopt(witness, extra),
        }
    }
}
