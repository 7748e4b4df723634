//! Dominators: what every way from a root leads through.

/// Outside of what the root reaches, or the root itself.
pub(super) const NONE: usize = usize::MAX;

/// The immediate dominator of each node of a graph that the root reaches ("A simple, fast dominance
/// algorithm", Cooper, Harvey, Kennedy 2001). `next` are the edges, `previous` the same edges
/// reversed.
pub(super) fn dominators(root: usize, next: &[Vec<usize>], previous: &[Vec<usize>]) -> Vec<usize> {
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
pub(super) fn postorder(root: usize, next: &[Vec<usize>]) -> Vec<usize> {
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
