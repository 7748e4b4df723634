//! A persistent map from `u64` to small values that are cheap to clone: a radix
//! trie with 32-way bitmap nodes, least significant bits first. Clones share all
//! nodes; a change copies the nodes on its path that somebody else also holds.

use std::sync::Arc;

const BITS: u32 = 5;

#[derive(Debug)]
pub struct Map<T> {
    root: Branch<T>,
    len: usize,
}

#[derive(Debug)]
struct Branch<T> {
    bitmap: u32,
    children: Vec<Child<T>>,
}

#[derive(Debug)]
enum Child<T> {
    Branch(Arc<Branch<T>>),
    Leaf(u64, T),
}

impl<T: Clone> Clone for Map<T> {
    fn clone(&self) -> Self {
        Map {
            root: self.root.clone(),
            len: self.len,
        }
    }
}

impl<T: Clone> Clone for Branch<T> {
    fn clone(&self) -> Self {
        Branch {
            bitmap: self.bitmap,
            children: self.children.clone(),
        }
    }
}

impl<T: Clone> Clone for Child<T> {
    fn clone(&self) -> Self {
        match self {
            Child::Branch(b) => Child::Branch(b.clone()),
            Child::Leaf(k, v) => Child::Leaf(*k, v.clone()),
        }
    }
}

impl<T: Clone> Default for Map<T> {
    fn default() -> Self {
        Map {
            root: Branch::empty(),
            len: 0,
        }
    }
}

fn digit(key: u64, level: u32) -> u32 {
    (key >> (level * BITS)) as u32 & 31
}

impl<T: Clone> Branch<T> {
    fn empty() -> Self {
        Branch {
            bitmap: 0,
            children: Vec::new(),
        }
    }

    /// Position of a digit among the children, and whether it is there.
    #[inline]
    fn position(&self, digit: u32) -> (usize, bool) {
        let bit = 1u32 << digit;
        (
            (self.bitmap & (bit - 1)).count_ones() as usize,
            self.bitmap & bit != 0,
        )
    }

    fn get_mut(&mut self, key: u64, level: u32) -> Option<&mut T> {
        let (at, there) = self.position(digit(key, level));
        if !there {
            return None;
        }
        match &mut self.children[at] {
            Child::Branch(b) => Arc::make_mut(b).get_mut(key, level + 1),
            Child::Leaf(k, v) => (*k == key).then_some(v),
        }
    }

    /// Returns whether the key is new.
    fn insert(&mut self, key: u64, value: T, level: u32) -> bool {
        let d = digit(key, level);
        let (at, there) = self.position(d);
        if !there {
            self.bitmap |= 1 << d;
            self.children.insert(at, Child::Leaf(key, value));
            return true;
        }
        match &mut self.children[at] {
            Child::Branch(b) => Arc::make_mut(b).insert(key, value, level + 1),
            Child::Leaf(k, v) if *k == key => {
                *v = value;
                false
            }
            Child::Leaf(k, v) => {
                let mut below = Branch::empty();
                below.insert(*k, v.clone(), level + 1);
                below.insert(key, value, level + 1);
                self.children[at] = Child::Branch(Arc::new(below));
                true
            }
        }
    }

    fn remove(&mut self, key: u64, level: u32) -> Option<T> {
        let d = digit(key, level);
        let (at, there) = self.position(d);
        if !there {
            return None;
        }
        let removed = match &mut self.children[at] {
            Child::Leaf(k, _) if *k != key => return None,
            Child::Leaf(..) => None,
            Child::Branch(b) => {
                let below = Arc::make_mut(b);
                let removed = below.remove(key, level + 1)?;
                if let [Child::Leaf(k, v)] = below.children.as_slice() {
                    self.children[at] = Child::Leaf(*k, v.clone());
                    return Some(removed);
                }
                if !below.children.is_empty() {
                    return Some(removed);
                }
                Some(removed)
            }
        };
        self.bitmap &= !(1 << d);
        match self.children.remove(at) {
            Child::Leaf(_, v) => Some(v),
            Child::Branch(_) => removed,
        }
    }

    fn visit<'a>(&'a self, f: &mut impl FnMut(u64, &'a T)) {
        for child in &self.children {
            match child {
                Child::Branch(b) => b.visit(f),
                Child::Leaf(k, v) => f(*k, v),
            }
        }
    }
}

impl<T> Branch<Arc<T>> {
    fn visit_new(&self, seen: &mut impl FnMut(*const ()) -> bool, f: &mut impl FnMut(&Arc<T>)) {
        for child in &self.children {
            match child {
                Child::Branch(b) => {
                    if Arc::strong_count(b) == 1 || seen(Arc::as_ptr(b).cast()) {
                        b.visit_new(seen, f);
                    }
                }
                Child::Leaf(_, v) => {
                    if Arc::strong_count(v) == 1 || seen(Arc::as_ptr(v).cast()) {
                        f(v);
                    }
                }
            }
        }
    }
}

/// What two maps have under a key.
pub type Pair<'a, T> = (Option<&'a Arc<T>>, Option<&'a Arc<T>>);

impl<T> Branch<Arc<T>> {
    /// Shows what is not shared between the two.
    fn compare<'a>(&'a self, other: &'a Self, level: u32, f: &mut impl FnMut(u64, Pair<'a, T>)) {
        for digit in 0..32 {
            let child = |branch: &'a Self| {
                let (at, there) = branch.position(digit);
                there.then(|| &branch.children[at])
            };
            match (child(self), child(other)) {
                (None, None) => {}
                (Some(mine), None) => mine.visit(&mut |key, value| f(key, (Some(value), None))),
                (None, Some(theirs)) => {
                    theirs.visit(&mut |key, value| f(key, (None, Some(value))));
                }
                (Some(mine), Some(theirs)) => mine.compare(theirs, level + 1, f),
            }
        }
    }
}

impl<T> Child<Arc<T>> {
    fn visit<'a>(&'a self, f: &mut impl FnMut(u64, &'a Arc<T>)) {
        match self {
            Child::Branch(branch) => branch.visit(f),
            Child::Leaf(key, value) => f(*key, value),
        }
    }

    /// `level` is that of the branch, if this is one.
    fn get(&self, key: u64, level: u32) -> Option<&Arc<T>> {
        match self {
            Child::Leaf(k, value) => (*k == key).then_some(value),
            Child::Branch(branch) => {
                let (at, there) = branch.position(digit(key, level));
                there.then(|| branch.children[at].get(key, level + 1))?
            }
        }
    }

    fn compare<'a>(&'a self, other: &'a Self, level: u32, f: &mut impl FnMut(u64, Pair<'a, T>)) {
        if let (Child::Branch(mine), Child::Branch(theirs)) = (self, other) {
            if !Arc::ptr_eq(mine, theirs) {
                mine.compare(theirs, level, f);
            }
            return;
        }
        // At least one of them is a single entry: few are compared one by one.
        let mut keys = Vec::new();
        self.visit(&mut |key, _| keys.push(key));
        other.visit(&mut |key, _| keys.push(key));
        keys.sort_unstable();
        keys.dedup();
        for key in keys {
            let pair = (self.get(key, level), other.get(key, level));
            let is_shared = matches!(pair, (Some(a), Some(b)) if Arc::ptr_eq(a, b));
            if !is_shared {
                f(key, pair);
            }
        }
    }
}

impl<T: Clone> Map<T> {
    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    #[inline]
    pub fn get(&self, key: u64) -> Option<&T> {
        let mut branch = &self.root;
        let mut level = 0;
        loop {
            let (at, there) = branch.position(digit(key, level));
            if !there {
                return None;
            }
            match &branch.children[at] {
                Child::Branch(b) => branch = b,
                Child::Leaf(k, v) => return (*k == key).then_some(v),
            }
            level += 1;
        }
    }

    /// The value, on a path that nobody else holds any more.
    pub fn get_mut(&mut self, key: u64) -> Option<&mut T> {
        self.root.get_mut(key, 0)
    }

    pub fn insert(&mut self, key: u64, value: T) {
        if self.root.insert(key, value, 0) {
            self.len += 1;
        }
    }

    pub fn remove(&mut self, key: u64) -> Option<T> {
        let removed = self.root.remove(key, 0);
        self.len -= usize::from(removed.is_some());
        removed
    }

    /// All entries, in an order that depends on the keys alone.
    pub fn for_each<'a>(&'a self, mut f: impl FnMut(u64, &'a T)) {
        self.root.visit(&mut f);
    }
}

impl<T> Map<Arc<T>> {
    /// Shows every key under which the two maps do not hold the same value, in an order that depends
    /// on the keys alone. Parts that they share cost nothing.
    pub fn compare<'a>(&'a self, other: &'a Self, mut f: impl FnMut(u64, Pair<'a, T>)) {
        self.root.compare(&other.root, 0, &mut f);
    }

    /// Values, leaving out every shared part that `seen` has been shown
    /// before: it returns whether a node or value is new.
    pub fn for_each_unseen(
        &self,
        mut seen: impl FnMut(*const ()) -> bool,
        mut f: impl FnMut(&Arc<T>),
    ) {
        self.root.visit_new(&mut seen, &mut f);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    #[derive(Debug, Clone)]
    enum Step {
        Insert(u64, u32),
        Remove(u64),
        Change(u64, u32),
        Fork,
        Back,
    }

    fn step() -> impl Strategy<Value = Step> {
        let key = prop_oneof![0u64..64, (0u64..8).prop_map(|k| k << 20), any::<u64>()];
        prop_oneof![
            (key.clone(), any::<u32>()).prop_map(|(k, v)| Step::Insert(k, v)),
            key.clone().prop_map(Step::Remove),
            (key, any::<u32>()).prop_map(|(k, v)| Step::Change(k, v)),
            Just(Step::Fork),
            Just(Step::Back),
        ]
    }

    proptest! {
        #[test]
        fn behaves_like_a_tree_map_across_clones(steps in prop::collection::vec(step(), 0..200)) {
            let mut now = (Map::default(), BTreeMap::new());
            let mut saved = Vec::new();
            for s in steps {
                match s {
                    Step::Insert(k, v) => { now.0.insert(k, v); now.1.insert(k, v); }
                    Step::Remove(k) => prop_assert_eq!(now.0.remove(k), now.1.remove(&k)),
                    Step::Change(k, v) => {
                        if let Some(x) = now.0.get_mut(k) { *x = v; }
                        if let Some(x) = now.1.get_mut(&k) { *x = v; }
                    }
                    Step::Fork => saved.push(now.clone()),
                    Step::Back => if let Some(s) = saved.pop() { now = s },
                }
            }
            saved.push(now);
            for (map, model) in saved {
                let mut found = BTreeMap::new();
                map.for_each(|k, v| { found.insert(k, *v); });
                prop_assert_eq!(&found, &model);
                prop_assert_eq!(map.len(), model.len());
                for (k, v) in model { prop_assert_eq!(map.get(k).copied(), Some(v)); }
            }
        }
    }

    proptest! {
        /// Two maps with a common past: what is shown is what differs.
        #[test]
        fn differences_are_those_of_plain_maps(
            past in prop::collection::vec((0u64..100, any::<u32>()), 0..60),
            mine in prop::collection::vec((0u64..100, any::<u32>(), any::<bool>()), 0..20),
            theirs in prop::collection::vec((0u64..100, any::<u32>(), any::<bool>()), 0..20),
        ) {
            // Keys that share low digits, so that there are branches.
            let spread = |key: u64| key % 10 + (key / 10) * 1024;
            let mut common: Map<Arc<u32>> = Map::default();
            for (key, value) in past {
                common.insert(spread(key), Arc::new(value));
            }
            let change = |steps: Vec<(u64, u32, bool)>| {
                let mut map = common.clone();
                for (key, value, removes) in steps {
                    match removes {
                        true => drop(map.remove(spread(key))),
                        false => map.insert(spread(key), Arc::new(value)),
                    }
                }
                map
            };
            let (a, b) = (change(mine), change(theirs));
            let mut shown = BTreeMap::new();
            a.compare(&b, |key, (x, y)| {
                shown.insert(key, (x.cloned(), y.cloned()));
            });
            let mut expected = BTreeMap::new();
            for key in (0..100).map(spread) {
                let pair = (a.get(key), b.get(key));
                let same = match pair {
                    (Some(x), Some(y)) => Arc::ptr_eq(x, y),
                    (None, None) => true,
                    _ => false,
                };
                if !same {
                    expected.insert(key, (pair.0.cloned(), pair.1.cloned()));
                }
            }
            prop_assert_eq!(shown, expected);
        }
    }
}
