//! The execution tree: leaves are live states, inner nodes are forks. Subtrees
//! without live states are gone, and so are nodes with a single child, so that
//! a walk flips a coin only where there is something to choose.

use pleach_interp::StateId;
use rustc_hash::FxHashMap;

type NodeId = u32;
const NONE: NodeId = u32::MAX;

#[derive(Clone, Copy)]
enum Kind {
    Leaf(StateId),
    Fork([NodeId; 2]),
    Free,
}

#[derive(Clone, Copy)]
struct Node {
    parent: NodeId,
    /// Leaves below (or itself) that may be taken.
    available: u32,
    kind: Kind,
}

pub struct Tree {
    nodes: Vec<Node>,
    free: Vec<NodeId>,
    root: NodeId,
    leaf: FxHashMap<StateId, NodeId>,
}

impl Default for Tree {
    fn default() -> Self {
        Tree {
            nodes: Vec::new(),
            free: Vec::new(),
            root: NONE,
            leaf: FxHashMap::default(),
        }
    }
}

impl Tree {
    fn new_node(&mut self, node: Node) -> NodeId {
        match self.free.pop() {
            Some(id) => {
                self.nodes[id as usize] = node;
                id
            }
            None => {
                self.nodes.push(node);
                self.nodes.len() as NodeId - 1
            }
        }
    }

    fn new_leaf(&mut self, parent: NodeId, state: StateId, available: u32) -> NodeId {
        let id = self.new_node(Node {
            parent,
            available,
            kind: Kind::Leaf(state),
        });
        self.leaf.insert(state, id);
        id
    }

    /// The first state of all.
    pub fn root(&mut self, state: StateId) {
        if self.root == NONE {
            self.root = self.new_leaf(NONE, state, 0);
        }
    }

    fn adjust(&mut self, mut node: NodeId, by: i64) {
        while node != NONE {
            let n = &mut self.nodes[node as usize];
            n.available = (i64::from(n.available) + by) as u32;
            node = n.parent;
        }
    }

    /// A leaf becomes a fork of itself and a new, available state.
    pub fn fork(&mut self, parent: StateId, new: StateId) {
        self.root(parent);
        let at = self.leaf[&parent];
        let available = self.nodes[at as usize].available;
        let old = self.new_leaf(at, parent, available);
        let new = self.new_leaf(at, new, 0);
        self.nodes[at as usize].kind = Kind::Fork([old, new]);
        self.adjust(new, 1);
    }

    pub fn set_available(&mut self, state: StateId, available: bool) {
        let node = self.leaf[&state];
        let now = i64::from(self.nodes[node as usize].available);
        self.adjust(node, i64::from(available) - now);
    }

    /// A leaf goes; its sibling takes the place of the fork above them.
    pub fn remove(&mut self, state: StateId) {
        let Some(node) = self.leaf.remove(&state) else {
            return;
        };
        let Node {
            parent, available, ..
        } = self.nodes[node as usize];
        self.adjust(node, -i64::from(available));
        self.free_node(node);
        if parent == NONE {
            self.root = NONE;
            return;
        }
        let Kind::Fork(children) = self.nodes[parent as usize].kind else {
            return;
        };
        let sibling = if children[0] == node {
            children[1]
        } else {
            children[0]
        };
        let above = self.nodes[parent as usize].parent;
        self.nodes[sibling as usize].parent = above;
        self.free_node(parent);
        if above == NONE {
            self.root = sibling;
        } else if let Kind::Fork(children) = &mut self.nodes[above as usize].kind {
            children
                .iter_mut()
                .filter(|c| **c == parent)
                .for_each(|c| *c = sibling);
        }
    }

    fn free_node(&mut self, node: NodeId) {
        self.nodes[node as usize].kind = Kind::Free;
        self.free.push(node);
    }

    /// Walks to an available leaf.
    pub fn walk(&self, mut coin: impl FnMut() -> bool) -> Option<StateId> {
        let mut node = self.root;
        if node == NONE || self.nodes[node as usize].available == 0 {
            return None;
        }
        loop {
            match self.nodes[node as usize].kind {
                Kind::Leaf(state) => return Some(state),
                Kind::Fork([left, right]) => {
                    let open = |n: NodeId| self.nodes[n as usize].available > 0;
                    node = match (open(left), open(right)) {
                        (true, true) => {
                            if coin() {
                                left
                            } else {
                                right
                            }
                        }
                        (true, false) => left,
                        _ => right,
                    };
                }
                Kind::Free => unreachable!("a freed node is not in the tree"),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        /// Random forks, removals, takes and returns: a walk always ends at an available state.
        #[test]
        fn walks_reach_only_available_states(steps in prop::collection::vec((0u8..4, any::<prop::sample::Index>()), 1..200)) {
            let mut tree = Tree::default();
            tree.root(StateId(0));
            tree.set_available(StateId(0), true);
            let mut live: Vec<u64> = vec![0];
            let mut free: BTreeSet<u64> = BTreeSet::from([0]);
            let mut next = 1;
            for (what, which) in steps {
                if live.is_empty() { break; }
                let at = which.index(live.len());
                let id = live[at];
                match what {
                    0 => { tree.fork(StateId(id), StateId(next)); live.push(next); free.insert(next); next += 1; }
                    1 => { tree.remove(StateId(id)); live.swap_remove(at); free.remove(&id); }
                    2 => { tree.set_available(StateId(id), false); free.remove(&id); }
                    _ => { tree.set_available(StateId(id), true); free.insert(id); }
                }
                let mut coin = id;
                let found = tree.walk(|| { coin = coin.wrapping_mul(6364136223846793005).wrapping_add(1); coin >> 63 == 0 });
                match found {
                    Some(s) => prop_assert!(free.contains(&s.0)),
                    None => prop_assert!(free.is_empty()),
                }
            }
        }
    }
}
