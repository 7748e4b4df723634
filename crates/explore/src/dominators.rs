//! Dominators: what every way from a root leads through.

/// Outside of what the root reaches, or the root itself.
pub(crate) const NONE: usize = usize::MAX;

/// The immediate dominator of each node of a graph that the root reaches ("A simple, fast dominance
/// algorithm", Cooper, Harvey, Kennedy 2001). `next` are the edges, `previous` the same edges
/// reversed.
pub(crate) fn dominators(root: usize, next: &[Vec<usize>], previous: &[Vec<usize>]) -> Vec<usize> {
    let order = postorder(root, next);
    let mut number = vec![NONE; next.len()];
    for (at, node) in order.iter().enumerate() {
        number[*node] = at;
    }
    let mut above = vec![NONE; next.len()];
    above[root] = root;
    let mut changed = true;
    while changed {
        changed = false;
        for node in order.iter().rev().filter(|node| **node != root) {
            let known = previous[*node].iter().copied();
            let known = known.filter(|from| above[*from] != NONE);
            let common = known.reduce(|a, b| meet(a, b, &above, &number));
            let common = common.expect("a node before it in reverse postorder");
            changed |= above[*node] != common;
            above[*node] = common;
        }
    }
    above[root] = NONE;
    above
}

/// The immediate post-dominators in a graph to which a last node is added, behind the exits. Ways that
/// lead to none of them do not count.
pub(crate) fn post_dominators(
    mut next: Vec<Vec<usize>>,
    exits: impl Iterator<Item = usize>,
) -> Vec<usize> {
    let end = next.len();
    next.push(Vec::new());
    exits.for_each(|exit| next[exit].push(end));
    let mut previous: Vec<Vec<usize>> = vec![Vec::new(); next.len()];
    for (from, targets) in next.iter().enumerate() {
        targets.iter().for_each(|to| previous[*to].push(from));
    }
    dominators(end, &previous, &next)
}

/// The nearest node that is above both.
fn meet(mut a: usize, mut b: usize, above: &[usize], number: &[usize]) -> usize {
    while a != b {
        if number[a] < number[b] {
            a = above[a];
        } else {
            b = above[b];
        }
    }
    a
}

/// Nodes that the root reaches, each behind all those that were found from it.
pub(crate) fn postorder(root: usize, next: &[Vec<usize>]) -> Vec<usize> {
    let mut seen = vec![false; next.len()];
    seen[root] = true;
    let (mut order, mut work) = (Vec::new(), vec![(root, 0)]);
    while let Some((node, at)) = work.pop() {
        match next[node].get(at) {
            None => order.push(node),
            Some(&to) => {
                work.push((node, at + 1));
                if !std::mem::replace(&mut seen[to], true) {
                    work.push((to, 0));
                }
            }
        }
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Nodes that the root reaches, not stepping on one of them.
    fn reached(next: &[Vec<usize>], without: Option<usize>) -> Vec<bool> {
        let mut reached = vec![false; next.len()];
        let mut work = vec![0];
        while let Some(node) = work.pop() {
            if Some(node) != without && !std::mem::replace(&mut reached[node], true) {
                work.extend(&next[node]);
            }
        }
        reached
    }

    fn graphs() -> impl Strategy<Value = Vec<Vec<usize>>> {
        (1usize..12).prop_flat_map(|n| {
            let targets = prop::collection::vec(0..n, 0..4);
            prop::collection::vec(targets, n)
        })
    }

    proptest! {
        /// By the definition: a node is above another if that is not reached without it.
        #[test]
        fn dominators_are_those_of_the_definition(next in graphs()) {
            let mut previous = vec![Vec::new(); next.len()];
            for (from, targets) in next.iter().enumerate() {
                targets.iter().for_each(|to| previous[*to].push(from));
            }
            let above = dominators(0, &next, &previous);
            let all = reached(&next, None);
            for node in 0..next.len() {
                let is_above = |d: &usize| *d != node && !reached(&next, Some(*d))[node];
                let expected: Vec<usize> = match all[node] {
                    true => (0..next.len()).filter(is_above).collect(),
                    false => Vec::new(),
                };
                let chain = std::iter::successors(Some(above[node]), |n| above.get(*n).copied());
                let mut found: Vec<usize> = chain.take_while(|n| *n != NONE).collect();
                found.sort();
                prop_assert_eq!(found, expected);
            }
        }
    }
}
