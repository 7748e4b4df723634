//! Where the arguments of a formatted print come from.

use pleach_interp::{HostCall, Machine, State, Step, VaList, Value};
use pleach_ir::convention::Class;

/// The arguments behind the format. Reading them changes nothing: the program
/// may not use its list afterwards, and the call may be met again.
pub(crate) enum Source<'a> {
    /// The call's own, from this one on.
    Call {
        call: &'a HostCall<'a>,
        next: usize,
    },
    List(VaList),
}

impl<'a> Source<'a> {
    pub fn of_call(call: &'a HostCall<'a>, first: usize) -> Source<'a> {
        Source::Call { call, next: first }
    }

    pub fn of_list(machine: &mut Machine, state: &mut State, list: Value) -> Step<Source<'a>> {
        Ok(Source::List(machine.va_list(state, list)?))
    }

    /// The next argument, an integer or address of `width` bits.
    pub fn next(&mut self, machine: &mut Machine, state: &mut State, width: u32) -> Step<Value> {
        self.take(machine, state, width, Class::of_scalar(width, false))
    }

    /// The next argument, a float of `width` bits.
    pub fn next_float(
        &mut self,
        machine: &mut Machine,
        state: &mut State,
        width: u32,
    ) -> Step<Value> {
        self.take(machine, state, width, Class::of_scalar(width, true))
    }

    fn take(
        &mut self,
        machine: &mut Machine,
        state: &mut State,
        width: u32,
        class: Class,
    ) -> Step<Value> {
        match self {
            Source::Call { call, next } => {
                let value = call.arg(*next);
                let has = call.arg_widths.get(*next).copied().unwrap_or(width);
                *next += 1;
                if has == width && width > 64 {
                    return Ok(value);
                }
                let t = &machine.terms;
                Ok(Value::from_term(t, t.resize(value.to_term(t, has), width)))
            }
            Source::List(list) => {
                let at = list.next(class);
                machine.load_value(state, Value::concrete(at), width)
            }
        }
    }
}
