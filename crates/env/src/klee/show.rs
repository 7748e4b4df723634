//! Printing for whoever watches the run.

use crate::args::{nothing, word};
use crate::text::words;
use pleach_interp::{HostCall, Machine, Returned, State, Step};

/// How many questions the solver may be asked for a smallest or largest value.
const QUESTIONS: u32 = 80;

/// `klee_print_expr(text, value)`
pub(crate) fn print_expr(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let text = words(machine, state, word(machine, call, 0))?;
    let width = call.arg_widths.get(1).copied().unwrap_or(64);
    let term = call.arg(1).to_term(&machine.terms, width);
    machine
        .warnings
        .push(format!("{text}: {}", machine.terms.display(term)));
    nothing()
}

/// `klee_print_range(name, value)`
pub(crate) fn print_range(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let text = words(machine, state, word(machine, call, 0))?;
    let width = call.arg_widths.get(1).copied().unwrap_or(64);
    let term = call.arg(1).to_term(&machine.terms, width);
    let least = machine.least(state, term, QUESTIONS);
    let most = machine.most(state, term, QUESTIONS);
    let sure = if least.exact && most.exact {
        ""
    } else {
        " (at least)"
    };
    let shown = machine.terms.display(term);
    let line = format!(
        "{text}: {shown} is in [{}, {}]{sure}",
        least.value.to_big(),
        most.value.to_big()
    );
    machine.warnings.push(line);
    nothing()
}

pub(crate) fn warning(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let text = words(machine, state, word(machine, call, 0))?;
    machine.warnings.push(text);
    nothing()
}

pub(crate) fn warning_once(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let text = words(machine, state, word(machine, call, 0))?;
    machine.warn_once(text);
    nothing()
}

pub(crate) fn stack_trace(
    machine: &mut Machine,
    state: &mut State,
    _: &HostCall<'_>,
) -> Step<Returned> {
    let mut text = String::from("active calls:");
    for (i, frame) in state.stack.frames().enumerate() {
        let function = &machine.module.functions[frame.function.index()];
        let loc = function
            .locs
            .get(frame.pc as usize)
            .and_then(|l| machine.module.locs.get(l.index()));
        text.push_str(&format!("\n  #{i} {}", pleach_ir::readable(&function.name)));
        if let Some(loc) = loc.filter(|l| l.line != 0) {
            let file = machine
                .module
                .files
                .get(loc.file.index())
                .map_or("?", |f| f.path.as_str());
            text.push_str(&format!(" at {file}:{}", loc.line));
        }
    }
    machine.warnings.push(text);
    nothing()
}
