//! The properties of the document, on random binary trees.

use super::*;
use crate::search::tests::{Fake, Fakes, Plan, explore};
use crate::search::{Live, Rng};
use proptest::prelude::*;
use rand::SeedableRng;

fn options(width: usize, swap_limit: u64) -> SearchOptions {
    SearchOptions {
        beam_width: width,
        beam_swap_limit: Some(swap_limit),
        ..SearchOptions::default()
    }
}

fn trees() -> impl Strategy<Value = Plan> {
    prop::collection::vec((0usize..1000, 1u32..50), 0..120).prop_map(|c| Plan::grown(&c))
}

/// Nodes of each level in the order of a level walk in which better children come first.
fn levels(plan: &Plan) -> Vec<Vec<usize>> {
    let mut levels = vec![vec![0]];
    loop {
        let last = levels.last().expect("there is one");
        let next: Vec<usize> = last
            .iter()
            .flat_map(|n| plan.children[*n].clone())
            .collect();
        if next.is_empty() {
            return levels;
        }
        levels.push(next);
    }
}

/// Depth first, the better child first; equal ones in their order.
fn depth_first(plan: &Plan, node: usize, order: &mut Vec<usize>) {
    order.push(node);
    let mut children = plan.children[node].clone();
    children.sort_by_key(|c| plan.distance[*c]);
    children
        .into_iter()
        .for_each(|c| depth_first(plan, c, order));
}

proptest! {
    #[test]
    fn every_node_is_visited(plan in trees(), width in 1usize..20, swap in 0u64..10, level in 0u8..3) {
        let mut options = options(width, swap);
        options.beam_level = Some([BeamLevel::Top, BeamLevel::Bottom, BeamLevel::Random][usize::from(level)]);
        let mut visited = explore(&plan, &mut Beam::new(&options), 7, |_| {});
        visited.sort();
        prop_assert_eq!(visited, (0..plan.children.len()).collect::<Vec<_>>());
    }

    #[test]
    fn width_one_is_depth_first_with_the_better_child_first(plan in trees()) {
        let visited = explore(&plan, &mut Beam::new(&options(1, 0)), 0, |_| {});
        let mut expected = Vec::new();
        depth_first(&plan, 0, &mut expected);
        prop_assert_eq!(visited, expected);
    }

    #[test]
    fn as_wide_as_the_tree_is_breadth_first(plan in trees()) {
        let levels = levels(&plan);
        let width = levels.iter().map(Vec::len).max().expect("a root");
        let visited = explore(&plan, &mut Beam::new(&options(width, 0)), 0, |_| {});
        let mut rest = visited.as_slice();
        for level in levels {
            let (mut here, behind) = (rest[..level.len()].to_vec(), &rest[level.len()..]);
            let distances: Vec<u32> = here.iter().map(|n| plan.distance[*n]).collect();
            prop_assert!(distances.is_sorted(), "the best of a level first");
            let mut level = level;
            here.sort();
            level.sort();
            prop_assert_eq!(here, level);
            rest = behind;
        }
        prop_assert!(rest.is_empty());
    }

    /// Lemma 2.1 of the document.
    #[test]
    fn without_swaps_the_stack_stays_small(plan in trees(), width in 1usize..20) {
        let depth = levels(&plan).len();
        let mut beam = Beam::new(&options(width, 0));
        let mut most = (0, 0);
        explore(&plan, &mut beam, 0, |beam| {
            let widest = beam.stack.iter().map(VecDeque::len).max().unwrap_or(0);
            most = (most.0.max(beam.stack.len()), most.1.max(widest));
        });
        prop_assert!(most.0 <= depth, "{} levels, depth {depth}", most.0);
        prop_assert!(most.1 <= width, "a level of {}, width {width}", most.1);
    }
}

/// Takes states in turn; those for which `forks` says so fork, the others come back.
fn taken(beam: &mut Beam, turns: usize, forks: impl Fn(u64) -> bool) -> Vec<u64> {
    let (mut pool, mut rng) = (Fakes::default(), Rng::seed_from_u64(0));
    let fake = |id| Fake {
        id,
        ..Fake::default()
    };
    beam.put(&BatchSummary::arrival(&fake(0)));
    pool.0.insert(StateId(0), fake(0));
    let mut order = Vec::new();
    for _ in 0..turns {
        let turn = &mut Turn {
            rng: &mut rng,
            pool: &pool,
        };
        let id = beam.take(turn).expect("nobody ends");
        let (back, new) = (fake(id.0), fake(pool.0.len() as u64));
        let added: &[&dyn Live] = if forks(id.0) { &[&new] } else { &[] };
        beam.put(&BatchSummary {
            added,
            instructions: 10_000,
            ..BatchSummary::arrival(&back)
        });
        pool.0.extend(added.iter().map(|f| (f.id(), new.clone())));
        order.push(id.0);
    }
    order
}

#[test]
fn a_state_that_does_not_fork_holds_up_neither_its_layer_nor_the_next_one() {
    let forks_unless_second = |id| id != 1;
    let mut without_swaps = Beam::new(&options(4, 0));
    let order = taken(&mut without_swaps, 8, forks_unless_second);
    assert_eq!(order, [0, 0, 1, 1, 1, 1, 1, 1]);
    let mut with_swaps = Beam::new(&options(4, 25_000));
    let order = taken(&mut with_swaps, 40, forks_unless_second);
    assert!(
        order.iter().filter(|id| **id == 1).count() < 20,
        "{order:?}"
    );
}
