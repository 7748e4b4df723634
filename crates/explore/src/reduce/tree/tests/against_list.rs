//! Whatever is done to a tree, it finds what a plain list finds.

use super::super::{DecisionTree, LocationId, SetId};
use super::list::List;
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use std::collections::BTreeMap;

type Values = BTreeMap<LocationId, u64>;

#[derive(Clone, Debug)]
enum Step {
    Add(Values),
    Remove(usize),
    Restrict(usize, u32),
    Widen(usize, Values),
    Search(Values),
    DropImplied,
}

/// Few locations and few values, so that sets meet.
fn values(most: usize) -> impl Strategy<Value = Values> {
    btree_map((0..10u32).prop_map(LocationId), 0..3u64, 0..=most)
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        8 => values(6).prop_map(Step::Add),
        2 => any::<usize>().prop_map(Step::Remove),
        2 => (any::<usize>(), 0..1024u32).prop_map(|(n, kept)| Step::Restrict(n, kept)),
        2 => (any::<usize>(), values(3)).prop_map(|(n, more)| Step::Widen(n, more)),
        6 => values(10).prop_map(Step::Search),
        1 => Just(Step::DropImplied),
    ]
}

/// Says which set it belongs to. Kinds are few, so that some payloads are equal.
#[derive(Clone, Copy, Debug)]
struct Payload {
    owner: SetId,
    kind: u32,
}

impl PartialEq for Payload {
    fn eq(&self, other: &Payload) -> bool {
        self.kind == other.kind
    }
}

/// A tree and a list to which the same is done.
struct Both {
    tree: DecisionTree<Payload>,
    list: List,
    added: u32,
}

impl Both {
    fn new() -> Self {
        Both {
            tree: DecisionTree::new(usize::MAX),
            list: List::default(),
            added: 0,
        }
    }

    fn nth(&self, n: usize) -> Option<SetId> {
        let ids: Vec<_> = self.list.0.keys().copied().collect();
        (!ids.is_empty()).then(|| ids[n % ids.len()])
    }

    fn do_step(&mut self, step: &Step) {
        match step {
            Step::Add(values) => self.add(values),
            Step::Remove(n) => self.remove(*n),
            Step::Restrict(n, kept) => self.restrict(*n, *kept),
            Step::Widen(n, more) => self.widen(*n, more),
            Step::Search(state) => self.search(state),
            Step::DropImplied => self.drop_implied(),
        }
        assert_eq!(
            self.tree.ids(),
            self.list.0.keys().copied().collect::<Vec<_>>()
        );
    }

    fn add(&mut self, values: &Values) {
        let owner = SetId(self.added);
        let kind = self.added % 3;
        self.added += 1;
        let added = self.tree.add(values.clone(), Payload { owner, kind });
        assert_eq!(added.id, owner);
        assert!(added.crowded_out.is_none());
        self.list.0.insert(added.id, values.clone());
    }

    fn remove(&mut self, n: usize) {
        let Some(id) = self.nth(n) else { return };
        assert!(self.tree.remove(id).is_some());
        assert!(self.tree.remove(id).is_none());
        self.list.0.remove(&id);
    }

    fn restrict(&mut self, n: usize, kept: u32) {
        let Some(id) = self.nth(n) else { return };
        let keep = |location: LocationId| kept >> location.0 & 1 == 1;
        self.tree.restrict(id, keep);
        self.list.0.entry(id).or_default().retain(|l, _| keep(*l));
    }

    fn widen(&mut self, n: usize, more: &Values) {
        let Some(id) = self.nth(n) else { return };
        self.tree.widen(id, more.clone());
        self.list.0.entry(id).or_default().extend(more);
    }

    /// All sets that the tree goes to, oldest first. Each location is looked up once at most.
    fn candidates(&mut self, state: &Values) -> Vec<SetId> {
        let (mut asked, mut candidates) = (Vec::new(), Vec::new());
        let before = self.tree.statistics();
        let look_up = |location| {
            asked.push(location);
            state.get(&location).copied()
        };
        let found = self.tree.find(look_up, |payload| {
            candidates.push(payload.owner);
            false
        });
        assert_eq!(found, None);
        let after = self.tree.statistics();
        assert_eq!(after.lookups - before.lookups, asked.len() as u64);
        assert_eq!(after.decided - before.decided, candidates.len() as u64);
        asked.sort_unstable();
        assert!(asked.windows(2).all(|two| two[0] != two[1]), "none twice");
        candidates.sort_unstable();
        candidates
    }

    fn search(&mut self, state: &Values) {
        let look_up = |location| state.get(&location).copied();
        let agreeing = self.list.agreeing(look_up);
        assert_eq!(self.candidates(state), agreeing);
        self.tree.assert_sound();
        for wanted in &agreeing {
            let found = self.tree.find(look_up, |payload| payload.owner == *wanted);
            assert_eq!(found, Some(*wanted));
        }
        // The paper's search finds nothing that is not there.
        let by_edges = self.tree.find_by_value_edges(look_up, |_| true);
        assert!(by_edges.is_none_or(|id| agreeing.contains(&id)));
    }

    /// What goes is implied by what stays, and of what stays nothing is implied.
    fn drop_implied(&mut self) {
        let payload_of: BTreeMap<_, _> = self
            .list
            .0
            .keys()
            .map(|id| (*id, *self.tree.payload(*id).unwrap()))
            .collect();
        let dropped = self.tree.drop_implied();
        let gone: Vec<_> = dropped
            .iter()
            .map(|id| self.list.0.remove(id).unwrap())
            .collect();
        let implied = |values: &Values, id: SetId| {
            let more_general = self.list.agreeing(|l| values.get(&l).copied());
            let mut others = more_general.into_iter().filter(|other| *other != id);
            others.any(|other| payload_of[&other] == payload_of[&id])
        };
        for (id, values) in dropped.iter().zip(&gone) {
            assert!(implied(values, *id));
        }
        for (id, values) in &self.list.0 {
            assert!(!implied(values, *id));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn finds_what_a_list_finds(steps in vec(step(), 1..120)) {
        let mut both = Both::new();
        steps.iter().for_each(|step| both.do_step(step));
    }

    /// The same steps give the same tree, the same questions and the same answers.
    #[test]
    fn is_deterministic(steps in vec(step(), 1..60), state in values(10)) {
        let run = || {
            let mut both = Both::new();
            steps.iter().for_each(|step| both.do_step(step));
            let (mut asked, mut decided) = (Vec::new(), Vec::new());
            let look_up = |location| {
                asked.push(location);
                state.get(&location).copied()
            };
            both.tree.find(look_up, |payload| {
                decided.push(payload.owner);
                false
            });
            (asked, decided, format!("{:?}", both.tree.shape))
        };
        prop_assert_eq!(run(), run());
    }
}
