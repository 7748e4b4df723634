//! Building a subtree from scratch.

use super::shape::{Node, NodeId, Shape, Split};
use super::split::{Among, Tally};
use super::store::Store;
use super::{LocationId, SetId};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A node that is to hold some sets, directly or below it.
struct Part {
    at: NodeId,
    sets: Vec<SetId>,
    /// The locations that told sets apart above. Others are the same everywhere below.
    among: Option<Rc<[LocationId]>>,
}

impl Part {
    /// The location to split by, and the locations that tell these sets apart. `None` when they are
    /// all the same.
    fn split<T>(&self, store: &Store<T>) -> Option<(LocationId, Rc<[LocationId]>)> {
        if self.sets.len() == 1 {
            return None;
        }
        let among = self.among.as_deref().map_or(Among::All, Among::Only);
        let tally = Tally::of(&self.sets, store, among);
        Some((tally.best()?, tally.separating().into()))
    }

    /// Sets by what they want at a location, and in their order.
    fn by_value<T>(
        &self,
        location: LocationId,
        store: &Store<T>,
    ) -> BTreeMap<Option<u64>, Vec<SetId>> {
        let mut parts: BTreeMap<_, Vec<SetId>> = BTreeMap::new();
        for id in &self.sets {
            let value = store.value(*id, location);
            parts.entry(value).or_default().push(*id);
        }
        parts
    }
}

impl Shape {
    /// Builds what is below a node from scratch, with one set more.
    pub(super) fn regrow<T>(&mut self, at: NodeId, id: SetId, store: &Store<T>) {
        let sets = self.sets_below_and(at, id);
        self.release_below(at);
        self.grow(at, sets, store);
    }

    /// Puts sets at and below a node that has nothing yet.
    pub(super) fn grow<T>(&mut self, at: NodeId, sets: Vec<SetId>, store: &Store<T>) {
        let among = None;
        let mut todo = vec![Part { at, sets, among }];
        while let Some(part) = todo.pop() {
            let Some((location, separating)) = part.split(store) else {
                self.set_node(part.at, Node::Leaf(part.sets));
                continue;
            };
            let mut split = Split::new(location, part.sets.len());
            for (value, sets) in part.by_value(location, store) {
                let at = self.allocate();
                split.attach(value, at);
                let among = Some(Rc::clone(&separating));
                todo.push(Part { at, sets, among });
            }
            self.set_node(part.at, Node::Split(split));
        }
    }
}
