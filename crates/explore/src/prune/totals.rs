/// What pruning did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PruneTotals {
    /// Iterations that have begun; 0 where there are none.
    pub iterations: u32,
    /// States that were given up within an iteration.
    pub pruned: u64,
    /// Conditions that states are told apart by.
    pub features: usize,
    /// Tests that were worth keeping, of those that were learned from.
    pub good: usize,
    pub learned_from: usize,
}
