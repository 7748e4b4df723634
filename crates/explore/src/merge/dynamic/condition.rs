//! What holds in a virtual state: made into a term only when somebody needs it.

use pleach_term::{Term, Terms};
use rustc_hash::FxHashMap;
use std::sync::Arc;

#[derive(Clone, Default)]
pub(super) enum Condition {
    /// The state was not joined.
    #[default]
    Always,
    /// On one side of a join.
    On(Arc<(Term, Condition)>),
    /// Virtual states that became one.
    AnyOf(Arc<[Condition]>),
}

impl Condition {
    pub fn and(&self, guard: Term) -> Condition {
        Condition::On(Arc::new((guard, self.clone())))
    }

    pub fn term(&self, terms: &Terms) -> Term {
        self.build(terms, &mut FxHashMap::default())
    }

    fn key(&self) -> Option<*const ()> {
        match self {
            Condition::Always => None,
            Condition::On(both) => Some(Arc::as_ptr(both).cast()),
            Condition::AnyOf(all) => Some(Arc::as_ptr(all).cast()),
        }
    }

    fn build(&self, terms: &Terms, built: &mut FxHashMap<*const (), Term>) -> Term {
        let Some(key) = self.key() else {
            return terms.tru();
        };
        if let Some(term) = built.get(&key) {
            return *term;
        }
        let term = match self {
            Condition::Always => terms.tru(),
            Condition::On(both) => terms.and(both.0, both.1.build(terms, built)),
            Condition::AnyOf(all) => {
                let or = |any, one: &Condition| terms.or(any, one.build(terms, built));
                all.iter().fold(terms.fls(), or)
            }
        };
        built.insert(key, term);
        term
    }

    /// Shows the terms that it is made of, shared parts once.
    pub fn for_each_term(
        &self,
        unseen: &mut dyn FnMut(*const ()) -> bool,
        show: &mut dyn FnMut(Term),
    ) {
        if !self.key().is_some_and(&mut *unseen) {
            return;
        }
        match self {
            Condition::Always => {}
            Condition::On(both) => {
                show(both.0);
                both.1.for_each_term(unseen, show);
            }
            Condition::AnyOf(all) => {
                all.iter().for_each(|one| one.for_each_term(unseen, show));
            }
        }
    }
}
