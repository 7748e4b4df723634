//! Free variables, as interned sorted sets.

use crate::buckets::{Buckets, Zeroed};
use crate::{Op, Term, Terms, VarId};
use hashbrown::HashTable;
use parking_lot::Mutex;
use std::collections::HashSet;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

/// Index of the empty set; 0 stands for "not computed".
const EMPTY: u32 = 1;

/// Sets of this many variables are kept for every node.
const SMALL: usize = 64;
/// Variables in all sets together, from where on larger ones are kept only for nodes that were
/// asked for: the sum of n inputs has n parts, whose sets have n² / 2 variables.
const FREELY: usize = 1 << 20;
/// The same, for each node of the arena.
const PER_NODE: usize = 16;

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
    /// Variables in all sets.
    kept: usize,
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
                kept: 0,
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
        self.intern_within(set, usize::MAX).expect("no limit")
    }

    /// Nothing if the set is large, new, and the sets together would have more variables than that.
    fn intern_within(&self, set: &[VarId], limit: usize) -> Option<u32> {
        let hash = hash_set(set);
        let mut index = self.index.lock();
        if let Some(&found) = index.table.find(hash, |&i| self.get(i) == set) {
            return Some(found);
        }
        if set.len() > SMALL && index.kept + set.len() > limit {
            return None;
        }
        let fresh = index.next;
        self.slots.reserve(fresh);
        index.next += 1;
        index.kept += set.len();
        let items: Box<[VarId]> = set.into();
        let slot = self.slots.get(fresh);
        slot.len.store(items.len(), Ordering::Relaxed);
        slot.items
            .store(Box::into_raw(items).cast(), Ordering::Release);
        index
            .table
            .insert_unique(hash, fresh, |&i| hash_set(self.get(i)));
        Some(fresh)
    }

    /// See [`VarSets::intern_within`].
    fn union_within(&self, a: u32, b: u32, limit: usize) -> Option<u32> {
        if a == b || b == EMPTY {
            return Some(a);
        }
        if a == EMPTY {
            return Some(b);
        }
        let (x, y) = (self.get(a), self.get(b));
        let merged = merge(x, y);
        match merged.len() {
            n if n == x.len() => Some(a),
            n if n == y.len() => Some(b),
            _ => self.intern_within(&merged, limit),
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
        let set = self.vars_of_parts(t).unwrap_or_else(|| self.gather_vars(t));
        self.slot(t).vars.store(set, Ordering::Release);
        set
    }

    fn known_vars(&self, t: Term) -> Option<u32> {
        Some(self.slot(t).vars.load(Ordering::Acquire)).filter(|set| *set != 0)
    }

    /// From the leaves up, with a set for every node on the way; nothing when these are too many.
    fn vars_of_parts(&self, t: Term) -> Option<u32> {
        let limit = FREELY + PER_NODE * self.allocated();
        let mut stack = vec![t];
        while let Some(&top) = stack.last() {
            if self.known_vars(top).is_some() {
                stack.pop();
                continue;
            }
            let node = self.node(top);
            let before = stack.len();
            stack.extend(node.args().filter(|arg| self.known_vars(*arg).is_none()));
            if stack.len() > before {
                continue;
            }
            let set = match node.op {
                Op::Var => self.sets.intern(&[node.var()]),
                _ => {
                    let mut sets = node.args().filter_map(|arg| self.known_vars(arg));
                    sets.try_fold(EMPTY, |set, arg| self.sets.union_within(set, arg, limit))?
                }
            };
            self.slot(top).vars.store(set, Ordering::Release);
            stack.pop();
        }
        self.known_vars(t)
    }

    /// In one go over the nodes whose sets are not known; they stay so.
    fn gather_vars(&self, t: Term) -> u32 {
        let mut found: Vec<VarId> = Vec::new();
        let (mut seen, mut sets) = (HashSet::new(), HashSet::new());
        let mut stack = vec![t];
        while let Some(top) = stack.pop() {
            let node = self.node(top);
            match self.known_vars(top) {
                Some(set) if sets.insert(set) => found.extend_from_slice(self.sets.get(set)),
                Some(_) => {}
                None if node.op == Op::Var => found.push(node.var()),
                None => stack.extend(node.args().filter(|arg| seen.insert(*arg))),
            }
        }
        found.sort_unstable();
        found.dedup();
        self.sets.intern(&found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_of_many_inputs_keeps_no_set_for_each_of_its_parts() {
        let terms = Terms::new();
        let input = terms.input("x", 0, 40_000);
        let mut parts = vec![terms.zero(8)];
        for var in input.vars() {
            // Not a sum of terms that are put in order, but a chain.
            let next = terms.xor(
                terms.mul(parts[parts.len() - 1], terms.var(var)),
                terms.var(var),
            );
            parts.push(next);
        }
        let whole: Vec<VarId> = input.vars().collect();
        assert_eq!(terms.vars(parts[40_000]), whole);
        assert_eq!(terms.vars(parts[30_000]), &whole[..30_000]);
        assert_eq!(terms.vars(terms.not(parts[20_001])), &whole[..20_001]);
        let kept = terms.sets.index.lock().kept;
        assert!(
            kept < FREELY + PER_NODE * terms.allocated() + 200_000,
            "{kept}"
        );
        assert_eq!(
            terms.var_set(parts[10]),
            terms.var_set(terms.not(parts[10]))
        );
    }
}
