//! In which order the blocks of a function are looked at, and how often: backwards, and what is in a
//! loop as often as the loop is unrolled.

use super::trips::known_rounds;
use crate::dominators::postorder;
use crate::merge::graph::{Graph, Part};
use pleach_ir::Function;

/// A part of a function. In a list, each comes behind those that it leads to.
pub(super) enum Piece {
    Block(usize),
    Loop {
        /// Where a round begins.
        head: usize,
        members: Vec<usize>,
        /// The blocks behind it, each once.
        exits: Vec<usize>,
        rounds: u32,
        /// Its last block is the head.
        body: Vec<Piece>,
    },
}

/// How often a block is looked at, at most. Loops that are more deeply nested are cut to that: shares
/// of the total change little from round to round, and each costs.
const MOST_ROUNDS: u32 = 100;

/// The pieces of a function, given where its blocks lead. `kappa` is the number of rounds of a loop
/// for which none is known.
pub(super) fn nest(function: &Function, next: &[Vec<usize>], kappa: u32) -> Vec<Piece> {
    let nesting = Nesting {
        function,
        graph: Graph::new(next),
        kappa,
    };
    nesting.pieces(&(0..next.len()).collect::<Vec<_>>(), None, MOST_ROUNDS)
}

struct Nesting<'f> {
    function: &'f Function,
    graph: Graph<'f>,
    kappa: u32,
}

impl Nesting<'_> {
    /// Pieces of some blocks, without the ways that lead back to `head`.
    fn pieces(&self, blocks: &[usize], head: Option<usize>, budget: u32) -> Vec<Piece> {
        let piece = |part| match part {
            Part::Block(block) => Piece::Block(block),
            Part::Loop(members) => self.unroll(members, budget),
        };
        let parts = self.graph.parts(blocks, head);
        parts.into_iter().map(piece).collect()
    }

    fn unroll(&self, members: Vec<usize>, budget: u32) -> Piece {
        let head = self.graph.head(&members);
        let known = known_rounds(self.function, self.graph.next, &members, head, MOST_ROUNDS);
        let rounds = known.unwrap_or(self.kappa).clamp(1, budget);
        let body = match budget / rounds {
            0 | 1 => self.flat(&members, head),
            rest => self.pieces(&members, Some(head), rest),
        };
        Piece::Loop {
            head,
            exits: self.exits(&members),
            members,
            rounds,
            body,
        }
    }

    fn exits(&self, members: &[usize]) -> Vec<usize> {
        let mut is_member = vec![false; self.graph.next.len()];
        members.iter().for_each(|b| is_member[*b] = true);
        let targets = members.iter().flat_map(|b| &self.graph.next[*b]).copied();
        let mut exits: Vec<usize> = targets.filter(|to| !is_member[*to]).collect();
        exits.sort();
        exits.dedup();
        exits
    }

    /// Loops in here go round once per round of the one outside.
    fn flat(&self, members: &[usize], head: usize) -> Vec<Piece> {
        let inner = self.graph.among(members, Some(head));
        let first = members.iter().position(|b| *b == head).unwrap_or(0);
        let order = postorder(first, &inner);
        order.iter().map(|at| Piece::Block(members[*at])).collect()
    }
}
