//! Ending a path.

use crate::args::{end, error, word};
use crate::text::words;
use pleach_interp::{End, ErrorKind, HostCall, Machine, Returned, State, Step};

pub(crate) fn silent_exit(_: &mut Machine, _: &mut State, _: &HostCall<'_>) -> Step<Returned> {
    end(End::Silent)
}

/// `klee_report_error(file, line, message, suffix)`
pub(crate) fn report_error(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let message = words(machine, state, word(machine, call, 2))?;
    let suffix = words(machine, state, word(machine, call, 3))?;
    let mut finding = machine.finding(state, ErrorKind::ReportError, message);
    finding.suffix = Some(suffix);
    error(finding)
}
