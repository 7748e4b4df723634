//! The execution tree: leaves are live states that wait, inner nodes are forks.
//! Subtrees without such states are gone, and so are nodes with a single child,
//! so that a walk flips a coin only where there is something to choose. A fair
//! walk through any binary tree of n leaves takes log2 n steps on average or
//! fewer, and nothing here goes from a leaf up to the root.
//!
//! A state that is taken leaves the tree and remembers the node beside it: that
//! is where it comes back, and where its forks go. The last one that was taken
//! only leaves when the tree is looked at before it is back.

use pleach_interp::StateId;
use rustc_hash::FxHashMap;

type NodeId = u32;
/// No node; as an anchor: the tree was empty.
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
    kind: Kind,
}

/// A node that taken states come back to.
struct Anchor {
    node: NodeId,
    states: Vec<StateId>,
}

pub(crate) struct Tree {
    nodes: Vec<Node>,
    free: Vec<NodeId>,
    root: NodeId,
    leaf: FxHashMap<StateId, NodeId>,
    anchors: Vec<Anchor>,
    free_anchors: Vec<usize>,
    anchor_of: FxHashMap<NodeId, usize>,
    /// Anchor of a taken state, and its position there.
    taken: FxHashMap<StateId, (usize, usize)>,
    /// Taken, but still in the tree.
    leaving: Option<StateId>,
}

impl Default for Tree {
    fn default() -> Self {
        Tree {
            nodes: Vec::new(),
            free: Vec::new(),
            root: NONE,
            leaf: FxHashMap::default(),
            anchors: Vec::new(),
            free_anchors: Vec::new(),
            anchor_of: FxHashMap::default(),
            taken: FxHashMap::default(),
            leaving: None,
        }
    }
}

impl Tree {
    /// A waiting state is taken out; it comes back through [`Tree::attach`].
    pub fn detach(&mut self, state: StateId) {
        self.finish_leaving();
        self.leaving = Some(state);
    }

    fn finish_leaving(&mut self) {
        let Some(state) = self.leaving.take() else {
            return;
        };
        if let Some(node) = self.leaf.remove(&state) {
            let beside = self.cut(node);
            self.hang(state, beside);
        }
    }

    /// A taken state, or the first of all, waits again.
    pub fn attach(&mut self, state: StateId) {
        if self.leaving == Some(state) {
            self.leaving = None;
        }
        if self.leaf.contains_key(&state) {
            return;
        }
        let beside = self.unhang(state).unwrap_or(NONE);
        let beside = if beside == NONE { self.root } else { beside };
        if beside == NONE {
            self.root = self.new_leaf(NONE, state);
            self.move_anchor(NONE, self.root);
            return;
        }
        self.put_beside(beside, state);
    }

    /// A new fork takes the place of a node; below it are this node and a new leaf.
    fn put_beside(&mut self, node: NodeId, state: StateId) -> NodeId {
        let above = self.nodes[node as usize].parent;
        let fork = self.new_node(Node {
            parent: above,
            kind: Kind::Free,
        });
        let leaf = self.new_leaf(fork, state);
        self.nodes[fork as usize].kind = Kind::Fork([node, leaf]);
        self.nodes[node as usize].parent = fork;
        self.replace_child(above, node, fork);
        fork
    }

    /// A waiting state becomes a fork of itself and a new one.
    pub fn fork(&mut self, parent: StateId, new: StateId) {
        let at = self.leaf[&parent];
        let fork = self.put_beside(at, new);
        self.move_anchor(at, fork);
    }

    /// A state goes, waiting or taken.
    pub fn remove(&mut self, state: StateId) {
        if self.leaving == Some(state) {
            self.leaving = None;
        }
        match self.leaf.remove(&state) {
            Some(node) => {
                self.cut(node);
            }
            None => {
                self.unhang(state);
            }
        }
    }

    /// Walks to a leaf.
    pub fn walk(&mut self, mut coin: impl FnMut() -> bool) -> Option<StateId> {
        self.finish_leaving();
        let mut node = self.root;
        if node == NONE {
            return None;
        }
        loop {
            match self.nodes[node as usize].kind {
                Kind::Leaf(state) => return Some(state),
                Kind::Fork([left, right]) => node = if coin() { left } else { right },
                Kind::Free => unreachable!("a freed node is not in the tree"),
            }
        }
    }

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

    fn new_leaf(&mut self, parent: NodeId, state: StateId) -> NodeId {
        let id = self.new_node(Node {
            parent,
            kind: Kind::Leaf(state),
        });
        self.leaf.insert(state, id);
        id
    }

    fn replace_child(&mut self, above: NodeId, old: NodeId, new: NodeId) {
        if above == NONE {
            self.root = new;
        } else if let Kind::Fork(children) = &mut self.nodes[above as usize].kind {
            let at = usize::from(children[1] == old);
            children[at] = new;
        }
    }

    /// A leaf goes; its sibling takes the place of the fork above them and is given back.
    fn cut(&mut self, node: NodeId) -> NodeId {
        let parent = self.nodes[node as usize].parent;
        self.free_node(node);
        if parent == NONE {
            self.root = NONE;
            self.move_anchor(node, NONE);
            return NONE;
        }
        let Kind::Fork(children) = self.nodes[parent as usize].kind else {
            unreachable!("only forks are parents");
        };
        let sibling = children[usize::from(children[0] == node)];
        let above = self.nodes[parent as usize].parent;
        self.nodes[sibling as usize].parent = above;
        self.replace_child(above, parent, sibling);
        self.free_node(parent);
        self.move_anchor(node, sibling);
        self.move_anchor(parent, sibling);
        sibling
    }

    fn free_node(&mut self, node: NodeId) {
        self.nodes[node as usize].kind = Kind::Free;
        self.free.push(node);
    }

    fn hang(&mut self, state: StateId, node: NodeId) {
        let anchor = match self.anchor_of.get(&node) {
            Some(anchor) => *anchor,
            None => {
                let anchor = self.free_anchors.pop().unwrap_or_else(|| {
                    self.anchors.push(Anchor {
                        node,
                        states: Vec::new(),
                    });
                    self.anchors.len() - 1
                });
                self.anchors[anchor].node = node;
                self.anchor_of.insert(node, anchor);
                anchor
            }
        };
        let states = &mut self.anchors[anchor].states;
        self.taken.insert(state, (anchor, states.len()));
        states.push(state);
    }

    fn unhang(&mut self, state: StateId) -> Option<NodeId> {
        let (anchor, at) = self.taken.remove(&state)?;
        let Anchor { node, states } = &mut self.anchors[anchor];
        states.swap_remove(at);
        if let Some(moved) = states.get(at) {
            self.taken.insert(*moved, (anchor, at));
        }
        if states.is_empty() {
            self.anchor_of.remove(node);
            self.free_anchors.push(anchor);
        }
        Some(*node)
    }

    /// Whoever came back to one node comes back to another one.
    fn move_anchor(&mut self, from: NodeId, to: NodeId) {
        let Some(a) = self.anchor_of.remove(&from) else {
            return;
        };
        let Some(b) = self.anchor_of.get(&to).copied() else {
            self.anchors[a].node = to;
            self.anchor_of.insert(to, a);
            return;
        };
        let len = |anchor: usize| self.anchors[anchor].states.len();
        let (small, large) = if len(a) < len(b) { (a, b) } else { (b, a) };
        for state in std::mem::take(&mut self.anchors[small].states) {
            let states = &mut self.anchors[large].states;
            self.taken.insert(state, (large, states.len()));
            states.push(state);
        }
        self.free_anchors.push(small);
        self.anchors[large].node = to;
        self.anchor_of.insert(to, large);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// Probability of each leaf, as its depth.
    fn depths(tree: &mut Tree) -> Vec<(u64, u32)> {
        tree.finish_leaving();
        let mut found = Vec::new();
        let mut open = vec![(tree.root, 0)];
        while let Some((node, depth)) = open.pop() {
            if node == NONE {
                continue;
            }
            match tree.nodes[node as usize].kind {
                Kind::Leaf(state) => found.push((state.0, depth)),
                Kind::Fork([a, b]) => open.extend([(a, depth + 1), (b, depth + 1)]),
                Kind::Free => panic!("a freed node in the tree"),
            }
        }
        found.sort();
        found
    }

    proptest! {
        /// Random forks, removals, takes and returns: the leaves are the waiting states.
        #[test]
        fn leaves_are_the_waiting_states(steps in prop::collection::vec((0u8..4, any::<prop::sample::Index>()), 1..200)) {
            let mut tree = Tree::default();
            tree.attach(StateId(0));
            let mut live: Vec<u64> = vec![0];
            let mut free: BTreeSet<u64> = BTreeSet::from([0]);
            let mut next = 1;
            for (what, which) in steps {
                if live.is_empty() { break; }
                let at = which.index(live.len());
                let id = live[at];
                match what {
                    0 => {
                        tree.attach(StateId(id));
                        tree.fork(StateId(id), StateId(next));
                        free.extend([id, next]);
                        live.push(next);
                        next += 1;
                    }
                    1 => { tree.remove(StateId(id)); live.swap_remove(at); free.remove(&id); }
                    2 => { tree.detach(StateId(id)); free.remove(&id); }
                    _ => { tree.attach(StateId(id)); free.insert(id); }
                }
                let found: BTreeSet<u64> = depths(&mut tree).into_iter().map(|(id, _)| id).collect();
                prop_assert_eq!(&found, &free);
                let mut coin = id;
                let walked = tree.walk(|| { coin = coin.wrapping_mul(6364136223846793005).wrapping_add(1); coin >> 63 == 0 });
                prop_assert_eq!(walked.is_some(), !free.is_empty());
            }
        }

        /// One state at a time is taken and put back: the tree is as before.
        #[test]
        fn a_state_comes_back_to_its_place(forks in prop::collection::vec(any::<prop::sample::Index>(), 1..60)) {
            let mut tree = Tree::default();
            tree.attach(StateId(0));
            for (n, which) in forks.iter().enumerate() {
                let parent = StateId(which.index(n + 1) as u64);
                tree.fork(parent, StateId(n as u64 + 1));
            }
            let before = depths(&mut tree);
            for id in 0..=forks.len() as u64 {
                tree.detach(StateId(id));
                tree.finish_leaving();
                tree.attach(StateId(id));
                prop_assert_eq!(depths(&mut tree), before.clone());
            }
        }
    }
}
