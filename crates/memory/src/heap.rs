//! Where heap objects lie. Each allocation has a name (where the program is, and over which calls
//! it came there), and the name says which slots of a size class its objects get: states that
//! allocate under the same names get the same addresses, whatever else they allocate.

use crate::freed::{Forgotten, Freed};
use crate::names::Names;
use crate::{Map, Object};
use pleach_ir::address::{self, MAX_CLASS, Place, Segment};
use std::sync::Arc;

/// Classes from here on have so few slots that live and remembered objects may take all of them.
const FIRST_SCARCE: u32 = 21;
const SCARCE: usize = (MAX_CLASS - FIRST_SCARCE + 1) as usize;

/// So many slots in a row are looked at before another part of the region is tried.
const RUN: u64 = 16;
/// So many parts are tried. Where most slots are free, one is found long before.
const PARTS: u64 = 256;

/// The slots of one segment: which come next, and which are remembered as freed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Heap {
    /// By name and class: the index of the slot to try next.
    next: Names,
    freed: Freed,
    /// How many slots of each scarce class hold an object, freed ones included.
    taken: Arc<[u32; SCARCE]>,
}

impl Heap {
    /// Chooses the slot for a new object; `None` if objects that live take all of them. A slot that
    /// is remembered as freed is chosen only where a scarce class is nearly full.
    pub fn choose(
        &mut self,
        objects: &Map<Arc<Object>>,
        (segment, class): (Segment, u32),
        name: u64,
    ) -> Option<Place> {
        let place = |index| Place {
            segment,
            class,
            index,
        };
        let key = mixed(mixed(name) ^ u64::from(class));
        let slots = address::slots_in(class);
        let wish = self.next.get(key).unwrap_or_else(|| mixed(key)) % slots;
        let there = |index| objects.get(place(index).key());
        let is_empty = |index| there(index).is_none() && !place(index).is_spare();
        let index = if self.is_crowded(class) {
            None
        } else if is_empty(wish) {
            Some(wish)
        } else {
            elsewhere(key, wish, slots).find(|index| is_empty(*index))
        };
        let index = index.or_else(|| {
            let is_dead = |index| there(index).is_none_or(|o| o.freed.is_some());
            let mut all = (0..slots).map(|i| (wish + i) % slots);
            all.find(|index| is_dead(*index) && !place(*index).is_spare())
        })?;
        if class >= FIRST_SCARCE && is_empty(index) {
            self.count(class, 1);
        }
        self.next.set(key, (index + 1) % slots);
        Some(place(index))
    }

    /// Remembers a freed object, and gives those that are not remembered any longer.
    pub fn freed(&mut self, base: u64) -> Forgotten {
        self.freed.push(base)
    }

    /// An object of this class has left its slot.
    pub fn left(&mut self, class: u32) {
        self.count(class, -1);
    }

    /// Whether both choose the same slots from now on, and forget the same objects.
    /// Takes in what the other one has chosen and freed; false where that cannot be.
    pub fn take_in(&mut self, other: &Heap) -> bool {
        self.next.take_in(&other.next);
        self.freed.take_in(&other.freed)
    }

    /// A slot of a class holds an object that came from elsewhere.
    pub fn came(&mut self, class: u32) {
        self.count(class, 1);
    }

    pub fn is_same(&self, other: &Heap) -> bool {
        self.taken == other.taken
            && self.next.is_same(&other.next)
            && self.freed.is_same(&other.freed)
    }

    fn count(&mut self, class: u32, change: i32) {
        if let Some(at) = class.checked_sub(FIRST_SCARCE) {
            let taken = &mut Arc::make_mut(&mut self.taken)[at as usize];
            *taken = taken.wrapping_add_signed(change);
        }
    }

    /// Whether seven eighths of the slots are taken.
    fn is_crowded(&self, class: u32) -> bool {
        let slots = address::slots_in(class);
        class
            .checked_sub(FIRST_SCARCE)
            .is_some_and(|at| u64::from(self.taken[at as usize]) >= slots - slots / 8)
    }
}

/// Slots to try in place of `wish`: those behind it, then those of parts of the region that the key
/// names.
fn elsewhere(key: u64, wish: u64, slots: u64) -> impl Iterator<Item = u64> {
    let parts = (1..PARTS).map(move |part| mixed(key.wrapping_add(part)) % slots);
    std::iter::once(wish)
        .chain(parts)
        .flat_map(move |first| (first..first + RUN).map(move |i| i % slots))
}

/// Every bit of the result depends on every bit of `x`.
fn mixed(x: u64) -> u64 {
    let x = (x ^ x >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let x = (x ^ x >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    x ^ x >> 32
}
