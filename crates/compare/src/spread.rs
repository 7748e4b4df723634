//! The same figure of several repeats.

use serde::Serialize;

/// Mean and range.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Spread {
    pub mean: f64,
    pub least: f64,
    pub most: f64,
    pub count: usize,
}

impl Spread {
    /// None when there is no value.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Option<Spread> {
        let mut values = values.into_iter();
        let first = values.next()?;
        let (mut sum, mut least, mut most, mut count) = (first, first, first, 1);
        for value in values {
            sum += value;
            least = least.min(value);
            most = most.max(value);
            count += 1;
        }
        Some(Spread {
            mean: sum / count as f64,
            least,
            most,
            count,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_mean_lies_in_the_range(values in prop::collection::vec(-1e6f64..1e6, 1..20)) {
            let spread = Spread::of(values.iter().copied()).unwrap();
            prop_assert!(spread.least <= spread.mean + 1e-6 && spread.mean <= spread.most + 1e-6);
            prop_assert!(values.contains(&spread.least) && values.contains(&spread.most));
            prop_assert_eq!(spread.count, values.len());
        }
    }

    #[test]
    fn nothing_has_no_mean() {
        assert_eq!(Spread::of([]), None);
        let spread = Spread::of([1.0, 2.0, 6.0]).unwrap();
        assert_eq!((spread.mean, spread.least, spread.most), (3.0, 1.0, 6.0));
    }
}
