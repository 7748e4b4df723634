//! Looking for the largest or smallest value of a term.

use pleach_term::{Bits, Range, Term, Terms};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    Down,
    Up,
}

/// How much farther the next question goes, in bits, while answers are yes.
const STRIDE: u128 = 3;

/// What is known: a value that is possible, and one beyond which there is none.
pub(super) struct Quest {
    pub best: Bits,
    limit: Bits,
    direction: Direction,
    /// How far beyond the best value the next question goes, until a limit is known that means
    /// something; from then on half of the way.
    step: Option<Bits>,
}

impl Quest {
    pub fn new(best: Bits, range: Option<Range>, direction: Direction) -> Quest {
        let width = best.width();
        let (natural, known) = match direction {
            Direction::Up => (Bits::ones(width), range.map(|range| range.hi)),
            Direction::Down => (Bits::zero(width), range.map(|range| range.lo)),
        };
        let known = known.map(|limit| Bits::new(width, limit.into()));
        let limit = known.unwrap_or_else(|| natural.clone());
        Quest {
            step: (limit == natural).then(|| Bits::zero(width)),
            best,
            limit,
            direction,
        }
    }

    /// A value on this side of the limit, from the best one on: is there a better one than this?
    /// None when the best one is the limit.
    pub fn probe(&self) -> Option<Bits> {
        let gap = match self.direction {
            Direction::Up => self.limit.sub(&self.best),
            Direction::Down => self.best.sub(&self.limit),
        };
        if gap.is_zero() {
            return None;
        }
        let most = gap.sub(&Bits::one(gap.width()));
        let step = match &self.step {
            Some(step) if step.ult(&most) => step.clone(),
            Some(_) => most,
            None => most.lshr(&Bits::one(gap.width())),
        };
        Some(match self.direction {
            Direction::Up => self.best.add(&step),
            Direction::Down => self.best.sub(&step),
        })
    }

    /// The condition that the term is better than the probe.
    pub fn is_beyond(&self, terms: &Terms, term: Term, probe: &Bits) -> Term {
        let probe = terms.constant_bits(probe);
        match self.direction {
            Direction::Up => terms.ult(probe, term),
            Direction::Down => terms.ult(term, probe),
        }
    }

    pub fn improve(&mut self, best: Bits) {
        self.best = best;
        if let Some(step) = &mut self.step {
            let width = step.width();
            let longer = step.shl(&Bits::new(width, STRIDE));
            *step = match longer.is_zero() {
                true => Bits::one(width),
                false => longer,
            };
        }
    }

    /// There is nothing beyond the probe.
    pub fn bound(&mut self, probe: Bits) {
        self.limit = probe;
        self.step = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The extreme of these values and the number of questions.
    fn ask(values: &[u128], width: u32, range: Option<Range>, direction: Direction) -> (u128, u32) {
        let mut quest = Quest::new(Bits::new(width, values[0]), range, direction);
        let mut questions = 0;
        while let Some(probe) = quest.probe() {
            questions += 1;
            let probe_value = probe.to_u128().expect("at most 128 bits");
            let better = values.iter().find(|value| match direction {
                Direction::Up => **value > probe_value,
                Direction::Down => **value < probe_value,
            });
            match better {
                Some(better) => quest.improve(Bits::new(width, *better)),
                None => quest.bound(probe),
            }
        }
        (quest.best.to_u128().expect("at most 128 bits"), questions)
    }

    #[test]
    fn extremes_of_all_sets_of_small_numbers_are_found() {
        for set in 1u32..1 << 8 {
            let values: Vec<u128> = (0..8).filter(|v| set >> v & 1 == 1).collect();
            let (lo, hi) = (values[0], values[values.len() - 1]);
            let known = Range {
                lo: lo as u64,
                hi: 7,
            };
            for range in [None, Some(known)] {
                assert_eq!(ask(&values, 3, range, Direction::Up).0, hi);
                assert_eq!(ask(&values, 3, range, Direction::Down).0, lo);
            }
        }
    }

    #[test]
    fn few_small_values_of_a_wide_term_take_few_questions() {
        let (most, questions) = ask(&[3, 17, 20], 64, None, Direction::Up);
        assert_eq!(most, 20);
        assert!(questions < 8, "{questions}");
        let (most, questions) = ask(&[0, u128::MAX], 128, None, Direction::Up);
        assert_eq!((most, questions), (u128::MAX, 1));
        let all: Vec<u128> = (0..=100).map(|bit| 1 << bit).collect();
        let (most, questions) = ask(&all, 128, None, Direction::Up);
        assert_eq!(most, 1 << 100);
        assert!(questions < 300, "{questions}");
    }
}
