//! Where the arguments of a formatted print come from.

use pleach_interp::{HostCall, Machine, State, Step, Value};

/// The arguments behind the format. Reading them changes nothing: the program
/// may not use its list afterwards, and the call may be met again.
pub(crate) enum Source<'a> {
    /// The call's own, from this one on.
    Call { call: &'a HostCall<'a>, next: usize },
    /// Those in the overflow area of a `va_list`.
    List { next: u64 },
}

/// Where a `va_list` keeps the address of its overflow area.
const AREA: u64 = 8;

impl<'a> Source<'a> {
    pub fn of_call(call: &'a HostCall<'a>, first: usize) -> Source<'a> {
        Source::Call { call, next: first }
    }

    pub fn of_list(machine: &mut Machine, state: &mut State, list: Value) -> Step<Source<'a>> {
        let pointer = machine.add_offset(list, AREA);
        let area = machine.load_value(state, pointer, 64)?;
        Ok(Source::List {
            next: machine.enumerate(state, area, 64)?.bits,
        })
    }

    /// The next argument, of `width` bits.
    pub fn next(&mut self, machine: &mut Machine, state: &mut State, width: u32) -> Step<Value> {
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
            Source::List { next } => {
                let at = if width > 64 {
                    next.next_multiple_of(16)
                } else {
                    *next
                };
                *next = at + if width > 64 { 16 } else { 8 };
                machine.load_value(state, Value::concrete(at), width)
            }
        }
    }
}
