//! A persistent map from variables to groups: a radix tree whose nodes are shared between forks.

use std::sync::Arc;

use pleach_term::VarId;

use super::Group;

const BITS: u32 = 4;
const FANOUT: usize = 1 << BITS;

#[derive(Clone)]
enum Node {
    Inner([Option<Arc<Node>>; FANOUT]),
    Leaf([Option<Arc<Group>>; FANOUT]),
}

impl Node {
    fn new(height: u32) -> Node {
        match height {
            0 => Node::Leaf(Default::default()),
            _ => Node::Inner(Default::default()),
        }
    }
}

/// `height` is the number of inner levels: the tree covers variables below `16^(height + 1)`.
#[derive(Clone, Default)]
pub(super) struct VarMap {
    root: Option<Arc<Node>>,
    height: u32,
}

impl VarMap {
    fn covers(&self, var: VarId) -> bool {
        let bits = BITS * (self.height + 1);
        bits >= 32 || var.0 >> bits == 0
    }

    pub fn get(&self, var: VarId) -> Option<&Arc<Group>> {
        if !self.covers(var) {
            return None;
        }
        let mut node = self.root.as_ref()?;
        let mut height = self.height;
        loop {
            let slot = (var.0 >> (BITS * height)) as usize % FANOUT;
            match &**node {
                Node::Leaf(groups) => return groups[slot].as_ref(),
                Node::Inner(children) => node = children[slot].as_ref()?,
            }
            height -= 1;
        }
    }

    pub fn set(&mut self, var: VarId, group: &Arc<Group>) {
        while !self.covers(var) {
            let below = self.root.take();
            if below.is_some() {
                let mut children: [Option<Arc<Node>>; FANOUT] = Default::default();
                children[0] = below;
                self.root = Some(Arc::new(Node::Inner(children)));
            }
            self.height += 1;
        }
        let mut height = self.height;
        let root = self.root.get_or_insert_with(|| Arc::new(Node::new(height)));
        let mut node = Arc::make_mut(root);
        loop {
            let slot = (var.0 >> (BITS * height)) as usize % FANOUT;
            match node {
                Node::Leaf(groups) => {
                    groups[slot] = Some(group.clone());
                    return;
                }
                Node::Inner(children) => {
                    height -= 1;
                    let child = children[slot].get_or_insert_with(|| Arc::new(Node::new(height)));
                    node = Arc::make_mut(child);
                }
            }
        }
    }

    /// Every group once, ordered by its smallest variable.
    pub fn groups(&self) -> Vec<&Arc<Group>> {
        let mut found = Vec::new();
        if let Some(root) = &self.root {
            collect(root, &mut found, 0, self.height);
        }
        found
    }
}

fn collect<'m>(node: &'m Node, found: &mut Vec<&'m Arc<Group>>, first: u32, height: u32) {
    for slot in 0..FANOUT {
        let var = first | (slot as u32) << (BITS * height);
        match node {
            Node::Leaf(groups) => {
                if let Some(group) = &groups[slot]
                    && group.vars[0].0 == var
                {
                    found.push(group);
                }
            }
            Node::Inner(children) => {
                if let Some(child) = &children[slot] {
                    collect(child, found, var, height - 1);
                }
            }
        }
    }
}
