//! `State` and `step`: what each instruction means.
//!
//! A [`Machine`] runs one [`State`] at a time, for as long as it is told, and
//! hands back what became of it: states that forked off, paths that ended.
//! Who runs next, who is dropped and what is written down is decided by
//! others; nothing here knows that they exist.

mod alloca;
mod arith;
mod call;
mod choose;
mod code;
mod config;
mod control;
mod coverage;
mod dead;
mod decide;
mod decode;
mod describe;
mod divide;
mod exception;
mod extension;
mod fast;
mod fault;
mod finding;
mod float;
mod history;
mod host;
mod inputs;
mod join;
mod journal;
mod log;
mod machine;
mod mem;
mod mem_copy;
mod mem_symbolic;
mod memo;
mod record;
mod require;
mod resolve;
mod retry;
mod scope;
mod signature;
mod size;
mod slow;
mod stack;
mod start;
mod state;
#[cfg(test)]
mod tests;
mod tlb;
mod uninit;
mod value;
mod varargs;
mod write;

pub use code::Code;
pub use config::{Checks, Config, DeadValues, FloatMode, Undefined};
pub use coverage::{CoverageMap, EdgeNumber, Onward, Traced, Tracer, Tracing};
pub use divide::{Cell, Divider, Question, Share};
pub use exception::Exception;
pub use extension::{Extension, Extensions, Joining};
pub use fault::Handlers;
pub use finding::{
    Direction, End, ErrorKind, Finding, Incomplete, NamedPlace, ObjectNote, Omission, StackEntry,
};
pub use history::{Happening, Happenings, History};
pub use host::{Host, HostCall, HostFn, Returned};
pub use inputs::{InputType, Inputs, SymbolicObject};
pub use join::{Difference, Joiner, Refusal, Variable};
pub use journal::{Checkpoint, Decision, ReplayError};
pub use log::{Entry, LogPiece, LogReader, Mark, PathLog, Touch, Touches, leaves_event, places};
pub use machine::{Budget, Ended, Interrupt, Machine, QuestionCost, Step, Stop};
pub use record::{Recorder, Writing};
pub use resolve::{Access, bytes, no_object};
pub use size::Size;
pub use stack::{Frame, Stack};
pub use state::{MergeMark, OpenQuestion, Standing, State, StateId};
pub use uninit::unset_variables;
pub use value::Value;
pub use varargs::{VaList, Varargs};
pub use write::Guarded;
