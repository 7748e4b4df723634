//! The functions that code compiled with `-fsanitize=undefined` calls where a check failed: each
//! call is an error of the program, with the words of the sanitizer's own runtime.

mod checks;
mod messages;
mod record;
mod signature;
mod trap;
mod value;

pub(crate) use signature::function_signature;
pub(crate) use trap::trap;

use crate::args::{error, nothing};
use checks::Check;
use pleach_interp::{HostCall, HostFn, Machine, Returned, State, Step};
use record::Record;

const PREFIX: &str = "__ubsan_handle_";

/// Which runtime a handler belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Flavour {
    /// Gets a record that describes the check, and the values that failed.
    Full,
    /// Gets nothing, or one address.
    Minimal,
}

/// The function that stands for a handler of the sanitizer's, if it is one of these.
pub(crate) fn find(name: &str) -> Option<HostFn> {
    let (check, _) = parse(name)?;
    match check.name {
        DYNAMIC_TYPE => Some(leave_unchecked),
        _ => Some(report),
    }
}

/// This one is asked whether an object has its type; the others are told that a check failed.
const DYNAMIC_TYPE: &str = "dynamic_type_cache_miss";

fn leave_unchecked(machine: &mut Machine, _: &mut State, _: &HostCall<'_>) -> Step<Returned> {
    machine.warn_once("the dynamic types of objects (-fsanitize=vptr) are not checked");
    nothing()
}

/// The check that a handler belongs to. Those that may return and those that do not end the path
/// here alike: an error was found, and the other side of the check is a path of its own.
fn parse(name: &str) -> Option<(&'static Check, Flavour)> {
    let rest = name.strip_prefix(PREFIX)?;
    let rest = ["_abort", "_preserve"]
        .iter()
        .find_map(|end| rest.strip_suffix(end))
        .unwrap_or(rest);
    let (rest, flavour) = match rest.strip_suffix("_minimal") {
        Some(rest) => (rest, Flavour::Minimal),
        None => (rest, Flavour::Full),
    };
    let rest = rest.strip_suffix("_v1").unwrap_or(rest);
    checks::named(rest).map(|check| (check, flavour))
}

fn report(machine: &mut Machine, state: &mut State, call: &HostCall<'_>) -> Step<Returned> {
    let Some((check, flavour)) = parse(call.name) else {
        let text = format!("{} is not known", call.name);
        return machine.fail(state, pleach_interp::ErrorKind::Unsupported, text);
    };
    let mut record = Record::open(machine, state, call)?;
    let (said, place) = match flavour {
        Flavour::Full => ((check.describe)(&mut record)?, record.place(check.place)?),
        Flavour::Minimal => (check.briefly(&mut record), None),
    };
    let mut finding = machine.finding(state, said.kind, said.message);
    finding.place = place;
    // The runtime reports; it raises no signal that the program could handle.
    finding.signal = None;
    error(finding)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_every_runtime() {
        for (name, flavour) in [
            ("__ubsan_handle_add_overflow", Flavour::Full),
            ("__ubsan_handle_add_overflow_abort", Flavour::Full),
            ("__ubsan_handle_type_mismatch_v1_abort", Flavour::Full),
            ("__ubsan_handle_nonnull_return_v1", Flavour::Full),
            ("__ubsan_handle_type_mismatch_minimal", Flavour::Minimal),
            (
                "__ubsan_handle_add_overflow_minimal_abort",
                Flavour::Minimal,
            ),
            (
                "__ubsan_handle_add_overflow_minimal_preserve",
                Flavour::Minimal,
            ),
        ] {
            assert_eq!(parse(name).map(|found| found.1), Some(flavour), "{name}");
        }
        assert!(find("__ubsan_handle_no_such_thing").is_none());
        assert!(find("__ubsan_get_current_report_data").is_none());
    }
}
