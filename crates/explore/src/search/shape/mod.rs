//! Collections of states that strategies are made of. All operations take
//! O(log n); `remove` of a state that is not there does nothing.

mod bag;
mod line;
mod sum_tree;

pub(crate) use bag::Bag;
pub(crate) use line::Line;
pub(crate) use sum_tree::SumTree;
