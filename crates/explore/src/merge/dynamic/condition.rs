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

#[cfg(test)]
mod tests {
    use super::*;

    struct Bits {
        terms: Terms,
        bits: Vec<Term>,
    }

    impl Bits {
        fn new() -> Bits {
            let terms = Terms::new();
            let byte = terms.var(terms.input("x", 0, 1).first);
            let bits = (0..8).map(|at| terms.extract(byte, at, 1)).collect();
            Bits { terms, bits }
        }
    }

    #[test]
    fn a_state_that_was_not_joined_is_always_there() {
        let Bits { terms, .. } = Bits::new();
        assert_eq!(Condition::default().term(&terms), terms.tru());
    }

    /// Joined over `a` and then, with others, over `b`: both hold.
    #[test]
    fn each_join_adds_a_guard() {
        let Bits { terms, bits } = Bits::new();
        let once = Condition::default().and(bits[0]);
        assert_eq!(once.term(&terms), bits[0]);
        let twice = once.and(terms.not(bits[1]));
        let expected = terms.and(terms.not(bits[1]), bits[0]);
        assert_eq!(twice.term(&terms), expected);
    }

    #[test]
    fn states_that_became_one_are_there_where_any_was() {
        let Bits { terms, bits } = Bits::new();
        let side = |guard: Term| Condition::default().and(guard);
        let both = Condition::AnyOf([side(bits[0]), side(terms.not(bits[0]))].into());
        assert_eq!(both.term(&terms), terms.tru(), "all sides of the join");
        let some = Condition::AnyOf([side(bits[0]), side(bits[1])].into());
        let expected = terms.and(bits[2], terms.or(bits[0], bits[1]));
        assert_eq!(some.and(bits[2]).term(&terms), expected);
    }

    /// They are swept away otherwise.
    #[test]
    fn terms_are_shown_once() {
        let Bits { bits, .. } = Bits::new();
        let shared = Condition::default().and(bits[0]);
        let sides = [shared.and(bits[1]), shared.and(bits[2])];
        let both = Condition::AnyOf(sides.into());
        let (mut seen, mut shown) = (Vec::new(), Vec::new());
        let mut unseen = |at| {
            let is_new = !seen.contains(&at);
            seen.push(at);
            is_new
        };
        both.for_each_term(&mut unseen, &mut |term| shown.push(term));
        assert_eq!(shown, [bits[1], bits[0], bits[2]]);
    }
}
