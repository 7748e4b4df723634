//! The control flow of a function, as those see it who look for its loops.

use crate::atlas::components;
use crate::dominators::postorder;

pub(super) struct Graph<'a> {
    pub next: &'a [Vec<usize>],
    /// Of a block, in reverse postorder: the head of a loop comes first.
    place: Vec<usize>,
}

/// Blocks that lead back to each other, or one alone.
pub(super) enum Part {
    Block(usize),
    Loop(Vec<usize>),
}

impl<'a> Graph<'a> {
    /// From where each block leads to. The first one is where the function begins.
    pub fn new(next: &'a [Vec<usize>]) -> Graph<'a> {
        let mut place = vec![usize::MAX; next.len()];
        if !next.is_empty() {
            for (at, block) in postorder(0, next).iter().rev().enumerate() {
                place[*block] = at;
            }
        }
        Graph { next, place }
    }

    /// The parts of some blocks, without the ways that lead back to `head`. Each comes behind those
    /// that it leads to.
    pub fn parts(&self, blocks: &[usize], head: Option<usize>) -> Vec<Part> {
        let inner = self.among(blocks, head);
        let part = |component: Vec<usize>| {
            let alone = component.len() == 1 && !inner[component[0]].contains(&component[0]);
            match alone {
                true => Part::Block(blocks[component[0]]),
                false => Part::Loop(component.iter().map(|at| blocks[*at]).collect()),
            }
        };
        components(&inner).into_iter().map(part).collect()
    }

    /// Where a round of a loop begins.
    pub fn head(&self, members: &[usize]) -> usize {
        let head = members.iter().copied().min_by_key(|b| self.place[*b]);
        head.expect("a loop has members")
    }

    /// The ways between some blocks, by their positions in the list, without those back to `head`.
    pub fn among(&self, blocks: &[usize], head: Option<usize>) -> Vec<Vec<usize>> {
        let mut at = vec![usize::MAX; self.next.len()];
        for (i, block) in blocks.iter().enumerate() {
            at[*block] = i;
        }
        let ways = |block: &usize| {
            let targets = self.next[*block].iter().filter(|to| Some(**to) != head);
            let inside = targets.map(|to| at[*to]).filter(|i| *i != usize::MAX);
            inside.collect()
        };
        blocks.iter().map(ways).collect()
    }
}
