//! The form of a tree: nodes that split by a location, and leaves with sets.
//!
//! Nodes stand in one vector and all walks have their own stack, so that a deep tree, a chain of
//! `undef` children, cannot run out of the thread's.

use super::split::{Among, Tally};
use super::store::Store;
use super::{LocationId, SetId};

pub(super) type NodeId = usize;

#[derive(Debug)]
pub(super) enum Node {
    /// Sets that all want the same plain values: others would have been split.
    Leaf(Vec<SetId>),
    Split(Split),
}

/// A node with at least two children.
#[derive(Debug)]
pub(super) struct Split {
    pub location: LocationId,
    /// By value.
    pub edges: Vec<(u64, NodeId)>,
    /// Sets that do not have the location. A leaf here is what the paper keeps at the node itself.
    pub undef: Option<NodeId>,
    /// Sets below.
    sets: usize,
    /// Sets that came and went since the location was last compared with others.
    changes: usize,
}

impl Split {
    pub(super) fn new(location: LocationId, sets: usize) -> Self {
        Split {
            location,
            edges: Vec::new(),
            undef: None,
            sets,
            changes: 0,
        }
    }

    pub(super) fn child(&self, value: Option<u64>) -> Option<NodeId> {
        let Some(value) = value else {
            return self.undef;
        };
        let at = self.edges.binary_search_by_key(&value, |e| e.0).ok()?;
        Some(self.edges[at].1)
    }

    pub(super) fn children(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.edges.iter().map(|e| e.1).chain(self.undef)
    }

    pub(super) fn attach(&mut self, value: Option<u64>, child: NodeId) {
        let Some(value) = value else {
            self.undef = Some(child);
            return;
        };
        let at = self.edges.partition_point(|e| e.0 < value);
        self.edges.insert(at, (value, child));
    }

    fn detach(&mut self, child: NodeId) {
        self.edges.retain(|e| e.1 != child);
        self.undef = self.undef.filter(|u| *u != child);
    }

    fn only_child(&self) -> Option<NodeId> {
        let mut children = self.children();
        children.next().filter(|_| children.next().is_none())
    }

    /// Whether so much has changed that another location may be better by now. To compare costs as
    /// much as there is below, so that it is done after a share of that has changed: a set then
    /// pays for a few looks at itself per level, in any order of coming. This is also what makes
    /// figure 4 of the paper: its fourth set gives x a third value already, and it is the fifth
    /// that has the tree rebuilt.
    fn is_due(&self) -> bool {
        self.changes > (self.sets / 2).max(2)
    }
}

#[derive(Debug, Default)]
pub(super) struct Shape {
    nodes: Vec<Node>,
    /// Nodes that are nobody's children. They are empty leaves.
    free: Vec<NodeId>,
    root: Option<NodeId>,
    rebuilds: u64,
}

impl Shape {
    pub(super) fn root(&self) -> Option<NodeId> {
        self.root
    }

    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id]
    }

    pub(super) fn set_node(&mut self, id: NodeId, node: Node) {
        self.nodes[id] = node;
    }

    #[cfg(test)]
    pub(super) fn rebuilds(&self) -> u64 {
        self.rebuilds
    }

    /// Forgets everything and starts with these.
    pub(super) fn build<T>(&mut self, sets: Vec<SetId>, store: &Store<T>) {
        self.nodes.clear();
        self.free.clear();
        self.root = None;
        if !sets.is_empty() {
            let root = self.allocate();
            self.root = Some(root);
            self.grow(root, sets, store);
        }
    }

    pub(super) fn insert<T>(&mut self, id: SetId, store: &Store<T>) {
        let Some(mut at) = self.root else {
            return self.build(vec![id], store);
        };
        loop {
            if self.is_better_rebuilt(at, id, store) {
                self.rebuilds += 1;
                return self.regrow(at, id, store);
            }
            let Node::Split(split) = &self.nodes[at] else {
                return self.insert_at_leaf(at, id, store);
            };
            let value = store.value(id, split.location);
            match split.child(value) {
                Some(child) => at = child,
                None => return self.add_leaf(at, value, id),
            }
        }
    }

    pub(super) fn remove<T>(&mut self, id: SetId, store: &Store<T>) {
        let Some(mut at) = self.root else { return };
        let mut parent = None;
        while let Node::Split(split) = &mut self.nodes[at] {
            split.sets -= 1;
            split.changes += 1;
            let Some(child) = split.child(store.value(id, split.location)) else {
                unreachable!("a set is where its values lead");
            };
            parent = Some(at);
            at = child;
        }
        if let Node::Leaf(sets) = &mut self.nodes[at] {
            sets.retain(|set| *set != id);
            if sets.is_empty() {
                self.remove_leaf(at, parent);
            }
        }
    }

    fn remove_leaf(&mut self, leaf: NodeId, parent: Option<NodeId>) {
        self.free.push(leaf);
        let Some(parent) = parent else {
            self.root = None;
            return;
        };
        let Node::Split(split) = &mut self.nodes[parent] else {
            return;
        };
        split.detach(leaf);
        if let Some(only) = split.only_child() {
            self.nodes.swap(parent, only);
            self.release(only);
        }
    }

    /// Counts a set that comes to a node, and says whether another location splits it better then.
    fn is_better_rebuilt<T>(&mut self, at: NodeId, id: SetId, store: &Store<T>) -> bool {
        let Node::Split(split) = &mut self.nodes[at] else {
            return false;
        };
        split.sets += 1;
        split.changes += 1;
        if !split.is_due() {
            return false;
        }
        split.changes = 0;
        let label = split.location;
        let tally = Tally::of(&self.sets_below_and(at, id), store, Among::All);
        let best = tally.best().unwrap_or(label);
        tally.distinct(best) > tally.distinct(label)
    }

    fn insert_at_leaf<T>(&mut self, at: NodeId, id: SetId, store: &Store<T>) {
        let Node::Leaf(sets) = &mut self.nodes[at] else {
            return;
        };
        let same = sets
            .first()
            .is_none_or(|first| store.plain(*first) == store.plain(id));
        if same {
            sets.push(id);
        } else {
            self.regrow(at, id, store);
        }
    }

    fn add_leaf(&mut self, parent: NodeId, value: Option<u64>, id: SetId) {
        let leaf = self.allocate();
        self.nodes[leaf] = Node::Leaf(vec![id]);
        if let Node::Split(split) = &mut self.nodes[parent] {
            split.attach(value, leaf);
        }
    }

    /// The sets below a node and one more, oldest first.
    pub(super) fn sets_below_and(&self, at: NodeId, id: SetId) -> Vec<SetId> {
        let mut found = vec![id];
        let mut todo = vec![at];
        while let Some(at) = todo.pop() {
            match &self.nodes[at] {
                Node::Leaf(sets) => found.extend(sets),
                Node::Split(split) => todo.extend(split.children()),
            }
        }
        found.sort_unstable();
        found
    }

    pub(super) fn allocate(&mut self) -> NodeId {
        self.free.pop().unwrap_or_else(|| {
            self.nodes.push(Node::Leaf(Vec::new()));
            self.nodes.len() - 1
        })
    }

    fn release(&mut self, id: NodeId) {
        self.nodes[id] = Node::Leaf(Vec::new());
        self.free.push(id);
    }

    pub(super) fn release_below(&mut self, at: NodeId) {
        let mut todo = vec![at];
        while let Some(id) = todo.pop() {
            let node = std::mem::replace(&mut self.nodes[id], Node::Leaf(Vec::new()));
            if let Node::Split(split) = node {
                todo.extend(split.children());
            }
            if id != at {
                self.free.push(id);
            }
        }
    }
}
