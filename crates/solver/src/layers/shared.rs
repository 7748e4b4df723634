//! Caches that all workers use together.

use parking_lot::{Mutex, RwLock};
use pleach_term::Terms;

use super::cores::CoreTable;
use super::exact::ExactTable;
use crate::SolverConfig;

const SHARDS: usize = 16;

/// Answers found by any worker. Everything in it is keyed by terms, so each part remembers the
/// generation of the terms it was filled under and empties itself when that has changed.
pub struct SharedCache {
    exact: Box<[Mutex<Versioned<ExactTable>>]>,
    cores: RwLock<Versioned<CoreTable>>,
}

pub(super) struct Versioned<T> {
    generation: u64,
    table: T,
}

impl<T: Clear> Versioned<T> {
    fn new(table: T) -> Versioned<T> {
        Versioned {
            generation: 0,
            table,
        }
    }

    fn is_current(&self, terms: &Terms) -> bool {
        self.generation == terms.generation()
    }

    /// The table, emptied if terms were swept since its last use.
    fn current(&mut self, terms: &Terms) -> &mut T {
        if !self.is_current(terms) {
            self.table.clear();
            self.generation = terms.generation();
        }
        &mut self.table
    }
}

pub(super) trait Clear {
    fn clear(&mut self);
}

impl SharedCache {
    pub fn new(config: &SolverConfig) -> SharedCache {
        let shard = |_| {
            Mutex::new(Versioned::new(ExactTable::new(
                config.exact_entries / SHARDS,
            )))
        };
        SharedCache {
            exact: (0..SHARDS).map(shard).collect(),
            cores: RwLock::new(Versioned::new(CoreTable::new(config.core_entries))),
        }
    }

    pub(super) fn exact<R>(
        &self,
        terms: &Terms,
        hash: u64,
        work: impl FnOnce(&mut ExactTable) -> R,
    ) -> R {
        let shard = &self.exact[(hash >> 32) as usize % SHARDS];
        work(shard.lock().current(terms))
    }

    /// None when the table is void.
    pub(super) fn read_cores<R>(
        &self,
        terms: &Terms,
        work: impl FnOnce(&CoreTable) -> Option<R>,
    ) -> Option<R> {
        let cores = self.cores.read();
        if cores.is_current(terms) {
            work(&cores.table)
        } else {
            None
        }
    }

    pub(super) fn write_cores(&self, terms: &Terms, work: impl FnOnce(&mut CoreTable)) {
        work(self.cores.write().current(terms));
    }
}

impl Default for SharedCache {
    fn default() -> Self {
        SharedCache::new(&SolverConfig::default())
    }
}
