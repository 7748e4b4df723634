//! The fewest tests that cover what all of them cover (section 3.2.1), greedily.

use pleach_ir::bits;

/// The numbers of the tests that are taken, in the order in which they are: each covers the most that nobody
/// before it does, the earliest of those that cover as much. `covered` are sets of branches.
pub fn extract(covered: &[Box<[u64]>]) -> Vec<usize> {
    let words = covered.iter().map(|set| set.len()).max().unwrap_or(0);
    let mut left = vec![!0u64; words];
    let adds = |set: &[u64], left: &[u64]| -> u32 {
        let both = set.iter().zip(left);
        both.map(|(set, left)| (set & left).count_ones()).sum()
    };
    // What a test adds only shrinks: one that was better than all others when it was last looked at, and
    // still is, is the best.
    let mut queue: std::collections::BinaryHeap<(u32, std::cmp::Reverse<usize>)> = covered
        .iter()
        .enumerate()
        .map(|(i, set)| (adds(set, &left), std::cmp::Reverse(i)))
        .collect();
    let mut taken = Vec::new();
    while let Some((promised, test)) = queue.pop() {
        let set = &covered[test.0];
        let now = adds(set, &left);
        if now == promised && now > 0 {
            bits::members(set).for_each(|branch| bits::clear(&mut left, branch));
            taken.push(test.0);
        } else if now > 0 {
            queue.push((now, test));
        }
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn set(branches: &[usize]) -> Box<[u64]> {
        let mut set = bits::empty(130);
        branches.iter().for_each(|b| bits::set(&mut set, *b));
        set
    }

    #[test]
    fn the_largest_comes_first_and_nothing_twice() {
        let tests = [
            set(&[1, 2]),
            set(&[1, 2, 3, 100]),
            set(&[3, 100, 129]),
            set(&[4]),
            set(&[2, 4]),
            set(&[]),
        ];
        assert_eq!(extract(&tests), [1, 2, 3]);
        assert_eq!(extract(&[]), [0usize; 0]);
    }

    proptest! {
        #[test]
        fn nothing_that_is_covered_is_lost(tests in prop::collection::vec(prop::collection::vec(0usize..130, 0..20), 0..20)) {
            let tests: Vec<Box<[u64]>> = tests.iter().map(|t| set(t)).collect();
            let union = |of: &mut dyn Iterator<Item = usize>| {
                let mut all = bits::empty(130);
                of.for_each(|test| bits::members(&tests[test]).for_each(|b| bits::set(&mut all, b)));
                all
            };
            let taken = extract(&tests);
            prop_assert_eq!(union(&mut taken.iter().copied()), union(&mut (0..tests.len())));
            // Each covers something that nobody before it does.
            for at in 0..taken.len() {
                let before = union(&mut taken[..at].iter().copied());
                prop_assert_ne!(union(&mut taken[..=at].iter().copied()), before);
            }
        }
    }
}
