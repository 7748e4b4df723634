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
        let mut next = self.last.as_ref();
        while let Some(cell) = next.filter(|cell| unseen(Arc::as_ptr(cell).cast())) {
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
            next = match Arc::try_unwrap(cell) {
                Ok(mut cell) => cell.before.take(),
                Err(_shared) => None,
            };
        }
    }
}
