//! What a strategy may know: about one state, about all of them, and about what just happened.

use super::Rng;
use pleach_interp::StateId;
use std::time::Duration;

/// A live state, as strategies see it. Everything is computed when it is asked
/// for; tests and benchmarks have states of their own that no interpreter runs.
pub trait Live {
    fn id(&self) -> StateId;
    /// Forks on the way from the root.
    fn depth(&self) -> u32;
    /// Instructions since this path last covered something new.
    fn since_new(&self) -> u64;
    /// Instructions to the next one that nobody has executed, if one can be reached.
    fn to_uncovered(&self) -> Option<u32>;
    /// Instructions to the next target, if one can be reached.
    fn to_target(&self) -> Option<u32>;
    /// How often the instruction that it stands at was executed, by all states.
    fn executions(&self) -> u64;
    /// Instructions that were executed under this sequence of calls, by all states.
    fn call_path_instructions(&self) -> u64;
    /// Names its last few branch decisions.
    fn subpath(&self) -> u64;
    /// The outermost loop that it is in.
    fn outer_loop(&self) -> Option<u32>;
}

/// All states that nobody runs.
pub trait Pool {
    fn live(&self, id: StateId) -> Box<dyn Live + '_>;
}

/// What a strategy has at hand when it chooses.
pub struct Turn<'a> {
    pub rng: &'a mut Rng,
    pub pool: &'a dyn Pool,
}

/// What became of a state that was taken.
pub struct BatchSummary<'a> {
    pub parent: StateId,
    /// The state, unless it ended.
    pub back: Option<&'a dyn Live>,
    /// States that forked off it, in order.
    pub added: &'a [&'a dyn Live],
    /// Something was executed for the first time.
    pub covered_new: bool,
    /// Instructions that were executed.
    pub instructions: u64,
    /// Questions that a solver had to be asked.
    pub solver_cost: u64,
    /// Errors that split off while the state itself went on.
    pub errors: u64,
    /// How long it ran.
    pub time: Duration,
}

impl<'a> BatchSummary<'a> {
    /// A state comes (back) without anything having happened.
    pub fn arrival(live: &'a dyn Live) -> BatchSummary<'a> {
        BatchSummary {
            parent: live.id(),
            back: Some(live),
            added: &[],
            covered_new: false,
            instructions: 0,
            solver_cost: 0,
            errors: 0,
            time: Duration::ZERO,
        }
    }

    /// The states that are live now: the one that ran first, then those that forked off.
    pub fn states(&self) -> impl Iterator<Item = &'a dyn Live> {
        self.back.into_iter().chain(self.added.iter().copied())
    }
}
