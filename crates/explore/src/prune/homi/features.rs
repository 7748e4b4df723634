//! The conditions that features are (section 3.2.2): that an input, or some bytes of it, equals a number, and
//! conjunctions and disjunctions of these. They are the same in every iteration and in later runs, whatever
//! numbers terms and variables have there.

use pleach_term::{Op, Term, Terms};
use std::sync::Arc;

/// A byte of an input.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct InputByte {
    pub input: Arc<str>,
    /// Which of the inputs of that name.
    pub occurrence: u32,
    pub byte: u32,
}

/// Bytes as one number, the most significant first, and its value.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Equality {
    pub bytes: Vec<InputByte>,
    pub value: u64,
}

/// A condition of the paper's language L. What is connected is sorted.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Feature {
    All(Vec<Equality>),
    Any(Vec<Equality>),
}

impl Feature {
    /// None if the language cannot say it.
    pub fn of(terms: &Terms, condition: Term) -> Option<Feature> {
        let node = terms.node(condition);
        let connected = |op| {
            let mut parts = Vec::new();
            equalities(terms, condition, op, &mut parts)?;
            parts.sort_unstable();
            parts.dedup();
            Some(parts)
        };
        match node.op {
            Op::Or => connected(Op::Or).map(Feature::Any),
            _ => connected(Op::And).map(Feature::All),
        }
    }
}

/// All equalities that are connected by this operator.
fn equalities(terms: &Terms, condition: Term, op: Op, found: &mut Vec<Equality>) -> Option<()> {
    let node = terms.node(condition);
    if node.op == op && node.width == 1 {
        let [one, other] = [node.arg(0), node.arg(1)];
        equalities(terms, one, op, found)?;
        return equalities(terms, other, op, found);
    }
    found.push(equality(terms, condition)?);
    Some(())
}

fn equality(terms: &Terms, condition: Term) -> Option<Equality> {
    let node = terms.node(condition);
    if node.op != Op::Eq {
        return None;
    }
    let [one, other] = [node.arg(0), node.arg(1)];
    let (value, number) = match (terms.as_const(one), terms.as_const(other)) {
        (Some(number), None) => (other, number),
        (None, Some(number)) => (one, number),
        _ => return None,
    };
    let mut bytes = Vec::new();
    input_bytes(terms, value, &mut bytes)?;
    Some(Equality {
        bytes,
        value: number,
    })
}

/// The bytes that a term puts together; zero or sign bits in front say nothing that is not said by the bytes.
fn input_bytes(terms: &Terms, term: Term, bytes: &mut Vec<InputByte>) -> Option<()> {
    let node = terms.node(term);
    match node.op {
        Op::Var => {
            let name = terms.var_name(node.var());
            bytes.push(InputByte {
                input: name.name,
                occurrence: name.occurrence,
                byte: name.byte,
            });
            Some(())
        }
        Op::Concat => {
            input_bytes(terms, node.arg(0), bytes)?;
            input_bytes(terms, node.arg(1), bytes)
        }
        Op::ZExt => input_bytes(terms, node.arg(0), bytes),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn byte(input: &str, byte: u32) -> InputByte {
        InputByte {
            input: input.into(),
            occurrence: 0,
            byte,
        }
    }

    fn equals(bytes: Vec<InputByte>, value: u64) -> Equality {
        Equality { bytes, value }
    }

    fn input(terms: &Terms, name: &str, len: u32) -> Vec<Term> {
        let input = terms.input(name, 0, len);
        input.vars().map(|var| terms.var(var)).collect()
    }

    /// The example of section 3.2.2: of four conditions two are features.
    #[test]
    fn the_papers_example() {
        let terms = Terms::new();
        let a = input(&terms, "a", 1)[0];
        let array = input(&terms, "b", 4);
        let number = |n| terms.constant(8, n);
        let conditions = [
            terms.eq(a, number(3)),
            terms.ult(number(1), a),
            terms.not(terms.eq(array[2], number(3))),
            terms.eq(array[2], number(8)),
        ];
        let features = conditions.iter().filter_map(|c| Feature::of(&terms, *c));
        let expected = [
            Feature::All(vec![equals(vec![byte("a", 0)], 3)]),
            Feature::All(vec![equals(vec![byte("b", 2)], 8)]),
        ];
        assert_eq!(features.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn conjunctions_and_disjunctions_are_features_and_mixtures_are_not() {
        let terms = Terms::new();
        let bytes = input(&terms, "in", 3);
        let is = |at: usize, n| terms.eq(bytes[at], terms.constant(8, n));
        let either = terms.or(is(1, 5), terms.or(is(0, 9), is(2, 7)));
        let expected = [(0, 9), (1, 5), (2, 7)].map(|(at, n)| equals(vec![byte("in", at)], n));
        assert_eq!(
            Feature::of(&terms, either),
            Some(Feature::Any(expected.to_vec()))
        );
        let both = terms.and(is(2, 7), is(0, 9));
        let expected = [(0, 9), (2, 7)].map(|(at, n)| equals(vec![byte("in", at)], n));
        assert_eq!(
            Feature::of(&terms, both),
            Some(Feature::All(expected.to_vec()))
        );
        let mixed = terms.and(either, is(1, 4));
        assert_eq!(Feature::of(&terms, mixed), None);
    }

    /// The same condition in another arena, where terms have other numbers.
    #[test]
    fn features_compare_across_runs() {
        let make = |before: u32| {
            let terms = Terms::new();
            input(&terms, "other", before);
            let bytes = input(&terms, "in", 2);
            let word = terms.concat(bytes[1], bytes[0]);
            Feature::of(&terms, terms.eq(word, terms.constant(16, 0x4142)))
        };
        let feature = make(1);
        assert!(feature.is_some());
        assert_eq!(feature, make(9));
    }
}
