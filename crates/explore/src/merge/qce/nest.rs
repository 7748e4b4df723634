//! In which order the blocks of a function are looked at, and how often: backwards, and what is in a
//! loop as often as the loop is unrolled.

use super::trips::known_rounds;
use crate::atlas::components;
use crate::merge::dominators::postorder;
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
    let mut place = vec![usize::MAX; next.len()];
    if !next.is_empty() {
        for (at, block) in postorder(0, next).iter().rev().enumerate() {
            place[*block] = at;
        }
    }
    let nesting = Nesting {
        function,
        next,
        place,
        kappa,
    };
    nesting.pieces(&(0..next.len()).collect::<Vec<_>>(), None, MOST_ROUNDS)
}

struct Nesting<'f> {
    function: &'f Function,
    next: &'f [Vec<usize>],
    /// Of a block, in reverse postorder: the head of a loop comes first.
    place: Vec<usize>,
    kappa: u32,
}

impl Nesting<'_> {
    /// Pieces of some blocks, without the ways that lead back to `head`.
    fn pieces(&self, blocks: &[usize], head: Option<usize>, budget: u32) -> Vec<Piece> {
        let inner = self.inner(blocks, head);
        let piece = |component: Vec<usize>| {
            let alone = component.len() == 1 && !inner[component[0]].contains(&component[0]);
            match alone {
                true => Piece::Block(blocks[component[0]]),
                false => self.unroll(component.iter().map(|at| blocks[*at]).collect(), budget),
            }
        };
        components(&inner).into_iter().map(piece).collect()
    }

    fn unroll(&self, members: Vec<usize>, budget: u32) -> Piece {
        let head = members.iter().copied().min_by_key(|b| self.place[*b]);
        let head = head.expect("a component has members");
        let known = known_rounds(self.function, self.next, &members, head, MOST_ROUNDS);
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
        let mut is_member = vec![false; self.next.len()];
        members.iter().for_each(|b| is_member[*b] = true);
        let targets = members.iter().flat_map(|b| &self.next[*b]).copied();
        let mut exits: Vec<usize> = targets.filter(|to| !is_member[*to]).collect();
        exits.sort();
        exits.dedup();
        exits
    }

    /// Loops in here go round once per round of the one outside.
    fn flat(&self, members: &[usize], head: usize) -> Vec<Piece> {
        let inner = self.inner(members, Some(head));
        let first = members.iter().position(|b| *b == head).unwrap_or(0);
        let order = postorder(first, &inner);
        order.iter().map(|at| Piece::Block(members[*at])).collect()
    }

    /// The ways between some blocks, by their positions in the list, without those back to `head`.
    fn inner(&self, blocks: &[usize], head: Option<usize>) -> Vec<Vec<usize>> {
        let mut at = vec![usize::MAX; self.next.len()];
        for (i, block) in blocks.iter().enumerate() {
            at[*block] = i;
        }
        let ways = |block: &usize| {
            let targets = self.next[*block].iter().filter(|to| Some(**to) != head);
            targets
                .map(|to| at[*to])
                .filter(|i| *i != usize::MAX)
                .collect()
        };
        blocks.iter().map(ways).collect()
    }
}
