//! Control dependence inside of a function ("The program dependence graph and its use in
//! optimization", Ferrante, Ottenstein, Warren 1987): a block depends on a choice if one of the
//! ways out leads to it for sure, and another one may not.
//!
//! What is sure is said by post-dominators, and these by which ways out of the function count.
//! For a block that may leave the function and let the path go on, only such ways count: a path that
//! halts on another way just does less. For the others, all ends of the path count. A block from which
//! there is no end at all depends on every choice that can lead to it.

use super::shape::Shape;
use crate::dominators::{NONE, post_dominators};
use pleach_ir::{BlockId, bits};

/// No block: there is none before the function's end.
const END: u32 = u32::MAX;

/// Which ways out count for a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ends {
    Leaves,
    Halts,
    Never,
}

pub(super) struct Dependence {
    /// By block: the choices that it depends on directly, in order.
    parents: Vec<Box<[BlockId]>>,
    /// By block: the immediate post-dominator, or `END`.
    joins: Box<[u32]>,
    /// By block: its number among those that choose, or `END`.
    choices: Box<[u32]>,
    /// The blocks that choose, in order.
    pub choosing: Box<[u32]>,
    /// By choice: the blocks that depend on it, also by way of others.
    regions: Vec<Box<[u64]>>,
}

impl Dependence {
    pub fn new(shape: &Shape) -> Dependence {
        let blocks = shape.next.len();
        let order = Order::new(shape);
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); blocks];
        for block in (0..blocks).filter(|b| shape.chooses[*b]) {
            children[block] = order.depend_on(shape, block);
        }
        let choosing: Vec<u32> = (0..blocks as u32)
            .filter(|b| shape.chooses[*b as usize])
            .collect();
        let mut choices = vec![END; blocks];
        for (i, block) in choosing.iter().enumerate() {
            choices[*block as usize] = i as u32;
        }
        let regions = choosing.iter().map(|b| region(&children, *b as usize));
        Dependence {
            regions: regions.collect(),
            parents: parents(&children),
            joins: order.joins.into(),
            choices: choices.into(),
            choosing: choosing.into(),
        }
    }

    pub fn blocks(&self) -> usize {
        self.joins.len()
    }

    pub fn parents(&self, block: usize) -> &[BlockId] {
        &self.parents[block]
    }

    pub fn join(&self, block: usize) -> Option<BlockId> {
        let join = self.joins[block];
        (join != END).then_some(BlockId(join))
    }

    /// A block's number among those that choose.
    pub fn choice(&self, block: usize) -> Option<usize> {
        let choice = self.choices[block];
        (choice != END).then_some(choice as usize)
    }

    pub fn region(&self, choice: usize) -> &[u64] {
        &self.regions[choice]
    }
}

/// The post-dominators of a function, among the ways that count.
struct Order {
    ends: Vec<Ends>,
    joins: Vec<u32>,
}

impl Order {
    fn new(shape: &Shape) -> Order {
        let blocks = shape.next.len();
        let mut order = Order {
            ends: vec![Ends::Never; blocks],
            joins: vec![END; blocks],
        };
        let leaves = (0..blocks).filter(|b| shape.leaves[*b]);
        order.find(shape.next.clone(), leaves, Ends::Leaves);
        // A block that halts leads nowhere, so what is left leads only to what is left.
        let is_left: Vec<bool> = order.ends.iter().map(|ends| *ends == Ends::Never).collect();
        let ways = |b: usize| match is_left[b] {
            true => shape.next[b].clone(),
            false => Vec::new(),
        };
        let halts = (0..blocks).filter(|b| is_left[*b] && shape.next[*b].is_empty());
        order.find((0..blocks).map(ways).collect(), halts, Ends::Halts);
        order
    }

    fn find(&mut self, next: Vec<Vec<usize>>, exits: impl Iterator<Item = usize>, ends: Ends) {
        let blocks = next.len();
        let above = post_dominators(next, exits);
        for (block, above) in above[..blocks].iter().enumerate() {
            if *above != NONE {
                self.ends[block] = ends;
                self.joins[block] = match *above == blocks {
                    true => END,
                    false => *above as u32,
                };
            }
        }
    }

    /// The blocks that depend directly on the choice at the end of a block, in order.
    fn depend_on(&self, shape: &Shape, from: usize) -> Vec<usize> {
        let mut found = Vec::new();
        for &to in &shape.next[from] {
            let stop = match self.ends[to] == self.ends[from] {
                true => self.joins[from],
                false => END,
            };
            let mut at = to as u32;
            while at != stop && at != END {
                found.push(at as usize);
                at = self.joins[at as usize];
            }
        }
        if self.ends.contains(&Ends::Never) {
            let endless = |b: &usize| self.ends[*b] == Ends::Never;
            found.extend(reachable(shape, from).into_iter().filter(endless));
        }
        found.sort();
        found.dedup();
        found
    }
}

/// The blocks that a block leads to, itself only if it leads back.
fn reachable(shape: &Shape, from: usize) -> Vec<usize> {
    let mut seen = vec![false; shape.next.len()];
    let mut open = shape.next[from].clone();
    let mut found = Vec::new();
    while let Some(block) = open.pop() {
        if !std::mem::replace(&mut seen[block], true) {
            found.push(block);
            open.extend(&shape.next[block]);
        }
    }
    found
}

fn region(children: &[Vec<usize>], from: usize) -> Box<[u64]> {
    let mut region = bits::empty(children.len());
    let mut open: Vec<usize> = children[from].clone();
    while let Some(block) = open.pop() {
        if !bits::has(&region, block) {
            bits::set(&mut region, block);
            open.extend(&children[block]);
        }
    }
    region
}

fn parents(children: &[Vec<usize>]) -> Vec<Box<[BlockId]>> {
    let mut parents: Vec<Vec<BlockId>> = vec![Vec::new(); children.len()];
    for (parent, children) in children.iter().enumerate() {
        for child in children {
            parents[*child].push(BlockId(parent as u32));
        }
    }
    parents.into_iter().map(Vec::into_boxed_slice).collect()
}
