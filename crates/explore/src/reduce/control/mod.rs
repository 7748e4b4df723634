//! What can be said about a program's choices without running it: what depends on them, whether they
//! may still decide about reaching something new, and what they may write.
//!
//! Everything here errs on one side: a choice is said to control, to be relevant and to write rather
//! too much than too little. See [`Control`] for what is assumed.

mod access;
mod calls;
mod depend;
mod effects;
mod globals;
mod goals;
mod hazards;
mod held;
mod hosts;
mod relevance;
mod returns;
mod shape;
#[cfg(test)]
mod tests;
mod walk;
mod writes;

use crate::atlas::AtlasTables;
use calls::{Calls, Runs};
use depend::Dependence;
use effects::Effects;
use goals::{Goals, Reached};
pub(in crate::reduce) use hazards::calculation_may_fail;
use pleach_interp::{Checks, CoverageMap, EdgeNumber};
use pleach_ir::{BlockId, FuncId, GlobalId, Module};
use relevance::Relevance;
use shape::Shape;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};
pub(crate) use writes::Writes;

/// What an exploration is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Goal {
    /// Every edge of the program's own code.
    Coverage,
    /// And every instruction that is an error somewhere, if this is checked.
    CoverageAndErrors(Checks),
}

/// The choices of a program.
///
/// A *choice* is the end of a block that decides what happens next: a branch, a switch or a computed
/// jump; a call through a pointer; and a call that may throw or jump to a `setjmp`, which was decided by
/// what is called. A block is its choice's name.
///
/// Assumed is that a call through a pointer passes as many arguments as the function has parameters,
/// that handlers of signals which are faults are looked after by others, and that addresses computed
/// from a variable's own stay inside of it, or belong to something that has escaped.
pub(crate) struct Control {
    tables: Arc<AtlasTables>,
    calls: Calls,
    /// By function.
    dependence: Vec<Dependence>,
    effects: Effects,
    /// By function and choice.
    writes: Vec<Box<[OnceLock<Writes>]>>,
    goals: Goals,
    relevance: Relevance,
    nothing: Writes,
    time: Duration,
}

impl Control {
    /// Goes on from what is covered already.
    pub fn new(tables: Arc<AtlasTables>, coverage: &CoverageMap, goal: Goal) -> Control {
        let started = Instant::now();
        let module = &**tables.module();
        let calls = Calls::new(module, tables.code());
        let functions = (0..module.functions.len() as u32).map(FuncId);
        let dependence: Vec<Dependence> = functions
            .map(|id| Dependence::new(&Shape::new(module, id, &calls)))
            .collect();
        let effects = Effects::new(module, &calls);
        let goals = Goals::new(&tables, &calls, &effects, coverage, goal);
        let relevance = Relevance::new(module, &calls, &dependence, &goals);
        let writes = dependence.iter();
        Control {
            writes: writes
                .map(|d| d.choosing.iter().map(|_| OnceLock::new()).collect())
                .collect(),
            calls,
            dependence,
            effects,
            goals,
            relevance,
            nothing: Writes::nothing(),
            time: started.elapsed(),
            tables,
        }
    }

    fn module(&self) -> &Module {
        self.tables.module()
    }

    /// The choices of the same function that a block depends on directly, in order.
    pub fn parents(&self, function: FuncId, block: BlockId) -> &[BlockId] {
        self.dependence[function.index()].parents(block.index())
    }

    #[cfg(test)]
    /// Whether a block depends on a choice, directly or by way of others.
    pub fn controls(&self, function: FuncId, choice: BlockId, block: BlockId) -> bool {
        pleach_ir::bits::has(self.region_bits(function, choice), block.index())
    }

    #[cfg(test)]
    /// All blocks that depend on a choice, in order. Itself is among them if it decides whether it is
    /// come to again.
    pub fn region(&self, function: FuncId, choice: BlockId) -> impl Iterator<Item = BlockId> + '_ {
        pleach_ir::bits::members(self.region_bits(function, choice)).map(|b| BlockId(b as u32))
    }

    #[cfg(test)]
    fn region_bits(&self, function: FuncId, choice: BlockId) -> &[u64] {
        let dependence = &self.dependence[function.index()];
        match dependence.choice(choice.index()) {
            Some(choice) => dependence.region(choice),
            None => &[],
        }
    }

    /// Where the ways out of a block come together, if that is before the function's end.
    pub fn join(&self, function: FuncId, block: BlockId) -> Option<BlockId> {
        self.dependence[function.index()].join(block.index())
    }

    /// Whether the end of a block is a choice.
    pub fn is_choice(&self, function: FuncId, block: BlockId) -> bool {
        let dependence = &self.dependence[function.index()];
        dependence.choice(block.index()).is_some()
    }

    /// Whether a choice may still decide whether something new is reached. What is no choice
    /// decides nothing.
    pub fn is_relevant(&self, function: FuncId, choice: BlockId) -> bool {
        let dependence = &self.dependence[function.index()];
        let choice = dependence.choice(choice.index());
        choice.is_some_and(|choice| self.relevance.is_relevant(function, choice))
    }

    /// Whether a function of the engine's own decides about what is called, now or later.
    pub fn steers(&self, function: FuncId) -> bool {
        let name = &self.module().functions[function.index()].name;
        let decides = hosts::steers(name) || hosts::calls_back(name);
        self.calls.runs(function) == Runs::Host && decides
    }

    /// Grows whenever some choice has stopped being relevant.
    pub fn epoch(&self) -> u64 {
        self.relevance.epoch
    }

    #[cfg(test)]
    /// How many choices are relevant.
    pub fn relevant_choices(&self) -> usize {
        self.relevance.count
    }

    #[cfg(test)]
    /// The choices that are relevant, in order.
    pub fn relevant(&self) -> impl Iterator<Item = (FuncId, BlockId)> + '_ {
        let functions = (0..self.dependence.len() as u32).map(FuncId);
        functions.flat_map(|id| {
            let choosing = &self.dependence[id.index()].choosing;
            let choices = self.relevance.choices(id);
            choices.map(move |choice| (id, BlockId(choosing[choice])))
        })
    }

    /// Takes in edges that were covered for the first time.
    pub fn covered(&mut self, edges: &[EdgeNumber]) {
        let started = Instant::now();
        let reached = edges.iter().filter_map(|edge| self.goals.take(*edge));
        let reached: Vec<Reached> = reached.collect();
        self.reached(&reached);
        self.time += started.elapsed();
    }

    /// An error was found at this instruction.
    pub fn error_found(&mut self, function: FuncId, pc: u32) {
        let started = Instant::now();
        let reached = self.goals.fail(self.tables.module(), function, pc);
        self.reached(reached.as_slice());
        self.time += started.elapsed();
    }

    fn reached(&mut self, reached: &[Reached]) {
        if !reached.is_empty() {
            let module = self.tables.module();
            let (calls, tables) = (&self.calls, &self.dependence);
            self.relevance
                .reached(module, calls, tables, &self.goals, reached);
        }
    }

    /// What may be written on the ways out of a choice, before they come together. Computed when it
    /// is first asked for.
    pub fn may_write(&self, function: FuncId, choice: BlockId) -> &Writes {
        let dependence = &self.dependence[function.index()];
        let Some(choice) = dependence.choice(choice.index()) else {
            return &self.nothing;
        };
        self.writes[function.index()][choice].get_or_init(|| {
            let (calls, effects) = (&self.calls, &self.effects);
            writes::writes_of(self.module(), calls, effects, function, dependence, choice)
        })
    }

    /// The global variable that an address belongs to.
    pub fn global_at(&self, address: u64) -> Option<GlobalId> {
        let (id, offset) = self.effects.globals.at(address)?;
        (offset < self.effects.globals.size(id)).then_some(id)
    }

    /// Whether a store at an unknown address may hit this global variable.
    pub fn escapes(&self, id: GlobalId) -> bool {
        self.effects.global_escapes(id)
    }

    #[cfg(test)]
    /// Whether a store at an unknown address may hit this local variable.
    pub fn local_escapes(&self, function: FuncId, alloca: u32) -> bool {
        self.effects.local_escapes(self.module(), function, alloca)
    }

    #[cfg(test)]
    /// Whether some call may throw, or jump to where `setjmp` was called: then calls are choices
    /// that were made by those who are called.
    pub fn has_jumps(&self) -> bool {
        (0..self.calls.nodes() as u32).any(|node| self.calls.jumps(node))
    }

    /// Spent on making this and on keeping it up to date.
    pub fn time(&self) -> Duration {
        self.time
    }
}
