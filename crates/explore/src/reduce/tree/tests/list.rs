//! The plain list that trees are compared with.

use super::super::{LocationId, SetId};
use std::collections::BTreeMap;

#[derive(Default)]
pub(super) struct List(pub BTreeMap<SetId, BTreeMap<LocationId, u64>>);

impl List {
    /// All sets that agree with a state, oldest first.
    pub(super) fn agreeing(&self, state: impl Fn(LocationId) -> Option<u64>) -> Vec<SetId> {
        let agrees =
            |set: &BTreeMap<LocationId, u64>| set.iter().all(|(l, v)| state(*l) == Some(*v));
        let agreeing = self.0.iter().filter(|(_, set)| agrees(set));
        agreeing.map(|(id, _)| *id).collect()
    }
}
