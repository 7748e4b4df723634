//! The path of a state that was joined, kept so that the state can have it back.

use super::numbers::{Rows, show_terms};
use super::simpler::Simpler;
use pleach_solver::PathCondition;
use pleach_term::{Term, Terms};
use std::sync::Arc;

/// Joins after which a path is not kept any longer: to put it together again would take too long.
const MOST_STAGES: u32 = 16;

#[derive(Clone)]
pub(super) struct OwnPath {
    /// Before the state was joined.
    pub begin: PathCondition,
    added: Option<Arc<Added>>,
}

/// To a joined state's path, from one join to the next.
struct Added {
    terms: Arc<[Term]>,
    /// What was known of the virtual states then. What they were joined over later may be one of these very
    /// terms: it is not known before it was added.
    rows: [Arc<Rows>; 2],
    /// Which of the virtual states this is the path of.
    place: usize,
    before: Option<Arc<Added>>,
    stage: u32,
}

impl OwnPath {
    pub fn new(begin: PathCondition) -> OwnPath {
        OwnPath { begin, added: None }
    }

    /// The path with what the joined state has learned, if that is worth keeping.
    pub fn with(
        &self,
        learned: &Arc<[Term]>,
        rows: [&Arc<Rows>; 2],
        place: usize,
    ) -> Option<OwnPath> {
        let stage = self.added.as_ref().map_or(0, |last| last.stage + 1);
        (stage < MOST_STAGES).then(|| OwnPath {
            begin: self.begin.clone(),
            added: Some(Arc::new(Added {
                terms: learned.clone(),
                rows: rows.map(Arc::clone),
                place,
                before: self.added.clone(),
                stage,
            })),
        })
    }

    /// The newest first.
    fn stages(&self) -> impl Iterator<Item = &Arc<Added>> {
        std::iter::successors(self.added.as_ref(), |added| added.before.as_ref())
    }

    /// What was added, which is simpler where it is known which of the joined states it is.
    pub fn learned(&self, terms: &Terms) -> Vec<Term> {
        let stages: Vec<&Arc<Added>> = self.stages().collect();
        let mut learned = Vec::new();
        for added in stages.into_iter().rev() {
            let [guards, rows] = &added.rows;
            let mut simpler =
                Simpler::new(terms, [guards, rows], std::slice::from_ref(&added.place));
            learned.extend(added.terms.iter().map(|term| simpler.of(*term)));
        }
        learned
    }

    /// Shows the terms that it is made of, shared parts once.
    pub fn for_each_term(
        &self,
        unseen: &mut dyn FnMut(*const ()) -> bool,
        show: &mut dyn FnMut(Term),
    ) {
        self.begin
            .for_each_term(&mut |at| unseen(at), &mut |term| show(term));
        for added in self.stages() {
            if !unseen(Arc::as_ptr(added).cast()) {
                return;
            }
            added.terms.iter().for_each(|term| show(*term));
            let [guards, rows] = &added.rows;
            show_terms([guards, rows], unseen, show);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The condition over which states are joined is one that a path learned before: it is not known then.
    #[test]
    fn what_was_learned_is_simpler_by_what_was_known_then() {
        let terms = Terms::new();
        let byte = |name| terms.var(terms.input(name, 0, 1).first);
        let (x, y) = (byte("x"), byte("y"));
        let seven = terms.constant(8, 7);
        let (first, second) = (terms.eq(x, seven), terms.eq(y, seven));
        let row = |numbers: [u64; 2]| numbers.map(Some).into();
        let none = Arc::new(Rows::default());
        let over_first = Arc::new(Rows::from_iter([(first, row([1, 0]))]));
        let over_both = Arc::new(Rows::from_iter([
            (first, row([1, 0])),
            (second, row([1, 1])),
        ]));
        let chosen: Arc<[Term]> = [terms.ite(first, second, terms.fls())].into();
        let path = OwnPath::new(PathCondition::new());
        let path = path.with(&chosen, [&over_first, &none], 0);
        let path = path.and_then(|path| path.with(&chosen, [&over_both, &none], 0));
        let learned = path.map(|path| path.learned(&terms));
        assert_eq!(learned, Some(vec![second, terms.tru()]));
    }
}
