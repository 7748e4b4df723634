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

/// What all of these members of a row are, if that is the same number.
pub(super) fn common(row: &Row, members: &[usize]) -> Option<u64> {
    let first = row[*members.first()?]?;
    members.iter().all(|i| row[*i] == Some(first)).then_some(first)
}
