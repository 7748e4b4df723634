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
        let simpler: Vec<Term> = parts.iter().map(|part| self.look(*part, depth - 1)).collect();
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
