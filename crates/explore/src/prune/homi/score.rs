//! Which states go (section 3.1): those with the lowest scores, the sum of the weights of the features that
//! their paths have.

use crate::search::Rng;
use pleach_ir::bits;
use rand::Rng as _;

/// A set of features weighs as much as its members together.
pub fn score(features: &[u64], weights: &[f64]) -> f64 {
    bits::members(features).map(|i| weights[i]).sum()
}

/// The numbers of the states that go: so many as `ratio` says of all, rounded down. Among equals the random
/// generator decides.
pub fn lowest(scores: &[f64], ratio: f64, rng: &mut Rng) -> Vec<usize> {
    let mut all: Vec<(f64, u64, usize)> = scores
        .iter()
        .enumerate()
        .map(|(state, score)| (*score, rng.random(), state))
        .collect();
    let count = (scores.len() as f64 * ratio) as usize;
    if count == 0 {
        return Vec::new();
    }
    if count < all.len() {
        all.select_nth_unstable_by(count - 1, |a, b| {
            a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2))
        });
        all.truncate(count);
    }
    all.into_iter().map(|(.., state)| state).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    #[test]
    fn a_score_is_the_inner_product() {
        let mut features = bits::empty(70);
        [0, 2, 69].iter().for_each(|i| bits::set(&mut features, *i));
        let mut weights = vec![0.0; 70];
        (weights[0], weights[1], weights[2], weights[69]) = (0.5, 9.0, -0.25, 1.0);
        assert_eq!(score(&features, &weights), 1.25);
        assert_eq!(score(&[], &weights), 0.0);
    }

    #[test]
    fn the_lowest_go() {
        let mut rng = Rng::seed_from_u64(1);
        let mut gone = lowest(&[0.5, -1.0, 0.0, 2.0, -0.5], 0.6, &mut rng);
        gone.sort();
        assert_eq!(gone, [1, 2, 4]);
        assert!(lowest(&[1.0], 0.6, &mut rng).is_empty());
        assert!(lowest(&[], 0.6, &mut rng).is_empty());
        assert_eq!(lowest(&[1.0, 2.0], 1.0, &mut rng).len(), 2);
    }

    #[test]
    fn among_equals_the_seed_decides() {
        let choose = |seed| {
            let mut gone = lowest(&[0.0; 100], 0.5, &mut Rng::seed_from_u64(seed));
            gone.sort();
            gone
        };
        assert_eq!(choose(1), choose(1));
        assert_ne!(choose(1), choose(2));
        let low = choose(3).into_iter().filter(|state| *state < 50).count();
        assert!((15..35).contains(&low), "{low}");
    }
}
