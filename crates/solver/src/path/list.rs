//! A persistent list that grows at the end; forks share everything before they parted.

use std::sync::Arc;

struct Cell<T> {
    item: T,
    before: Option<Arc<Cell<T>>>,
}

/// Adding to a clone costs one cell, however long the list is: the rest stays shared.
pub struct List<T> {
    last: Option<Arc<Cell<T>>>,
    len: u32,
}

impl<T> List<T> {
    pub fn push(&mut self, item: T) {
        let before = self.last.take();
        self.last = Some(Arc::new(Cell { item, before }));
        self.len += 1;
    }

    pub fn len(&self) -> usize {
        self.len as usize
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether the two share all items.
    pub fn is_same(&self, other: &List<T>) -> bool {
        match (&self.last, &other.last) {
            (Some(mine), Some(theirs)) => Arc::ptr_eq(mine, theirs),
            (None, None) => true,
            _ => false,
        }
    }

    /// How many items the two share: those before they parted.
    pub fn common(&self, other: &List<T>) -> usize {
        let mut len = self.len().min(other.len());
        let (a, b) = (self.prefix(len), other.prefix(len));
        let (mut a, mut b) = (a.last.as_ref(), b.last.as_ref());
        while let (Some(mine), Some(theirs)) = (a, b)
            && !Arc::ptr_eq(mine, theirs)
        {
            (a, b) = (mine.before.as_ref(), theirs.before.as_ref());
            len -= 1;
        }
        len
    }

    /// The oldest `len` items; shared with this list.
    pub fn prefix(&self, len: usize) -> List<T> {
        let mut last = self.last.as_ref();
        for _ in len..self.len() {
            last = last.and_then(|cell| cell.before.as_ref());
        }
        List {
            last: last.cloned(),
            len: len as u32,
        }
    }

    /// From the newest to the oldest.
    pub fn newest_first(&self) -> impl Iterator<Item = &T> {
        let mut next = self.last.as_deref();
        std::iter::from_fn(move || {
            let cell = next?;
            next = cell.before.as_deref();
            Some(&cell.item)
        })
    }

    /// In the order in which they were added.
    pub fn oldest_first(&self) -> impl Iterator<Item = &T> {
        let mut items: Vec<&T> = Vec::with_capacity(self.len());
        items.extend(self.newest_first());
        items.into_iter().rev()
    }

    /// Shows the items down to the first part that `unseen` has shown before.
    pub fn for_each_unseen(
        &self,
        unseen: &mut impl FnMut(*const ()) -> bool,
        f: &mut impl FnMut(&T),
    ) {
        let mut is_new =
            |cell: &&Arc<Cell<T>>| Arc::strong_count(cell) == 1 || unseen(Arc::as_ptr(cell).cast());
        let mut next = self.last.as_ref();
        while let Some(cell) = next.filter(&mut is_new) {
            f(&cell.item);
            next = cell.before.as_ref();
        }
    }
}

impl<T> Clone for List<T> {
    fn clone(&self) -> Self {
        List {
            last: self.last.clone(),
            len: self.len,
        }
    }
}

impl<T> Default for List<T> {
    fn default() -> Self {
        List { last: None, len: 0 }
    }
}

/// Iterative: a recursive drop would exhaust the stack on long paths.
impl<T> Drop for List<T> {
    fn drop(&mut self) {
        let mut next = self.last.take();
        while let Some(cell) = next {
            // Of several threads that drop the last owners at once, exactly one gets the cell.
            next = Arc::into_inner(cell).and_then(|mut cell| cell.before.take());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pleach_term::{Term, Terms};
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

    /// Whichever of them was last: nobody walks down a long path by recursion.
    #[test]
    fn two_threads_drop_the_last_two_owners_at_once() {
        const LENGTH: usize = 3000;
        const SMALL_STACK: usize = 64 << 10;
        let term = Terms::new().tru();
        let arrived = AtomicUsize::new(0);
        let drop_all = |lists: Vec<List<Term>>| {
            for (i, list) in lists.into_iter().enumerate() {
                // A barrier of the system wakes one long after the other.
                arrived.fetch_add(1, SeqCst);
                while arrived.load(SeqCst) < 2 * i + 2 {
                    std::hint::spin_loop();
                }
                drop(list);
            }
        };
        let mine: Vec<List<Term>> = (0..2000)
            .map(|_| {
                let mut list = List::default();
                (0..LENGTH).for_each(|_| list.push(term));
                list
            })
            .collect();
        let theirs = mine.clone();
        std::thread::scope(|scope| {
            for lists in [mine, theirs] {
                let thread = std::thread::Builder::new().stack_size(SMALL_STACK);
                thread
                    .spawn_scoped(scope, || drop_all(lists))
                    .expect("a thread");
            }
        });
    }

    #[test]
    fn clones_share_what_was_there_before_they_parted() {
        let mut one = List::default();
        (0..1000).for_each(|item| one.push(item));
        let mut other = one.clone();
        one.push(1);
        other.push(2);
        let mut cells = std::collections::HashSet::new();
        let mut shown = 0;
        for list in [&one, &other] {
            list.for_each_unseen(&mut |cell| cells.insert(cell), &mut |_| shown += 1);
        }
        assert_eq!(shown, 1002);
        assert_eq!(other.oldest_first().last(), Some(&2));
        assert!(one.oldest_first().copied().eq((0..1000).chain([1])));
    }
}
