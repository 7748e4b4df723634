//! Terms of a joined state where it is known in which of its virtual states it is.

use super::numbers::{Rows, common};
use pleach_term::{Op, Term, Terms};
use rustc_hash::FxHashMap;

/// Parts of a term that are looked at. What is further down stays as it is, which is right as well.
const MOST_PARTS: u32 = 2_000;
const DEEPEST: u32 = 100;

/// Puts numbers in place of terms that are the same number in all of these virtual states.
pub(super) struct Simpler<'a> {
    terms: &'a Terms,
    known: [&'a Rows; 2],
    members: &'a [usize],
    found: FxHashMap<Term, Term>,
    left: u32,
}

impl<'a> Simpler<'a> {
    pub fn new(terms: &'a Terms, known: [&'a Rows; 2], members: &'a [usize]) -> Simpler<'a> {
        Simpler {
            terms,
            known,
            members,
            found: FxHashMap::default(),
            left: MOST_PARTS,
        }
    }

    pub fn of(&mut self, term: Term) -> Term {
        self.left = MOST_PARTS;
        self.look(term, DEEPEST)
    }

    fn look(&mut self, term: Term, depth: u32) -> Term {
        let node = self.terms.node(term);
        let known = self.known.iter().find_map(|rows| rows.get(&term));
        if let Some(number) = known.and_then(|row| common(row, self.members)) {
            return self.terms.constant(node.width, number);
        }
        if matches!(node.op, Op::Const | Op::Var) || depth == 0 || self.left == 0 {
            return term;
        }
        if let Some(found) = self.found.get(&term) {
            return *found;
        }
        self.left -= 1;
        let parts: Vec<Term> = node.args().collect();
        let simpler: Vec<Term> = parts
            .iter()
            .map(|part| self.look(*part, depth - 1))
            .collect();
        let found = match parts == simpler {
            true => term,
            false => {
                let place = |part: Term| parts.iter().position(|p| *p == part);
                let now = |part: Term| place(part).map_or(part, |at| simpler[at]);
                self.terms.rebuild(&node, now)
            }
        };
        self.found.insert(term, found);
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_take_the_place_of_terms() {
        let terms = Terms::new();
        let byte = |name| terms.var(terms.input(name, 0, 1).first);
        let (x, y, other) = (byte("x"), byte("y"), byte("other"));
        let rows = Rows::from_iter([
            (x, [Some(2), Some(2), Some(5)].into()),
            (y, [Some(1), None, Some(1)].into()),
        ]);
        let nothing = Rows::default();
        let simpler = |members: &[usize], term: Term| {
            Simpler::new(&terms, [&nothing, &rows], members).of(term)
        };
        let number = |value| terms.constant(8, value);
        let sum = terms.add(terms.add(x, y), other);
        assert_eq!(simpler(&[0], sum), terms.add(number(3), other));
        assert_eq!(simpler(&[2], sum), terms.add(number(6), other));
        let with_y = terms.add(terms.add(number(2), y), other);
        assert_eq!(simpler(&[0, 1], sum), with_y, "y is not the same in both");
        assert_eq!(simpler(&[0, 1, 2], sum), sum);
        let is_two = terms.eq(x, number(2));
        let choice = terms.ite(is_two, other, y);
        assert_eq!(simpler(&[0, 1], choice), other);
        assert_eq!(simpler(&[2], choice), number(1));
    }

    /// The same part may be there twice, and stand where another one stands as well.
    #[test]
    fn parts_that_are_there_twice_are_both_replaced() {
        let terms = Terms::new();
        let byte = |name| terms.var(terms.input(name, 0, 1).first);
        let (x, other) = (byte("x"), byte("other"));
        let rows = Rows::from_iter([(x, [Some(4), Some(6)].into())]);
        let nothing = Rows::default();
        let mut simpler = Simpler::new(&terms, [&rows, &nothing], &[1]);
        let number = |value| terms.constant(8, value);
        assert_eq!(simpler.of(terms.mul(x, x)), number(36));
        let swapped = terms.ite(terms.ult(other, x), other, x);
        let expected = terms.ite(terms.ult(other, number(6)), other, number(6));
        assert_eq!(simpler.of(swapped), expected);
    }
}
