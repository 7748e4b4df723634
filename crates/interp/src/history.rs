//! What happened on a path, in order. Where states were joined, what happened on each side.

use pleach_term::Term;
use std::sync::Arc;

/// A persistent list: states that forked share their past. Adding to a clone costs one cell.
pub struct History<T> {
    last: Option<Arc<Cell<T>>>,
}

struct Cell<T> {
    what: What<T>,
    before: Option<Arc<Cell<T>>>,
    /// Cells up to this one.
    count: u32,
}

enum What<T> {
    Item(T),
    /// Each side ends with these cells, behind the one before.
    Either {
        guard: Term,
        yes: Option<Arc<Cell<T>>>,
        no: Option<Arc<Cell<T>>>,
    },
}

impl<T> Drop for Cell<T> {
    /// Long lists are dropped in a loop: recursion would exhaust our stack.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(cell) = next {
            next = Arc::into_inner(cell).and_then(|mut alone| alone.before.take());
        }
    }
}

/// Something that happened.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Happening<'a, T> {
    Item(&'a T),
    /// States were joined: where the condition holds, the first happened, elsewhere the second.
    Either(Term, Happenings<'a, T>, Happenings<'a, T>),
}

/// The oldest first.
pub type Happenings<'a, T> = Vec<Happening<'a, T>>;

type Last<'a, T> = Option<&'a Arc<Cell<T>>>;

/// Says of an address whether this is the first time that it is shown.
type Unseen<'a> = &'a mut dyn FnMut(*const ()) -> bool;

fn is_same<T>(a: Last<'_, T>, b: Last<'_, T>) -> bool {
    a.map(Arc::as_ptr) == b.map(Arc::as_ptr)
}

/// The cells behind `until`, the oldest first.
fn since<'a, T>(last: Last<'a, T>, until: Last<'_, T>) -> Vec<&'a Arc<Cell<T>>> {
    let all = std::iter::successors(last, |cell| cell.before.as_ref());
    let mut new: Vec<_> = all.take_while(|cell| !is_same(Some(cell), until)).collect();
    new.reverse();
    new
}

fn happenings<'a, T>(last: Last<'a, T>, until: Last<'_, T>) -> Happenings<'a, T> {
    let happening = |cell: &'a Arc<Cell<T>>| match &cell.what {
        What::Item(item) => Happening::Item(item),
        What::Either { guard, yes, no } => {
            let before = cell.before.as_ref();
            let yes = happenings(yes.as_ref(), before);
            Happening::Either(*guard, yes, happenings(no.as_ref(), before))
        }
    };
    since(last, until).into_iter().map(happening).collect()
}

/// The last cell that both have.
fn common<'a, T>(mut a: Last<'a, T>, mut b: Last<'_, T>) -> Last<'a, T> {
    let count = |last: Option<&Arc<Cell<T>>>| last.map_or(0, |cell| cell.count);
    while !is_same(a, b) {
        let (in_a, in_b) = (count(a), count(b));
        if in_a >= in_b {
            a = a.and_then(|cell| cell.before.as_ref());
        }
        if in_b >= in_a {
            b = b.and_then(|cell| cell.before.as_ref());
        }
    }
    a
}

impl<T> History<T> {
    pub fn push(&mut self, item: T) {
        self.add(What::Item(item));
    }

    fn add(&mut self, what: What<T>) {
        let before = self.last.take();
        let count = 1 + before.as_ref().map_or(0, |cell| cell.count);
        self.last = Some(Arc::new(Cell {
            what,
            before,
            count,
        }));
    }

    /// Everything.
    pub fn all(&self) -> Happenings<'_, T> {
        happenings(self.last.as_ref(), None)
    }

    /// What happened in each of two since they parted.
    pub fn since_parted<'a>(&'a self, other: &'a Self) -> [Happenings<'a, T>; 2] {
        let parted = common(self.last.as_ref(), other.last.as_ref());
        [self, other].map(|history| happenings(history.last.as_ref(), parted))
    }

    /// From now on what happened is this where the condition holds, and the other one elsewhere.
    pub fn join(&mut self, other: &Self, guard: Term) {
        let parted = common(self.last.as_ref(), other.last.as_ref()).cloned();
        let (yes, no) = (self.last.take(), other.last.clone());
        self.last = parted;
        self.add(What::Either { guard, yes, no });
    }

    /// The items where conditions have these values, the oldest first.
    pub fn items(&self, mut holds: impl FnMut(Term) -> bool) -> Vec<&T> {
        let mut items = Vec::new();
        collect(self.last.as_ref(), None, &mut holds, &mut items);
        items
    }

    /// Shows all items and conditions, down to those that `unseen` has shown before.
    pub fn for_each_unseen(
        &self,
        unseen: Unseen<'_>,
        show: &mut dyn FnMut(Result<&T, Term>, Unseen<'_>),
    ) {
        let mut open = vec![self.last.as_ref()];
        while let Some(last) = open.pop() {
            // What happened before a cell that was shown was shown as well.
            let Some(cell) = last.filter(|cell| unseen(Arc::as_ptr(cell).cast())) else {
                continue;
            };
            open.push(cell.before.as_ref());
            match &cell.what {
                What::Item(item) => show(Ok(item), unseen),
                What::Either { guard, yes, no } => {
                    show(Err(*guard), unseen);
                    open.extend([no.as_ref(), yes.as_ref()]);
                }
            }
        }
    }
}

fn collect<'a, T>(
    last: Last<'a, T>,
    until: Last<'_, T>,
    holds: &mut dyn FnMut(Term) -> bool,
    items: &mut Vec<&'a T>,
) {
    for cell in since(last, until) {
        match &cell.what {
            What::Item(item) => items.push(item),
            What::Either { guard, yes, no } => {
                let side = if holds(*guard) { yes } else { no };
                collect(side.as_ref(), cell.before.as_ref(), holds, items);
            }
        }
    }
}

impl<T> Clone for History<T> {
    fn clone(&self) -> Self {
        History {
            last: self.last.clone(),
        }
    }
}

impl<T> Default for History<T> {
    fn default() -> Self {
        History { last: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pleach_term::{Terms, VarId};

    #[test]
    fn what_happened_is_that_of_the_side_that_is_taken() {
        let terms = Terms::new();
        let bit = |i| terms.eq(terms.var(VarId(i)), terms.zero(8));
        let (inner, outer) = (bit(0), bit(1));
        let mut a = History::default();
        a.push('x');
        let (mut b, c) = (a.clone(), a.clone());
        a.push('y');
        b.push('z');
        let [mine, theirs] = a.since_parted(&b);
        assert_eq!(
            (mine, theirs),
            (vec![Happening::Item(&'y')], vec![Happening::Item(&'z')])
        );
        a.join(&b, inner);
        a.push('!');
        a.join(&c, outer);
        let with = |inner_is: bool, outer_is: bool| -> String {
            let holds = |term| if term == inner { inner_is } else { outer_is };
            a.items(holds).into_iter().collect()
        };
        assert_eq!(
            [with(true, true), with(false, true), with(true, false)],
            ["xy!", "xz!", "x"]
        );
        let mut shown = (String::new(), Vec::new());
        let mut seen = std::collections::HashSet::new();
        let mut show = |what: Result<&char, Term>, _: &mut dyn FnMut(*const ()) -> bool| match what
        {
            Ok(item) => shown.0.push(*item),
            Err(guard) => shown.1.push(guard),
        };
        a.for_each_unseen(&mut |cell| seen.insert(cell), &mut show);
        assert_eq!(shown, ("!yxz".to_owned(), vec![outer, inner]));
    }

    #[test]
    fn long_histories_can_be_dropped() {
        let mut long = History::default();
        (0..300_000).for_each(|i| long.push(i));
        drop(long.clone());
        drop(long);
    }
}
