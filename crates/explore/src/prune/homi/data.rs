//! What is kept of tests (section 3.2): the features of their paths, what they cover, and what they were
//! generated under.

use super::extract::extract;
use super::features::Feature;
use super::learn::Origin;
use pleach_ir::bits;

/// A test, as the one who ran it tells of it.
#[derive(Debug, Clone, PartialEq)]
pub struct TestData {
    /// In which iteration its path began.
    pub iteration: u32,
    /// The conditions of its path that features can be.
    pub features: Vec<Feature>,
    /// The edges that it takes from beginning to end.
    pub edges: Vec<u32>,
}

struct Known {
    iteration: u32,
    features: Vec<Feature>,
    covered: Box<[u64]>,
}

/// All tests that may be worth keeping.
#[derive(Default)]
pub struct Data {
    tests: Vec<Known>,
    /// What each iteration went by, by number.
    origins: Vec<Origin<Feature>>,
    /// The good ones of those that were there when it was last asked.
    good: Vec<usize>,
    asked_at: usize,
    heard_of: usize,
}

impl Data {
    /// The next iteration goes by this.
    pub fn begin(&mut self, origin: Origin<Feature>) {
        self.origins.push(origin);
    }

    pub fn add(&mut self, test: TestData) {
        let most = test.edges.iter().max().map_or(0, |edge| *edge as usize + 1);
        let mut covered = bits::empty(most);
        test.edges
            .iter()
            .for_each(|edge| bits::set(&mut covered, *edge as usize));
        self.heard_of += 1;
        self.tests.push(Known {
            iteration: test.iteration,
            features: test.features,
            covered,
        });
    }

    /// Tests that were heard of.
    pub fn heard_of(&self) -> usize {
        self.heard_of
    }

    pub fn good(&self) -> usize {
        self.good.len()
    }

    /// Finds the fewest tests that cover everything; the others are forgotten, since what they cover is covered.
    pub fn extract(&mut self) {
        if self.asked_at == self.heard_of {
            return;
        }
        self.asked_at = self.heard_of;
        let covered: Vec<Box<[u64]>> = self.tests.iter().map(|test| test.covered.clone()).collect();
        let mut taken = extract(&covered);
        taken.sort_unstable();
        let mut at = 0;
        self.tests.retain(|_| {
            at += 1;
            taken.binary_search(&(at - 1)).is_ok()
        });
        self.good = (0..self.tests.len()).collect();
    }

    /// What the good tests were generated under.
    pub fn origins(&self) -> Vec<&Origin<Feature>> {
        let good = self.good.iter().map(|test| &self.tests[*test]);
        good.filter_map(|test| self.origins.get(test.iteration as usize))
            .collect()
    }

    /// The features of the good tests, each once, sorted.
    pub fn features(&self) -> Vec<Feature> {
        let good = self.good.iter().map(|test| &self.tests[*test]);
        let mut all: Vec<Feature> = good.flat_map(|test| &test.features).cloned().collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}

#[cfg(test)]
mod tests {
    use super::super::features::{Equality, InputByte};
    use super::*;

    fn feature(value: u64) -> Feature {
        let byte = InputByte {
            input: "in".into(),
            occurrence: 0,
            byte: 0,
        };
        Feature::All(vec![Equality {
            bytes: vec![byte],
            value,
        }])
    }

    fn test(iteration: u32, features: &[u64], edges: &[u32]) -> TestData {
        TestData {
            iteration,
            features: features.iter().map(|value| feature(*value)).collect(),
            edges: edges.to_vec(),
        }
    }

    fn origin(ratio: u32) -> Origin<Feature> {
        Origin {
            weights: Vec::new(),
            ratio,
            time: 0,
        }
    }

    /// What a later test covers as well makes an earlier one superfluous, and with it what that was generated
    /// under.
    #[test]
    fn only_tests_that_are_worth_keeping_count() {
        let mut data = Data::default();
        data.begin(origin(0));
        data.add(test(0, &[1, 2], &[1, 2]));
        data.add(test(0, &[3], &[9]));
        data.extract();
        assert_eq!(data.features(), [1, 2, 3].map(feature));
        data.begin(origin(1));
        data.add(test(1, &[3, 4], &[1, 2, 3]));
        data.add(test(1, &[5], &[3]));
        data.extract();
        assert_eq!(data.features(), [3, 4].map(feature));
        let ratios: Vec<u32> = data.origins().iter().map(|origin| origin.ratio).collect();
        assert_eq!(ratios, [0, 1]);
        assert_eq!((data.good(), data.heard_of()), (2, 4));
    }
}
