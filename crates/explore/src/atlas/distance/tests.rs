use super::*;
use proptest::prelude::*;

/// From scratch.
fn plain(graph: &Arc<Graph>, goals: &[NodeId]) -> Vec<Cost> {
    let distances = Distances::new(graph.clone(), goals.iter().copied());
    (0..graph.nodes() as NodeId)
        .map(|n| distances.of(n))
        .collect()
}

/// By the definition.
fn bellman_ford(out: &[Vec<(NodeId, Cost)>], goals: &[NodeId]) -> Vec<Cost> {
    let mut distance = vec![FAR; out.len()];
    goals.iter().for_each(|g| distance[*g as usize] = 0);
    for _ in 0..out.len() {
        for (from, edges) in out.iter().enumerate() {
            for (to, cost) in edges {
                distance[from] = distance[from].min(distance[*to as usize].saturating_add(*cost));
            }
        }
    }
    distance
}

fn graphs() -> impl Strategy<Value = Vec<Vec<(NodeId, Cost)>>> {
    (2usize..30).prop_flat_map(|n| {
        let edges = prop::collection::vec((0..n as NodeId, 1u32..6), 0..4);
        prop::collection::vec(edges, n)
    })
}

proptest! {
    /// Goals go away in any order, several at once: what is corrected equals what is
    /// computed anew.
    #[test]
    fn corrections_equal_a_new_computation(
        out in graphs(),
        order in prop::collection::vec((any::<prop::sample::Index>(), 1usize..4), 1..12),
    ) {
        let graph = Arc::new(Graph::of_edges(out.clone()));
        let nodes = out.len() as NodeId;
        let mut goals: Vec<NodeId> = (0..nodes).filter(|n| n % 2 == 0).collect();
        let mut kept = Distances::new(graph.clone(), goals.iter().copied());
        for (which, count) in order {
            let mut gone = Vec::new();
            for _ in 0..count {
                if !goals.is_empty() {
                    gone.push(goals.swap_remove(which.index(goals.len())));
                }
            }
            kept.remove_goals(&gone);
            let found: Vec<Cost> = (0..nodes).map(|n| kept.of(n)).collect();
            prop_assert_eq!(&found, &plain(&graph, &goals));
            prop_assert_eq!(found, bellman_ford(&out, &goals));
        }
    }
}
