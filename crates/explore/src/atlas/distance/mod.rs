//! How far it is from a block to the next goal: to code that nobody has
//! executed, or to a target. Goals only ever go away; what changes then is
//! corrected at once, and only there (after Ramalingam, Reps: An Incremental
//! Algorithm for a Generalization of the Shortest-Path Problem, 1996).

mod graph;
#[cfg(test)]
mod tests;

pub(crate) use graph::{Graph, NodeId};

use pleach_interp::State;
use pleach_ir::{EdgeId, Inst, Module};
use rustc_hash::FxHashSet;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

/// Instructions.
pub(crate) type Cost = u32;
/// No way leads there.
pub(crate) const FAR: Cost = u32::MAX;

pub(crate) struct Distances {
    graph: Arc<Graph>,
    goal: Vec<bool>,
    distance: Vec<Cost>,
}

impl Distances {
    pub fn new(graph: Arc<Graph>, goals: impl Iterator<Item = NodeId>) -> Distances {
        let nodes = graph.nodes();
        let mut distances = Distances {
            graph,
            goal: vec![false; nodes],
            distance: vec![FAR; nodes],
        };
        let mut heap = BinaryHeap::new();
        for goal in goals {
            distances.goal[goal as usize] = true;
            distances.distance[goal as usize] = 0;
            heap.push(Reverse((0, goal)));
        }
        distances.spread(heap, |_| true);
        distances
    }

    #[cfg(test)]
    pub fn of(&self, node: NodeId) -> Cost {
        self.distance[node as usize]
    }

    /// Dijkstra's algorithm, against the edges, within the nodes that may change.
    fn spread(
        &mut self,
        mut heap: BinaryHeap<Reverse<(Cost, NodeId)>>,
        may_change: impl Fn(NodeId) -> bool,
    ) {
        while let Some(Reverse((distance, node))) = heap.pop() {
            if distance > self.distance[node as usize] {
                continue;
            }
            for (from, cost) in &self.graph.into[node as usize] {
                let longer = distance.saturating_add(*cost);
                if longer < self.distance[*from as usize] && may_change(*from) {
                    self.distance[*from as usize] = longer;
                    heap.push(Reverse((longer, *from)));
                }
            }
        }
    }

    /// These blocks are no goals any more.
    pub fn remove_goals(&mut self, nodes: &[NodeId]) {
        let mut heap = BinaryHeap::new();
        for node in nodes {
            if std::mem::take(&mut self.goal[*node as usize]) {
                heap.push(Reverse((0, *node)));
            }
        }
        if heap.is_empty() {
            return;
        }
        let affected = self.without_support(heap);
        let mut heap = BinaryHeap::new();
        let mut order: Vec<NodeId> = affected.iter().copied().collect();
        order.sort_unstable();
        for node in order {
            let edges = self.graph.out[node as usize].iter();
            let kept = edges.filter(|(to, _)| !affected.contains(to));
            let best = kept.map(|(to, cost)| self.distance[*to as usize].saturating_add(*cost));
            let best = best.min().unwrap_or(FAR);
            self.distance[node as usize] = best;
            if best != FAR {
                heap.push(Reverse((best, node)));
            }
        }
        self.spread(heap, |node| affected.contains(&node));
    }

    /// Nodes all of whose shortest ways end at goals that are gone, found in the
    /// order of their distances: what a node leans on is decided before it is.
    fn without_support(&self, mut heap: BinaryHeap<Reverse<(Cost, NodeId)>>) -> FxHashSet<NodeId> {
        let mut affected = FxHashSet::default();
        while let Some(Reverse((distance, node))) = heap.pop() {
            if affected.contains(&node) || self.goal[node as usize] {
                continue;
            }
            let leans = |(to, cost): &(NodeId, Cost)| {
                self.distance[*to as usize].checked_add(*cost) == Some(distance)
                    && !affected.contains(to)
            };
            if self.graph.out[node as usize].iter().any(leans) {
                continue;
            }
            affected.insert(node);
            for (from, cost) in &self.graph.into[node as usize] {
                if distance.checked_add(*cost) == Some(self.distance[*from as usize]) {
                    heap.push(Reverse((self.distance[*from as usize], *from)));
                }
            }
        }
        affected
    }

    /// From where a state is, by the cheapest of: within the running function and what
    /// it calls; behind the call that it was called by; and so on. `next_edge` is the
    /// way that it will take out of its block, if that is known.
    pub fn of_state(
        &self,
        module: &Module,
        state: &State,
        next_edge: Option<EdgeId>,
    ) -> Option<Cost> {
        let mut frames = state.stack.frames();
        let top = frames.next()?;
        let (node, done, extra) = match next_edge {
            Some(edge) => {
                let target = module.functions[top.function.index()].edges[edge.index()].target;
                (self.graph.node(top.function, target), 0, 1)
            }
            None => {
                let (node, done) = self.graph.at(module, top.function, top.pc);
                (node, done, 0)
            }
        };
        let from = |cost: Cost| {
            if cost == FAR {
                FAR
            } else {
                cost.saturating_sub(done).saturating_add(extra)
            }
        };
        let mut best = from(self.distance[node as usize]);
        let mut to_return = from(self.graph.to_return(node));
        for frame in frames.take(MOST_FRAMES) {
            if to_return >= best {
                break;
            }
            let function = &module.functions[frame.function.index()];
            let Some(Inst::Call(call)) = function.code.get(frame.pc as usize) else {
                break;
            };
            let behind = function.edges[call.next.index()].target;
            let behind = self.graph.node(frame.function, behind);
            best = best.min(to_return.saturating_add(self.distance[behind as usize]));
            to_return = to_return.saturating_add(self.graph.to_return(behind));
        }
        (best != FAR).then_some(best)
    }
}

/// Of a very deep stack, as many frames are looked at.
const MOST_FRAMES: usize = 256;
