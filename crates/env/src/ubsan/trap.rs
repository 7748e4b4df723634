//! `-fsanitize-trap`: no handler, only the number of the check in a trap.

use super::checks::{self, Check};
use crate::args::{error, word};
use pleach_interp::{ErrorKind, HostCall, Machine, Returned, State, Step};

/// Names of functions that are none: with debug information, the compiler says in one what its
/// trap is about, category and reason.
const REASON: &str = "__clang_trap_msg$";

/// What a trap natively is.
const SIGILL: u8 = 4;

/// `__pleach_ubsan_trap(number)`: `llvm.ubsantrap`
pub(crate) fn trap(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let number = word(machine, call, 0);
    let number = machine.enumerate(state, number, 64)?.bits;
    let (kind, message) = match checks::numbered(number) {
        Some(check) => described(machine, state, check),
        None => {
            let text = format!("a trap instruction was executed (number {number})");
            (ErrorKind::Abort, text)
        }
    };
    let mut finding = machine.finding(state, kind, message);
    finding.signal = Some(SIGILL);
    error(finding)
}

fn described(machine: &Machine, state: &State, check: &Check) -> (ErrorKind, String) {
    let message = reason(machine, state).unwrap_or_else(|| check.trap.to_owned());
    // The number does not tell them apart, the words do.
    let kind = match check.kind {
        ErrorKind::SignedOverflow if message.starts_with("unsigned") => ErrorKind::UnsignedOverflow,
        kind => kind,
    };
    (kind, message)
}

/// The compiler's reason for the trap that the state stands at.
fn reason(machine: &Machine, state: &State) -> Option<String> {
    let site = machine.site(state);
    let module = &machine.module;
    let function = module.functions.get(site.function.index())?;
    let loc = module.locs[function.locs.get(site.at as usize)?.index()];
    let name = module.scope_names.get(loc.scope as usize)?;
    let (_category, reason) = name.strip_prefix(REASON)?.split_once('$')?;
    Some(reason.to_owned())
}
