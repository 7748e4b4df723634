//! Where states meet that stay in a loop. A way that leaves a loop from its middle (`break`, `return`)
//! moves the post-dominator of what comes before it behind the loop. The states that go on to the next
//! round meet earlier, or they would be twice as many after each round.

use super::graph::{Graph, Part};
use crate::dominators::NONE;
use crate::dominators::post_dominators;

/// For each block, the blocks where states meet that part there and stay in a loop around it: that of
/// the outermost loop first. Only where at least two ways stay, and all ways together (`after`) do not
/// meet in the loop.
pub(super) fn rounds(
    next: &[Vec<usize>],
    after: &dyn Fn(usize) -> Option<usize>,
) -> Vec<Vec<usize>> {
    let mut rounds = Rounds {
        graph: Graph::new(next),
        after,
        found: vec![Vec::new(); next.len()],
    };
    rounds.look_among(&(0..next.len()).collect::<Vec<_>>(), None);
    rounds.found
}

struct Rounds<'a> {
    graph: Graph<'a>,
    after: &'a dyn Fn(usize) -> Option<usize>,
    found: Vec<Vec<usize>>,
}

impl Rounds<'_> {
    /// Looks for loops in the body of the one with this head.
    fn look_among(&mut self, blocks: &[usize], head: Option<usize>) {
        for part in self.graph.parts(blocks, head) {
            if let Part::Loop(members) = part {
                self.look_at(&members);
            }
        }
    }

    fn look_at(&mut self, members: &[usize]) {
        let head = self.graph.head(members);
        let inner = self.graph.among(members, Some(head));
        let goes_back = |at: &usize| self.graph.next[members[*at]].contains(&head);
        let back = (0..members.len()).filter(goes_back);
        let above = post_dominators(inner.clone(), back);
        let mut is_member = vec![false; self.graph.next.len()];
        members.iter().for_each(|block| is_member[*block] = true);
        for (at, block) in members.iter().enumerate() {
            let outer = self.found[*block].last().copied();
            let outer = outer.or_else(|| (self.after)(*block));
            let is_known = outer.is_some_and(|outer| is_member[outer]);
            if !is_known && above[at] != NONE && self.parts_inside(*block, &is_member) {
                // Behind the last of the members is the head of the next round.
                let meeting = members.get(above[at]).copied().unwrap_or(head);
                self.found[*block].push(meeting);
            }
        }
        self.look_among(members, Some(head));
    }

    /// Whether two ways out of a block stay in the loop.
    fn parts_inside(&self, block: usize, is_member: &[bool]) -> bool {
        let mut inside = self.graph.next[block].iter().filter(|to| is_member[**to]);
        let first = inside.next();
        inside.any(|to| Some(to) != first)
    }
}
