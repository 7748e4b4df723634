//! What many numbers come to; nothing where there are none.

pub fn geometric_mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let logarithms: Vec<f64> = values.map(f64::ln).collect();
    let count = logarithms.len() as f64;
    (count > 0.0).then(|| (logarithms.iter().sum::<f64>() / count).exp())
}

/// The arithmetic one.
pub fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (count, sum) = values.fold((0.0, 0.0), |(count, sum), value| (count + 1.0, sum + value));
    (count > 0.0).then(|| sum / count)
}

pub fn median(values: impl Iterator<Item = f64>) -> Option<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    let upper = *values.get(values.len() / 2)?;
    let lower = values[(values.len() - 1) / 2];
    Some(f64::midpoint(lower, upper))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_has_no_mean() {
        assert_eq!(geometric_mean([].into_iter()), None);
        assert_eq!(geometric_mean([1.0, 4.0].into_iter()), Some(2.0));
        assert_eq!(mean([].into_iter()), None);
        assert_eq!(mean([1.0, 4.0].into_iter()), Some(2.5));
        assert_eq!(median([].into_iter()), None);
        assert_eq!(median([9.0, 1.0, 2.0].into_iter()), Some(2.0));
        assert_eq!(median([4.0, 1.0].into_iter()), Some(2.5));
    }
}
