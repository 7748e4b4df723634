//! Which sets agree with a state.

use super::plain::Plain;
use super::shape::{Node, Shape};
use super::store::Store;
use super::{DecisionTree, LocationId, SetId};
use rustc_hash::FxHashMap;

/// What a search has looked up already. To ask a state goes through its memory and its terms; to
/// ask here is one probe of a small table.
#[derive(Debug, Default)]
pub(super) struct Memo {
    known: FxHashMap<LocationId, Option<u64>>,
    lookups: u64,
}

impl Memo {
    fn forget(&mut self) {
        self.known.clear();
        self.lookups = 0;
    }

    fn value(
        &mut self,
        location: LocationId,
        state: &mut impl FnMut(LocationId) -> Option<u64>,
    ) -> Option<u64> {
        *self.known.entry(location).or_insert_with(|| {
            self.lookups += 1;
            state(location)
        })
    }

    /// Whether a state has all these values. What is known already is compared first: it costs no
    /// look-up.
    fn agrees(&mut self, plain: &Plain, state: &mut impl FnMut(LocationId) -> Option<u64>) -> bool {
        let entries = plain.entries();
        let differs = |(location, value): &(LocationId, u64)| {
            let known = self.known.get(location);
            known.is_some_and(|known| *known != Some(*value))
        };
        !entries.iter().any(differs)
            && entries
                .iter()
                .all(|(location, value)| self.value(*location, state) == Some(*value))
    }
}

impl<T> DecisionTree<T> {
    /// The first set that agrees with a state on all its plain values and whose payload is decided
    /// to agree as well. `state` says which plain value the state has at a location, if any; it is
    /// asked at most once for each.
    pub(crate) fn find(
        &mut self,
        state: impl FnMut(LocationId) -> Option<u64>,
        mut decide: impl FnMut(&T) -> bool,
    ) -> Option<SetId> {
        self.take_in();
        self.statistics.searches += 1;
        let mut decided = 0;
        let found = walk(&self.store, &self.shape, &mut self.memo, state, |_, set| {
            decided += 1;
            decide(set)
        });
        self.statistics.decided += decided;
        self.statistics.lookups += self.memo.lookups;
        self.count_match(found)
    }

    #[cfg(test)]
    /// The paper's search: from a node to the child of the state's value and nowhere else, to the
    /// `undef` child when the state has no value. (It then goes to all children; those by value
    /// cannot agree.) It misses sets that [`DecisionTree::find`] finds. Nothing that was looked up is
    /// remembered, but for the location that led to a leaf.
    pub(crate) fn find_by_value_edges(
        &mut self,
        mut state: impl FnMut(LocationId) -> Option<u64>,
        mut decide: impl FnMut(&T) -> bool,
    ) -> Option<SetId> {
        self.take_in();
        self.statistics.searches += 1;
        let lookups = &mut self.statistics.lookups;
        let mut look_up = |location| {
            *lookups += 1;
            state(location)
        };
        let mut last = None;
        let mut at = self.shape.root()?;
        let sets = loop {
            match self.shape.node(at) {
                Node::Leaf(sets) => break sets,
                Node::Split(split) => {
                    last = Some(split.location);
                    at = split.child(look_up(split.location))?;
                }
            }
        };
        let wanted = self.store.plain(*sets.first()?).entries().iter();
        let mut unsure = wanted.filter(|(location, _)| Some(*location) != last);
        if !unsure.all(|(location, value)| look_up(*location) == Some(*value)) {
            return None;
        }
        let mut agreeing = sets
            .iter()
            .filter_map(|id| Some((id, self.store.get(*id)?)));
        let found = agreeing.find(|(_, set)| decide(&set.payload));
        let found = found.map(|(id, _)| *id);
        self.count_match(found)
    }

    #[cfg(test)]
    /// Whether another set with an equal payload wants nothing that this one does not want.
    pub(super) fn is_implied(&mut self, id: SetId) -> bool
    where
        T: PartialEq,
    {
        let Some(mine) = self.store.get(id) else {
            return false;
        };
        let state = |location| mine.plain.value(location);
        let implies = |other, payload: &T| other != id && *payload == mine.payload;
        walk(&self.store, &self.shape, &mut self.memo, state, implies).is_some()
    }

    fn count_match(&mut self, found: Option<SetId>) -> Option<SetId> {
        let id = found?;
        self.statistics.matches += 1;
        self.store.matched(id, self.statistics.searches);
        Some(id)
    }
}

/// Goes to all sets that agree with a state, those by value before those without, until one is
/// decided to be the answer.
fn walk<T>(
    store: &Store<T>,
    shape: &Shape,
    memo: &mut Memo,
    mut state: impl FnMut(LocationId) -> Option<u64>,
    mut decide: impl FnMut(SetId, &T) -> bool,
) -> Option<SetId> {
    memo.forget();
    let mut todo: Vec<_> = shape.root().into_iter().collect();
    while let Some(at) = todo.pop() {
        match shape.node(at) {
            Node::Split(split) => {
                let value = memo.value(split.location, &mut state);
                todo.extend(split.undef);
                todo.extend(value.and_then(|v| split.child(Some(v))));
            }
            Node::Leaf(sets) => {
                let same = sets.first().map(|first| store.plain(*first));
                if !same.is_some_and(|plain| memo.agrees(plain, &mut state)) {
                    continue;
                }
                let stored = |id: &SetId| store.get(*id).map(|set| (*id, set));
                let mut agreeing = sets.iter().filter_map(stored);
                if let Some((id, _)) = agreeing.find(|(id, set)| decide(*id, &set.payload)) {
                    return Some(id);
                }
            }
        }
    }
    None
}
