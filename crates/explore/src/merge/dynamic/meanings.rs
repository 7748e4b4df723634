//! What terms of a joined state are in each of its virtual states.

use pleach_term::{Op, Term, Terms};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What a term is in each virtual state: mostly a constant.
pub(super) type Row = Arc<[Term]>;

/// Terms that are something else in some virtual state.
pub(super) type Rows = FxHashMap<Term, Row>;

/// Parts of a term that are looked at. What is further down stays as it is, which is right in every
/// virtual state.
const MOST_PARTS: u32 = 4_000;
const DEEPEST: u32 = 150;

/// Finds out what terms are in each virtual state, from what is known of some of them.
pub(super) struct Meanings<'a> {
    terms: &'a Terms,
    rows: &'a Rows,
    count: usize,
    found: FxHashMap<Term, Option<Row>>,
    left: u32,
}

impl<'a> Meanings<'a> {
    /// `count` is how many virtual states there are: the length of each row.
    pub fn new(terms: &'a Terms, rows: &'a Rows, count: usize) -> Meanings<'a> {
        Meanings {
            terms,
            rows,
            count,
            found: FxHashMap::default(),
            left: MOST_PARTS,
        }
    }

    /// None if the term is itself in all of them, as far as is known.
    pub fn of(&mut self, term: Term) -> Option<Row> {
        self.left = MOST_PARTS;
        self.look(term, DEEPEST)
    }

    fn look(&mut self, term: Term, depth: u32) -> Option<Row> {
        if let Some(row) = self.rows.get(&term) {
            return Some(row.clone());
        }
        let node = self.terms.node(term);
        if matches!(node.op, Op::Const | Op::Var) {
            return None;
        }
        if let Some(known) = self.found.get(&term) {
            return known.clone();
        }
        if depth == 0 || self.left == 0 {
            return None;
        }
        self.left -= 1;
        let parts: Vec<Term> = node.args().collect();
        let rows: Vec<Option<Row>> = parts.iter().map(|t| self.look(*t, depth - 1)).collect();
        let row = match rows.iter().any(Option::is_some) {
            true => self.rebuilt(term, &parts, &rows),
            false => None,
        };
        self.found.insert(term, row.clone());
        row
    }

    fn rebuilt(&self, term: Term, parts: &[Term], rows: &[Option<Row>]) -> Option<Row> {
        let node = self.terms.node(term);
        let part_in = |at: usize, state: usize| rows[at].as_ref().map_or(parts[at], |r| r[state]);
        let in_state = |state: usize| {
            if node.op == Op::Ite {
                match self.terms.as_const(part_in(0, state)) {
                    Some(0) => return part_in(2, state),
                    Some(_) => return part_in(1, state),
                    None => {}
                }
            }
            let place = |part: Term| parts.iter().position(|p| *p == part);
            self.terms
                .rebuild(&node, |part| place(part).map_or(part, |at| part_in(at, state)))
        };
        let row: Row = (0..self.count).map(in_state).collect();
        row.iter().any(|meaning| *meaning != term).then_some(row)
    }
}

/// What all of these members of a row are, if that is the same.
pub(super) fn common(row: &Row, members: &[usize]) -> Option<Term> {
    let first = row[*members.first()?];
    members.iter().all(|i| row[*i] == first).then_some(first)
}
