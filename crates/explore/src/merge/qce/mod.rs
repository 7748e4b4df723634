//! Query count estimation: which variables had better not differ between states that are joined
//! (Kuznetsov, Kinder, Bucur, Candea: "Efficient state merging in symbolic execution", PLDI 2012,
//! section 3.2).
//!
//! A variable that has different concrete values in two states becomes an expression when they are
//! joined, and every later question that depends on it goes to the solver. The estimate counts, from
//! the control flow alone, the questions ahead of a place (Q_t) and those that depend on each variable
//! (Q_add). A variable is *hot* where the second number is more than α times the first.
//!
//! Functions are summed up bottom-up over the call graph; recursion is unrolled as loops are. Of
//! calls whose target is computed nothing is known but that the target is asked about. What a callee
//! puts into global variables does not count for what it was computed from. A stack is the sum of
//! its frames: from the top one's place on, and from behind each caller's call.

mod body;
mod counts;
mod hot;
mod nest;
mod similarity;
#[cfg(test)]
mod tests;
mod trips;

pub(crate) use body::BehindCall;
pub(crate) use counts::Counts;
pub(crate) use hot::Hot;
pub(super) use similarity::Similarity;

use super::flow::Globals;
use crate::atlas::components;
use body::{Body, Summaries};
use pleach_ir::{BlockId, Callee, FuncId, Function, Inst, Module};
use rustc_hash::FxHashMap;
use std::sync::{Arc, OnceLock};

/// The parameters of the estimate, with the published values as defaults.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct QceOptions {
    /// The share of questions from which on a variable is hot.
    pub alpha: f64,
    /// How likely a side of a branch is feasible.
    pub beta: f64,
    /// How often a loop is unrolled whose number of rounds is not known.
    pub kappa: u32,
}

impl Default for QceOptions {
    fn default() -> Self {
        QceOptions {
            alpha: 1e-12,
            beta: 0.8,
            kappa: 10,
        }
    }
}

/// The estimate for a program. Functions are looked at when they are first asked for, with all that
/// they call.
pub(in crate::merge) struct Estimate {
    module: Arc<Module>,
    options: QceOptions,
    globals: Globals,
    /// By function: those that it calls by name.
    callees: Vec<Vec<usize>>,
    /// By function: its number in `components`.
    component: Vec<usize>,
    /// Functions that call each other; each comes behind those that it calls.
    components: Vec<Vec<usize>>,
    /// By function, at its entry.
    summaries: Vec<OnceLock<Counts>>,
    /// By function, everywhere.
    details: Vec<OnceLock<Details>>,
}

struct Details {
    /// By block.
    at: Vec<Counts>,
    /// By the calls' places in the code, in order.
    behind: Vec<(u32, BehindCall)>,
}

impl Estimate {
    pub fn new(module: &Arc<Module>, options: QceOptions) -> Estimate {
        let functions = module.functions.len();
        let callees: Vec<Vec<usize>> = module.functions.iter().map(callees).collect();
        let components = components(&callees);
        let mut component = vec![0; functions];
        for (number, members) in components.iter().enumerate() {
            members.iter().for_each(|f| component[*f] = number);
        }
        Estimate {
            module: module.clone(),
            options,
            globals: Globals::new(module),
            callees,
            component,
            components,
            summaries: std::iter::repeat_with(OnceLock::new)
                .take(functions)
                .collect(),
            details: std::iter::repeat_with(OnceLock::new)
                .take(functions)
                .collect(),
        }
    }

    /// The estimate where a block begins, within this function and what it calls.
    pub fn at(&self, function: FuncId, block: BlockId) -> &Counts {
        &self.details(function).at[block.index()]
    }

    /// The estimate for a caller that stands at its call; none if there is no call, as below a
    /// signal handler.
    pub fn behind_call(&self, function: FuncId, pc: u32) -> Option<&BehindCall> {
        let behind = &self.details(function).behind;
        let at = behind.binary_search_by_key(&pc, |(pc, _)| *pc).ok()?;
        Some(&behind[at].1)
    }

    fn details(&self, function: FuncId) -> &Details {
        self.details[function.index()].get_or_init(|| {
            self.sum_up(function.index());
            let body = self.body(function.index());
            let at = body.evaluate(self);
            let behind = body.behind_calls(&at, self);
            Details { at, behind }
        })
    }

    fn body(&self, function: usize) -> Body<'_> {
        let module = &self.module;
        Body::new(
            module,
            &module.functions[function],
            &self.globals,
            self.options,
        )
    }

    /// Makes the summaries of a function and of all that it leads to.
    fn sum_up(&self, function: usize) {
        for component in self.missing(function) {
            let members = &self.components[component];
            let first = members[0];
            let is_recursive = members.len() > 1 || self.callees[first].contains(&first);
            let rounds = if is_recursive { self.options.kappa } else { 1 };
            let bodies: Vec<Body<'_>> = members.iter().map(|f| self.body(*f)).collect();
            let mut unrolled = Unrolled {
                estimate: self,
                component,
                summaries: members.iter().map(|f| (*f, Counts::default())).collect(),
            };
            for _ in 0..rounds {
                for (function, body) in members.iter().zip(&bodies) {
                    let entry = body.evaluate(&unrolled).into_iter().next();
                    let entry = entry.unwrap_or_default();
                    unrolled.summaries.insert(*function, entry);
                }
            }
            for (function, summary) in unrolled.summaries {
                // Another thread may have been faster, with the same outcome.
                self.summaries[function].get_or_init(|| summary);
            }
        }
    }

    /// Components without summaries that a function leads to, callees first.
    fn missing(&self, function: usize) -> Vec<usize> {
        let mut found = vec![false; self.components.len()];
        let mut work = vec![self.component[function]];
        while let Some(component) = work.pop() {
            let members = &self.components[component];
            let is_known = self.summaries[members[0]].get().is_some();
            if is_known || std::mem::replace(&mut found[component], true) {
                continue;
            }
            let callees = members.iter().flat_map(|f| &self.callees[*f]);
            work.extend(callees.map(|f| self.component[*f]));
        }
        (0..found.len()).filter(|c| found[*c]).collect()
    }
}

impl Estimate {
    /// The estimate at the entry of a function that has a body.
    pub fn at_entry(&self, function: FuncId) -> Option<&Counts> {
        self.sum_up(function.index());
        self.summary(function)
    }
}

impl Summaries for Estimate {
    fn summary(&self, function: FuncId) -> Option<&Counts> {
        let is_defined = self.module.functions[function.index()].is_defined();
        let summary = self.summaries[function.index()].get();
        summary.filter(|_| is_defined)
    }
}

/// Summaries of functions that call each other, as far as recursion is unrolled: at first they do
/// nothing.
struct Unrolled<'e> {
    estimate: &'e Estimate,
    component: usize,
    summaries: FxHashMap<usize, Counts>,
}

impl Summaries for Unrolled<'_> {
    fn summary(&self, function: FuncId) -> Option<&Counts> {
        match self.estimate.component[function.index()] == self.component {
            true => self.summaries.get(&function.index()),
            false => self.estimate.summary(function),
        }
    }
}

/// The functions that a function calls by name.
fn callees(function: &Function) -> Vec<usize> {
    let mut callees = Vec::new();
    for block in &function.blocks {
        if let Inst::Call(call) = &function.code[(block.first + block.len - 1) as usize]
            && let Callee::Direct(id) = call.callee
        {
            callees.push(id.index());
        }
    }
    callees.sort();
    callees.dedup();
    callees
}
