//! The two typed indices of the crate.

use std::fmt;
use std::num::NonZeroU32;

/// A term: an index into a [`crate::Terms`] arena. Two terms of one arena are equal exactly when
/// their indices are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Term(NonZeroU32);

impl Term {
    /// The index, dense enough to key a vector.
    #[inline]
    pub fn index(self) -> usize {
        self.0.get() as usize
    }

    #[inline]
    pub(crate) fn raw(self) -> u32 {
        self.0.get()
    }

    /// `raw` comes from a node's argument or from the allocator; index 0 is never handed out.
    #[inline]
    pub(crate) fn from_raw(raw: u32) -> Term {
        match NonZeroU32::new(raw) {
            Some(raw) => Term(raw),
            None => panic!("term index 0 is not a term"),
        }
    }
}

impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "t{}", self.0)
    }
}

/// One byte of symbolic input. Every variable is 8 bits wide.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct VarId(pub u32);

impl VarId {
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for VarId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{}", self.0)
    }
}
