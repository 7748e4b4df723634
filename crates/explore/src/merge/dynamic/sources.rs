//! On which variables at the beginning of a piece of code values depend.

use crate::merge::flow::{Carrier, Effect};
use rustc_hash::FxHashMap;

/// A variable at the beginning of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Source {
    /// Frames below the top one; 0 for what belongs to no frame.
    pub frame: u32,
    pub carrier: Carrier,
}

impl Source {
    pub fn anywhere(carrier: Carrier) -> Source {
        Source { frame: 0, carrier }
    }

    /// What a carrier of this frame is at the beginning of the piece.
    fn of(frame: u32, carrier: Carrier) -> Source {
        match carrier {
            Carrier::Global(_) | Carrier::Elsewhere => Source::anywhere(carrier),
            Carrier::Register(_) | Carrier::Local(_) => Source { frame, carrier },
        }
    }
}

/// What carriers of the frame that runs depend on; those that are not here have not changed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Sources(FxHashMap<Carrier, Vec<Source>>);

impl Sources {
    fn of(&self, frame: u32, carrier: Carrier) -> Vec<Source> {
        let changed = self.0.get(&carrier).cloned();
        changed.unwrap_or_else(|| vec![Source::of(frame, carrier)])
    }

    /// Sorted, each once.
    pub fn of_all(&self, frame: u32, carriers: &[Carrier]) -> Vec<Source> {
        let all = carriers.iter().flat_map(|carrier| self.of(frame, *carrier));
        let mut all: Vec<Source> = all.collect();
        all.sort();
        all.dedup();
        all
    }

    pub fn set(&mut self, carrier: Carrier, sources: Vec<Source>) {
        self.0.insert(carrier, sources);
    }

    pub fn assign(&mut self, frame: u32, effect: &Effect) {
        match effect {
            Effect::Set { to, from } => self.set(*to, self.of_all(frame, from)),
            Effect::Mix { to, from } => {
                let mut sources = self.of_all(frame, from);
                sources.extend(self.of(frame, *to));
                sources.sort();
                sources.dedup();
                self.set(*to, sources);
            }
            Effect::Ask { .. } | Effect::Return { .. } => {}
        }
    }

    /// What belongs to no frame.
    pub fn of_shared(&self) -> Sources {
        let is_shared =
            |carrier: &Carrier| matches!(carrier, Carrier::Global(_) | Carrier::Elsewhere);
        let shared = self.0.iter().filter(|(carrier, _)| is_shared(carrier));
        Sources(shared.map(|(carrier, of)| (*carrier, of.clone())).collect())
    }

    /// Another way to the same place. Whether something new depends on something.
    pub fn join(&mut self, frame: u32, other: &Sources) -> bool {
        let mut is_new = false;
        for carrier in self
            .0
            .keys()
            .chain(other.0.keys())
            .copied()
            .collect::<Vec<_>>()
        {
            let before = self.of(frame, carrier);
            let mut both = before.clone();
            both.extend(other.of(frame, carrier));
            both.sort();
            both.dedup();
            is_new |= both != before;
            self.0.insert(carrier, both);
        }
        is_new
    }
}
