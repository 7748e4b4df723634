//! Negations asked for before. The same few conditions are met on many paths,
//! and building a negation costs more than looking it up.

use pleach_term::{Term, Terms};

const SIZE: usize = 4096;

pub(crate) struct Negations {
    entries: Box<[Option<(Term, Term)>]>,
}

impl Default for Negations {
    fn default() -> Self {
        Negations {
            entries: vec![None; SIZE].into_boxed_slice(),
        }
    }
}

impl Negations {
    pub fn of(&mut self, terms: &Terms, term: Term) -> Term {
        let entry = &mut self.entries[term.index() % SIZE];
        match *entry {
            Some((known, negation)) if known == term => negation,
            _ => {
                let negation = terms.not(term);
                *entry = Some((term, negation));
                negation
            }
        }
    }

    /// Terms may have been freed: nothing that was known holds.
    pub fn clear(&mut self) {
        self.entries.fill(None);
    }
}
