//! Functions that the engine provides to the program.

use crate::{Machine, State, Step, Value};
use pleach_ir::{FuncId, Function};

/// A call of such a function.
pub struct HostCall<'a> {
    pub function: FuncId,
    pub name: &'a str,
    pub args: &'a [Value],
    pub arg_widths: &'a [u32],
    pub result_widths: &'a [u32],
}

impl HostCall<'_> {
    /// An argument; zero if the program passed too few.
    pub fn arg(&self, i: usize) -> Value {
        self.args.get(i).copied().unwrap_or(Value::ZERO)
    }

    pub fn result_width(&self) -> u32 {
        self.result_widths.first().copied().unwrap_or(0)
    }
}

/// How control goes on after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Returned {
    Nothing,
    One(Value),
    Many(Vec<Value>),
    /// The function has set up the stack itself (`longjmp`, `exit`, a throw).
    Elsewhere,
}

pub type HostFn = fn(&mut Machine, &mut State, &HostCall<'_>) -> Step<Returned>;

/// Whoever provides them.
pub trait Host: Send + Sync {
    /// The implementation for a function that the program only declares.
    fn resolve(&self, function: &Function) -> Option<HostFn>;

    /// An implementation to run instead of the program's own.
    fn replace(&self, _function: &Function) -> Option<HostFn> {
        None
    }
}
