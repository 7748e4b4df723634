//! Which edges of the control flow were taken. Blocks end at calls, so an
//! entered block was executed to its end (or ended the path).

use crate::{Extensions, Stack, StateId};
use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// Whether a tracer hears of every edge, or only of those that are watched.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tracing {
    #[default]
    Off,
    On,
}

/// Flags per edge and per function entry of the module, shared by all workers.
pub struct CoverageMap {
    edges: Vec<AtomicU8>,
    /// What taking an edge for the first time adds to its flags.
    mark: AtomicU8,
}

/// An edge's number in the module.
pub type EdgeNumber = u32;

const COVERED: u8 = 1;
/// Nobody wants to hear of this edge again.
const QUIET: u8 = 2;
/// The tracer hears of this edge every time.
const WATCHED: u8 = 4;

impl CoverageMap {
    pub fn new(edges: usize) -> Self {
        CoverageMap {
            edges: (0..edges).map(|_| AtomicU8::new(0)).collect(),
            mark: AtomicU8::new(COVERED | QUIET),
        }
    }

    /// Says which edges a tracer hears of, besides those that are covered for the first time. To be
    /// called before anything runs; what is covered stays so.
    pub fn set_tracing(&self, tracing: Tracing, watched: &[EdgeNumber]) {
        let mark = match tracing {
            Tracing::Off => COVERED | QUIET,
            Tracing::On => COVERED,
        };
        self.mark.store(mark, Relaxed);
        self.edges.iter().for_each(|edge| {
            edge.fetch_and(COVERED, Relaxed);
        });
        for edge in watched {
            self.edges[*edge as usize].fetch_or(WATCHED, Relaxed);
        }
    }

    /// From now on the tracer hears of this edge every time.
    pub fn watch(&self, edge: EdgeNumber) {
        self.edges[edge as usize].fetch_or(WATCHED, Relaxed);
    }

    /// The tracer hears of this edge no more, unless it hears of all.
    pub fn unwatch(&self, edge: EdgeNumber) {
        let quiet = self.mark.load(Relaxed) & QUIET;
        let flags = &self.edges[edge as usize];
        flags.fetch_and(!WATCHED, Relaxed);
        if flags.load(Relaxed) & COVERED != 0 {
            flags.fetch_or(quiet, Relaxed);
        }
    }

    pub fn is_watched(&self, edge: EdgeNumber) -> bool {
        self.edges[edge as usize].load(Relaxed) & WATCHED != 0
    }

    /// Nothing is covered any more. To be called while nothing runs.
    pub fn clear(&self) {
        self.edges.iter().for_each(|edge| {
            edge.fetch_and(WATCHED, Relaxed);
        });
    }

    pub fn len(&self) -> usize {
        self.edges.len()
    }

    pub fn is_empty(&self) -> bool {
        self.edges.is_empty()
    }

    #[inline]
    pub fn is_covered(&self, edge: EdgeNumber) -> bool {
        self.edges[edge as usize].load(Relaxed) & COVERED != 0
    }

    /// Whether taking this edge is news to nobody. With tracing it never is so:
    /// the fast loop pays for that only then.
    #[inline]
    pub(crate) fn is_settled(&self, edge: EdgeNumber) -> bool {
        self.edges[edge as usize].load(Relaxed) == COVERED | QUIET
    }

    /// Marks it; true for the first who does.
    pub fn cover(&self, edge: EdgeNumber) -> bool {
        let flags = &self.edges[edge as usize];
        let mark = match flags.load(Relaxed) & WATCHED {
            0 => self.mark.load(Relaxed),
            _ => COVERED,
        };
        flags.fetch_or(mark, Relaxed) & COVERED == 0
    }
}

/// What a tracer sees of a state. It cannot move the frames: the fast loop holds a pointer to
/// their registers while a tracer is called.
pub struct Traced<'a> {
    pub id: StateId,
    pub stack: &'a Stack,
    pub extensions: &'a mut Extensions,
}

/// What a tracer wants of the state that it was told about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Onward {
    GoOn,
    /// The state is handed back where the edge leads, before anything else is executed.
    HandBack,
}

/// Follows states edge by edge; one per worker. Only there when somebody needs it.
pub trait Tracer: Send {
    /// The state goes over this edge, or into this function if it is an entry's number.
    /// The top frame is already the one that the edge leads to; its `pc` may not be.
    fn edge(&mut self, state: Traced<'_>, number: EdgeNumber) -> Onward;
    /// A batch is over; the state that ran is handed back next.
    fn batch_ended(&mut self) {}
}
