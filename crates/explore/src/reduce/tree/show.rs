//! A tree as one line, for tests: `x[1: {3}, 2: y[4: {1}, undef: u[10: {6}, 11: {5}]]]`. A leaf below
//! `undef` is what the paper's figures have at the node itself: `y{5}[4: {1}, 5: {2}]`.

use super::shape::{Node, NodeId};
use super::{DecisionTree, LocationId, SetId};

pub(super) struct Names<'a> {
    pub location: &'a dyn Fn(LocationId) -> String,
    pub set: &'a dyn Fn(SetId) -> String,
}

impl<T> DecisionTree<T> {
    /// The tree once all sets that wait are taken in.
    pub(super) fn show(&mut self, names: &Names<'_>) -> String {
        self.take_in();
        let root = self.shape.root();
        root.map_or_else(|| "{}".into(), |root| self.show_node(root, names))
    }

    fn show_node(&self, at: NodeId, names: &Names<'_>) -> String {
        let split = match self.shape.node(at) {
            Node::Split(split) => split,
            Node::Leaf(sets) => {
                let sets: Vec<_> = sets.iter().map(|id| (names.set)(*id)).collect();
                return format!("{{{}}}", sets.join(" "));
            }
        };
        let edge =
            |(value, child): &(u64, NodeId)| format!("{value}: {}", self.show_node(*child, names));
        let mut edges: Vec<_> = split.edges.iter().map(edge).collect();
        let mut here = String::new();
        if let Some(undef) = split.undef {
            let shown = self.show_node(undef, names);
            match self.shape.node(undef) {
                Node::Leaf(_) => here = shown,
                Node::Split(_) => edges.push(format!("undef: {shown}")),
            }
        }
        let label = (names.location)(split.location);
        format!("{label}{here}[{}]", edges.join(", "))
    }
}

impl<T> DecisionTree<T> {
    /// Each set is where its values lead, leaves hold equal sets, and nodes have several children.
    pub(super) fn assert_sound(&self) {
        let mut found = Vec::new();
        let mut todo: Vec<_> = self
            .shape
            .root()
            .into_iter()
            .map(|r| (r, Vec::new()))
            .collect();
        while let Some((at, path)) = todo.pop() {
            match self.shape.node(at) {
                Node::Split(split) => {
                    assert!(split.children().count() > 1);
                    let defined = split
                        .edges
                        .iter()
                        .map(|(value, child)| (Some(*value), *child));
                    for (value, child) in defined.chain(split.undef.map(|u| (None, u))) {
                        let mut path = path.clone();
                        path.push((split.location, value));
                        todo.push((child, path));
                    }
                }
                Node::Leaf(sets) => {
                    assert!(!sets.is_empty());
                    for id in sets {
                        assert_eq!(self.store.plain(*id), self.store.plain(sets[0]));
                        assert!(
                            path.iter()
                                .all(|(l, value)| self.store.value(*id, *l) == *value)
                        );
                        found.push(*id);
                    }
                }
            }
        }
        found.sort_unstable();
        assert_eq!(found, self.store.ids());
    }
}
