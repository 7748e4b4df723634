//! Loops of the program: strongly connected blocks of a function. Loops inside
//! of loops are part of the outer one, which is the one that was entered first.

use pleach_interp::State;
use pleach_ir::{Function, Module, Part};

const NONE: u32 = u32::MAX;

pub(super) struct Loops {
    /// By function and instruction: the loop's number in the program.
    at: Vec<Box<[u32]>>,
}

impl Loops {
    pub fn new(module: &Module) -> Loops {
        let mut count = 0;
        let mut at = Vec::with_capacity(module.functions.len());
        for function in &module.functions {
            let of_block = loops_of(function, &mut count);
            let mut code = vec![NONE; function.code.len()];
            for (block, of) in function.blocks.iter().zip(&of_block) {
                code[block.first as usize..(block.first + block.len) as usize].fill(*of);
            }
            at.push(code.into());
        }
        Loops { at }
    }

    /// The loop that is farthest out on the state's stack.
    pub fn outermost(&self, state: &State) -> Option<u32> {
        let of_frame = |frame: &pleach_interp::Frame| {
            let code = &self.at[frame.function.index()];
            code.get(frame.pc as usize).copied().filter(|l| *l != NONE)
        };
        state.stack.frames().filter_map(of_frame).last()
    }
}

/// For each block the loop it is in, or `NONE`.
fn loops_of(function: &Function, count: &mut u32) -> Vec<u32> {
    let blocks = function.blocks.len();
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); blocks];
    for (b, block) in function.blocks.iter().enumerate() {
        let last = (block.first + block.len - 1) as usize;
        function.code[last].visit(&mut |part| {
            if let Part::Edge(edge) = part {
                next[b].push(function.edges[edge.index()].target.index());
            }
        });
    }
    let mut of = vec![NONE; blocks];
    for component in components(&next) {
        let alone = component.len() == 1 && !next[component[0]].contains(&component[0]);
        if !alone {
            component.iter().for_each(|b| of[*b] = *count);
            *count += 1;
        }
    }
    of
}

/// Strongly connected components (Tarjan's algorithm, without recursion). Each comes
/// behind those that it leads to.
pub(crate) fn components(next: &[Vec<usize>]) -> Vec<Vec<usize>> {
    const UNSEEN: usize = usize::MAX;
    let n = next.len();
    let (mut index, mut low) = (vec![UNSEEN; n], vec![0; n]);
    let mut on_stack = vec![false; n];
    let (mut stack, mut found, mut seen) = (Vec::new(), Vec::new(), 0);
    for root in 0..n {
        if index[root] != UNSEEN {
            continue;
        }
        let mut work = vec![(root, 0)];
        while let Some((v, at)) = work.pop() {
            if at == 0 {
                (index[v], low[v]) = (seen, seen);
                seen += 1;
                stack.push(v);
                on_stack[v] = true;
            }
            if let Some(&w) = next[v].get(at) {
                work.push((v, at + 1));
                if index[w] == UNSEEN {
                    work.push((w, 0));
                } else if on_stack[w] {
                    low[v] = low[v].min(index[w]);
                }
                continue;
            }
            if let Some((parent, _)) = work.last() {
                low[*parent] = low[*parent].min(low[v]);
            }
            if low[v] == index[v] {
                let from = stack.iter().rposition(|s| *s == v).unwrap_or(0);
                let component = stack.split_off(from);
                component.iter().for_each(|w| on_stack[*w] = false);
                found.push(component);
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loops_are_found_and_others_are_not() {
        // 0 -> 1 <-> 2, 1 -> 3 -> 3, 3 -> 4
        let next = vec![vec![1], vec![2, 3], vec![1], vec![3, 4], vec![]];
        let mut found: Vec<Vec<usize>> = components(&next);
        found.iter_mut().for_each(|c| c.sort());
        found.sort();
        assert_eq!(found, [vec![0], vec![1, 2], vec![3], vec![4]]);
    }
}
