use std::collections::HashSet;
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

    /// Takes in what the other one remembers as well. False, and nothing is done, where they have
    /// forgotten different objects.
    pub fn take_in(&mut self, other: &Freed) -> bool {
        if !same_cells(&self.old, &other.old) {
            return false;
        }
        let mine: HashSet<u64> = bases(&self.young).collect();
        let mut new: Vec<u64> = bases(&other.young).filter(|b| !mine.contains(b)).collect();
        new.reverse();
        if self.in_young as usize + new.len() >= REMEMBERED as usize {
            return false;
        }
        for base in new {
            self.push(base);
        }
        true
    }

    pub fn is_same(&self, other: &Freed) -> bool {
        self.in_young == other.in_young
            && same_cells(&self.young, &other.young)
            && same_cells(&self.old, &other.old)
    }
}

fn bases(list: &Option<Arc<Cell>>) -> impl Iterator<Item = u64> + '_ {
    std::iter::successors(list.as_deref(), |cell| cell.before.as_deref()).map(|cell| cell.base)
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
