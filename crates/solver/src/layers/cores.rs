//! Known contradictions: a query that contains one is unsatisfiable.

use std::sync::Arc;

use hashbrown::HashMap;
use pleach_term::Term;

use super::shared::Clear;
use super::{Context, Layer, SharedCache};
use crate::backends::{Query, Verdict};

/// Larger cores are rarely met again.
const LARGEST: usize = 16;

/// Cores, listed under each of their constraints.
pub(super) struct CoreTable {
    by_term: HashMap<Term, Vec<Arc<[Term]>>>,
    count: usize,
    capacity: usize,
}

impl CoreTable {
    pub fn new(capacity: usize) -> CoreTable {
        CoreTable {
            by_term: HashMap::new(),
            count: 0,
            capacity,
        }
    }

    /// A core among the constraints that holds one of the new ones. There is no other: without
    /// the new ones the constraints are satisfiable.
    fn find(&self, query: Query<'_>) -> Option<Box<[Term]>> {
        let inside = |core: &&Arc<[Term]>| {
            core.iter()
                .all(|term| query.constraints.binary_search(term).is_ok())
        };
        let listed = query.fresh.iter().filter_map(|term| self.by_term.get(term));
        listed.flatten().find(inside).map(|core| Box::from(&**core))
    }

    fn add(&mut self, core: &[Term]) {
        if self.count >= self.capacity {
            self.clear();
        }
        self.count += 1;
        let core: Arc<[Term]> = core.into();
        for term in core.iter() {
            self.by_term.entry(*term).or_default().push(core.clone());
        }
    }
}

impl Clear for CoreTable {
    fn clear(&mut self) {
        self.by_term.clear();
        self.count = 0;
    }
}

pub(super) struct Cores {
    shared: Arc<SharedCache>,
}

impl Cores {
    pub fn new(shared: Arc<SharedCache>) -> Cores {
        Cores { shared }
    }
}

impl Layer for Cores {
    fn ask(&mut self, context: &mut Context<'_>, query: Query<'_>) -> Option<Verdict> {
        let core = self
            .shared
            .read_cores(context.terms, |table| table.find(query))?;
        Some(Verdict::Unsat(Some(core)))
    }

    fn learn(&mut self, context: &mut Context<'_>, _: Query<'_>, verdict: &Verdict) {
        if let Verdict::Unsat(Some(core)) = verdict
            && core.len() <= LARGEST
        {
            self.shared
                .write_cores(context.terms, |table| table.add(core));
        }
    }
}
