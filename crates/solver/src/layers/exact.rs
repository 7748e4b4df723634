//! The same question again: found by its sorted constraints.

use std::sync::Arc;

use hashbrown::HashTable;
use pleach_term::Term;

use super::shared::Clear;
use super::{Context, Layer, SharedCache};
use crate::Effort;
use crate::backends::{Query, Verdict};

struct Entry {
    hash: u64,
    constraints: Box<[Term]>,
    /// A model is parallel to the query's variables, which the constraints determine. Open
    /// answers are kept too: asking again would cost as much again.
    verdict: Verdict,
    effort: Effort,
}

impl Entry {
    /// Whether asking again with this effort would be in vain, or is not needed.
    fn settles(&self, effort: Effort) -> bool {
        self.effort >= effort || !matches!(self.verdict, Verdict::Unknown(_))
    }
}

/// Two halves: entries not used while the young half filled up once are dropped with the old one.
pub(super) struct ExactTable {
    young: HashTable<Entry>,
    old: HashTable<Entry>,
    half: usize,
}

impl ExactTable {
    pub fn new(capacity: usize) -> ExactTable {
        ExactTable {
            young: HashTable::new(),
            old: HashTable::new(),
            half: capacity.div_ceil(2),
        }
    }

    fn get(&mut self, hash: u64, constraints: &[Term], effort: Effort) -> Option<Verdict> {
        let same = |entry: &Entry| entry.hash == hash && *entry.constraints == *constraints;
        if let Ok(entry) = self.young.find_entry(hash, same) {
            if entry.get().settles(effort) {
                return Some(entry.get().verdict.clone());
            }
            // The answer that comes now takes its place.
            entry.remove();
            return None;
        }
        let (entry, _) = self.old.find_entry(hash, same).ok()?.remove();
        if !entry.settles(effort) {
            return None;
        }
        let verdict = entry.verdict.clone();
        self.put(entry);
        Some(verdict)
    }

    fn put(&mut self, entry: Entry) {
        if self.young.len() >= self.half {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert_unique(entry.hash, entry, |e| e.hash);
    }
}

impl Clear for ExactTable {
    fn clear(&mut self) {
        self.young.clear();
        self.old.clear();
    }
}

pub(super) struct Exact {
    shared: Arc<SharedCache>,
}

impl Exact {
    pub fn new(shared: Arc<SharedCache>) -> Exact {
        Exact { shared }
    }
}

fn hash_of(constraints: &[Term]) -> u64 {
    let mix = |hash: u64, term: &Term| {
        (hash.rotate_left(23) ^ term.index() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    };
    let hash = constraints.iter().fold(constraints.len() as u64, mix);
    hash ^ hash >> 29
}

impl Layer for Exact {
    fn ask(&mut self, context: &mut Context<'_>, query: Query<'_>) -> Option<Verdict> {
        let hash = hash_of(query.constraints);
        self.shared.exact(context.terms, hash, |table| {
            table.get(hash, query.constraints, context.effort)
        })
    }

    fn learn(&mut self, context: &mut Context<'_>, query: Query<'_>, verdict: &Verdict) {
        let hash = hash_of(query.constraints);
        let verdict = match verdict {
            Verdict::Unsat(_) => Verdict::Unsat(None),
            other => other.clone(),
        };
        let entry = Entry {
            hash,
            constraints: query.constraints.into(),
            verdict,
            effort: context.effort,
        };
        self.shared
            .exact(context.terms, hash, |table| table.put(entry));
    }
}
