//! Floating point is decided by trying all inputs, as long as there are few in a question. What is chosen between
//! two computations has the inputs of both, and of the choice.

use pleach_term::{Term, Terms};
use rustc_hash::FxHashSet;

/// Parts of a term that are looked at.
const MOST_PARTS: usize = 200;

/// Whether a term is computed with floats.
pub(super) fn has_floats(terms: &Terms, term: Term) -> bool {
    let mut seen = FxHashSet::default();
    let mut open = vec![term];
    while let Some(part) = open.pop() {
        if seen.len() == MOST_PARTS {
            return false;
        }
        if !seen.insert(part) {
            continue;
        }
        let node = terms.node(part);
        if node.op.is_float() {
            return true;
        }
        open.extend(node.args());
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
        assert!(!has_floats(&terms, number));
        let float = terms.si_to_f(number, 64);
        assert!(has_floats(&terms, terms.extract(float, 8, 8)));
    }
}
