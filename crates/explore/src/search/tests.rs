//! Strategies on trees that no interpreter runs.

use super::*;
use rand::{Rng as _, SeedableRng};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::time::Duration;

/// A live state: a node of the tree.
#[derive(Clone, Debug, Default)]
pub(super) struct Fake {
    pub id: u64,
    pub node: usize,
    pub depth: u32,
    /// Smaller is better.
    pub distance: u32,
}

impl Live for Fake {
    fn id(&self) -> StateId {
        StateId(self.id)
    }
    fn depth(&self) -> u32 {
        self.depth
    }
    fn since_new(&self) -> u64 {
        1_000_000_000
    }
    fn to_uncovered(&self) -> Option<u32> {
        Some(self.distance)
    }
    fn to_target(&self) -> Option<u32> {
        Some(self.distance)
    }
    fn executions(&self) -> u64 {
        u64::from(self.distance)
    }
    fn call_path_instructions(&self) -> u64 {
        u64::from(self.distance)
    }
    fn subpath(&self) -> u64 {
        u64::from(self.distance % 7)
    }
    fn outer_loop(&self) -> Option<u32> {
        Some(self.distance % 3).filter(|l| *l > 0)
    }
}

#[derive(Default)]
pub(super) struct Fakes(pub FxHashMap<StateId, Fake>);

impl Pool for Fakes {
    fn live(&self, id: StateId) -> Box<dyn Live + '_> {
        Box::new(self.0[&id].clone())
    }
}

/// A tree to explore: the children of each node, and how far each is from something new.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub children: Vec<Vec<usize>>,
    pub distance: Vec<u32>,
}

impl Plan {
    /// 15 nodes in three levels below the root, numbered by level as in the document.
    pub fn full() -> Plan {
        let children = |n: usize| {
            if n < 7 {
                vec![2 * n + 1, 2 * n + 2]
            } else {
                vec![]
            }
        };
        Plan {
            children: (0..15).map(children).collect(),
            distance: vec![1; 15],
        }
    }

    /// Random binary tree: node `n` hangs below `parents[n - 1]` if that has room.
    pub fn grown(choices: &[(usize, u32)]) -> Plan {
        let mut plan = Plan {
            children: vec![Vec::new()],
            distance: vec![1],
        };
        let mut leaves = vec![0];
        for pair in choices.chunks_exact(2) {
            let parent = leaves.swap_remove(pair[0].0 % leaves.len());
            for (_, distance) in pair {
                let node = plan.children.len();
                plan.children.push(Vec::new());
                plan.distance.push(*distance);
                plan.children[parent].push(node);
                leaves.push(node);
            }
        }
        plan
    }
}

/// Runs a strategy over a tree: the state evolves into the first child, the others are added.
pub(super) fn explore<S: Searcher + ?Sized>(
    plan: &Plan,
    searcher: &mut S,
    seed: u64,
    mut after_each: impl FnMut(&S),
) -> Vec<usize> {
    let mut rng = Rng::seed_from_u64(seed);
    let mut pool = Fakes::default();
    let (mut order, mut next_id) = (Vec::new(), 1);
    let fake = |id, node: usize, depth| Fake {
        id,
        node,
        depth,
        distance: plan.distance[node],
    };
    let first = fake(0, 0, 0);
    searcher.put(&BatchSummary::arrival(&first));
    pool.0.insert(StateId(0), first);
    while let Some(id) = searcher.take(&mut Turn {
        rng: &mut rng,
        pool: &pool,
    }) {
        let taken = pool.0.remove(&id).expect("only waiting states are taken");
        order.push(taken.node);
        let mut came = Vec::new();
        for (i, child) in plan.children[taken.node].iter().enumerate() {
            let id = if i == 0 { taken.id } else { next_id };
            next_id += u64::from(i > 0);
            came.push(fake(id, *child, taken.depth + 1));
        }
        let lives: Vec<&dyn Live> = came.iter().map(|f| f as &dyn Live).collect();
        searcher.put(&BatchSummary {
            parent: id,
            back: lives.first().copied(),
            added: lives.get(1..).unwrap_or_default(),
            covered_new: false,
            instructions: 1,
            solver_cost: u64::from(taken.distance),
            errors: u64::from(taken.distance % 5 == 0),
            time: Duration::ZERO,
        });
        pool.0.extend(came.into_iter().map(|f| (StateId(f.id), f)));
        after_each(searcher);
    }
    assert!(pool.0.is_empty(), "states are left");
    order
}

fn options(name: &str) -> SearchOptions {
    SearchOptions {
        names: vec![name.to_owned()],
        targets: vec!["somewhere".to_owned()],
        beam_width: 3,
        beam_swap_limit: Some(5),
        bfs_dfs_width: 4,
        loop_cap: 2,
        ..SearchOptions::default()
    }
}

pub(super) fn made(options: &SearchOptions) -> Box<dyn Searcher> {
    searcher(options).expect("they exist")
}

/// The example of the document (KLEE's algorithms, chapter 2.7), nodes from 1 on.
#[test]
fn the_documents_example_in_order() {
    let order = |name: &str| -> Vec<usize> {
        let visited = explore(&Plan::full(), &mut *made(&options(name)), 0, |_| {});
        visited.into_iter().map(|n| n + 1).collect()
    };
    assert_eq!(order("bfs"), (1..=15).collect::<Vec<_>>());
    assert_eq!(
        order("dfs"),
        [1, 3, 7, 15, 14, 6, 13, 12, 2, 5, 11, 10, 4, 9, 8]
    );
}

#[test]
fn breadth_first_then_each_depth_first() {
    let visited = explore(&Plan::full(), &mut *made(&options("bfs-dfs")), 0, |_| {});
    let visited: Vec<usize> = visited.into_iter().map(|n| n + 1).collect();
    // Up to four states breadth first; then 4, 5, 6, 7 one after the other.
    assert_eq!(visited[..3], [1, 2, 3]);
    assert_eq!(visited[3..], [4, 9, 8, 5, 11, 10, 6, 13, 12, 7, 15, 14]);
}

fn random_plan(seed: u64) -> Plan {
    let mut rng = Rng::seed_from_u64(seed);
    let choices: Vec<(usize, u32)> = (0..200)
        .map(|_| (rng.random_range(0..1000), rng.random_range(1..100)))
        .collect();
    Plan::grown(&choices)
}

/// Alone, with another one, deepening, in phases: every node once; and with the
/// same seed in the same order.
#[test]
fn every_strategy_visits_every_node_and_repeats_itself() {
    for strategy in REGISTRY {
        for seed in 0..5 {
            let plan = random_plan(seed);
            let alone = options(strategy.name);
            let mut together = alone.clone();
            together.names.push("random-path".to_owned());
            let mut deepening = together.clone();
            deepening.deepening = Some(Deepening::Forks);
            let mut phases = alone.clone();
            phases.phases = vec![
                Phase {
                    length: Some(Duration::ZERO),
                    names: vec!["bfs".to_owned()],
                },
                Phase {
                    length: None,
                    names: alone.names.clone(),
                },
            ];
            for options in [alone, together, deepening, phases] {
                let run = || explore(&plan, &mut *made(&options), seed, |_| {});
                let visited = run();
                assert_eq!(visited, run(), "{options:?}");
                let distinct: BTreeSet<usize> = visited.iter().copied().collect();
                assert_eq!(visited.len(), plan.children.len(), "{options:?}");
                assert_eq!(distinct.len(), plan.children.len(), "{options:?}");
            }
        }
    }
}

/// States are dropped from outside, waiting or not: nobody offers them again.
#[test]
fn dropped_states_are_not_offered() {
    for strategy in REGISTRY {
        let mut searcher = made(&options(strategy.name));
        let mut pool = Fakes::default();
        let mut rng = Rng::seed_from_u64(1);
        let fakes: Vec<Fake> = (0..40)
            .map(|id| Fake {
                id,
                distance: id as u32 + 1,
                ..Fake::default()
            })
            .collect();
        searcher.put(&BatchSummary::arrival(&fakes[0]));
        searcher.taken_elsewhere(StateId(0));
        let added: Vec<&dyn Live> = fakes[1..].iter().map(|f| f as &dyn Live).collect();
        searcher.put(&BatchSummary {
            added: &added,
            ..BatchSummary::arrival(&fakes[0])
        });
        pool.0
            .extend(fakes.iter().map(|f| (StateId(f.id), f.clone())));
        for id in (0..40).step_by(3) {
            searcher.remove(StateId(id));
            pool.0.remove(&StateId(id));
        }
        let mut offered = BTreeSet::new();
        while let Some(id) = searcher.take(&mut Turn {
            rng: &mut rng,
            pool: &pool,
        }) {
            assert!(offered.insert(id.0), "{}: twice", strategy.name);
        }
        let expected: BTreeSet<u64> = (0..40).filter(|id| id % 3 != 0).collect();
        assert_eq!(offered, expected, "{}", strategy.name);
    }
}

#[test]
fn the_nearest_is_drawn_most_often() {
    for name in ["nurs:covnew", "nurs:md2u", "nurs:icnt", "nurs:cpicnt"] {
        let near = Fake {
            id: 1,
            distance: 1,
            ..Fake::default()
        };
        let far = Fake {
            id: 2,
            distance: 50,
            ..Fake::default()
        };
        let pool = Fakes(
            [&near, &far]
                .map(|f| (f.id(), f.clone()))
                .into_iter()
                .collect(),
        );
        let mut rng = Rng::seed_from_u64(3);
        let mut hits = 0;
        for _ in 0..100 {
            let mut searcher = made(&options(name));
            searcher.put(&BatchSummary::arrival(&near));
            searcher.put(&BatchSummary::arrival(&far));
            let mut turn = Turn {
                rng: &mut rng,
                pool: &pool,
            };
            hits += u32::from(searcher.take(&mut turn) == Some(StateId(1)));
        }
        assert!(hits > 90, "{name}: {hits}");
    }
}

/// A weight that has fallen since it was written down is drawn by what it is now.
#[test]
fn weights_that_fell_are_noticed() {
    let mut searcher = made(&options("nurs:md2u"));
    let mut pool = Fakes::default();
    for id in 0..10 {
        let fake = Fake {
            id,
            distance: 1,
            ..Fake::default()
        };
        searcher.put(&BatchSummary::arrival(&fake));
        let distance = if id == 7 { 1 } else { 1000 };
        pool.0.insert(StateId(id), Fake { distance, ..fake });
    }
    let mut rng = Rng::seed_from_u64(0);
    let mut turn = Turn {
        rng: &mut rng,
        pool: &pool,
    };
    assert_eq!(searcher.take(&mut turn), Some(StateId(7)));
}

#[test]
fn errors_seen_on_the_way_bring_a_state_forward() {
    let mut searcher = made(&options("buggy-first"));
    let fakes: Vec<Fake> = (0..4)
        .map(|id| Fake {
            id,
            ..Fake::default()
        })
        .collect();
    searcher.put(&BatchSummary::arrival(&fakes[0]));
    searcher.put(&BatchSummary::arrival(&fakes[1]));
    searcher.taken_elsewhere(StateId(1));
    searcher.put(&BatchSummary {
        added: &[&fakes[2]],
        errors: 1,
        ..BatchSummary::arrival(&fakes[1])
    });
    let pool = Fakes::default();
    let mut rng = Rng::seed_from_u64(0);
    let mut take = || {
        searcher.take(&mut Turn {
            rng: &mut rng,
            pool: &pool,
        })
    };
    let first: BTreeSet<_> = [take(), take()].into_iter().flatten().collect();
    assert_eq!(first, BTreeSet::from([StateId(1), StateId(2)]));
    assert_eq!(take(), Some(StateId(0)));
    assert_eq!(take(), None);
}

#[test]
fn bad_choices_are_told() {
    let wrong = |options: &SearchOptions| searcher(options).err().expect("refused").to_string();
    let unknown = wrong(&options("nonsense"));
    assert!(
        unknown.contains("nonsense") && unknown.contains("nurs:covnew"),
        "{unknown}"
    );
    let mut no_target = options("target");
    no_target.targets.clear();
    assert!(wrong(&no_target).contains("--target"));
    let mut rest = options("dfs");
    rest.phases = vec![
        Phase {
            length: None,
            names: vec!["bfs".into()],
        },
        Phase {
            length: None,
            names: vec!["dfs".into()],
        },
    ];
    assert!(wrong(&rest).contains("rest"));
}
