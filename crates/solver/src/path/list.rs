//! A persistent list of terms that grows at the end; forks share everything before they parted.

use std::sync::Arc;

use pleach_term::Term;

struct Cell {
    term: Term,
    before: Option<Arc<Cell>>,
}

#[derive(Clone, Default)]
pub(super) struct TermList {
    last: Option<Arc<Cell>>,
    len: u32,
}

impl TermList {
    pub fn push(&mut self, term: Term) {
        let before = self.last.take();
        self.last = Some(Arc::new(Cell { term, before }));
        self.len += 1;
    }

    pub fn len(&self) -> usize {
        self.len as usize
    }

    /// From the newest to the oldest.
    pub fn newest_first(&self) -> impl Iterator<Item = Term> + '_ {
        let mut next = self.last.as_deref();
        std::iter::from_fn(move || {
            let cell = next?;
            next = cell.before.as_deref();
            Some(cell.term)
        })
    }

    /// Shows the terms down to the first part that `unseen` has shown before.
    pub fn for_each_unseen(
        &self,
        unseen: &mut impl FnMut(*const ()) -> bool,
        f: &mut impl FnMut(Term),
    ) {
        let mut is_new =
            |cell: &&Arc<Cell>| Arc::strong_count(cell) == 1 || unseen(Arc::as_ptr(cell).cast());
        let mut next = self.last.as_ref();
        while let Some(cell) = next.filter(&mut is_new) {
            f(cell.term);
            next = cell.before.as_ref();
        }
    }
}

/// Iterative: a recursive drop would exhaust the stack on long paths.
impl Drop for TermList {
    fn drop(&mut self) {
        let mut next = self.last.take();
        while let Some(cell) = next {
            // Of several threads that drop the last owners at once, exactly one gets the cell.
            next = Arc::into_inner(cell).and_then(|cell| cell.before);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pleach_term::Terms;
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

    /// Whichever of them was last: nobody walks down a long path by recursion.
    #[test]
    fn two_threads_drop_the_last_two_owners_at_once() {
        const LENGTH: usize = 3000;
        const SMALL_STACK: usize = 64 << 10;
        let term = Terms::new().tru();
        let arrived = AtomicUsize::new(0);
        let drop_all = |lists: Vec<TermList>| {
            for (i, list) in lists.into_iter().enumerate() {
                // A barrier of the system wakes one long after the other.
                arrived.fetch_add(1, SeqCst);
                while arrived.load(SeqCst) < 2 * i + 2 {
                    std::hint::spin_loop();
                }
                drop(list);
            }
        };
        let mine: Vec<TermList> = (0..2000)
            .map(|_| {
                let mut list = TermList::default();
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
}
