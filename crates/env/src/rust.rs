//! What Rust programs need: their panics are errors, their allocator is the heap.

use crate::alloc::{self, ALIGN, Failing, Filled};
use crate::args::{nothing, number, word};
use pleach_interp::{ErrorKind, HostCall, HostFn, Machine, Returned, State, Step, Value};

/// The path of a mangled Rust name, without its hash: `core::panicking::panic`.
/// Generic arguments are left out.
pub(crate) fn path(name: &str) -> Option<Vec<&str>> {
    if let Some(rest) = name.strip_prefix("_ZN") {
        let mut parts = segments(rest);
        if parts
            .last()
            .is_some_and(|p| p.len() == 17 && p.starts_with('h'))
        {
            parts.pop();
            return Some(parts);
        }
        return None;
    }
    // The newer scheme: tags of one or two letters and disambiguators stand between the names.
    let rest = name.strip_prefix("_R")?;
    let first_number = |s: &str| s.find(|c: char| c.is_ascii_digit());
    let mut parts = Vec::new();
    let mut rest = rest;
    while let Some(at) = first_number(rest) {
        // `s` begins a disambiguator: letters and digits up to an underscore.
        if let Some(mark) = rest[..at].rfind('s')
            && let Some(end) = rest[mark..].find('_')
        {
            rest = &rest[mark + end + 1..];
            continue;
        }
        rest = &rest[at..];
        let (part, after) = segment(rest)?;
        parts.push(part.trim_start_matches('_'));
        rest = after;
    }
    Some(parts)
}

/// Names with their lengths before them, as many as follow each other.
fn segments(mut rest: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    while let Some((part, after)) = segment(rest) {
        parts.push(part);
        rest = after;
    }
    parts
}

fn segment(text: &str) -> Option<(&str, &str)> {
    let digits = text.find(|c: char| !c.is_ascii_digit())?;
    let len: usize = text[..digits].parse().ok()?;
    let start = if text[digits..].starts_with('_')
        && text
            .get(digits + 1..digits + 1 + len)
            .is_some_and(starts_escaped)
    {
        digits + 1
    } else {
        digits
    };
    Some((text.get(start..start + len)?, text.get(start + len..)?))
}

/// Names that begin with a digit or an underscore are set off by one more.
fn starts_escaped(name: &str) -> bool {
    name.starts_with('_') || name.starts_with(|c: char| c.is_ascii_digit())
}

/// The function that stands for a Rust name, if it is one of these.
pub(crate) fn find(name: &str) -> Option<HostFn> {
    match name {
        "rust_begin_unwind" | "rust_panic" => return Some(panic),
        "__rust_alloc" => return Some(rust_alloc),
        "__rust_dealloc" => return Some(rust_dealloc),
        "__rust_realloc" => return Some(rust_realloc),
        "__rust_alloc_zeroed" => return Some(rust_alloc_zeroed),
        "__rust_no_alloc_shim_is_unstable_v2" => return Some(nothing_to_do),
        _ => {}
    }
    let path = path(name)?;
    let last = *path.last()?;
    match (path.first().copied()?, last) {
        (_, "rust_alloc" | "__rust_alloc") => Some(rust_alloc),
        (_, "rust_dealloc" | "__rust_dealloc") => Some(rust_dealloc),
        (_, "rust_realloc" | "__rust_realloc") => Some(rust_realloc),
        (_, "rust_alloc_zeroed" | "__rust_alloc_zeroed") => Some(rust_alloc_zeroed),
        (_, "rust_no_alloc_shim_is_unstable_v2" | "__rust_no_alloc_shim_is_unstable_v2") => {
            Some(nothing_to_do)
        }
        ("std", "lang_start_internal") => Some(start),
        _ if is_panic(&path) => Some(panic),
        _ => None,
    }
}

/// Functions that never return because something is wrong.
fn is_panic(path: &[&str]) -> bool {
    let last = path.last().copied().unwrap_or_default();
    match path {
        ["core", "panicking", ..] => {
            last.starts_with("panic")
                || last.starts_with("assert")
                || last.starts_with("unreachable")
        }
        [
            "core",
            "option" | "result",
            "unwrap_failed" | "expect_failed",
        ] => true,
        ["core", "slice", "index", ..] => last.ends_with("_fail"),
        ["core", "str", ..] => last == "slice_error_fail",
        ["core", "cell", ..] => last.starts_with("panic_"),
        ["std", "panicking", ..] => last.starts_with("begin_panic") || last == "rust_begin_unwind",
        ["std", "process", "abort"] => true,
        ["alloc", "alloc", "handle_alloc_error"]
        | ["alloc", "raw_vec", "handle_error" | "capacity_overflow"] => true,
        _ => matches!(last, "rust_begin_unwind"),
    }
}

/// `std::rt::lang_start_internal(main: &dyn Fn() -> i32, ...)`: runs `main`
/// without preparing an operating system that is not there.
pub(crate) fn start(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    // Behind destructor, size, alignment, `call_once` and `call_mut`.
    const CALL: u64 = 5 * 8;
    let (closure, table) = (word(machine, call, 0), word(machine, call, 1));
    let entry = machine.add_offset(table, CALL);
    let function = machine.load_value(state, entry, 64)?;
    let function = machine.function_at(state, function)?;
    machine.call_instead(state, function, &[closure])?;
    Ok(Returned::Elsewhere)
}

/// The message: for plain panics the first two arguments are a string.
pub(crate) fn panic(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let what = path(call.name).map_or_else(|| call.name.to_string(), |p| p.join("::"));
    let last = what.rsplit("::").next().unwrap_or_default();
    let said = match last {
        "panic" | "panic_str" | "panic_display" | "begin_panic" | "expect_failed"
        | "unwrap_failed" | "panic_nounwind" => message(machine, state, call),
        "panic_bounds_check" => bounds(machine, state, call),
        _ => None,
    };
    let text = said.unwrap_or_else(|| format!("panic in {what}"));
    machine.fail(state, ErrorKind::Panic, text)
}

/// A `&str` in the first two arguments, if it is there to be read.
fn message(machine: &mut Machine, state: &State, call: &HostCall<'_>) -> Option<String> {
    if call.arg_widths.get(..2) != Some(&[64, 64]) {
        return None;
    }
    let (pointer, len) = (call.arg(0), call.arg(1));
    let address = machine.example(state, pointer, 64).low_u64();
    let len = machine.example(state, len, 64).low_u64().min(4096);
    let object = state
        .memory
        .find(address)
        .filter(|o| o.freed.is_none() && o.contains(address, len))?;
    let start = (address - object.base) as usize;
    let bytes: Vec<_> = (start..start + len as usize)
        .map(|i| object.contents.get(i))
        .collect();
    let bytes = crate::text::example_bytes(machine, state, &bytes);
    String::from_utf8(bytes).ok().filter(|s| !s.is_empty())
}

fn bounds(machine: &mut Machine, state: &State, call: &HostCall<'_>) -> Option<String> {
    let index = machine.example(state, call.arg(0), 64).low_u64();
    let len = machine.example(state, call.arg(1), 64).low_u64();
    Some(format!(
        "index out of bounds: the len is {len} but the index is {index}"
    ))
}

/// `__rust_alloc(size, align)`
pub(crate) fn rust_alloc(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    allocate(machine, state, call, Filled::Undefined)
}

pub(crate) fn rust_alloc_zeroed(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    allocate(machine, state, call, Filled::Zero)
}

fn allocate(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
    filled: Filled,
) -> Step<Returned> {
    let (wanted, align) = (word(machine, call, 0), word(machine, call, 1));
    let align = machine.enumerate(state, align, 64)?.bits;
    let wanted = alloc::size(machine, state, wanted)?;
    number(alloc::allocate(
        machine,
        state,
        wanted,
        align.max(ALIGN),
        filled,
    ))
}

/// `__rust_dealloc(pointer, size, align)`
pub(crate) fn rust_dealloc(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    alloc::free(machine, state, call)
}

/// `__rust_realloc(pointer, old_size, align, new_size)`
pub(crate) fn rust_realloc(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let (pointer, align, wanted): (Value, Value, Value) = (
        word(machine, call, 0),
        word(machine, call, 2),
        word(machine, call, 3),
    );
    let align = machine.enumerate(state, align, 64)?.bits;
    let align = align.max(ALIGN);
    alloc::resize(machine, state, (pointer, wanted), align, Failing::Never)
}

pub(crate) fn nothing_to_do(_: &mut Machine, _: &mut State, _: &HostCall<'_>) -> Step<Returned> {
    nothing()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_of_mangled_names() {
        let path_of = |name| path(name).map(|p| p.join("::"));
        assert_eq!(
            path_of("_ZN4core9panicking5panic17h0123456789abcdefE").as_deref(),
            Some("core::panicking::panic")
        );
        assert_eq!(
            path_of("_RNvNtCs1234abcd_4core9panicking9panic_fmt").as_deref(),
            Some("core::panicking::panic_fmt")
        );
        assert_eq!(
            path_of("_RNvCs5QKde7ScR4H_7___rustc12___rust_alloc").as_deref(),
            Some("rustc::rust_alloc")
        );
        assert_eq!(path_of("_ZN3foo3barEv"), None);
        assert_eq!(path_of("printf"), None);
    }

    #[test]
    fn panics_are_known() {
        for name in [
            "_ZN4core9panicking5panic17h0123456789abcdefE",
            "_ZN4core9panicking18panic_bounds_check17h0123456789abcdefE",
            "_RNvNtCs1234abcd_4core9panicking9panic_fmt",
            "_RNvNtCs1234abcd_4core6option13unwrap_failed",
            "_ZN4core6result13unwrap_failed17h0123456789abcdefE",
        ] {
            assert!(find(name).is_some(), "{name}");
        }
        assert!(find("_ZN4core3fmt5write17h0123456789abcdefE").is_none());
        assert!(find("_RNvNtCs1234abcd_4core3fmt5write").is_none());
        assert!(find("_RNvCs5QKde7ScR4H_7___rustc14___rust_dealloc").is_some());
    }
}
