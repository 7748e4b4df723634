//! Calls whose idea of a function's type is not the function's own. A real machine passes integers
//! and pointers in one row of registers, floats in another and structures in memory, each in its
//! order, whatever the other rows hold. What the function then finds is what it gets here. Where
//! it would find what nobody passed, or a number in the wrong format, the call is an error.

use crate::{ErrorKind, Machine, State, Step, Value};
use pleach_ir::{Arg, Call, Function, Origin, Param, ResultUse};

/// Where an argument is passed, and in which format where that matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    Integer,
    /// More than a register.
    Wide(u32),
    Float(u32),
    Memory,
}

impl Class {
    fn of(width: u32, float: bool, in_memory: bool) -> Class {
        match (float, width) {
            _ if in_memory => Class::Memory,
            (true, width) => Class::Float(width),
            (false, 0..=64) => Class::Integer,
            (false, width) => Class::Wide(width),
        }
    }

    fn of_param(param: &Param) -> Class {
        Class::of(param.width, param.float, param.by_value.is_some())
    }

    fn of_arg(arg: &Arg) -> Class {
        Class::of(arg.width, arg.float, arg.by_value.is_some())
    }

    fn text(self) -> String {
        match self {
            Class::Integer => "an integer or pointer".to_string(),
            Class::Wide(width) => format!("an integer of {width} bits"),
            Class::Float(width) => format!("a float of {width} bits"),
            Class::Memory => "a structure".to_string(),
        }
    }
}

impl Machine {
    /// The arguments as the function finds them.
    pub(crate) fn matched_args(
        &mut self,
        state: &State,
        function: &Function,
        call: &Call,
        args: Vec<Value>,
    ) -> Step<Vec<Value>> {
        self.check_results(state, function, call)?;
        if same_params(function, call) {
            return Ok(args);
        }
        let by_library = self.function(state).origin == Origin::Runtime;
        if self.config.checks.function_type && !by_library {
            let message = format!(
                "call of `{}` with other parameters than it has",
                function.name
            );
            return self.fail(state, ErrorKind::WrongFunctionType, message);
        }
        let mut taken = vec![false; args.len()];
        let mut found = Vec::with_capacity(args.len());
        for (i, param) in function.params.iter().enumerate() {
            let class = Class::of_param(param);
            let is_free = |at: usize| !taken[at] && Class::of_arg(&call.args[at]) == class;
            let next = match function.variadic {
                // What follows the parameters is found by its position.
                true => Some(i).filter(|&at| at < args.len() && is_free(at)),
                false => (0..args.len()).find(|&at| is_free(at)),
            };
            let Some(at) = next else {
                return self.missing_parameter(state, function, i, class);
            };
            taken[at] = true;
            found.push(args[at]);
        }
        Ok(if function.variadic { args } else { found })
    }

    fn missing_parameter<T>(
        &self,
        state: &State,
        function: &Function,
        index: usize,
        class: Class,
    ) -> Step<T> {
        let message = format!(
            "call of `{}` without its parameter {}, {}",
            function.name,
            index + 1,
            class.text()
        );
        self.fail(state, ErrorKind::WrongFunctionType, message)
    }

    /// A result that the caller uses must be one that the function gives.
    fn check_results(&mut self, state: &State, function: &Function, call: &Call) -> Step<()> {
        let ResultUse::Used { floats } = &call.result_use else {
            return Ok(());
        };
        // There are programs whose `main` returns nothing.
        if self.function(state).origin == Origin::Runtime {
            return Ok(());
        }
        let given = |i: usize| Some((*function.results.get(i)?, *function.float_results.get(i)?));
        for (i, (&width, &float)) in call.result_widths.iter().zip(floats).enumerate() {
            let class = Class::of(width, float, false);
            let is_same = given(i).is_some_and(|(w, f)| Class::of(w, f, false) == class);
            let is_equal = given(i) == Some((width, float));
            if !is_same || self.config.checks.function_type && !is_equal {
                let message = format!(
                    "call of `{}` for a result that it does not give, {}",
                    function.name,
                    class.text()
                );
                return self.fail(state, ErrorKind::WrongFunctionType, message);
            }
        }
        Ok(())
    }
}

/// Whether the call passes what the function takes. Behind the last parameter of a variadic
/// function anything may follow.
fn same_params(function: &Function, call: &Call) -> bool {
    let (params, args) = (&function.params, &call.args);
    let enough = match function.variadic {
        true => args.len() >= params.len(),
        false => args.len() == params.len(),
    };
    enough
        && params.iter().zip(args).all(|(param, arg)| {
            param.width == arg.width && Class::of_param(param) == Class::of_arg(arg)
        })
}
