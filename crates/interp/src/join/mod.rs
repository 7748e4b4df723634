//! Two states become one: the join of state merging. Who is joined, and when, others decide.
//!
//! The joined state's path is what both know and that one of the two holds; what differs between
//! them is `ite(guard, first, other)`, where the guard tells the one from the other. Its model is
//! that of the first state as far as the path still speaks of the inputs, and zero elsewhere: it may
//! be on either side. A test of the joined state is right for the path that its model takes.

mod compare;
mod memory;
mod registers;

pub use compare::{Difference, Variable};

use crate::uninit::unset_variables;
use crate::write::Guarded;
use crate::{Checks, Frame, Inputs, Joining, Standing, State, Value};
use pleach_ir::address::Segment;
use pleach_ir::{FuncId, Module, Widths};
use pleach_memory::Apart;
use pleach_solver::{List, PathJoiner};
use pleach_term::{Term, Terms};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Why two states cannot become one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Refusal {
    /// They stand at different instructions, or came there over different calls.
    Place,
    /// Whether one of the paths exists is not known.
    OpenQuestion,
    /// Their paths do not exclude each other.
    NotExclusive,
    /// Their frames have different local variables.
    Locals,
    /// Variadic arguments differ.
    Varargs,
    Memory(Apart),
    /// An object is on one side only, and leaks are looked for.
    Leaks,
    /// Exceptions on their way, handlers of signals, functions to call at exit, or the like differ.
    Control,
    /// The width of a register is not known.
    Width,
    /// A value is uninitialised on one side, and that is looked for.
    Uninitialised,
    /// What others keep about the states cannot be joined; the reason in words.
    Extension(&'static str),
}

impl Refusal {
    /// For people and statistics.
    pub fn reason(self) -> &'static str {
        match self {
            Refusal::Place => "different places",
            Refusal::OpenQuestion => "an open question",
            Refusal::NotExclusive => "paths that do not exclude each other",
            Refusal::Locals => "different local variables",
            Refusal::Varargs => "different variadic arguments",
            Refusal::Memory(Apart::Freed(Segment::Stack)) => {
                "the scope of a variable has ended on one side"
            }
            Refusal::Memory(Apart::Freed(_)) => "an object is freed on one side",
            Refusal::Memory(Apart::StackObject) => "different local variables",
            Refusal::Memory(Apart::Shape) => "an object has different sizes",
            Refusal::Memory(Apart::Fixed) => "different objects at fixed addresses",
            Refusal::Memory(Apart::Forgotten) => "too many freed objects",
            Refusal::Leaks => "an object on one side while leaks are checked",
            Refusal::Control => "different exceptions, signals or exit functions",
            Refusal::Width => "a register of unknown width",
            Refusal::Uninitialised => "a value that is uninitialised on one side",
            Refusal::Extension(why) => why,
        }
    }
}

/// Joins states. It has what can be found out once.
pub struct Joiner {
    module: Arc<Module>,
    terms: Arc<Terms>,
    checks: Checks,
    paths: PathJoiner,
    widths: FxHashMap<FuncId, Widths>,
    /// A planted fault, for tests that are to find one: the sides of every `ite` change places.
    pub swaps_sides: bool,
}

impl Joiner {
    pub fn new(module: Arc<Module>, terms: Arc<Terms>, checks: Checks) -> Joiner {
        Joiner {
            module,
            terms,
            checks,
            paths: PathJoiner::default(),
            widths: FxHashMap::default(),
            swaps_sides: false,
        }
    }

    /// Makes `first` the state that stands for both. Where that cannot be, nothing changes.
    pub fn join(&mut self, first: &mut State, other: &mut State) -> Result<(), Refusal> {
        first.stack.freeze();
        other.stack.freeze();
        is_joinable(first, other)?;
        let paths = self.paths.join(&self.terms, &first.path, &other.path);
        let paths = paths.ok_or(Refusal::NotExclusive)?;
        let guard = paths.guard;
        let terms = Arc::clone(&self.terms);
        let joining = Joining {
            guard,
            terms: &terms,
        };
        let stack = self.join_stacks(first, other, guard)?;
        let memory = self.join_memories(first, other, guard)?;
        let extensions = first.extensions.merged(&other.extensions, joining);
        let extensions = extensions.map_err(Refusal::Extension)?;
        let exit_code = self.join_values(first.exit_code, other.exit_code, Some(32), guard)?;
        first.stack = stack;
        first.memory = Guarded::from(memory);
        first.extensions = extensions;
        first.exit_code = exit_code;
        first.path = paths.path;
        first.inputs = Inputs::joined(&first.inputs, &other.inputs, joining);
        first.preferences = self.join_preferences(first, other, guard);
        first.depth = first.depth.max(other.depth);
        first.instructions = first.instructions.max(other.instructions);
        first.stack_bytes = first.stack_bytes.max(other.stack_bytes);
        first.fresh = first.fresh.max(other.fresh);
        first.refused = first.refused.take().or_else(|| other.refused.clone());
        // A path that is joined from two is not one list of decisions.
        first.decisions = None;
        first.standing = Standing {
            last_new: first.standing.last_new.max(other.standing.last_new),
            ..first.standing.clone()
        };
        Ok(())
    }

    fn ite(&self, guard: Term, first: Term, other: Term) -> Term {
        match self.swaps_sides {
            false => self.terms.ite(guard, first, other),
            true => self.terms.ite(guard, other, first),
        }
    }

    /// Whether a value depends on bytes that were never written, where such are looked for: what is
    /// asked about them cannot tell the two sides apart.
    fn is_unset(&self, term: Option<Term>) -> bool {
        let is_unset = |term: Term| !unset_variables(&self.terms, term).is_empty();
        self.checks.uninit && term.is_some_and(is_unset)
    }

    /// `width` is that of both, where it is known.
    fn join_values(
        &self,
        first: Value,
        other: Value,
        width: Option<u32>,
        guard: Term,
    ) -> Result<Value, Refusal> {
        if first == other {
            return Ok(first);
        }
        if [first, other].iter().any(|value| self.is_unset(value.term)) {
            return Err(Refusal::Uninitialised);
        }
        let of_term = first.term.or(other.term).map(|term| self.terms.width(term));
        let width = of_term.or(width).ok_or(Refusal::Width)?;
        let (a, b) = (
            first.to_term(&self.terms, width),
            other.to_term(&self.terms, width),
        );
        Ok(Value::from_term(&self.terms, self.ite(guard, a, b)))
    }

    /// What only one of them prefers is preferred where that one is taken.
    fn join_preferences(&self, first: &State, other: &State, guard: Term) -> List<Term> {
        let (mine, theirs) = (&first.preferences, &other.preferences);
        let common = mine.common(theirs);
        let mut joined = mine.prefix(common);
        let sides = [(mine, self.terms.not(guard)), (theirs, guard)];
        for (list, elsewhere) in sides {
            for wish in list.oldest_first().skip(common) {
                joined.push(self.terms.or(elsewhere, *wish));
            }
        }
        joined
    }

    fn widths(&mut self, function: FuncId) -> &Widths {
        let module = &self.module;
        let make = || Widths::of(&module.functions[function.index()]);
        self.widths.entry(function).or_insert_with(make)
    }
}

/// What must be equal, since it cannot be one thing or the other in one state.
fn is_joinable(first: &State, other: &State) -> Result<(), Refusal> {
    let place = |state: &State| -> Vec<(FuncId, u32)> {
        let at = |frame: &Frame| (frame.function, frame.pc);
        state.stack.frames().map(at).collect()
    };
    if first.stack.depth() != other.stack.depth() || place(first) != place(other) {
        return Err(Refusal::Place);
    }
    let is_open = |state: &State| state.standing.open_question.is_some();
    if is_open(first) || is_open(other) {
        return Err(Refusal::OpenQuestion);
    }
    let control = first.forking == other.forking
        && first.agenda == other.agenda
        && first.at_exit == other.at_exit
        && first.exceptions == other.exceptions
        && first.landing == other.landing
        && first.main_args == other.main_args
        && first.aliases == other.aliases
        && first.handlers == other.handlers;
    match control {
        true => Ok(()),
        false => Err(Refusal::Control),
    }
}
