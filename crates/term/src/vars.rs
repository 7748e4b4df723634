//! Free variables, as interned sorted sets.

use crate::buckets::{Buckets, Zeroed};
use crate::{Op, Term, Terms, VarId};
use hashbrown::HashTable;
use parking_lot::Mutex;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

/// Index of the empty set; 0 stands for "not computed".
const EMPTY: u32 = 1;

struct SetSlot {
    items: AtomicPtr<VarId>,
    len: AtomicUsize,
}

// SAFETY: only atomics; freed by `VarSets::drop`, not by dropping the slot.
unsafe impl Zeroed for SetSlot {}

/// Interned sets. They live as long as the arena, so that [`Terms::vars`] can lend them without
/// a guard: programs have far fewer distinct sets than terms.
pub(crate) struct VarSets {
    slots: Buckets<SetSlot>,
    index: Mutex<Index>,
}

struct Index {
    table: HashTable<u32>,
    next: u32,
}

fn hash_set(set: &[VarId]) -> u64 {
    let mix =
        |h: u64, v: &VarId| (h.rotate_left(5) ^ u64::from(v.0)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let h = set.iter().fold(set.len() as u64, mix);
    h ^ h >> 32
}

impl VarSets {
    pub fn new() -> VarSets {
        let sets = VarSets {
            slots: Buckets::new(),
            index: Mutex::new(Index {
                table: HashTable::new(),
                next: EMPTY,
            }),
        };
        let empty = sets.intern(&[]);
        debug_assert_eq!(empty, EMPTY);
        sets
    }

    #[inline]
    fn get(&self, set: u32) -> &[VarId] {
        let slot = self.slots.get(set);
        let items = slot.items.load(Ordering::Acquire);
        assert!(!items.is_null(), "set {set} was never interned");
        // SAFETY: a non-null `items` comes from a boxed slice of `len` elements, whose length was
        // stored before the pointer was; it is freed only when `self` is dropped.
        unsafe { std::slice::from_raw_parts(items, slot.len.load(Ordering::Relaxed)) }
    }

    fn intern(&self, set: &[VarId]) -> u32 {
        let hash = hash_set(set);
        let mut index = self.index.lock();
        if let Some(&found) = index.table.find(hash, |&i| self.get(i) == set) {
            return found;
        }
        let fresh = index.next;
        self.slots.reserve(fresh);
        index.next += 1;
        let items: Box<[VarId]> = set.into();
        let slot = self.slots.get(fresh);
        slot.len.store(items.len(), Ordering::Relaxed);
        slot.items
            .store(Box::into_raw(items).cast(), Ordering::Release);
        index
            .table
            .insert_unique(hash, fresh, |&i| hash_set(self.get(i)));
        fresh
    }

    fn union(&self, a: u32, b: u32) -> u32 {
        if a == b || b == EMPTY {
            return a;
        }
        if a == EMPTY {
            return b;
        }
        let (x, y) = (self.get(a), self.get(b));
        let merged = merge(x, y);
        match merged.len() {
            n if n == x.len() => a,
            n if n == y.len() => b,
            _ => self.intern(&merged),
        }
    }
}

impl Drop for VarSets {
    fn drop(&mut self) {
        for i in EMPTY..self.index.get_mut().next {
            let slot = self.slots.get(i);
            let items = slot.items.load(Ordering::Relaxed);
            let len = slot.len.load(Ordering::Relaxed);
            // SAFETY: made by `Box::into_raw` from a boxed slice of that length; `&mut self` means
            // that no borrowed set is left.
            drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(items, len)) });
        }
    }
}

/// Union of two sorted sets.
fn merge(mut x: &[VarId], mut y: &[VarId]) -> Vec<VarId> {
    let mut out = Vec::with_capacity(x.len() + y.len());
    while let (Some(&a), Some(&b)) = (x.first(), y.first()) {
        out.push(a.min(b));
        x = &x[usize::from(a <= b)..];
        y = &y[usize::from(b <= a)..];
    }
    out.extend_from_slice(x);
    out.extend_from_slice(y);
    out
}

impl Terms {
    /// The variables that occur in `t`, sorted. Computed once per node; afterwards two loads.
    #[inline]
    pub fn vars(&self, t: Term) -> &[VarId] {
        self.sets.get(self.var_set(t))
    }

    /// A number for the set of variables of `t`: equal sets have equal numbers.
    #[inline]
    pub fn var_set(&self, t: Term) -> u32 {
        match self.slot(t).vars.load(Ordering::Acquire) {
            0 => self.compute_vars(t),
            set => set,
        }
    }

    #[cold]
    fn compute_vars(&self, t: Term) -> u32 {
        let known = |t: Term| self.slot(t).vars.load(Ordering::Acquire);
        let mut stack = vec![t];
        while let Some(&top) = stack.last() {
            if known(top) != 0 {
                stack.pop();
                continue;
            }
            let node = self.node(top);
            let before = stack.len();
            stack.extend(node.args().filter(|&arg| known(arg) == 0));
            if stack.len() > before {
                continue;
            }
            let set = match node.op {
                Op::Var => self.sets.intern(&[node.var()]),
                _ => node
                    .args()
                    .fold(EMPTY, |set, arg| self.sets.union(set, known(arg))),
            };
            self.slot(top).vars.store(set, Ordering::Release);
            stack.pop();
        }
        known(t)
    }
}
