//! What the chain answers.

use pleach_term::Bits;

use crate::PathCondition;

/// Why a question stayed open.
#[derive(Clone, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum UnknownReason {
    #[error("the conflict budget was used up")]
    ConflictLimit,
    /// Worth asking again with more [`crate::Effort`].
    #[error("it takes more work than was allowed")]
    EffortLimit,
    #[error("the time limit was reached")]
    TimeLimit,
    /// See [`crate::Halt`].
    #[error("the run was ended")]
    Halted,
    #[error("the memory limit was reached")]
    MemoryLimit,
    #[error("no back end that is switched on handles {0}")]
    Unsupported(&'static str),
    #[error("the query is too large")]
    TooLarge,
    #[error("the model that a back end gave does not satisfy the query")]
    ModelMismatch,
    #[error("a back end failed: {0}")]
    BackendFailure(String),
    #[error("the solver gave up: {0}")]
    GaveUp(String),
    #[error("no back end is switched on")]
    NoBackend,
}

/// Is a path condition with one more conjunct satisfiable?
#[derive(Clone)]
pub enum Answer {
    /// Yes: here they are together, with a model.
    Sat(PathCondition),
    Unsat,
    Unknown(UnknownReason),
}

impl Answer {
    pub fn is_sat(&self) -> bool {
        matches!(self, Answer::Sat(_))
    }

    pub fn is_unsat(&self) -> bool {
        matches!(self, Answer::Unsat)
    }
}

/// Where a path goes at a condition.
#[derive(Clone)]
pub enum Branch {
    /// The condition always holds; nothing needs to be added.
    True,
    /// The condition never holds; nothing needs to be added.
    False,
    Both {
        yes: PathCondition,
        no: PathCondition,
    },
    /// `side` is feasible; whether the other one is could not be found out.
    OnlyKnown {
        side: bool,
        pc: PathCondition,
        reason: UnknownReason,
    },
}

/// Answer to a yes/no question about all inputs of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Truth {
    Yes,
    No,
    Unknown(UnknownReason),
}

impl From<bool> for Truth {
    fn from(holds: bool) -> Truth {
        match holds {
            true => Truth::Yes,
            false => Truth::No,
        }
    }
}

/// The smallest or largest value of a term on a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extreme {
    /// A value that the term takes.
    pub value: Bits,
    /// Whether no smaller (larger) one exists for sure.
    pub exact: bool,
}

/// A value of a term other than those excluded.
#[derive(Clone)]
pub enum Another {
    /// The value, and the path condition with the term fixed to it.
    Value(Bits, PathCondition),
    None,
    Unknown(UnknownReason),
}
