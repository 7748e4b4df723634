use crate::Map;
use std::collections::BTreeMap;
use std::sync::Arc;

/// So many changes are kept beside the map, at most.
const RECENT: u32 = 16;

/// A number for each name. Clones share it: what changes while it is shared goes into a short list
/// before it goes into the map, since a state that forks often and allocates little between must not
/// copy a part of the map each time.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names {
    map: Arc<Map<u64>>,
    /// The first entry of a name counts, before what is in the map.
    recent: Option<Arc<Entry>>,
    in_recent: u32,
}

#[derive(Debug)]
struct Entry {
    name: u64,
    number: u64,
    before: Option<Arc<Entry>>,
}

impl Names {
    pub fn get(&self, name: u64) -> Option<u64> {
        let mut next = self.recent.as_deref();
        while let Some(entry) = next {
            if entry.name == name {
                return Some(entry.number);
            }
            next = entry.before.as_deref();
        }
        self.map.get(name).copied()
    }

    pub fn set(&mut self, name: u64, number: u64) {
        if let Some(own) = self.own_entry(name) {
            *own = number;
            return;
        }
        if self.recent.is_none()
            && let Some(map) = Arc::get_mut(&mut self.map)
        {
            map.insert(name, number);
            return;
        }
        let before = self.recent.take();
        self.recent = Some(Arc::new(Entry {
            name,
            number,
            before,
        }));
        self.in_recent += 1;
        if self.in_recent > RECENT {
            self.move_to_map();
        }
    }

    /// Whether every name has the same number in both.
    /// Takes the larger number of the two under each name.
    pub fn take_in(&mut self, other: &Names) {
        if self.is_shared_with(other) {
            return;
        }
        for (name, number) in other.sorted() {
            if self.get(name).is_none_or(|mine| mine < number) {
                self.set(name, number);
            }
        }
    }

    fn is_shared_with(&self, other: &Names) -> bool {
        let recent = |names: &Names| names.recent.as_ref().map(Arc::as_ptr);
        Arc::ptr_eq(&self.map, &other.map) && recent(self) == recent(other)
    }

    pub fn is_same(&self, other: &Names) -> bool {
        self.is_shared_with(other) || self.sorted() == other.sorted()
    }

    fn sorted(&self) -> BTreeMap<u64, u64> {
        let mut all = BTreeMap::new();
        let mut next = self.recent.as_deref();
        while let Some(entry) = next {
            all.entry(entry.name).or_insert(entry.number);
            next = entry.before.as_deref();
        }
        self.map.for_each(|name, number| {
            all.entry(name).or_insert(*number);
        });
        all
    }

    /// The name's first recent entry, if nobody else holds it.
    fn own_entry(&mut self, name: u64) -> Option<&mut u64> {
        let mut next = &mut self.recent;
        loop {
            let entry = Arc::get_mut(next.as_mut()?)?;
            if entry.name == name {
                return Some(&mut entry.number);
            }
            next = &mut entry.before;
        }
    }

    fn move_to_map(&mut self) {
        let recent = self.recent.take();
        let mut newest_first = Vec::with_capacity(RECENT as usize + 1);
        let mut next = recent.as_deref();
        while let Some(entry) = next {
            newest_first.push((entry.name, entry.number));
            next = entry.before.as_deref();
        }
        let map = Arc::make_mut(&mut self.map);
        for (name, number) in newest_first.into_iter().rev() {
            map.insert(name, number);
        }
        self.in_recent = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn behaves_like_a_map_across_clones(
            steps in prop::collection::vec((0u64..30, any::<u64>(), 0u8..10), 0..300),
        ) {
            let mut now = (Names::default(), BTreeMap::new());
            let mut saved = Vec::new();
            for (name, number, what) in steps {
                match what {
                    0 => saved.push(now.clone()),
                    1 => if let Some(s) = saved.pop() { now = s },
                    _ => {
                        now.0.set(name, number);
                        now.1.insert(name, number);
                    }
                }
            }
            saved.push(now);
            for (names, model) in &saved {
                for name in 0..30 {
                    prop_assert_eq!(names.get(name), model.get(&name).copied());
                }
                let (other, its_model) = &saved[0];
                prop_assert_eq!(names.is_same(other), model == its_model);
            }
        }
    }
}
