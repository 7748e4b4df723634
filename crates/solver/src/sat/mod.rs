//! A conflict-driven SAT solver for many small related queries on one clause set.
//!
//! A query names its *cone*: the variables its assumptions depend on. Decisions and, above
//! level 0, propagation never leave the cone, and the answer is "satisfiable" as soon as every
//! variable of the cone is assigned without conflict. The caller guarantees what makes that
//! sound: clauses define gates (every assignment of a gate's inputs extends to its output), and
//! a cone is closed under "is an input of". So the cost of a query follows the size of its cone,
//! not the number of gates that earlier queries left behind.

mod analyze;
mod clauses;
mod heap;
mod propagate;
mod reduce;
mod search;
mod solver;

pub use search::{Limits, Outcome};
pub use solver::{Solver, Statistics};

/// A propositional variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Var(pub u32);

/// A variable or its negation: `2 * variable + sign`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Lit(u32);

impl Var {
    pub fn index(self) -> usize {
        self.0 as usize
    }

    pub fn positive(self) -> Lit {
        Lit(self.0 << 1)
    }

    pub fn negative(self) -> Lit {
        Lit((self.0 << 1) | 1)
    }
}

impl Lit {
    /// The literal of variable 0, for users that make variable 0 the constant true.
    pub const TRUE: Lit = Lit(0);
    pub const FALSE: Lit = Lit(1);

    pub fn var(self) -> Var {
        Var(self.0 >> 1)
    }

    pub fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }

    /// Position in tables indexed by literal.
    pub fn code(self) -> usize {
        self.0 as usize
    }

    pub(crate) fn from_code(code: u32) -> Lit {
        Lit(code)
    }

    /// The literal itself, or its negation when `flip` holds.
    pub fn flip_if(self, flip: bool) -> Lit {
        Lit(self.0 ^ u32::from(flip))
    }
}

impl std::ops::Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

#[cfg(test)]
mod tests;
