//! The plain values that a set wants, by location.

use super::LocationId;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Plain(Box<[(LocationId, u64)]>);

impl Plain {
    /// Of a location that is named twice the last value counts.
    pub(super) fn new(values: impl IntoIterator<Item = (LocationId, u64)>) -> Self {
        let mut entries: Vec<_> = values.into_iter().collect();
        // The sort keeps the order of equal locations: reversed, the last one stands first.
        entries.reverse();
        entries.sort_by_key(|(location, _)| *location);
        entries.dedup_by_key(|(location, _)| *location);
        Plain(entries.into_boxed_slice())
    }

    pub(super) fn entries(&self) -> &[(LocationId, u64)] {
        &self.0
    }

    pub(super) fn value(&self, location: LocationId) -> Option<u64> {
        let at = self.0.binary_search_by_key(&location, |(l, _)| *l).ok()?;
        Some(self.0[at].1)
    }

    pub(super) fn restricted(&self, keep: impl Fn(LocationId) -> bool) -> Plain {
        Plain(self.0.iter().filter(|(l, _)| keep(*l)).copied().collect())
    }

    pub(super) fn widened(&self, values: impl IntoIterator<Item = (LocationId, u64)>) -> Plain {
        Plain::new(self.0.iter().copied().chain(values))
    }
}
