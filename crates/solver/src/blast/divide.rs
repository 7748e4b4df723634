//! Division: a restoring divider, and the signed forms on top of it.

use super::Circuit;
use super::words::Word;
use crate::sat::Lit;

const FALSE: Lit = Circuit::FALSE;

impl Circuit {
    /// Quotient and remainder; by zero they are all ones and the dividend.
    pub(super) fn divide(&mut self, a: &[Lit], b: &[Lit]) -> (Word, Word) {
        let width = a.len();
        // A remainder is below the divisor, so it never needs more bits than the divisor has.
        let size = b.iter().rposition(|l| *l != FALSE).map_or(0, |i| i + 1);
        let divisor = &b[..size];
        let mut rest: Word = Vec::new();
        let mut quotient = vec![FALSE; width];
        for i in (0..width).rev() {
            rest.insert(0, a[i]);
            let bits = rest.len().max(size);
            let mut wide_rest = rest.clone();
            wide_rest.resize(bits, FALSE);
            let mut wide_divisor = divisor.to_vec();
            wide_divisor.resize(bits, FALSE);
            let fits = !self.less(&wide_rest, &wide_divisor);
            let less = self.sub_word(&wide_rest, &wide_divisor);
            quotient[i] = fits;
            rest = self.mux_word(fits, &less, &wide_rest);
            rest.truncate(size.min(width - i));
        }
        rest.resize(width, FALSE);
        let zero = !self.any(b);
        let rest = self.mux_word(zero, a, &rest);
        (quotient, rest)
    }

    pub(super) fn signed_quotient(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        let (sign_a, sign_b) = (a[a.len() - 1], b[b.len() - 1]);
        let (a, b) = (self.absolute(a), self.absolute(b));
        let (quotient, _) = self.divide(&a, &b);
        let negated = self.neg_word(&quotient);
        let differ = self.xor(sign_a, sign_b);
        self.mux_word(differ, &negated, &quotient)
    }

    pub(super) fn signed_rest(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        let sign = a[a.len() - 1];
        let (a, b) = (self.absolute(a), self.absolute(b));
        let (_, rest) = self.divide(&a, &b);
        let negated = self.neg_word(&rest);
        self.mux_word(sign, &negated, &rest)
    }

    fn absolute(&mut self, a: &[Lit]) -> Word {
        let negated = self.neg_word(a);
        self.mux_word(a[a.len() - 1], &negated, a)
    }
}
