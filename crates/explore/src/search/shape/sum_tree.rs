use pleach_interp::StateId;
use rustc_hash::FxHashMap;

/// States with weights, to draw from in proportion to them. A complete binary
/// tree whose inner nodes are sums: each is computed from its children, never
/// by difference, so that rounding does not add up over a run.
#[derive(Default)]
pub(crate) struct SumTree {
    /// `sums[1]` is the root, the leaves are the second half.
    sums: Vec<f64>,
    states: Vec<Option<StateId>>,
    slot: FxHashMap<StateId, usize>,
    free: Vec<usize>,
}

impl SumTree {
    pub fn is_empty(&self) -> bool {
        self.slot.is_empty()
    }

    pub fn weight(&self, id: StateId) -> Option<f64> {
        let slot = self.slot.get(&id)?;
        Some(self.sums[self.states.len() + slot])
    }

    /// Puts a state in, or changes its weight, which must be positive and finite.
    pub fn set(&mut self, id: StateId, weight: f64) {
        debug_assert!(weight > 0.0 && weight.is_finite());
        let slot = match self.slot.get(&id) {
            Some(slot) => *slot,
            None => {
                let slot = self.free_slot();
                self.slot.insert(id, slot);
                self.states[slot] = Some(id);
                slot
            }
        };
        self.update(slot, weight);
    }

    pub fn remove(&mut self, id: StateId) {
        if let Some(slot) = self.slot.remove(&id) {
            self.states[slot] = None;
            self.free.push(slot);
            self.update(slot, 0.0);
        }
    }

    /// The state at this share (in [0, 1)) of the sum of all weights.
    pub fn at_share(&self, share: f64) -> Option<StateId> {
        if self.is_empty() {
            return None;
        }
        let leaves = self.states.len();
        let mut node = 1;
        let mut left = self.sums[1] * share;
        while node < leaves {
            node *= 2;
            // Rounding must not lead into an empty half.
            if (left >= self.sums[node] && self.sums[node + 1] > 0.0) || self.sums[node] == 0.0 {
                left -= self.sums[node];
                node += 1;
            }
        }
        self.states[node - leaves]
    }

    fn update(&mut self, slot: usize, weight: f64) {
        let mut node = self.states.len() + slot;
        self.sums[node] = weight;
        while node > 1 {
            node /= 2;
            self.sums[node] = self.sums[2 * node] + self.sums[2 * node + 1];
        }
    }

    fn free_slot(&mut self) -> usize {
        if let Some(slot) = self.free.pop() {
            return slot;
        }
        let old = self.states.len();
        let new = (old * 2).max(16);
        let mut sums = vec![0.0; 2 * new];
        if old > 0 {
            sums[new..new + old].copy_from_slice(&self.sums[old..]);
        }
        for node in (1..new).rev() {
            sums[node] = sums[2 * node] + sums[2 * node + 1];
        }
        self.sums = sums;
        self.states.resize(new, None);
        self.free.extend((old + 1..new).rev());
        old
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        /// Every share leads to the state that a plain list of sums leads to, order aside:
        /// each state gets a part of [0, 1) as large as its weight.
        #[test]
        fn parts_are_as_large_as_weights(steps in prop::collection::vec((0u64..20, 0u32..5), 1..200)) {
            let mut tree = SumTree::default();
            let mut plain: BTreeMap<u64, f64> = BTreeMap::new();
            for (id, weight) in steps {
                if weight == 0 {
                    tree.remove(StateId(id));
                    plain.remove(&id);
                } else {
                    tree.set(StateId(id), f64::from(weight));
                    plain.insert(id, f64::from(weight));
                }
            }
            let total: f64 = plain.values().sum();
            let mut hits: BTreeMap<u64, f64> = BTreeMap::new();
            for i in 0..total as u32 {
                let share = (f64::from(i) + 0.5) / total;
                *hits.entry(tree.at_share(share).expect("not empty").0).or_default() += 1.0;
            }
            prop_assert_eq!(hits, plain);
        }
    }

    #[test]
    fn tiny_weights_are_drawn_as_well() {
        let mut tree = SumTree::default();
        tree.set(StateId(1), f64::MIN_POSITIVE);
        assert_eq!(tree.at_share(0.999), Some(StateId(1)));
        tree.set(StateId(2), f64::MIN_POSITIVE);
        assert_eq!(tree.at_share(0.0), Some(StateId(1)));
        assert_eq!(tree.at_share(0.9), Some(StateId(2)));
        tree.remove(StateId(1));
        tree.remove(StateId(2));
        assert_eq!(tree.at_share(0.5), None);
    }
}
