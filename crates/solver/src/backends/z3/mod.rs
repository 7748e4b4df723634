//! Z3: the second tier. Slower than the own blaster on small queries, but it simplifies, and it
//! knows floats.

mod context;
mod float;
mod translate;

use pleach_term::{Evaluator, Term, Terms, VarId};
use std::time::Instant;
use z3_sys::{
    Z3_L_FALSE, Z3_L_TRUE, Z3_ast, Z3_get_numeral_uint64, Z3_mk_params, Z3_mk_solver_for_logic,
    Z3_model_dec_ref, Z3_model_eval, Z3_model_inc_ref, Z3_params_dec_ref, Z3_params_inc_ref,
    Z3_params_set_bool, Z3_params_set_uint, Z3_solver, Z3_solver_assert, Z3_solver_check,
    Z3_solver_dec_ref, Z3_solver_get_model, Z3_solver_get_reason_unknown, Z3_solver_inc_ref,
    Z3_solver_set_params,
};

use super::{Backend, Budget, Query, Verdict};
use crate::UnknownReason;
use context::Context;
use translate::{Failure, Translation};

/// Translated terms after which the context is dropped: Z3 frees nothing before that.
const RECYCLE_AT: usize = 50_000;

/// See [`Backend`]. A fresh Z3 solver per query in a context that lives for many.
pub struct Z3 {
    translation: Option<Translation>,
    recycled: u64,
}

// SAFETY: a context and everything made in it is owned by this value alone and used by one thread
// at a time; Z3 keeps no thread-local state per context.
unsafe impl Send for Z3 {}

impl Z3 {
    pub fn new() -> Z3 {
        Z3 {
            translation: None,
            recycled: 0,
        }
    }
}

impl Default for Z3 {
    fn default() -> Self {
        Z3::new()
    }
}

impl Backend for Z3 {
    fn solve(&mut self, terms: &Terms, query: Query<'_>, budget: Budget<'_>) -> Verdict {
        if self
            .translation
            .as_ref()
            .is_some_and(|t| t.size() > RECYCLE_AT)
        {
            self.forget();
            self.recycled += 1;
        }
        match self.try_solve(terms, query, budget) {
            Ok(verdict) => verdict,
            Err(Failure::Unsupported(what)) => Verdict::Unknown(UnknownReason::Unsupported(what)),
            Err(Failure::Refused) => {
                let text = self.translation.as_ref().map(|t| t.context().error());
                self.forget();
                let text = text.unwrap_or_else(|| "no context".to_string());
                Verdict::Unknown(UnknownReason::BackendFailure(format!("Z3: {text}")))
            }
        }
    }

    fn forget(&mut self) {
        self.translation = None;
    }

    fn recycled(&self) -> u64 {
        self.recycled
    }
}

impl Z3 {
    fn try_solve(
        &mut self,
        terms: &Terms,
        query: Query<'_>,
        budget: Budget<'_>,
    ) -> Result<Verdict, Failure> {
        let translation = match &mut self.translation {
            Some(translation) => translation,
            none => none.insert(Translation::new(Context::new().ok_or(Failure::Refused)?)),
        };
        let mut asserted = Vec::with_capacity(query.constraints.len());
        for &term in query.constraints {
            asserted.push(translation.term(terms, term)?);
        }
        let definitions = translation.definitions(terms, query.constraints);
        let logic = if definitions.all.is_empty() {
            c"QF_BV"
        } else {
            c"QF_FPBV"
        };
        asserted.extend(definitions.all);
        let variables: Vec<Z3_ast> = query
            .vars
            .iter()
            .map(|v| translation.variable(*v))
            .collect::<Result<_, _>>()?;
        let context = translation.context();
        let run = |asserted: &[Z3_ast]| {
            let solver = Solver::new(context, logic, budget)?;
            let check = || solver.run(asserted, &variables);
            match budget.halt {
                Some(halt) => halt.during(context.interrupt(), check),
                None => check(),
            }
        };
        if definitions.limits.is_empty() {
            return run(&asserted);
        }
        let limited: Vec<Z3_ast> = asserted
            .iter()
            .chain(&definitions.limits)
            .copied()
            .collect();
        match run(&limited)? {
            Verdict::Unsat(_) => {}
            found => return Ok(found),
        }
        Ok(match run(&asserted)? {
            Verdict::Sat(model) if !satisfies(terms, query, &model) => {
                Verdict::Unknown(UnknownReason::Unsupported(BEYOND))
            }
            answer => answer,
        })
    }
}

/// What is not exact: see [`pleach_term::Remainder`] and [`float`].
const BEYOND: &str =
    "remainders with a quotient of more than 64 bits, and long doubles no processor makes";

fn satisfies(terms: &Terms, query: Query<'_>, model: &[u8]) -> bool {
    let value = |var: VarId| query.vars.binary_search(&var).map_or(0, |i| model[i]);
    let mut evaluator = Evaluator::new();
    let mut holds = |term: &Term| evaluator.eval_bits(terms, *term, &value).is_one();
    query.constraints.iter().all(&mut holds)
}

/// One query's solver; released when dropped.
struct Solver<'c> {
    context: &'c Context,
    solver: Z3_solver,
}

impl<'c> Solver<'c> {
    fn new(
        context: &'c Context,
        logic: &std::ffi::CStr,
        budget: Budget<'_>,
    ) -> Result<Self, Failure> {
        let c = context.raw();
        // SAFETY: `c` is a live context, and all objects are made in it.
        unsafe {
            let symbol = context.symbol(logic)?;
            let solver = Z3_mk_solver_for_logic(c, symbol).ok_or(Failure::Refused)?;
            Z3_solver_inc_ref(c, solver);
            let made = Solver { context, solver };
            let params = Z3_mk_params(c).ok_or(Failure::Refused)?;
            Z3_params_inc_ref(c, params);
            if let Some(end) = budget.deadline() {
                let time = end.saturating_duration_since(Instant::now());
                let millis = u32::try_from(time.as_millis()).unwrap_or(u32::MAX);
                Z3_params_set_uint(c, params, context.symbol(c"timeout")?, millis.max(1));
            }
            if let Some(bytes) = budget.memory {
                let megabytes = u32::try_from(bytes >> 20).unwrap_or(u32::MAX);
                Z3_params_set_uint(c, params, context.symbol(c"max_memory")?, megabytes.max(1));
            }
            // Otherwise Z3 takes the process's SIGINT away while it works.
            Z3_params_set_bool(c, params, context.symbol(c"ctrl_c")?, false);
            Z3_solver_set_params(c, solver, params);
            Z3_params_dec_ref(c, params);
            context.check()?;
            Ok(made)
        }
    }

    fn run(&self, asserted: &[Z3_ast], variables: &[Z3_ast]) -> Result<Verdict, Failure> {
        let c = self.context.raw();
        // SAFETY: solver and terms belong to the live context `c`.
        let outcome = unsafe {
            asserted
                .iter()
                .for_each(|term| Z3_solver_assert(c, self.solver, *term));
            Z3_solver_check(c, self.solver)
        };
        match outcome {
            Z3_L_TRUE => self.model(variables),
            Z3_L_FALSE => Ok(Verdict::Unsat(None)),
            _ => Ok(Verdict::Unknown(self.reason())),
        }
    }

    fn model(&self, variables: &[Z3_ast]) -> Result<Verdict, Failure> {
        let c = self.context.raw();
        let mut values = Vec::with_capacity(variables.len());
        // SAFETY: the model belongs to the live context and is held while it is read.
        unsafe {
            let model = Z3_solver_get_model(c, self.solver).ok_or(Failure::Refused)?;
            Z3_model_inc_ref(c, model);
            for &variable in variables {
                let mut value = variable;
                let mut number = 0;
                if !Z3_model_eval(c, model, variable, true, &mut value)
                    || !Z3_get_numeral_uint64(c, value, &mut number)
                {
                    Z3_model_dec_ref(c, model);
                    return Err(Failure::Refused);
                }
                values.push(number as u8);
            }
            Z3_model_dec_ref(c, model);
        }
        Ok(Verdict::Sat(values.into()))
    }

    fn reason(&self) -> UnknownReason {
        // SAFETY: the text lives until the next call into the context; it is copied here.
        let text = unsafe {
            let text = Z3_solver_get_reason_unknown(self.context.raw(), self.solver);
            if text.is_null() {
                String::new()
            } else {
                std::ffi::CStr::from_ptr(text)
                    .to_string_lossy()
                    .into_owned()
            }
        };
        match text.as_str() {
            "timeout" | "canceled" => UnknownReason::TimeLimit,
            // What Z3 says for an interrupted tactic, which here only the timeout does.
            "" | "unknown" => UnknownReason::TimeLimit,
            text if text.contains("memory") => UnknownReason::MemoryLimit,
            text => UnknownReason::GaveUp(format!("Z3: {text}")),
        }
    }
}

impl Drop for Solver<'_> {
    fn drop(&mut self) {
        // SAFETY: the reference was taken in `new`, and the context outlives this value.
        unsafe { Z3_solver_dec_ref(self.context.raw(), self.solver) }
    }
}
