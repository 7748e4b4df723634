//! Terms to Z3's expressions. Terms of width 1 become Booleans, all others bit-vectors.

use hashbrown::{HashMap, HashSet};
use pleach_term::{Node, Op, Term, Terms, VarId};
use z3_sys::*;

use super::context::Context;

/// Why there is no translation or no answer.
pub(super) enum Failure {
    Unsupported(&'static str),
    /// Z3 reported an error.
    Refused,
}

pub(super) type Made = Result<Z3_ast, Failure>;

/// Keeps what Z3 returned, if it returned something.
pub(super) fn made(ast: Option<Z3_ast>) -> Made {
    ast.ok_or(Failure::Refused)
}

/// What holds for the constants that stand for floats.
#[derive(Default)]
pub(super) struct Definitions {
    pub all: Vec<Z3_ast>,
    /// With these, the constants are the floats; without, they may also be others.
    pub limits: Vec<Z3_ast>,
}

pub(super) struct Translation {
    terms: HashMap<Term, Z3_ast>,
    variables: HashMap<VarId, Z3_ast>,
    /// For float terms: what must hold for the constant that stands for their bits.
    pub(super) float_definitions: HashMap<Term, Z3_ast>,
    /// For float terms that are exact only on some arguments: on which.
    pub(super) float_limits: HashMap<Term, Z3_ast>,
    pub(super) fresh: u32,
    // Last: what is above points into it.
    context: Context,
}

impl Translation {
    pub fn new(context: Context) -> Translation {
        Translation {
            terms: HashMap::new(),
            variables: HashMap::new(),
            float_definitions: HashMap::new(),
            float_limits: HashMap::new(),
            fresh: 0,
            context,
        }
    }

    pub fn context(&self) -> &Context {
        &self.context
    }

    pub fn size(&self) -> usize {
        self.terms.len()
    }

    pub(super) fn raw(&self) -> Z3_context {
        self.context.raw()
    }

    /// The definitions of all float terms inside `roots`, and where all of them are exact.
    pub fn definitions(&self, terms: &Terms, roots: &[Term]) -> Definitions {
        let mut found = Definitions::default();
        if self.float_definitions.is_empty() {
            return found;
        }
        let mut seen: HashSet<Term> = roots.iter().copied().collect();
        let mut stack: Vec<Term> = roots.to_vec();
        while let Some(term) = stack.pop() {
            found.all.extend(self.float_definitions.get(&term));
            found.limits.extend(self.float_limits.get(&term));
            stack.extend(terms.node(term).args().filter(|arg| seen.insert(*arg)));
        }
        found
    }

    pub fn variable(&mut self, var: VarId) -> Made {
        if let Some(&known) = self.variables.get(&var) {
            return Ok(known);
        }
        let c = self.raw();
        // SAFETY: everything is made in the live context `c`.
        let constant = unsafe {
            let number =
                i32::try_from(var.0).map_err(|_| Failure::Unsupported("so many variables"))?;
            let symbol = Z3_mk_int_symbol(c, number).ok_or(Failure::Refused)?;
            let sort = Z3_mk_bv_sort(c, 8).ok_or(Failure::Refused)?;
            made(Z3_mk_const(c, symbol, sort))?
        };
        self.variables.insert(var, constant);
        Ok(constant)
    }

    pub fn term(&mut self, terms: &Terms, term: Term) -> Made {
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if self.terms.contains_key(&top) {
                stack.pop();
                continue;
            }
            let node = terms.node(top);
            let known = stack.len();
            stack.extend(node.args().filter(|arg| !self.terms.contains_key(arg)));
            if stack.len() > known {
                continue;
            }
            let ast = self.node(terms, top, node)?;
            self.terms.insert(top, ast);
            stack.pop();
        }
        Ok(self.terms[&term])
    }

    fn node(&mut self, terms: &Terms, term: Term, node: Node) -> Made {
        match node.op {
            Op::Const => self.constant(terms, term, node),
            Op::Var => self.variable(node.var()),
            op if op.is_float() => self.float(terms, term, node),
            Op::Ite => {
                let [c, a, b] = [0, 1, 2].map(|i| self.terms[&node.arg(i)]);
                // SAFETY: the terms belong to the live context.
                made(unsafe { Z3_mk_ite(self.raw(), c, a, b) })
            }
            Op::Not | Op::And | Op::Or | Op::Xor | Op::Eq if terms.width(node.arg(0)) == 1 => {
                self.logical(node)
            }
            _ => {
                let ast = self.word_operator(terms, node)?;
                let is_predicate =
                    matches!(node.op, Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle);
                if node.width == 1 && !is_predicate {
                    self.truth_of(ast)
                } else {
                    Ok(ast)
                }
            }
        }
    }

    /// The argument as a bit-vector.
    pub(super) fn word(&mut self, terms: &Terms, term: Term) -> Made {
        let ast = self.terms[&term];
        if terms.width(term) > 1 {
            return Ok(ast);
        }
        let (one, zero) = (self.number(1, 1)?, self.number(1, 0)?);
        // SAFETY: the terms belong to the live context.
        made(unsafe { Z3_mk_ite(self.raw(), ast, one, zero) })
    }

    fn truth_of(&mut self, word: Z3_ast) -> Made {
        let one = self.number(1, 1)?;
        // SAFETY: the terms belong to the live context.
        made(unsafe { Z3_mk_eq(self.raw(), word, one) })
    }

    pub(super) fn number(&mut self, width: u32, value: u64) -> Made {
        // SAFETY: everything is made in the live context.
        unsafe {
            let sort = Z3_mk_bv_sort(self.raw(), width).ok_or(Failure::Refused)?;
            made(Z3_mk_unsigned_int64(self.raw(), value, sort))
        }
    }

    fn constant(&mut self, terms: &Terms, term: Term, node: Node) -> Made {
        match (node.width, node.small_const()) {
            // SAFETY: the context is live.
            (1, Some(0)) => made(unsafe { Z3_mk_false(self.raw()) }),
            // SAFETY: as above.
            (1, Some(_)) => made(unsafe { Z3_mk_true(self.raw()) }),
            (width, Some(value)) => self.number(width, value),
            (width, None) => {
                let bits = terms.as_bits(term).ok_or(Failure::Refused)?;
                let bits: Vec<bool> = (0..width).map(|i| bits.bit(i)).collect();
                // SAFETY: `bits` has `width` elements and Z3 copies them.
                made(unsafe { Z3_mk_bv_numeral(self.raw(), width, bits.as_ptr()) })
            }
        }
    }

    fn logical(&mut self, node: Node) -> Made {
        let c = self.raw();
        let a = self.terms[&node.arg(0)];
        let b = if node.op.arity() > 1 {
            self.terms[&node.arg(1)]
        } else {
            a
        };
        // SAFETY: the terms belong to the live context.
        made(unsafe {
            match node.op {
                Op::Not => Z3_mk_not(c, a),
                Op::And => Z3_mk_and(c, 2, [a, b].as_ptr()),
                Op::Or => Z3_mk_or(c, 2, [a, b].as_ptr()),
                Op::Xor => Z3_mk_xor(c, a, b),
                _ => Z3_mk_eq(c, a, b),
            }
        })
    }

    fn word_operator(&mut self, terms: &Terms, node: Node) -> Made {
        let c = self.raw();
        let a = self.word(terms, node.arg(0))?;
        let b = if node.op.arity() > 1 {
            self.word(terms, node.arg(1))?
        } else {
            a
        };
        let grown = node.width.saturating_sub(terms.width(node.arg(0)));
        // SAFETY: the terms belong to the live context.
        made(unsafe {
            match node.op {
                Op::Not => Z3_mk_bvnot(c, a),
                Op::Neg => Z3_mk_bvneg(c, a),
                Op::Add => Z3_mk_bvadd(c, a, b),
                Op::Sub => Z3_mk_bvsub(c, a, b),
                Op::Mul => Z3_mk_bvmul(c, a, b),
                Op::UDiv => Z3_mk_bvudiv(c, a, b),
                Op::SDiv => Z3_mk_bvsdiv(c, a, b),
                Op::URem => Z3_mk_bvurem(c, a, b),
                Op::SRem => Z3_mk_bvsrem(c, a, b),
                Op::And => Z3_mk_bvand(c, a, b),
                Op::Or => Z3_mk_bvor(c, a, b),
                Op::Xor => Z3_mk_bvxor(c, a, b),
                Op::Shl => Z3_mk_bvshl(c, a, b),
                Op::LShr => Z3_mk_bvlshr(c, a, b),
                Op::AShr => Z3_mk_bvashr(c, a, b),
                Op::Eq => Z3_mk_eq(c, a, b),
                Op::Ult => Z3_mk_bvult(c, a, b),
                Op::Ule => Z3_mk_bvule(c, a, b),
                Op::Slt => Z3_mk_bvslt(c, a, b),
                Op::Sle => Z3_mk_bvsle(c, a, b),
                Op::Concat => Z3_mk_concat(c, a, b),
                Op::Extract => Z3_mk_extract(c, node.lo() + node.width - 1, node.lo(), a),
                Op::ZExt => Z3_mk_zero_ext(c, grown, a),
                Op::SExt => Z3_mk_sign_ext(c, grown, a),
                other => unreachable!("{other:?} is handled elsewhere"),
            }
        })
    }
}
