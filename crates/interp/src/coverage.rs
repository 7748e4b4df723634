//! Which edges of the control flow were taken. Blocks end at calls, so an
//! entered block was executed to its end (or ended the path).

use crate::{Extensions, Stack, StateId};
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// Whether a tracer hears of every edge, or of none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tracing {
    #[default]
    Off,
    On,
}

/// One flag per edge and per function entry of the module, shared by all workers.
pub struct CoverageMap {
    edges: Vec<AtomicU8>,
    /// What taking an edge makes of its flag: nothing more to do, or covered only.
    mark: AtomicU8,
}

/// An edge's number in the module.
pub type EdgeNumber = u32;

const COVERED: u8 = 1;
/// Covered, and nobody wants to hear of it again.
const SETTLED: u8 = 3;

impl CoverageMap {
    pub fn new(edges: usize) -> Self {
        CoverageMap {
            edges: (0..edges).map(|_| AtomicU8::new(0)).collect(),
            mark: AtomicU8::new(SETTLED),
        }
    }

    /// To be called before anything runs.
    pub fn set_tracing(&self, tracing: Tracing) {
        let mark = match tracing {
            Tracing::Off => SETTLED,
            Tracing::On => COVERED,
        };
        self.mark.store(mark, Relaxed);
    }

    pub fn len(&self) -> usize {
        self.edges.len()
    }

    pub fn is_empty(&self) -> bool {
        self.edges.is_empty()
    }

    #[inline]
    pub fn is_covered(&self, edge: EdgeNumber) -> bool {
        self.edges[edge as usize].load(Relaxed) != 0
    }

    /// Whether taking this edge is news to nobody. With tracing it never is so:
    /// the fast loop pays for that only then.
    #[inline]
    pub(crate) fn is_settled(&self, edge: EdgeNumber) -> bool {
        self.edges[edge as usize].load(Relaxed) == SETTLED
    }

    /// Marks it; true for the first who does.
    pub fn cover(&self, edge: EdgeNumber) -> bool {
        let mark = self.mark.load(Relaxed);
        self.edges[edge as usize].swap(mark, Relaxed) == 0
    }
}

/// What a tracer sees of a state. It cannot move the frames: the fast loop holds a pointer to
/// their registers while a tracer is called.
pub struct Traced<'a> {
    pub id: StateId,
    pub stack: &'a Stack,
    pub extensions: &'a mut Extensions,
}

/// Follows states edge by edge; one per worker. Only there when somebody needs it.
pub trait Tracer: Send {
    /// The state goes over this edge, or into this function if it is an entry's number.
    /// The top frame is already the one that the edge leads to; its `pc` may not be.
    fn edge(&mut self, state: Traced<'_>, number: EdgeNumber);
    /// A batch is over; the state that ran is handed back next.
    fn batch_ended(&mut self) {}
}
