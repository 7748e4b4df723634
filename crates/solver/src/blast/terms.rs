//! Terms to words of literals, remembered across queries.

use hashbrown::HashMap;
use pleach_term::{Node, Op, Term, Terms, VarId};

use super::Circuit;
use super::words::{Shift, Word};
use crate::sat::Lit;

/// Why a term has no circuit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum BlastError {
    #[error("floating point is not translated to gates")]
    Float,
    #[error("the circuit would be too large")]
    TooLarge,
}

/// The words of all terms translated so far.
#[derive(Default)]
pub(crate) struct TermBits {
    /// Where a term's literals start in `pool`; their number is the term's width.
    starts: HashMap<Term, u32>,
    pool: Vec<Lit>,
    variables: HashMap<VarId, u32>,
    stack: Vec<Term>,
}

impl TermBits {
    /// The word of a term. Fails when it would take the circuit beyond `most` variables; what was
    /// translated until then stays valid.
    pub fn word(
        &mut self,
        terms: &Terms,
        circuit: &mut Circuit,
        term: Term,
        most: usize,
    ) -> Result<&[Lit], BlastError> {
        if !self.starts.contains_key(&term) {
            self.stack.clear();
            self.stack.push(term);
            while let Some(&top) = self.stack.last() {
                if self.starts.contains_key(&top) {
                    self.stack.pop();
                    continue;
                }
                let node = terms.node(top);
                if node.op.is_float() {
                    return Err(BlastError::Float);
                }
                let known = self.stack.len();
                self.stack
                    .extend(node.args().filter(|a| !self.starts.contains_key(a)));
                if self.stack.len() > known {
                    continue;
                }
                if circuit.size() + cost(terms, node) > most {
                    return Err(BlastError::TooLarge);
                }
                self.stack.pop();
                let word = self.translate(terms, circuit, top, node);
                debug_assert_eq!(word.len(), node.width as usize);
                self.starts.insert(top, self.pool.len() as u32);
                self.pool.extend_from_slice(&word);
            }
        }
        Ok(self.known(terms, term))
    }

    /// The literals of a variable, if it was translated.
    pub fn variable(&self, var: VarId) -> Option<&[Lit]> {
        let start = *self.variables.get(&var)? as usize;
        Some(&self.pool[start..start + 8])
    }

    fn known(&self, terms: &Terms, term: Term) -> &[Lit] {
        let start = self.starts[&term] as usize;
        &self.pool[start..start + terms.width(term) as usize]
    }

    fn translate(&mut self, terms: &Terms, circuit: &mut Circuit, term: Term, node: Node) -> Word {
        match node.op {
            Op::Const => constant(terms, term, node),
            Op::Var => {
                self.variables.insert(node.var(), self.pool.len() as u32);
                (0..8).map(|_| circuit.input()).collect()
            }
            _ => match node.op.arity() {
                1 => unary(circuit, node, self.known(terms, node.arg(0))),
                2 => {
                    let (a, b) = (node.arg(0), node.arg(1));
                    binary(circuit, node.op, self.known(terms, a), self.known(terms, b))
                }
                _ => {
                    let c = self.known(terms, node.arg(0))[0];
                    let (then, other) = (node.arg(1), node.arg(2));
                    circuit.mux_word(c, self.known(terms, then), self.known(terms, other))
                }
            },
        }
    }
}

/// A bound, not an estimate, except that products and quotients may share gates.
fn cost(terms: &Terms, node: Node) -> usize {
    let width = node.width as usize;
    match node.op {
        Op::Const | Op::Concat | Op::Extract | Op::ZExt | Op::SExt | Op::Not => 0,
        Op::Mul | Op::UDiv | Op::SDiv | Op::URem | Op::SRem => {
            let constant = node.args().any(|a| terms.is_const(a));
            width * width * if constant { 2 } else { 5 }
        }
        Op::Shl | Op::LShr | Op::AShr => width * (width.ilog2() as usize + 3),
        _ => 8 + 3 * width,
    }
}

fn constant(terms: &Terms, term: Term, node: Node) -> Word {
    if let Some(value) = node.small_const() {
        return (0..node.width)
            .map(|i| Circuit::constant(value >> i & 1 == 1))
            .collect();
    }
    let bits = terms
        .as_bits(term)
        .unwrap_or_else(|| unreachable!("{term:?} is a constant"));
    (0..node.width)
        .map(|i| Circuit::constant(bits.bit(i)))
        .collect()
}

fn unary(circuit: &mut Circuit, node: Node, a: &[Lit]) -> Word {
    let width = node.width as usize;
    match node.op {
        Op::Not => circuit.not_word(a),
        Op::Neg => circuit.neg_word(a),
        Op::Extract => a[node.lo() as usize..node.lo() as usize + width].to_vec(),
        Op::ZExt => padded(a, width, Circuit::FALSE),
        Op::SExt => padded(a, width, a[a.len() - 1]),
        other => unreachable!("{other:?} is no unary bit-vector operator"),
    }
}

fn padded(a: &[Lit], width: usize, fill: Lit) -> Word {
    let mut word = a.to_vec();
    word.resize(width, fill);
    word
}

fn binary(circuit: &mut Circuit, op: Op, a: &[Lit], b: &[Lit]) -> Word {
    match op {
        Op::Add => circuit.add_word(a, b, Circuit::FALSE),
        Op::Sub => circuit.sub_word(a, b),
        Op::Mul => circuit.mul_word(a, b),
        Op::UDiv => circuit.divide(a, b).0,
        Op::URem => circuit.divide(a, b).1,
        Op::SDiv => circuit.signed_quotient(a, b),
        Op::SRem => circuit.signed_rest(a, b),
        Op::And => circuit.zip(a, b, Circuit::and),
        Op::Or => circuit.zip(a, b, Circuit::or),
        Op::Xor => circuit.zip(a, b, Circuit::xor),
        Op::Shl => circuit.shift(a, b, Shift::Left),
        Op::LShr => circuit.shift(a, b, Shift::Right),
        Op::AShr => circuit.shift(a, b, Shift::Arithmetic),
        Op::Eq => vec![circuit.equal(a, b)],
        Op::Ult => vec![circuit.less(a, b)],
        Op::Ule => vec![!circuit.less(b, a)],
        Op::Slt => vec![circuit.signed_less(a, b)],
        Op::Sle => vec![!circuit.signed_less(b, a)],
        Op::Concat => b.iter().chain(a).copied().collect(),
        other => unreachable!("{other:?} is no binary bit-vector operator"),
    }
}
