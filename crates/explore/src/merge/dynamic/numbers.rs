//! What terms of a joined state are in each of its virtual states, where that is a plain number.

use pleach_term::{Op, Term, Terms};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The number that a term is in each virtual state; none where it is not known to be one.
pub(super) type Row = Arc<[Option<u64>]>;

/// Terms that are a number in some virtual state.
pub(super) type Rows = FxHashMap<Term, Row>;

/// Parts of a term that are looked at. Of what is further down nothing is known.
const MOST_PARTS: u32 = 500;
const DEEPEST: u32 = 60;

/// Computes with rows: the update of a virtual state at an assignment, made when somebody asks.
pub(super) struct Numbers<'a> {
    terms: &'a Terms,
    known: [&'a Rows; 2],
    count: usize,
    found: FxHashMap<Term, Option<Row>>,
    left: u32,
}

impl<'a> Numbers<'a> {
    /// `count` is how many virtual states there are: the length of each row.
    pub fn new(terms: &'a Terms, known: [&'a Rows; 2], count: usize) -> Numbers<'a> {
        Numbers {
            terms,
            known,
            count,
            found: FxHashMap::default(),
            left: MOST_PARTS,
        }
    }

    /// None if the term is a number in no virtual state, or the same one in all.
    pub fn of(&mut self, term: Term) -> Option<Row> {
        self.left = MOST_PARTS;
        self.look(term, DEEPEST)
    }

    fn look(&mut self, term: Term, depth: u32) -> Option<Row> {
        let known = self.known.iter().find_map(|rows| rows.get(&term));
        if let Some(row) = known {
            return Some(row.clone());
        }
        let node = self.terms.node(term);
        if matches!(node.op, Op::Const | Op::Var) {
            return None;
        }
        if let Some(found) = self.found.get(&term) {
            return found.clone();
        }
        if depth == 0 || self.left == 0 {
            return None;
        }
        self.left -= 1;
        let mut rows: [Option<Row>; 3] = [None, None, None];
        for (row, part) in rows.iter_mut().zip(node.args()) {
            *row = self.look(part, depth - 1);
        }
        let row = match rows.iter().any(Option::is_some) {
            true => self.combined(term, &rows),
            false => None,
        };
        self.found.insert(term, row.clone());
        row
    }

    fn combined(&self, term: Term, rows: &[Option<Row>; 3]) -> Option<Row> {
        let node = self.terms.node(term);
        let mut constants = [None; 3];
        for (constant, part) in constants.iter_mut().zip(node.args()) {
            *constant = self.terms.as_const(part);
        }
        let parts = node.args().count();
        let in_state = |state: usize| {
            let part = |at: usize| match &rows[at] {
                Some(row) => row[state],
                None => constants[at],
            };
            match node.op {
                Op::Ite => return part(if part(0)? != 0 { 1 } else { 2 }),
                Op::And if part(0) == Some(0) || part(1) == Some(0) => return Some(0),
                Op::Or if node.width == 1 && (part(0) == Some(1) || part(1) == Some(1)) => {
                    return Some(1);
                }
                _ => {}
            }
            let mut args = [0; 3];
            for (at, arg) in args.iter_mut().enumerate().take(parts) {
                *arg = part(at)?;
            }
            self.terms.apply(&node, args)
        };
        let row: Row = (0..self.count).map(in_state).collect();
        row.iter().any(Option::is_some).then_some(row)
    }
}

/// Shows the terms that have rows, shared ones once.
pub(super) fn show_terms(
    rows: [&Arc<Rows>; 2],
    unseen: &mut dyn FnMut(*const ()) -> bool,
    show: &mut dyn FnMut(Term),
) {
    for rows in rows {
        if unseen(Arc::as_ptr(rows).cast()) {
            rows.keys().for_each(|term| show(*term));
        }
    }
}

/// What all of these members of a row are, if that is the same number.
pub(super) fn common(row: &Row, members: &[usize]) -> Option<u64> {
    let first = row[*members.first()?]?;
    members
        .iter()
        .all(|i| row[*i] == Some(first))
        .then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes x and y, which are numbers in the three virtual states that there are, or in some of them,
    /// and another one of which nothing is known.
    struct Three {
        terms: Terms,
        x: Term,
        y: Term,
        other: Term,
        known: Rows,
    }

    impl Three {
        fn new(x: [Option<u64>; 3], y: [Option<u64>; 3]) -> Three {
            let terms = Terms::new();
            let byte = |name| terms.var(terms.input(name, 0, 1).first);
            let all = [byte("x"), byte("y"), byte("other")];
            Three {
                known: Rows::from_iter([(all[0], x.into()), (all[1], y.into())]),
                x: all[0],
                y: all[1],
                other: all[2],
                terms,
            }
        }

        fn row(&self, term: Term) -> Option<[Option<u64>; 3]> {
            let nothing = Rows::default();
            let row = Numbers::new(&self.terms, [&nothing, &self.known], 3).of(term)?;
            Some([row[0], row[1], row[2]])
        }
    }

    fn all(numbers: [u64; 3]) -> [Option<u64>; 3] {
        numbers.map(Some)
    }

    #[test]
    fn sums_are_computed_in_each_state() {
        let three = Three::new(all([1, 2, 255]), all([5, 5, 5]));
        let terms = &three.terms;
        let sum = terms.add(three.x, terms.constant(8, 3));
        assert_eq!(three.row(sum), Some(all([4, 5, 2])));
        assert_eq!(three.row(terms.add(sum, three.y)), Some(all([9, 10, 7])));
        let less = terms.ult(three.x, three.y);
        assert_eq!(three.row(less), Some(all([1, 1, 0])));
    }

    #[test]
    fn a_choice_is_what_is_chosen() {
        let three = Three::new(all([0, 1, 2]), [Some(7), None, None]);
        let terms = &three.terms;
        let is_zero = terms.eq(three.x, terms.constant(8, 0));
        let choice = terms.ite(is_zero, three.y, three.x);
        assert_eq!(
            three.row(choice),
            Some(all([7, 1, 2])),
            "y elsewhere is not chosen"
        );
        let choice = terms.ite(is_zero, three.other, three.x);
        assert_eq!(three.row(choice), Some([None, Some(1), Some(2)]));
        let unknown = terms.eq(three.other, terms.constant(8, 0));
        let choice = terms.ite(unknown, three.x, three.y);
        assert_eq!(three.row(choice), None);
    }

    #[test]
    fn one_side_may_decide() {
        let three = Three::new(all([0, 1, 0]), all([1, 1, 1]));
        let terms = &three.terms;
        let is_one = terms.eq(three.x, terms.constant(8, 1));
        let unknown = terms.eq(three.other, terms.constant(8, 9));
        let both = terms.and(is_one, unknown);
        assert_eq!(three.row(both), Some([Some(0), None, Some(0)]));
        let either = terms.or(is_one, unknown);
        assert_eq!(three.row(either), Some([None, Some(1), None]));
    }

    #[test]
    fn bytes_make_words_and_words_bytes() {
        let three = Three::new(all([1, 2, 3]), all([0, 1, 0]));
        let terms = &three.terms;
        let word = terms.concat_bytes(&[three.x, three.y]);
        assert_eq!(three.row(word), Some(all([0x001, 0x102, 0x003])));
        let low = terms.extract(terms.add(word, word), 0, 8);
        assert_eq!(three.row(low), Some(all([2, 4, 6])));
        let half_known = terms.concat_bytes(&[three.x, three.other]);
        assert_eq!(three.row(half_known), None);
    }

    #[test]
    fn of_what_is_unknown_nothing_is_known() {
        let three = Three::new([Some(1), None, Some(3)], all([1, 2, 3]));
        let terms = &three.terms;
        assert_eq!(three.row(three.other), None);
        assert_eq!(three.row(terms.add(three.other, three.y)), None);
        let sum = terms.add(three.x, three.y);
        assert_eq!(three.row(sum), Some([Some(2), None, Some(6)]));
        assert_eq!(three.row(terms.constant(8, 4)), None, "the same in all");
    }

    #[test]
    fn members_have_a_number_in_common_or_not() {
        let row: Row = [Some(4), None, Some(4), Some(5)].into();
        assert_eq!(common(&row, &[0, 2]), Some(4));
        assert_eq!(common(&row, &[0, 1]), None);
        assert_eq!(common(&row, &[0, 3]), None);
        assert_eq!(common(&row, &[1]), None);
        assert_eq!(common(&row, &[]), None);
    }
}
