//! Path conditions, the layered solver chain and its back ends.
//!
//! A [`PathCondition`] is a satisfiable conjunction with a model. A [`Chain`] answers questions
//! about it: the cheapest layer that can, does. Behind the layers stand back ends: our own
//! bit-blaster on our own SAT solver ([`sat`]), and Z3 for what is hard.

mod answer;
pub mod backends;
mod blast;
mod chain;
mod config;
mod halt;
mod layers;
mod log;
mod path;
pub mod sat;
mod scratch;
pub mod smtlib;
mod statistics;
#[cfg(test)]
mod testing;

pub use answer::{Another, Answer, Branch, Extreme, Truth, UnknownReason};
pub use chain::Chain;
pub use config::{CheckWith, Effort, LayerSwitches, SecondTier, SolverConfig};
pub use halt::Halt;
pub use layers::SharedCache;
pub use path::{Group, JoinedPath, List, PathCondition, PathJoiner};
pub use statistics::{Disagreement, LayerCounts, LayerId, Statistics};
