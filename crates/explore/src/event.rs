//! What happens to states, for whoever wants to follow them one by one.

use pleach_interp::{End, StateId};

/// Something that happened to a state. Every state appears once (began, forked off, was postponed,
/// or ended beside another) and is gone once (ended, infeasible, joined, dropped); with several workers the
/// events of one state come in their order, those of different states mix.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Event<'a> {
    /// A state that the exploration starts with.
    Began {
        state: StateId,
    },
    Forked {
        parent: StateId,
        state: StateId,
    },
    /// A hard question is left to this state, which waits; it is its own parent where the question
    /// stayed open once more.
    Postponed {
        parent: StateId,
        state: StateId,
    },
    /// A postponed state has its answer: the path exists.
    Settled {
        state: StateId,
    },
    /// A postponed state has its answer: there is no such path, or that cannot be found out.
    Infeasible {
        state: StateId,
    },
    /// A path came to its end. Where a check can fail and can hold, the path on which it fails ends
    /// beside the state that goes on.
    Ended {
        state: StateId,
        end: &'a End,
        beside: Option<StateId>,
    },
    /// The state is part of another one from now on.
    Joined {
        state: StateId,
        into: StateId,
    },
    /// Given up before its end; the reason in words.
    Dropped {
        state: StateId,
        reason: &'static str,
    },
}
