//! No more sets than allowed, and payloads that change.

use super::super::{Added, DecisionTree, LocationId, SetId};

const A: LocationId = LocationId(7);

fn is(value: u64) -> impl Fn(LocationId) -> Option<u64> {
    move |_| Some(value)
}

#[test]
fn the_oldest_that_never_matched_goes_first() {
    let mut tree = DecisionTree::new(3);
    for value in 0..3 {
        assert_eq!(tree.add([(A, value)], value).crowded_out, None);
    }
    assert_eq!(tree.find(is(0), |_| true), Some(SetId(0)));
    let next = |tree: &mut DecisionTree<u64>, value| tree.add([(A, value)], value).crowded_out;
    assert_eq!(next(&mut tree, 3), Some((SetId(1), 1)));
    assert_eq!(next(&mut tree, 4), Some((SetId(2), 2)));
    assert_eq!(tree.find(is(3), |_| true), Some(SetId(3)));
    assert_eq!(tree.find(is(0), |_| true), Some(SetId(0)));
    assert_eq!(next(&mut tree, 5), Some((SetId(4), 4)));
    assert_eq!(tree.find(is(5), |_| true), Some(SetId(5)));
    // All have matched: the one whose match is longest ago.
    assert_eq!(next(&mut tree, 6), Some((SetId(3), 3)));
    assert_eq!(tree.ids(), [SetId(0), SetId(5), SetId(6)]);
    assert!(!tree.contains(SetId(3)));
    assert_eq!(tree.statistics().crowded_out, 4);
    assert_eq!(tree.statistics().sets, 3);
}

#[test]
fn a_tree_has_room_for_one_at_least() {
    let mut tree = DecisionTree::new(0);
    let Added { id, .. } = tree.add([(A, 1)], ());
    assert_eq!(tree.find(is(1), |()| true), Some(id));
    assert_eq!(tree.len(), 1);
}

#[test]
fn a_set_without_locations_agrees_with_every_state() {
    let mut tree = DecisionTree::new(9);
    assert!(tree.is_empty());
    tree.add([(A, 1)], 'a');
    let id = tree.add([], 'b').id;
    assert_eq!(tree.find(|_| None, |_| true), Some(id));
}

#[test]
fn locations_go_and_come_back() {
    let mut tree = DecisionTree::new(9);
    let id = tree.add([(A, 1)], 'a').id;
    assert_eq!(tree.find(is(2), |_| true), None);
    assert!(tree.restrict(id, |_| false));
    assert!(!tree.restrict(id, |_| false), "there was nothing left");
    assert_eq!(tree.find(is(2), |_| true), Some(id));
    assert!(tree.widen(id, [(A, 1)]));
    assert_eq!(tree.find(is(2), |_| true), None);
    assert_eq!(tree.find(is(1), |_| true), Some(id));
    assert_eq!(tree.values(id), Some(&[(A, 1)][..]));
    *tree.payload_mut(id).unwrap() = 'b';
    assert_eq!(tree.find(is(1), |p| *p == 'b'), Some(id));
}

#[test]
fn of_two_values_for_a_location_the_last_counts() {
    let mut tree = DecisionTree::new(9);
    let id = tree.add([(A, 1), (A, 3), (A, 2)], ()).id;
    assert_eq!(tree.values(id), Some(&[(A, 2)][..]));
}
