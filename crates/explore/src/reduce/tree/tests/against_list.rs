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

/// A tree and a list to which the same is done. Payloads are few, so that some are equal.
struct Both {
    tree: DecisionTree<u8>,
    list: List,
    added: u8,
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
        self.added = (self.added + 1) % 3;
        let added = self.tree.add(values.clone(), self.added);
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

    fn candidates(&mut self, state: &Values) -> Vec<SetId> {
        let mut asked = Vec::new();
        let decided_before = self.tree.statistics().decided;
        let lookups_before = self.tree.statistics().lookups;
        let agreeing = self.list.agreeing(|l| state.get(&l).copied());
        let look_up = |location| {
            asked.push(location);
            state.get(&location).copied()
        };
        // Refused until the last: the answer is then the last that was gone to.
        let mut left = agreeing.len();
        let found = self.tree.find(look_up, |_| {
            left -= 1;
            left == 0
        });
        assert_eq!(found.is_some(), !agreeing.is_empty());
        assert!(found.is_none_or(|id| agreeing.contains(&id)));
        let statistics = self.tree.statistics();
        assert_eq!(statistics.decided - decided_before, agreeing.len() as u64);
        assert_eq!(statistics.lookups - lookups_before, asked.len() as u64);
        asked.sort_unstable();
        assert!(asked.windows(2).all(|two| two[0] != two[1]), "none twice");
        agreeing
    }

    fn search(&mut self, state: &Values) {
        let agreeing = self.candidates(state);
        self.tree.assert_sound();
        let payloads = |tree: &DecisionTree<u8>, ids: &[SetId]| {
            let mut payloads: Vec<_> = ids
                .iter()
                .filter_map(|id| tree.payload(*id).copied())
                .collect();
            payloads.sort_unstable();
            payloads
        };
        let mut seen = Vec::new();
        let none = self.tree.find(
            |l| state.get(&l).copied(),
            |payload| {
                seen.push(*payload);
                false
            },
        );
        seen.sort_unstable();
        assert_eq!(none, None);
        assert_eq!(seen, payloads(&self.tree, &agreeing));
        // The paper's search finds nothing that is not there.
        let by_edges = self
            .tree
            .find_by_value_edges(|l| state.get(&l).copied(), |_| true);
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
                decided.push(*payload);
                false
            });
            (asked, decided, format!("{:?}", both.tree.shape))
        };
        prop_assert_eq!(run(), run());
    }
}
