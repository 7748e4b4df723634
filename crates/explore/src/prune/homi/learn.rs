//! What the tests worth keeping say about weights, ratios and times (section 3.2.3).

use std::collections::HashMap;
use std::hash::Hash;

/// What a test was generated under.
#[derive(Debug, Clone, PartialEq)]
pub struct Origin<F> {
    /// The features and their weights.
    pub weights: Vec<(F, f64)>,
    /// Numbers of the values in their spaces.
    pub ratio: u32,
    pub time: u32,
}

/// How a weight is distributed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Weight {
    /// Normally, within -1 and 1.
    Normal { mean: f64, deviation: f64 },
    /// Evenly between -1 and 1: nothing is known.
    Uniform,
}

/// Numbers of values, and how often each occurred.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Frequencies(pub Vec<u32>);

impl Frequencies {
    pub fn of(numbers: impl Iterator<Item = u32>) -> Frequencies {
        let mut counts = Vec::new();
        for number in numbers {
            let number = number as usize;
            if counts.len() <= number {
                counts.resize(number + 1, 0);
            }
            counts[number] += 1;
        }
        Frequencies(counts)
    }
}

/// What was learned.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Learned {
    /// By feature, in their order.
    pub weights: Vec<Weight>,
    pub ratios: Frequencies,
    pub times: Frequencies,
}

/// For these features, from the origins of the tests worth keeping.
pub fn learn<F: Eq + Hash>(features: &[F], good: &[&Origin<F>]) -> Learned {
    let mut known: HashMap<&F, Vec<f64>> = HashMap::new();
    for (feature, weight) in good.iter().flat_map(|origin| &origin.weights) {
        known.entry(feature).or_default().push(*weight);
    }
    let weight = |feature: &F| known.get(feature).map_or(Weight::Uniform, |w| normal(w));
    Learned {
        weights: features.iter().map(weight).collect(),
        ratios: Frequencies::of(good.iter().map(|origin| origin.ratio)),
        times: Frequencies::of(good.iter().map(|origin| origin.time)),
    }
}

fn normal(weights: &[f64]) -> Weight {
    let count = weights.len() as f64;
    let mean = weights.iter().sum::<f64>() / count;
    let square = |weight: &f64| (weight - mean).powi(2);
    let deviation = (weights.iter().map(square).sum::<f64>() / count).sqrt();
    Weight::Normal { mean, deviation }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin(weights: &[(char, f64)], ratio: u32, time: u32) -> Origin<char> {
        Origin {
            weights: weights.to_vec(),
            ratio,
            time,
        }
    }

    #[test]
    fn weights_that_were_used_have_mean_and_deviation() {
        let good = [
            origin(&[('a', 0.5), ('b', 1.0)], 0, 3),
            origin(&[('a', -0.5), ('c', 0.25)], 2, 3),
            origin(&[('a', 0.0)], 2, 1),
            origin(&[], 2, 0),
        ];
        let good: Vec<&Origin<char>> = good.iter().collect();
        let learned = learn(&['a', 'x', 'b'], &good);
        let third = (0.5f64 / 3.0).sqrt();
        let normal = |mean, deviation| Weight::Normal { mean, deviation };
        assert_eq!(
            learned.weights,
            [normal(0.0, third), Weight::Uniform, normal(1.0, 0.0)]
        );
        assert_eq!(learned.ratios, Frequencies(vec![1, 0, 3]));
        assert_eq!(learned.times, Frequencies(vec![1, 1, 0, 2]));
    }

    #[test]
    fn nothing_is_learned_from_nothing() {
        let learned = learn(&['a'], &[]);
        assert_eq!(learned.weights, [Weight::Uniform]);
        assert_eq!(learned.ratios, Frequencies::default());
    }
}
