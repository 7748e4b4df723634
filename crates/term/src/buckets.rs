//! A growing array whose elements never move, read without locks.

use std::alloc::{Layout, alloc_zeroed, dealloc, handle_alloc_error};
use std::sync::atomic::{AtomicPtr, Ordering};

/// The first bucket holds `1 << FIRST` elements, each further one twice as many as the one before.
const FIRST: u32 = 12;
const BUCKETS: usize = (32 - FIRST) as usize;
/// Index arithmetic stays within `u32` up to here.
pub const MAX_INDEX: u32 = u32::MAX - (1 << FIRST);

/// Types whose all-zero bytes are a valid value, that need no drop and that are only changed
/// through atomics.
///
/// # Safety
/// The implementor promises the sentence above.
pub unsafe trait Zeroed: Sync + Send {}

/// An array addressed by `u32`, made of buckets of doubling size. An element can be read once
/// [`Buckets::reserve`] of its index has happened before.
pub struct Buckets<T: Zeroed> {
    buckets: [AtomicPtr<T>; BUCKETS],
}

impl<T: Zeroed> Buckets<T> {
    pub fn new() -> Self {
        Buckets {
            buckets: [const { AtomicPtr::new(std::ptr::null_mut()) }; BUCKETS],
        }
    }

    #[inline]
    fn locate(index: u32) -> (usize, usize) {
        let shifted = index + (1 << FIRST);
        let log = 31 - shifted.leading_zeros();
        ((log - FIRST) as usize, (shifted ^ (1 << log)) as usize)
    }

    fn layout(bucket: usize) -> Layout {
        match Layout::array::<T>(1 << (bucket as u32 + FIRST)) {
            Ok(layout) => layout,
            Err(_) => panic!("a bucket does not fit the address space"),
        }
    }

    /// Panics when the index was never reserved.
    #[inline]
    pub fn get(&self, index: u32) -> &T {
        let (bucket, offset) = Self::locate(index);
        let base = self.buckets[bucket].load(Ordering::Acquire);
        assert!(!base.is_null(), "index {index} was never allocated");
        // SAFETY: a non-null base points to a live allocation of `layout(bucket)`, zeroed before
        // it was published, which is freed only by `drop`; `offset` is below its length because
        // it is below the power of two that the bucket's number stands for.
        unsafe { &*base.add(offset) }
    }

    /// Makes `index` readable. Several threads may race for one bucket; one allocation wins.
    pub fn reserve(&self, index: u32) {
        assert!(index <= MAX_INDEX, "the arena is full");
        let (bucket, _) = Self::locate(index);
        if !self.buckets[bucket].load(Ordering::Acquire).is_null() {
            return;
        }
        let layout = Self::layout(bucket);
        // SAFETY: the layout is not empty: no `T` here is zero-sized and a bucket has elements.
        let fresh = unsafe { alloc_zeroed(layout) }.cast::<T>();
        if fresh.is_null() {
            handle_alloc_error(layout);
        }
        let published = self.buckets[bucket].compare_exchange(
            std::ptr::null_mut(),
            fresh,
            Ordering::AcqRel,
            Ordering::Acquire,
        );
        if published.is_err() {
            // SAFETY: just allocated with this layout and seen by nobody.
            unsafe { dealloc(fresh.cast(), layout) };
        }
    }
}

impl<T: Zeroed> Drop for Buckets<T> {
    fn drop(&mut self) {
        for (i, bucket) in self.buckets.iter_mut().enumerate() {
            let base = *bucket.get_mut();
            if !base.is_null() {
                // SAFETY: allocated by `reserve` with this layout; nobody else has access any more.
                unsafe { dealloc(base.cast(), Self::layout(i)) };
            }
        }
    }
}
