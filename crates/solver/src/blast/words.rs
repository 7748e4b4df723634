//! Word operations as gates. Words are literals, least significant first.

use super::Circuit;
use crate::sat::Lit;

const FALSE: Lit = Circuit::FALSE;
const TRUE: Lit = Circuit::TRUE;

pub(super) type Word = Vec<Lit>;

/// What is shifted in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Shift {
    Left,
    Right,
    /// Right, filling with the sign.
    Arithmetic,
}

impl Circuit {
    pub(super) fn not_word(&self, a: &[Lit]) -> Word {
        a.iter().map(|l| !*l).collect()
    }

    pub(super) fn zip(
        &mut self,
        a: &[Lit],
        b: &[Lit],
        gate: fn(&mut Circuit, Lit, Lit) -> Lit,
    ) -> Word {
        a.iter().zip(b).map(|(x, y)| gate(self, *x, *y)).collect()
    }

    pub(super) fn add_word(&mut self, a: &[Lit], b: &[Lit], mut carry: Lit) -> Word {
        let mut sum = Vec::with_capacity(a.len());
        for (&x, &y) in a.iter().zip(b) {
            if sum.len() + 1 < a.len() {
                let (bit, next) = self.full_adder(x, y, carry);
                sum.push(bit);
                carry = next;
            } else {
                sum.push(self.xor3(x, y, carry));
            }
        }
        sum
    }

    pub(super) fn sub_word(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        let b = self.not_word(b);
        self.add_word(a, &b, TRUE)
    }

    pub(super) fn neg_word(&mut self, a: &[Lit]) -> Word {
        let zero = vec![FALSE; a.len()];
        self.sub_word(&zero, a)
    }

    pub(super) fn mul_word(&mut self, a: &[Lit], b: &[Lit]) -> Word {
        let constants = |w: &[Lit]| w.iter().filter(|l| is_constant(**l)).count();
        // The rows that are added are chosen by `b`: a constant zero there saves a row.
        let (a, b) = if constants(a) > constants(b) {
            (b, a)
        } else {
            (a, b)
        };
        let width = a.len();
        let mut sum = vec![FALSE; width];
        for (i, &chosen) in b.iter().enumerate() {
            if chosen == FALSE {
                continue;
            }
            let row: Word = a[..width - i]
                .iter()
                .map(|l| self.and(*l, chosen))
                .collect();
            let high = self.add_word(&sum[i..], &row, FALSE);
            sum.splice(i.., high);
        }
        sum
    }

    pub(super) fn equal(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let same: Word = a.iter().zip(b).map(|(x, y)| !self.xor(*x, *y)).collect();
        self.all(&same)
    }

    /// Unsigned `a < b`: the borrow of `a - b`.
    pub(super) fn less(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let mut borrow = FALSE;
        for (&x, &y) in a.iter().zip(b) {
            borrow = self.majority(!x, y, borrow);
        }
        borrow
    }

    pub(super) fn signed_less(&mut self, a: &[Lit], b: &[Lit]) -> Lit {
        let (a, b) = (flip_sign(a), flip_sign(b));
        self.less(&a, &b)
    }

    pub(super) fn mux_word(&mut self, c: Lit, then: &[Lit], other: &[Lit]) -> Word {
        then.iter()
            .zip(other)
            .map(|(t, e)| self.mux(c, *t, *e))
            .collect()
    }

    /// Barrel shifter; an amount of the width or more leaves only the filling.
    pub(super) fn shift(&mut self, a: &[Lit], amount: &[Lit], kind: Shift) -> Word {
        let width = a.len();
        let fill = match kind {
            Shift::Arithmetic => a[width - 1],
            _ => FALSE,
        };
        let stages = (usize::BITS - (width - 1).leading_zeros()) as usize;
        let stages = stages.min(amount.len());
        let mut word = a.to_vec();
        for (stage, &on) in amount[..stages].iter().enumerate() {
            let by = 1usize << stage;
            let moved: Word = (0..width)
                .map(|i| match kind {
                    Shift::Left if i >= by => word[i - by],
                    Shift::Right | Shift::Arithmetic if i + by < width => word[i + by],
                    _ => fill,
                })
                .collect();
            word = self.mux_word(on, &moved, &word);
        }
        let beyond = self.any(&amount[stages..]);
        word.iter().map(|l| self.mux(beyond, fill, *l)).collect()
    }
}

pub(super) fn is_constant(lit: Lit) -> bool {
    lit == TRUE || lit == FALSE
}

fn flip_sign(a: &[Lit]) -> Word {
    let mut a = a.to_vec();
    if let Some(sign) = a.last_mut() {
        *sign = !*sign;
    }
    a
}
