//! Models found for other questions often satisfy this one.

use std::collections::VecDeque;
use std::sync::Arc;

use pleach_term::VarId;

use super::{Context, Layer};
use crate::backends::{Query, Verdict};

struct Assignment {
    vars: Box<[VarId]>,
    values: Arc<[u8]>,
}

/// A ring of the last assignments, tried from the newest.
pub(super) struct RecentModels {
    ring: VecDeque<Assignment>,
    capacity: usize,
}

impl RecentModels {
    pub fn new(capacity: usize) -> RecentModels {
        RecentModels {
            ring: VecDeque::with_capacity(capacity),
            capacity,
        }
    }
}

impl Layer for RecentModels {
    fn ask(&mut self, context: &mut Context<'_>, query: Query<'_>) -> Option<Verdict> {
        let [first, .., last] = query.vars else {
            return self.ask_all(
                context,
                query,
                query.vars.first().copied()?,
                *query.vars.last()?,
            );
        };
        self.ask_all(context, query, *first, *last)
    }

    fn learn(&mut self, _: &mut Context<'_>, query: Query<'_>, verdict: &Verdict) {
        if let Verdict::Sat(values) = verdict {
            self.ring.truncate(self.capacity.saturating_sub(1));
            self.ring.push_front(Assignment {
                vars: query.vars.into(),
                values: values.clone(),
            });
        }
    }

    fn forget(&mut self) {
        // Assignments mention variables, which survive sweeps.
    }
}

impl RecentModels {
    fn ask_all(
        &self,
        context: &mut Context<'_>,
        query: Query<'_>,
        first: VarId,
        last: VarId,
    ) -> Option<Verdict> {
        for known in &self.ring {
            let disjoint = known.vars.first().is_none_or(|v| *v > last)
                || known.vars.last().is_none_or(|v| *v < first);
            if disjoint {
                continue;
            }
            // What the assignment leaves open stays as in the path's model.
            context.scratch.assign(query.vars, query.hint);
            context.scratch.assign(&known.vars, &known.values);
            if context.scratch.satisfies(context.terms, query) {
                return Some(Verdict::Sat(context.scratch.read(query.vars)));
            }
        }
        None
    }
}
