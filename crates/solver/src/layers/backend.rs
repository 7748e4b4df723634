//! A back end as a layer: guarded against its failures, its models checked, its queries logged.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use super::{Context, Layer};
use crate::SolverConfig;
use crate::UnknownReason;
use crate::backends::{Backend, Budget, Query, Verdict};
use crate::log::QueryLog;

struct BackendLayer<B> {
    backend: B,
    config: SolverConfig,
    log: Option<QueryLog>,
}

pub(super) fn layer<B: Backend + Send + 'static>(
    backend: B,
    config: &SolverConfig,
) -> Box<dyn Layer> {
    let log = config.log.as_deref().map(QueryLog::new);
    Box::new(BackendLayer {
        backend,
        config: config.clone(),
        log,
    })
}

impl<B: Backend> BackendLayer<B> {
    /// A panic becomes an open answer; the back end starts anew.
    fn guarded(&mut self, context: &mut Context<'_>, query: Query<'_>) -> Verdict {
        let budget = Budget::new(&self.config, context.effort);
        let work = || self.backend.solve(context.terms, query, budget);
        match catch_unwind(AssertUnwindSafe(work)) {
            Ok(verdict) => {
                if matches!(verdict, Verdict::Unknown(UnknownReason::BackendFailure(_))) {
                    context.statistics.backend_failures += 1;
                }
                verdict
            }
            Err(panic) => {
                context.statistics.backend_failures += 1;
                self.backend.forget();
                let text = panic.downcast_ref::<&str>().map(|s| s.to_string());
                let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
                let text = text.unwrap_or_else(|| "panic".to_string());
                Verdict::Unknown(UnknownReason::BackendFailure(text))
            }
        }
    }
}

impl<B: Backend + Send> Layer for BackendLayer<B> {
    fn ask(&mut self, context: &mut Context<'_>, query: Query<'_>) -> Option<Verdict> {
        if self.config.halt.is_raised() {
            return Some(Verdict::Unknown(UnknownReason::Halted));
        }
        let is_over = |end| Instant::now() >= end;
        if self.config.deadline.is_some_and(is_over) {
            return Some(Verdict::Unknown(UnknownReason::TimeLimit));
        }
        let recycled = self.backend.recycled();
        let mut verdict = self.guarded(context, query);
        context.statistics.recycled += self.backend.recycled() - recycled;
        if matches!(verdict, Verdict::Unknown(_)) && self.config.halt.is_raised() {
            return Some(Verdict::Unknown(UnknownReason::Halted));
        }
        if let Verdict::Sat(model) = &verdict {
            context.scratch.assign(query.vars, model);
            if !context.scratch.satisfies(context.terms, query) {
                context.statistics.model_mismatches += 1;
                verdict = Verdict::Unknown(UnknownReason::ModelMismatch);
            }
        }
        if let Some(log) = &mut self.log
            && log.write(context.terms, query, &verdict).is_err()
        {
            context.statistics.log_failures += 1;
        }
        Some(verdict)
    }

    fn forget(&mut self) {
        self.backend.forget();
    }
}
