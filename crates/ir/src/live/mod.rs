//! Liveness: computed once per function, kept in its [`Live`] table.
//!
//! [`registers`] looks at slots, [`variables`] at what lies in memory of the frame.

mod check;
mod print;
mod registers;
mod variables;

use crate::*;

pub use check::check;
pub use registers::Registers;

/// Functions that the engine lets return more than once.
pub const RETURN_TWICE: [&str; 5] = [
    "__pleach_setjmp",
    "__sigsetjmp",
    "_setjmp",
    "setjmp",
    "sigsetjmp",
];

/// Shares registers, if that is wished, and writes down what is live where.
pub fn finish(functions: &mut [Function], slots: SlotUse) {
    let jumps = Jumps::of(functions);
    for function in functions {
        let before = match jumps.lead_into(function) {
            true => None,
            false => Some(variables::variables(function)),
        };
        let Some(registers) = Registers::of(function) else {
            continue;
        };
        let rows = match slots {
            SlotUse::OnePerValue => registers.into_rows(),
            SlotUse::Shared => slots::share(function, registers),
        };
        if let Some((variables, contents)) = before {
            function.live = Some(Box::new(Live {
                registers: rows,
                variables,
                contents,
            }));
        }
    }
}

impl Live {
    /// What is live in a function by itself, in which nothing returns twice. Where slots are shared,
    /// less may be known of its variables.
    pub fn of(function: &Function) -> Option<Box<Live>> {
        let (variables, contents) = variables::variables(function);
        let registers = Registers::of(function)?.into_rows();
        Some(Box::new(Live {
            registers,
            variables,
            contents,
        }))
    }
}

/// Calls that may return once more, into code that reads what was dead by then: their functions keep
/// no liveness.
struct Jumps {
    /// The functions of [`RETURN_TWICE`] that are there.
    twice: Vec<FuncId>,
}

impl Jumps {
    fn of(functions: &[Function]) -> Jumps {
        let is_twice = |f: &Function| RETURN_TWICE.contains(&f.name.as_str());
        let numbered = functions.iter().enumerate().filter(|(_, f)| is_twice(f));
        Jumps {
            twice: numbered.map(|(i, _)| FuncId(i as u32)).collect(),
        }
    }

    fn lead_into(&self, function: &Function) -> bool {
        !self.twice.is_empty()
            && function.code.iter().any(|inst| match inst {
                Inst::Call(call) => match call.callee {
                    Callee::Direct(id) => self.twice.contains(&id),
                    Callee::Indirect(_) => true,
                },
                _ => false,
            })
    }
}
