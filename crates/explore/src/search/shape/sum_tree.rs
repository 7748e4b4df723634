use pleach_interp::StateId;
use rustc_hash::FxHashMap;

/// States with weights, to draw from in proportion to them. A tree whose inner
/// values are sums: each is computed from its children, never by difference, so
/// that rounding does not add up over a run. Eight children, because that is a
/// line of the processor's cache: a large tree costs little more than a small one.
#[derive(Default)]
pub(crate) struct SumTree {
    /// The first level has the weights, the last one is a single group.
    levels: Vec<Vec<Group>>,
    states: Vec<Option<StateId>>,
    slot: FxHashMap<StateId, usize>,
    free: Vec<usize>,
}

const WIDTH: usize = 8;

#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Group([f64; WIDTH]);

impl Group {
    fn sum(&self) -> f64 {
        self.0.iter().sum()
    }
}

impl SumTree {
    pub fn is_empty(&self) -> bool {
        self.slot.is_empty()
    }

    pub fn weight(&self, id: StateId) -> Option<f64> {
        let slot = *self.slot.get(&id)?;
        Some(self.levels[0][slot / WIDTH].0[slot % WIDTH])
    }

    /// Puts a state in, or changes its weight, which must be positive and finite.
    pub fn set(&mut self, id: StateId, weight: f64) {
        debug_assert!(weight > 0.0 && weight.is_finite());
        let slot = match self.slot.get(&id) {
            Some(slot) => *slot,
            None => {
                let slot = self.free.pop().unwrap_or_else(|| self.new_slot());
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
        let mut at = 0;
        let mut left = self.levels.last()?[0].sum() * share;
        for level in self.levels.iter().rev() {
            let mut chosen = 0;
            // Rounding must not lead to an empty one, nor beyond the last.
            for (child, weight) in level[at].0.iter().enumerate() {
                if *weight > 0.0 {
                    chosen = child;
                    if left < *weight {
                        break;
                    }
                    left -= weight;
                }
            }
            at = at * WIDTH + chosen;
        }
        self.states[at]
    }

    fn update(&mut self, mut at: usize, mut weight: f64) {
        for level in &mut self.levels {
            let group = &mut level[at / WIDTH];
            group.0[at % WIDTH] = weight;
            weight = group.sum();
            at /= WIDTH;
        }
    }

    fn new_slot(&mut self) -> usize {
        let slot = self.states.len();
        self.states.push(None);
        let mut groups = slot;
        for level in &mut self.levels {
            groups /= WIDTH;
            level.resize(groups + 1, Group::default());
        }
        while self.levels.last().is_none_or(|top| top.len() > 1) {
            let mut top = Group::default();
            for (sum, group) in top
                .0
                .iter_mut()
                .zip(self.levels.last().into_iter().flatten())
            {
                *sum = group.sum();
            }
            self.levels.push(vec![top]);
        }
        slot
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
        fn parts_are_as_large_as_weights(steps in prop::collection::vec((0u64..100, 0u32..5), 1..400)) {
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
