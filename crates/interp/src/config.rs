//! What the user chose about the meaning of instructions.

use pleach_ir::InsertedChecks;

/// What happens when an undefined external function is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Undefined {
    /// The path ends with an error.
    #[default]
    Error,
    /// The result is a fresh symbolic value.
    Havoc,
    /// The result is zero.
    Zero,
}

/// What happens with symbolic operands of float instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum FloatMode {
    #[default]
    Symbolic,
    /// Symbolic operands are fixed to one possible value, as KLEE does; the run is then not complete.
    Concretize,
}

/// Checks that are off unless asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Checks {
    pub overflow: bool,
    pub uninit: bool,
    pub leak: bool,
    /// Calls of functions of another type, also where they work on a real machine.
    pub function_type: bool,
    /// What is put into the program when it is loaded.
    pub inserted: InsertedChecks,
}

/// What happens to values that nobody reads any more, as the module's liveness says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DeadValues {
    #[default]
    Kept,
    /// Nonsense is put in their place, in registers and variables, at each block and call. Every
    /// instruction then takes the slow path. A run that ends otherwise than one that keeps them
    /// shows a fault of the liveness.
    Overwritten,
}

#[derive(Debug, Clone)]
pub struct Config {
    pub checks: Checks,
    pub undefined: Undefined,
    pub float: FloatMode,
    /// Bytes of stack (locals, and a flat charge per frame) before the stack is exhausted.
    pub max_stack: u64,
    /// How many objects one symbolic address may be tried against.
    pub max_resolutions: u32,
    /// How many possible positions of a symbolic offset become one expression.
    pub max_table: u64,
    /// The largest allocation that succeeds.
    pub max_allocation: u64,
    /// The largest allocation whose size stays symbolic.
    pub max_symbolic_size: u64,
    /// Forks of one state before its next forks are refused.
    pub max_depth: u32,
    /// Run concrete instructions in the fast loop. Without it every instruction takes the slow
    /// path, which defines what it means: the two are compared in tests.
    pub fast_loop: bool,
    /// At every fork inside of an instruction, compare the copy with the state at the instruction's
    /// beginning: see `retry.rs`. For tests; it copies every state at every slow step.
    pub check_retries: bool,
    pub dead_values: DeadValues,
}

impl Config {
    /// Whether any instruction is run in the fast loop.
    pub(crate) fn uses_fast_loop(&self) -> bool {
        self.fast_loop && self.dead_values == DeadValues::Kept
    }
}

impl Default for Config {
    fn default() -> Self {
        Config {
            checks: Checks::default(),
            undefined: Undefined::default(),
            float: FloatMode::default(),
            max_stack: 8 << 20,
            max_resolutions: 64,
            max_table: 4096,
            max_allocation: 1 << 31,
            max_symbolic_size: 4096,
            max_depth: u32::MAX,
            fast_loop: true,
            check_retries: false,
            dead_values: DeadValues::Kept,
        }
    }
}
