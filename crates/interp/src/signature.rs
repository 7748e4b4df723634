//! Calls whose idea of a function's type is not the function's own. A real machine passes integers
//! and pointers in one row of registers, floats in another and structures in memory, each in its
//! order, whatever the other rows hold. What the function then finds is what it gets here. Where
//! it would find what nobody passed, or a number in the wrong format, the call is an error.

use crate::{ErrorKind, Machine, State, Step, Value};
use pleach_ir::convention::{Class, Used};
use pleach_ir::{Call, Function, Origin, Param, ResultUse, readable};

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
                readable(&function.name)
            );
            return self.fail(state, ErrorKind::WrongFunctionType, message);
        }
        let (mut passed, mut taken) = (Used::default(), Used::default());
        let places: Vec<_> = call
            .args
            .iter()
            .map(|arg| passed.place(Class::of(arg)))
            .collect();
        let mut found = Vec::with_capacity(args.len());
        for (i, param) in function.params.iter().enumerate() {
            let class = class_of(param);
            let place = taken.place(class);
            let at = match function.variadic {
                // What follows the parameters is found by its position.
                true => Some(i).filter(|&at| at < args.len()),
                false => places.iter().position(|other| *other == place),
            };
            match at.filter(|&at| Class::of(&call.args[at]) == class) {
                Some(at) => found.push(args[at]),
                None => return self.missing_parameter(state, function, i, class),
            }
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
            readable(&function.name),
            index + 1,
            text(class)
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
            let class = Class::of_scalar(width, float);
            let is_same = given(i).is_some_and(|(w, f)| Class::of_scalar(w, f) == class);
            let is_equal = given(i) == Some((width, float));
            if !is_same || self.config.checks.function_type && !is_equal {
                let message = format!(
                    "call of `{}` for a result that it does not give, {}",
                    readable(&function.name),
                    text(class)
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
        && params
            .iter()
            .zip(args)
            .all(|(param, arg)| param.width == arg.width && class_of(param) == Class::of(arg))
}

fn class_of(param: &Param) -> Class {
    match param.by_value {
        Some(by_value) => Class::of_copy(by_value),
        None => Class::of_scalar(param.width, param.float),
    }
}

fn text(class: Class) -> String {
    match class {
        Class::General(1) => "an integer or pointer".to_string(),
        Class::General(n) => format!("an integer of {} bits", 64 * n),
        Class::Vector { bytes } => format!("a float of {} bits", 8 * bytes),
        Class::Memory { bytes, .. } => format!("{bytes} bytes in memory"),
    }
}
