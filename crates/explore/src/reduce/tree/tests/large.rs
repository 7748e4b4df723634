//! Many sets with many locations, few of which differ.

use super::super::{DecisionTree, LocationId};
use rand::{Rng as _, SeedableRng};
use rand_xoshiro::Xoshiro256StarStar;
use std::collections::BTreeMap;

const SETS: usize = 2000;
const LOCATIONS: u32 = 60;

type Values = BTreeMap<LocationId, u64>;

/// Ten of the locations differ between sets; three of those are missing in many.
fn values(random: &mut Xoshiro256StarStar) -> Values {
    let differing = |location: u32| location.is_multiple_of(6);
    let sometimes = |location: u32| location.is_multiple_of(18);
    let mut values = Values::new();
    for location in 0..LOCATIONS {
        if sometimes(location) && random.random_range(0..3) != 0 {
            continue;
        }
        let value = if differing(location) {
            random.random_range(0..6)
        } else {
            5
        };
        values.insert(LocationId(location), value);
    }
    values
}

#[test]
fn a_search_looks_up_few_locations() {
    let mut random = Xoshiro256StarStar::seed_from_u64(14);
    let sets: Vec<_> = (0..SETS).map(|_| values(&mut random)).collect();
    let mut tree = DecisionTree::new(usize::MAX);
    // Some come while others are looked for already.
    for (number, set) in sets.iter().enumerate() {
        tree.add(set.clone(), number);
        if number % 50 == 0 {
            tree.find(|_| None, |_| true);
        }
    }
    for set in &sets {
        let known = tree.find(|l| set.get(&l).copied(), |_| true);
        assert!(known.is_some());
    }
    let before = tree.statistics();
    for _ in 0..SETS {
        let state = values(&mut random);
        tree.find(|l| state.get(&l).copied(), |_| true);
    }
    let lookups = tree.statistics().lookups - before.lookups;
    let one_by_one: usize = sets.iter().map(|set| set.len()).sum();
    let per_search = lookups as f64 / SETS as f64;
    println!(
        "{per_search} look-ups of {one_by_one}, {:?}",
        tree.statistics()
    );
    assert!(per_search < 20.0, "{per_search}");
}

/// Each set wants one location more than the one before: no two values anywhere, all nested.
#[test]
fn nested_sets_do_not_make_a_chain() {
    let mut tree = DecisionTree::new(usize::MAX);
    let nested = |n: u32| (0..n).map(|location| (LocationId(location), 1));
    for n in 0..500 {
        tree.add(nested(n), n);
    }
    let state = |location: LocationId| Some(u64::from(location.0 < 250));
    let mut agreeing = 0;
    tree.find(state, |_| {
        agreeing += 1;
        false
    });
    assert_eq!(agreeing, 251);
    assert!(tree.statistics().lookups < 270, "{:?}", tree.statistics());
}
