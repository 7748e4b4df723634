//! Float operators through Z3's floating-point theory.
//!
//! Our floats are bit patterns; the theory has one NaN. So a float result is a fresh bit-vector
//! whose *value* is defined to equal the theory's result: which NaN it is stays open. That admits
//! more than the truth, so "unsatisfiable" is right, and models are checked by evaluation anyway.
//! The same holds for x87 patterns whose integer bit is wrong: results on them stay open.

use pleach_term::{Node, Op, Rounding, Term, Terms};
use z3_sys::*;

use super::translate::{Failure, Made, Translation, made};

/// Exponent and significand bits, as the theory counts them (with the hidden bit).
fn format(width: u32) -> Result<(u32, u32), Failure> {
    match width {
        16 => Ok((5, 11)),
        32 => Ok((8, 24)),
        64 => Ok((11, 53)),
        80 => Ok((15, 64)),
        128 => Ok((15, 113)),
        _ => Err(Failure::Unsupported("a float of this width")),
    }
}

impl Translation {
    pub(super) fn float(&mut self, terms: &Terms, term: Term, node: Node) -> Made {
        match node.op {
            Op::FEq | Op::FLt | Op::FLe | Op::FUno => self.compare(terms, term, node),
            Op::FToSI | Op::FToUI => self.integer_of(terms, term, node),
            Op::FRem => self.remainder(terms, term, node),
            _ => self.arithmetic(terms, term, node),
        }
    }

    /// Z3's own remainder takes a division as wide as the range of exponents. This one is exact
    /// for quotients that are not huge; for others it is known to be smaller than the divisor.
    fn remainder(&mut self, terms: &Terms, term: Term, node: Node) -> Made {
        let c = self.raw();
        let (_, valid) = self.arguments(terms, node)?;
        let made_of_bits = terms.remainder(node.arg(0), node.arg(1));
        let exact = self.term(terms, made_of_bits.exact)?;
        let bits = self.term(terms, made_of_bits.bits)?;
        let (a, b) = (
            self.word(terms, node.arg(0))?,
            self.word(terms, node.arg(1))?,
        );
        let own = self.fresh_word(node.width)?;
        let (value, result) = (self.value(own, node.width)?, self.value(bits, node.width)?);
        let top = node.width - 1;
        // SAFETY: the terms belong to the live context.
        unsafe {
            let same = made(Z3_mk_eq(c, value, result))?;
            let [own_sign, sign] = [own, a].map(|x| Z3_mk_extract(c, top, top, x));
            let [own_size, size] = [own, b].map(|x| Z3_mk_extract(c, top - 1, 0, x));
            let about = [
                made(Z3_mk_eq(c, made(own_sign)?, made(sign)?))?,
                made(Z3_mk_bvult(c, made(own_size)?, made(size)?))?,
            ];
            let about = made(Z3_mk_and(c, 2, about.as_ptr()))?;
            let number = made(Z3_mk_not(c, made(Z3_mk_fpa_is_nan(c, value))?))?;
            let mut facts = vec![
                made(Z3_mk_ite(c, exact, same, number))?,
                made(Z3_mk_implies(c, number, about))?,
            ];
            if node.width == 80 {
                facts.push(self.valid(own)?);
            }
            self.define_by(term, valid, &facts)?;
            let limit = made(Z3_mk_and(c, 2, [exact, valid].as_ptr()))?;
            self.float_limits.insert(term, limit);
        }
        Ok(own)
    }

    fn sort(&self, width: u32) -> Result<Z3_sort, Failure> {
        let (exponent, significand) = format(width)?;
        // SAFETY: the context is live.
        unsafe { Z3_mk_fpa_sort(self.raw(), exponent, significand).ok_or(Failure::Refused) }
    }

    fn nearest(&self) -> Made {
        // SAFETY: the context is live.
        made(unsafe { Z3_mk_fpa_rne(self.raw()) })
    }

    /// The float whose pattern is `bits`.
    fn value(&mut self, bits: Z3_ast, width: u32) -> Made {
        let c = self.raw();
        let sort = self.sort(width)?;
        // SAFETY: the terms belong to the live context.
        unsafe {
            let ieee = if width == 80 {
                // Without the integer bit, which the exponent determines in valid patterns.
                let high = made(Z3_mk_extract(c, 79, 64, bits))?;
                let low = made(Z3_mk_extract(c, 62, 0, bits))?;
                made(Z3_mk_concat(c, high, low))?
            } else {
                bits
            };
            made(Z3_mk_fpa_to_fp_bv(c, ieee, sort))
        }
    }

    /// Is the x87 pattern one that the processor could have made?
    fn valid(&mut self, bits: Z3_ast) -> Made {
        let c = self.raw();
        let zero = self.number(15, 0)?;
        let one = self.number(1, 1)?;
        // SAFETY: the terms belong to the live context.
        unsafe {
            let exponent = made(Z3_mk_extract(c, 78, 64, bits))?;
            let integer = made(Z3_mk_extract(c, 63, 63, bits))?;
            let subnormal = made(Z3_mk_eq(c, exponent, zero))?;
            let set = made(Z3_mk_eq(c, integer, one))?;
            made(Z3_mk_xor(c, subnormal, set))
        }
    }

    /// The float arguments, and under which condition all their patterns are valid.
    fn arguments(&mut self, terms: &Terms, node: Node) -> Result<(Vec<Z3_ast>, Z3_ast), Failure> {
        let c = self.raw();
        // SAFETY: the terms belong to the live context.
        let mut valid = made(unsafe { Z3_mk_true(c) })?;
        let mut values = Vec::new();
        for arg in node.args() {
            let bits = self.word(terms, arg)?;
            if matches!(node.op, Op::SIToF | Op::UIToF) {
                values.push(bits);
                continue;
            }
            let width = terms.width(arg);
            values.push(self.value(bits, width)?);
            if width == 80 {
                let both = [valid, self.valid(bits)?];
                // SAFETY: as above; `both` has two elements.
                valid = made(unsafe { Z3_mk_and(c, 2, both.as_ptr()) })?;
            }
        }
        Ok((values, valid))
    }

    fn fresh(&mut self, sort: Z3_sort) -> Made {
        self.fresh += 1;
        // SAFETY: the context is live and Z3 copies the text.
        made(unsafe { Z3_mk_fresh_const(self.raw(), c"float".as_ptr(), sort) })
    }

    fn fresh_word(&mut self, width: u32) -> Made {
        // SAFETY: the context is live.
        let sort = unsafe { Z3_mk_bv_sort(self.raw(), width).ok_or(Failure::Refused)? };
        self.fresh(sort)
    }

    /// `valid` implies that the fresh constant equals `result`.
    fn define(&mut self, term: Term, valid: Z3_ast, own: Z3_ast, result: Z3_ast) -> Made {
        // SAFETY: the terms belong to the live context.
        let same = made(unsafe { Z3_mk_eq(self.raw(), own, result) })?;
        self.define_by(term, valid, &[same])?;
        Ok(own)
    }

    /// `valid` implies the facts about the fresh constant of a term; without it they are open.
    fn define_by(&mut self, term: Term, valid: Z3_ast, facts: &[Z3_ast]) -> Result<(), Failure> {
        let c = self.raw();
        // SAFETY: the terms belong to the live context.
        let (definition, always) = unsafe {
            let facts = made(Z3_mk_and(c, facts.len() as u32, facts.as_ptr()))?;
            (made(Z3_mk_implies(c, valid, facts))?, made(Z3_mk_true(c))?)
        };
        self.float_definitions.insert(term, definition);
        if valid != always {
            self.float_limits.insert(term, valid);
        }
        Ok(())
    }

    fn compare(&mut self, terms: &Terms, term: Term, node: Node) -> Made {
        let c = self.raw();
        let (args, valid) = self.arguments(terms, node)?;
        let (a, b) = (args[0], args[1]);
        // SAFETY: the terms belong to the live context.
        unsafe {
            let result = made(match node.op {
                Op::FEq => Z3_mk_fpa_eq(c, a, b),
                Op::FLt => Z3_mk_fpa_lt(c, a, b),
                Op::FLe => Z3_mk_fpa_leq(c, a, b),
                _ => {
                    let nans = [made(Z3_mk_fpa_is_nan(c, a))?, made(Z3_mk_fpa_is_nan(c, b))?];
                    Z3_mk_or(c, 2, nans.as_ptr())
                }
            })?;
            if terms.width(node.arg(0)) != 80 {
                // Exact, but the query must still be solved with floats.
                let always = made(Z3_mk_true(c))?;
                self.float_definitions.insert(term, always);
                return Ok(result);
            }
            let sort = Z3_mk_bool_sort(c).ok_or(Failure::Refused)?;
            let own = self.fresh(sort)?;
            self.define(term, valid, own, result)
        }
    }

    fn arithmetic(&mut self, terms: &Terms, term: Term, node: Node) -> Made {
        let c = self.raw();
        let (args, valid) = self.arguments(terms, node)?;
        let a = args[0];
        let nearest = self.nearest()?;
        let sort = self.sort(node.width)?;
        // SAFETY: the terms belong to the live context.
        let result = made(unsafe {
            match node.op {
                Op::FAdd => Z3_mk_fpa_add(c, nearest, a, args[1]),
                Op::FSub => Z3_mk_fpa_sub(c, nearest, a, args[1]),
                Op::FMul => Z3_mk_fpa_mul(c, nearest, a, args[1]),
                Op::FDiv => Z3_mk_fpa_div(c, nearest, a, args[1]),
                Op::FSqrt => Z3_mk_fpa_sqrt(c, nearest, a),
                Op::FFma => Z3_mk_fpa_fma(c, nearest, a, args[1], args[2]),
                Op::FRound => Z3_mk_fpa_round_to_integral(c, self.direction(node.rounding())?, a),
                Op::SIToF => Z3_mk_fpa_to_fp_signed(c, nearest, a, sort),
                Op::UIToF => Z3_mk_fpa_to_fp_unsigned(c, nearest, a, sort),
                Op::FConv => Z3_mk_fpa_to_fp_float(c, nearest, a, sort),
                other => unreachable!("{other:?} is handled elsewhere"),
            }
        })?;
        let bits = self.fresh_word(node.width)?;
        let own = self.value(bits, node.width)?;
        // SAFETY: as above.
        let same = made(unsafe { Z3_mk_eq(c, own, result) })?;
        let mut facts = vec![same];
        if node.width == 80 {
            // On valid arguments the result's pattern is valid too.
            facts.push(self.valid(bits)?);
        }
        self.define_by(term, valid, &facts)?;
        Ok(bits)
    }

    fn direction(&self, rounding: Rounding) -> Made {
        let c = self.raw();
        // SAFETY: the context is live.
        made(unsafe {
            match rounding {
                Rounding::NearestEven => Z3_mk_fpa_rne(c),
                Rounding::TiesAway => Z3_mk_fpa_rna(c),
                Rounding::Floor => Z3_mk_fpa_rtn(c),
                Rounding::Ceil => Z3_mk_fpa_rtp(c),
                Rounding::Trunc => Z3_mk_fpa_rtz(c),
            }
        })
    }

    /// `2^power`, or minus that; infinity when the format does not reach so far.
    fn power(&mut self, power: u32, negative: bool, width: u32) -> Made {
        let c = self.raw();
        let size = power + 2;
        let bits: Vec<bool> = (0..size).map(|i| i == power).collect();
        let (nearest, sort) = (self.nearest()?, self.sort(width)?);
        // SAFETY: `bits` has `size` elements; the terms belong to the live context.
        unsafe {
            let number = made(Z3_mk_bv_numeral(c, size, bits.as_ptr()))?;
            let value = made(Z3_mk_fpa_to_fp_signed(c, nearest, number, sort))?;
            if negative {
                made(Z3_mk_fpa_neg(c, value))
            } else {
                Ok(value)
            }
        }
    }

    fn integer_of(&mut self, terms: &Terms, term: Term, node: Node) -> Made {
        let c = self.raw();
        let (args, valid) = self.arguments(terms, node)?;
        let from = terms.width(node.arg(0));
        let width = node.width;
        let signed = node.op == Op::FToSI;
        let high = self.power(if signed { width - 1 } else { width }, false, from)?;
        let low = if signed {
            Some(self.power(width - 1, true, from)?)
        } else {
            None
        };
        let mut top: Vec<bool> = vec![false; width as usize];
        top[width as usize - 1] = true;
        // SAFETY: the terms belong to the live context; `top` has `width` elements.
        unsafe {
            let toward_zero = made(Z3_mk_fpa_rtz(c))?;
            let whole = made(Z3_mk_fpa_round_to_integral(c, toward_zero, args[0]))?;
            let low = match low {
                Some(low) => low,
                None => made(Z3_mk_fpa_zero(c, self.sort(from)?, false))?,
            };
            let fits = [
                made(Z3_mk_fpa_leq(c, low, whole))?,
                made(Z3_mk_fpa_lt(c, whole, high))?,
            ];
            let fits = made(Z3_mk_and(c, 2, fits.as_ptr()))?;
            let number = made(if signed {
                Z3_mk_fpa_to_sbv(c, toward_zero, args[0], width)
            } else {
                Z3_mk_fpa_to_ubv(c, toward_zero, args[0], width)
            })?;
            let indefinite = made(Z3_mk_bv_numeral(c, width, top.as_ptr()))?;
            let result = made(Z3_mk_ite(c, fits, number, indefinite))?;
            let own = self.fresh_word(width)?;
            self.define(term, valid, own, result)?;
            if width > 1 {
                return Ok(own);
            }
            let one = self.number(1, 1)?;
            made(Z3_mk_eq(c, own, one))
        }
    }
}
