//! Floating point is decided by trying all inputs, as long as there are few in a question. What is chosen between
//! two computations has the inputs of both, and of the choice.

use pleach_term::{Term, Terms};
use rustc_hash::FxHashSet;

/// Parts of the terms that are looked at, all together.
const MOST_PARTS: usize = 300;

/// Whether one of these terms is computed with floats, as far as that is seen.
pub(super) fn have_floats(terms: &Terms, mut open: Vec<Term>) -> bool {
    let mut seen = FxHashSet::default();
    while let Some(part) = open.pop() {
        if seen.len() == MOST_PARTS {
            return false;
        }
        if seen.insert(part) {
            let node = terms.node(part);
            if node.op.is_float() {
                return true;
            }
            open.extend(node.args());
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_float_is_found_below_other_operations() {
        let terms = Terms::new();
        let byte = terms.var(terms.input("x", 0, 1).first);
        let number = terms.zext(byte, 32);
        assert!(!have_floats(&terms, vec![number]));
        let float = terms.si_to_f(number, 64);
        let part = terms.extract(float, 8, 8);
        assert!(have_floats(&terms, vec![number, part]));
    }
}
