//! Weights, a ratio and a time for the next iteration (section 3.2.4).

use super::learn::{Frequencies, Learned, Weight};
use crate::search::Rng;
use rand::Rng as _;
use rand::distr::weighted::WeightedIndex;
use rand_distr::{Distribution, Normal};

/// How what was learned is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// As it is.
    Exploit,
    /// The opposite of it.
    Reverse,
    /// Not at all.
    Explore,
}

/// Values among which the one is that is farthest from what was learned.
const FARTHEST_OF: usize = 100;

impl Method {
    /// In the first iterations only [`Method::Explore`], later each as often as the others.
    pub fn choose(iteration: u32, explored_first: u32, rng: &mut Rng) -> Method {
        if iteration < explored_first {
            return Method::Explore;
        }
        match rng.random_range(0..3) {
            0 => Method::Exploit,
            1 => Method::Reverse,
            _ => Method::Explore,
        }
    }
}

/// What an iteration goes by.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// By feature.
    pub weights: Vec<f64>,
    /// Numbers of values in their spaces.
    pub ratio: u32,
    pub time: u32,
}

/// The spaces have so many ratios and times.
pub fn choose(
    learned: &Learned,
    method: Method,
    (ratios, times): (u32, u32),
    rng: &mut Rng,
) -> Choice {
    let weight = |learned: &Weight, rng: &mut Rng| match method {
        Method::Exploit => sample(*learned, rng),
        Method::Reverse => {
            let likely = sample(*learned, rng);
            farthest(likely, rng)
        }
        Method::Explore => uniform(rng),
    };
    let weights = learned.weights.iter().map(|w| weight(w, rng)).collect();
    let exploits = method != Method::Explore;
    let mut number = |frequencies: &Frequencies, size: u32| {
        let learned = exploits.then(|| WeightedIndex::new(&frequencies.0));
        match learned.and_then(Result::ok) {
            Some(learned) => learned.sample(rng) as u32,
            None => rng.random_range(0..size),
        }
    };
    Choice {
        weights,
        ratio: number(&learned.ratios, ratios),
        time: number(&learned.times, times),
    }
}

fn uniform(rng: &mut Rng) -> f64 {
    rng.random_range(-1.0..=1.0)
}

/// A mean of values within -1 and 1 lies there itself, so at least a third of what is drawn does.
fn sample(weight: Weight, rng: &mut Rng) -> f64 {
    let Weight::Normal { mean, deviation } = weight else {
        return uniform(rng);
    };
    let normal = Normal::new(mean, deviation).expect("a deviation is finite");
    let mut drawn = std::iter::repeat_with(|| normal.sample(rng));
    let inside = drawn.find(|value| (-1.0..=1.0).contains(value));
    inside.expect("it draws until one is inside")
}

fn farthest(from: f64, rng: &mut Rng) -> f64 {
    let drawn = (0..FARTHEST_OF).map(|_| uniform(rng));
    let distance = |value: &f64| (value - from).abs();
    drawn
        .max_by(|a, b| distance(a).total_cmp(&distance(b)))
        .expect("some were drawn")
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    const DRAWS: usize = 20_000;

    fn learned(weight: Weight) -> Learned {
        Learned {
            weights: vec![weight],
            ratios: Frequencies(vec![1, 0, 3]),
            times: Frequencies(vec![0, 1]),
        }
    }

    fn draws(weight: Weight, method: Method) -> Vec<Choice> {
        let mut rng = Rng::seed_from_u64(7);
        let learned = learned(weight);
        (0..DRAWS)
            .map(|_| choose(&learned, method, (3, 4), &mut rng))
            .collect()
    }

    fn moments(choices: &[Choice]) -> (f64, f64) {
        let weights = choices.iter().map(|choice| choice.weights[0]);
        let mean = weights.clone().sum::<f64>() / DRAWS as f64;
        let variance = weights.map(|w| (w - mean).powi(2)).sum::<f64>() / DRAWS as f64;
        (mean, variance.sqrt())
    }

    fn share(choices: &[Choice], is_one: impl Fn(&Choice) -> bool) -> f64 {
        choices.iter().filter(|choice| is_one(choice)).count() as f64 / DRAWS as f64
    }

    fn is_near(value: f64, expected: f64) -> bool {
        (value - expected).abs() < 0.02
    }

    const NARROW: Weight = Weight::Normal {
        mean: 0.3,
        deviation: 0.1,
    };

    #[test]
    fn exploiting_follows_what_was_learned() {
        let choices = draws(NARROW, Method::Exploit);
        let (mean, deviation) = moments(&choices);
        assert!(is_near(mean, 0.3) && is_near(deviation, 0.1));
        assert!(is_near(share(&choices, |c| c.ratio == 2), 0.75));
        assert_eq!(share(&choices, |c| c.ratio == 1), 0.0);
        assert_eq!(share(&choices, |c| c.time == 1), 1.0);
    }

    /// Cut at 1, half of a normal distribution around 1 has its mean at 1 - 0.5 * sqrt(2 / pi), while
    /// nearly nothing is cut at -1.
    #[test]
    fn a_distribution_is_cut_off_at_its_ends() {
        let wide = Weight::Normal {
            mean: 1.0,
            deviation: 0.5,
        };
        let choices = draws(wide, Method::Exploit);
        let inside = |choice: &Choice| (-1.0..=1.0).contains(&choice.weights[0]);
        assert_eq!(share(&choices, inside), 1.0);
        assert!(is_near(moments(&choices).0, 1.0 - 0.5 * 0.7979));
        let point = Weight::Normal {
            mean: -1.0,
            deviation: 0.0,
        };
        assert_eq!(moments(&draws(point, Method::Exploit)), (-1.0, 0.0));
    }

    /// The farthest of 100 even draws from 0.3 is near -1: the expected smallest of them.
    #[test]
    fn reversing_goes_far_from_what_was_learned() {
        let choices = draws(NARROW, Method::Reverse);
        assert!(is_near(moments(&choices).0, -1.0 + 2.0 / 101.0));
        assert!(is_near(share(&choices, |c| c.weights[0] < -0.95), 0.92));
        assert!(is_near(share(&choices, |c| c.ratio == 2), 0.75));
    }

    #[test]
    fn exploring_is_even() {
        let choices = draws(NARROW, Method::Explore);
        let (mean, deviation) = moments(&choices);
        assert!(is_near(mean, 0.0) && is_near(deviation, 1.0 / 3f64.sqrt()));
        for ratio in 0..3 {
            assert!(is_near(share(&choices, |c| c.ratio == ratio), 1.0 / 3.0));
        }
        for time in 0..4 {
            assert!(is_near(share(&choices, |c| c.time == time), 0.25));
        }
        let (mean, deviation) = moments(&draws(Weight::Uniform, Method::Exploit));
        assert!(is_near(mean, 0.0) && is_near(deviation, 1.0 / 3f64.sqrt()));
    }

    #[test]
    fn only_exploring_comes_first() {
        let mut rng = Rng::seed_from_u64(3);
        let mut methods = |iteration| -> Vec<Method> {
            let choose = |_| Method::choose(iteration, 10, &mut rng);
            (0..DRAWS).map(choose).collect()
        };
        assert!(methods(9).iter().all(|m| *m == Method::Explore));
        let later = methods(10);
        for method in [Method::Exploit, Method::Reverse, Method::Explore] {
            let count = later.iter().filter(|m| **m == method).count();
            assert!(is_near(count as f64 / DRAWS as f64, 1.0 / 3.0));
        }
    }

    /// Before anything was learned there is nothing to exploit.
    #[test]
    fn nothing_learned_is_even_as_well() {
        let mut rng = Rng::seed_from_u64(5);
        let choice = choose(&Learned::default(), Method::Exploit, (3, 4), &mut rng);
        assert!(choice.weights.is_empty() && choice.ratio < 3 && choice.time < 4);
    }
}
