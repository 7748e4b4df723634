//! Which edges of the control flow were taken. Blocks end at calls, so an
//! entered block was executed to its end (or ended the path).

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

/// One flag per edge and per function entry of the module, shared by all workers.
pub struct CoverageMap {
    edges: Vec<AtomicU8>,
}

/// An edge's number in the module.
pub type Coverage = u32;

impl CoverageMap {
    pub fn new(edges: usize) -> Self {
        CoverageMap {
            edges: (0..edges).map(|_| AtomicU8::new(0)).collect(),
        }
    }

    pub fn len(&self) -> usize {
        self.edges.len()
    }

    pub fn is_empty(&self) -> bool {
        self.edges.is_empty()
    }

    #[inline]
    pub fn is_covered(&self, edge: Coverage) -> bool {
        self.edges[edge as usize].load(Relaxed) != 0
    }

    /// Marks it; true for the first who does.
    pub fn cover(&self, edge: Coverage) -> bool {
        self.edges[edge as usize].swap(1, Relaxed) == 0
    }
}
