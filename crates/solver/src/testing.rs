//! Random terms for tests: small programs over a few byte variables, built by the folding
//! constructors.

use pleach_term::{Term, Terms};
use proptest::prelude::*;

/// One construction step: an operator and raw choices that are reduced to what exists.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    op: u8,
    picks: [u16; 3],
    constant: u64,
}

pub(crate) fn steps(count: usize) -> impl Strategy<Value = Vec<Step>> {
    let step = (0..26u8, any::<[u16; 3]>(), any::<u64>());
    let step = step.prop_map(|(op, picks, constant)| Step {
        op,
        picks,
        constant,
    });
    prop::collection::vec(step, 1..count)
}

/// The terms made by the steps, in order. `width` is that of all words but the variables.
pub(crate) fn build(terms: &Terms, steps: &[Step], variables: u32, width: u32) -> Vec<Term> {
    let input = terms.input("x", 0, variables);
    let mut words: Vec<Term> = Vec::new();
    for var in input.vars() {
        let byte = terms.var(var);
        let word = if width > 8 {
            terms.sext(byte, width)
        } else {
            terms.extract(byte, 0, width)
        };
        words.push(word);
    }
    let mut conditions = vec![terms.eq(words[0], words[words.len() - 1])];
    for step in steps {
        let pick = |i: usize| words[step.picks[i] as usize % words.len()];
        let condition = |i: usize| conditions[step.picks[i] as usize % conditions.len()];
        let (a, b) = (pick(0), pick(1));
        let small = terms.constant(width, step.constant % 9);
        let word = match step.op {
            0 => terms.add(a, b),
            1 => terms.sub(a, b),
            2 => terms.mul(a, terms.constant(width, step.constant % 300)),
            3 => terms.udiv(a, b),
            4 => terms.urem(a, small),
            5 => terms.sdiv(a, small),
            6 => terms.srem(a, b),
            7 => terms.and(a, b),
            8 => terms.or(a, b),
            9 => terms.xor(a, b),
            10 => terms.shl(a, b),
            11 => terms.lshr(a, small),
            12 => terms.ashr(a, b),
            13 => terms.not(a),
            14 => terms.neg(a),
            15 => terms.ite(condition(2), a, b),
            16 => terms.constant(width, step.constant),
            17 => {
                let half = width.div_ceil(2);
                let low = terms.extract(a, 0, half);
                let high = terms.extract(b, width - (width - half).max(1), (width - half).max(1));
                terms.resize(terms.concat(high, low), width)
            }
            18 => terms.mul(a, b),
            _ => a,
        };
        words.push(word);
        let made = match step.op {
            19 => terms.eq(a, b),
            20 => terms.ult(a, b),
            21 => terms.ule(a, small),
            22 => terms.slt(a, b),
            23 => terms.sle(a, b),
            24 => terms.not(condition(0)),
            25 => terms.or(condition(0), condition(1)),
            _ => terms.ult(word, a),
        };
        conditions.push(made);
    }
    conditions
}
