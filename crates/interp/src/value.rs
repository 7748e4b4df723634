use pleach_term::{Bits, Term, Terms};

/// What a register holds: a plain integer of at most 64 bits, or a term.
/// Values of more than 64 bits are always terms, constant ones included.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Value {
    /// Zero-extended; meaningless if `term` is there.
    pub bits: u64,
    pub term: Option<Term>,
}

impl Value {
    pub const ZERO: Value = Value::concrete(0);

    #[inline]
    pub const fn concrete(bits: u64) -> Self {
        Value { bits, term: None }
    }

    /// A term, or the plain integer that it is.
    #[inline]
    pub fn from_term(terms: &Terms, term: Term) -> Self {
        match terms.as_const(term) {
            Some(bits) => Value::concrete(bits),
            None => Value {
                bits: 0,
                term: Some(term),
            },
        }
    }

    pub fn from_bits(terms: &Terms, bits: &Bits) -> Self {
        match bits.to_u64() {
            Some(small) if bits.width() <= 64 => Value::concrete(small),
            _ => Value {
                bits: 0,
                term: Some(terms.constant_bits(bits)),
            },
        }
    }

    #[inline]
    pub fn to_term(self, terms: &Terms, width: u32) -> Term {
        self.term
            .unwrap_or_else(|| terms.constant(width, self.bits))
    }

    #[inline]
    pub fn as_concrete(self) -> Option<u64> {
        match self.term {
            None => Some(self.bits),
            Some(_) => None,
        }
    }
}

/// All ones in the low `width` bits.
#[inline]
pub fn mask(width: u32) -> u64 {
    if width >= 64 {
        u64::MAX
    } else {
        (1 << width) - 1
    }
}

/// The low `width` bits as a signed number.
#[inline]
pub fn signed(bits: u64, width: u32) -> i64 {
    let shift = 64 - width.min(64);
    ((bits << shift) as i64) >> shift
}
