use std::sync::Arc;

/// So many freed objects are remembered at least, and less than twice as many.
pub const REMEMBERED: u32 = 100_000;

/// The objects that were freed last, by their addresses. Clones share what they have in common.
#[derive(Clone, Debug, Default)]
pub(crate) struct Freed {
    /// Freed since `old` was full.
    young: Option<Arc<Cell>>,
    old: Option<Arc<Cell>>,
    in_young: u32,
}

#[derive(Debug)]
struct Cell {
    base: u64,
    before: Option<Arc<Cell>>,
}

impl Drop for Cell {
    /// Long lists are dropped in a loop: recursion would exhaust our stack.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(cell) = next {
            next = Arc::into_inner(cell).and_then(|mut alone| alone.before.take());
        }
    }
}

impl Freed {
    /// Remembers one more. Now and then it returns many that are to be forgotten.
    pub fn push(&mut self, base: u64) -> Forgotten {
        let before = self.young.take();
        self.young = Some(Arc::new(Cell { base, before }));
        self.in_young += 1;
        if self.in_young < REMEMBERED {
            return Forgotten(None);
        }
        self.in_young = 0;
        Forgotten(std::mem::replace(&mut self.old, self.young.take()))
    }

    pub fn is_same(&self, other: &Freed) -> bool {
        self.in_young == other.in_young
            && same_cells(&self.young, &other.young)
            && same_cells(&self.old, &other.old)
    }
}

fn same_cells(a: &Option<Arc<Cell>>, b: &Option<Arc<Cell>>) -> bool {
    let mut both = (a, b);
    while let (Some(a), Some(b)) = both {
        if Arc::ptr_eq(a, b) {
            return true;
        }
        if a.base != b.base {
            return false;
        }
        both = (&a.before, &b.before);
    }
    both.0.is_none() && both.1.is_none()
}

/// Addresses of objects that were freed long ago.
pub(crate) struct Forgotten(Option<Arc<Cell>>);

impl Iterator for Forgotten {
    type Item = u64;

    fn next(&mut self) -> Option<u64> {
        let cell = self.0.take()?;
        self.0 = cell.before.clone();
        Some(cell.base)
    }
}
