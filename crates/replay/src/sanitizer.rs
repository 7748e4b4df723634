//! Programs built with a sanitizer: how they are told from others, and what their reports mean.

use std::ffi::OsString;
use std::path::Path;

/// What a sanitizer's runtime said about the program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// In its own words: `AddressSanitizer: heap-buffer-overflow`.
    pub text: String,
    /// The program ended with it; a check of undefined behaviour may go on.
    pub fatal: bool,
    /// Kinds of errors, as a run names them, that such a report is about.
    pub kinds: &'static [&'static str],
    /// Lines of source that it names for the error, innermost first; none without a symbolizer.
    pub places: Vec<(String, u32)>,
}

const OUT_OF_BOUNDS: &[&str] = &[
    "out-of-bounds-read",
    "out-of-bounds-write",
    "index-out-of-bounds",
];
const BAD_ADDRESS: &[&str] = &[
    "null-dereference",
    "out-of-bounds-read",
    "out-of-bounds-write",
    "index-out-of-bounds",
    "use-after-free",
    "write-to-constant",
    "invalid-function-pointer",
    "stack-exhaustion",
];

/// How the reports of runtimes that end the program begin, after the runtime's name, and the kinds
/// of errors they stand for. The first that fits counts.
const FATAL: &[(&str, &[&str])] = &[
    ("SEGV", BAD_ADDRESS),
    ("BUS", BAD_ADDRESS),
    ("FPE", &["division-by-zero", "signed-overflow"]),
    ("heap-buffer-overflow", OUT_OF_BOUNDS),
    ("stack-buffer-overflow", OUT_OF_BOUNDS),
    ("stack-buffer-underflow", OUT_OF_BOUNDS),
    ("dynamic-stack-buffer-overflow", OUT_OF_BOUNDS),
    ("global-buffer-overflow", OUT_OF_BOUNDS),
    ("container-overflow", OUT_OF_BOUNDS),
    ("negative-size-param", OUT_OF_BOUNDS),
    ("heap-use-after-free", &["use-after-free"]),
    ("stack-use-after-return", &["use-after-return"]),
    ("stack-use-after-scope", &["use-after-scope"]),
    ("stack-overflow", &["stack-exhaustion"]),
    ("attempting double-free", &["double-free"]),
    ("attempting free on address", &["invalid-free"]),
    ("alloc-dealloc-mismatch", &["invalid-free"]),
    ("memcpy-param-overlap", &["overlapping-copy"]),
    ("strcpy-param-overlap", &["overlapping-copy"]),
    ("strcat-param-overlap", &["overlapping-copy"]),
    ("detected memory leaks", &["leak"]),
    ("use-of-uninitialized-value", &["uninitialised"]),
    // Further from any object than a runtime can tell.
    ("unknown-crash", BAD_ADDRESS),
    ("use-after-poison", OUT_OF_BOUNDS),
    ("wild", BAD_ADDRESS),
];

/// Words in the messages about undefined behaviour, and the names of handlers with which
/// `pleach cc` replaces the messages. The first that fits counts.
const UNDEFINED: &[(&str, &[&str])] = &[
    ("unsigned integer overflow", &["unsigned-overflow"]),
    ("signed integer overflow", &["signed-overflow"]),
    ("negation of", &["signed-overflow", "unsigned-overflow"]),
    ("division by zero", &["division-by-zero"]),
    ("division of", &["signed-overflow"]),
    ("shift exponent", &["overshift"]),
    ("left shift of negative", &["shift-of-negative"]),
    (
        "left shift of",
        &["shift-of-negative", "signed-overflow", "unsigned-overflow"],
    ),
    ("passed as argument", &["null-argument"]),
    ("null pointer returned", &["null-argument"]),
    ("offset to null pointer", &["pointer-overflow"]),
    ("produced null pointer", &["pointer-overflow"]),
    ("pointer index expression", &["pointer-overflow"]),
    ("addition of unsigned offset", &["pointer-overflow"]),
    ("subtraction of unsigned offset", &["pointer-overflow"]),
    ("null pointer", &["null-dereference", "null-argument"]),
    ("misaligned address", &["misaligned-access"]),
    ("assumption of", &["misaligned-access"]),
    ("insufficient space", OUT_OF_BOUNDS),
    ("out of bounds", OUT_OF_BOUNDS),
    (
        "incorrect function type",
        &["wrong-function-type", "invalid-function-pointer"],
    ),
    ("not a valid value", &["invalid-value"]),
    ("passing zero", &["invalid-builtin"]),
    ("range of representable values", &["float-conversion"]),
    ("variable length array bound", &["negative-array-size"]),
    ("implicit conversion", &["implicit-conversion"]),
    ("end of a value-returning function", &["missing-return"]),
    ("unreachable program point", &["unreachable"]),
    ("add_overflow", &["signed-overflow", "unsigned-overflow"]),
    ("sub_overflow", &["signed-overflow", "unsigned-overflow"]),
    ("mul_overflow", &["signed-overflow", "unsigned-overflow"]),
    ("negate_overflow", &["signed-overflow", "unsigned-overflow"]),
    ("divrem_overflow", &["division-by-zero", "signed-overflow"]),
    (
        "shift_out_of_bounds",
        &["overshift", "shift-of-negative", "signed-overflow"],
    ),
    ("out_of_bounds", OUT_OF_BOUNDS),
    ("builtin_unreachable", &["unreachable"]),
    ("type_mismatch", BAD_ADDRESS_OR_MISALIGNED),
    ("alignment_assumption", &["misaligned-access"]),
    ("nonnull", &["null-argument"]),
    ("nullability", &["null-argument"]),
    ("pointer_overflow", &["pointer-overflow"]),
    ("function_type_mismatch", &["wrong-function-type"]),
    ("load_invalid_value", &["invalid-value"]),
    ("invalid_builtin", &["invalid-builtin"]),
    ("float_cast_overflow", &["float-conversion"]),
    ("vla_bound_not_positive", &["negative-array-size"]),
    ("implicit_conversion", &["implicit-conversion"]),
    ("missing_return", &["missing-return"]),
];
const BAD_ADDRESS_OR_MISALIGNED: &[&str] = &[
    "null-dereference",
    "out-of-bounds-read",
    "out-of-bounds-write",
    "misaligned-access",
];

/// Lines between the place that was predicted and the one that is reported: a statement of several
/// lines has several, and an optimiser chooses among them.
const NEAR: u32 = 3;

impl Report {
    /// All reports in what a program wrote to its standard error.
    pub fn all(stderr: &[u8]) -> Vec<Report> {
        let text = String::from_utf8_lossy(stderr);
        let lines: Vec<&str> = text.lines().collect();
        (0..lines.len())
            .filter_map(|at| Report::fatal(&lines[at..]).or_else(|| Report::undefined(lines[at])))
            .collect()
    }

    /// `==PID==ERROR: AddressSanitizer: WHAT ...`, then the stack up to an empty line.
    fn fatal(lines: &[&str]) -> Option<Report> {
        let line = lines.first()?;
        let said = line.strip_prefix("==")?.split_once("==")?.1;
        let said = said
            .strip_prefix("ERROR: ")
            .or_else(|| said.strip_prefix("WARNING: "))?;
        let (tool, what) = said.split_once(": ")?;
        if !tool.ends_with("Sanitizer") {
            return None;
        }
        let (words, kinds) = FATAL
            .iter()
            .find(|(words, _)| what.starts_with(words))
            .copied()
            .unwrap_or((what, &[]));
        let stack = lines.iter().skip(1).take_while(|line| !line.is_empty());
        Some(Report {
            text: format!("{tool}: {words}"),
            fatal: true,
            kinds,
            places: stack.filter_map(|line| place_of_frame(line)).collect(),
        })
    }

    /// `FILE:LINE:COLUMN: runtime error: WHAT`
    fn undefined(line: &str) -> Option<Report> {
        let (place, what) = line.split_once(": runtime error: ")?;
        let fits = |(words, _): &&(&str, &[&str])| what.contains(words);
        let kinds = UNDEFINED.iter().find(fits).map_or(&[][..], |known| known.1);
        Some(Report {
            text: format!("runtime error: {what}"),
            fatal: false,
            kinds,
            places: place_of(place).into_iter().collect(),
        })
    }

    /// Whether it is about an error of this kind, at about this place where both are known.
    pub fn is_about(&self, kind: &str, place: Option<(&str, u32)>) -> bool {
        if !self.kinds.contains(&kind) {
            return false;
        }
        let Some((file, line)) = place else {
            return true;
        };
        let near =
            |(named, at): &(String, u32)| same_file(named, file) && at.abs_diff(line) <= NEAR;
        self.places.is_empty() || self.places.iter().any(near)
    }
}

/// `    #0 0x55d0 in main /folder/x.c:5:3`
fn place_of_frame(line: &str) -> Option<(String, u32)> {
    let line = line.trim_start();
    line.strip_prefix('#')?;
    place_of(line.split_once(" in ")?.1.split_once(' ')?.1)
}

/// `FILE:LINE` or `FILE:LINE:COLUMN`
fn place_of(text: &str) -> Option<(String, u32)> {
    let (rest, last) = text.rsplit_once(':')?;
    let last: u32 = last.parse().ok()?;
    match rest.rsplit_once(':') {
        Some((file, line)) if line.parse::<u32>().is_ok() => {
            Some((file.to_owned(), line.parse().ok()?))
        }
        _ => Some((rest.to_owned(), last)),
    }
}

/// The native program may have been built in another folder.
fn same_file(a: &str, b: &str) -> bool {
    Path::new(a).file_name() == Path::new(b).file_name()
}

/// A name that each runtime which reserves address space has in every program.
const ENTRIES: &[&str] = &["__asan_init", "__hwasan_init", "__msan_init", "__tsan_init"];

/// Whether a program reserves more address space at its start than any limit allows.
pub fn reserves_address_space(program: &[u8]) -> bool {
    let has = |name: &&str| memchr::memmem::find(program, name.as_bytes()).is_some();
    ENTRIES.iter().any(has)
}

const SYMBOLIZERS: &[&str] = &[
    "/usr/lib/llvm-22/bin/llvm-symbolizer",
    "/usr/bin/llvm-symbolizer-22",
    "/usr/bin/llvm-symbolizer",
];

/// Variables for the runtimes. Leaks are only looked for where one was predicted: a program that
/// exits with memory in use would have another exit code. Who sets such a variable for us has the
/// last word.
pub fn variables(memory: Option<u64>, leaks: Leaks) -> Vec<(OsString, OsString)> {
    let mut options = match leaks {
        Leaks::Ignored => "detect_leaks=0".to_owned(),
        Leaks::Reported => "detect_leaks=1".to_owned(),
    };
    if let Some(bytes) = memory {
        // The address space is no measure here.
        options += &format!(":hard_rss_limit_mb={}", (bytes >> 20).max(1));
    }
    let named = |prefix: &str| {
        let name = OsString::from(format!("{prefix}_OPTIONS"));
        let mut value = OsString::from(&options);
        if let Some(ours) = std::env::var_os(&name) {
            value.push(":");
            value.push(ours);
        }
        (name, value)
    };
    let mut all: Vec<_> = ["ASAN", "HWASAN", "MSAN", "TSAN"].map(named).into();
    if let Some(path) = SYMBOLIZERS.iter().find(|path| Path::new(path).is_file()) {
        for prefix in ["ASAN", "MSAN", "TSAN"] {
            all.push((format!("{prefix}_SYMBOLIZER_PATH").into(), (*path).into()));
        }
    }
    all
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leaks {
    Ignored,
    Reported,
}

#[cfg(test)]
mod tests {
    use super::*;

    const OVERFLOW: &str = "\
=================================================================
==77==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x50 at pc 0x55 bp 0x7f sp 0x7f
WRITE of size 4 at 0x50 thread T0
    #0 0x5581 in put /built/elsewhere/x.c:12:9
    #1 0x5582 in main /built/elsewhere/x.c:40:3

0x50 is located 0 bytes after 16-byte region [0x40,0x50)
    #0 0x5583 in malloc (/bin/x+0x1)
    #1 0x5584 in main /built/elsewhere/x.c:99:3
";

    #[test]
    fn a_report_is_about_its_kind_and_its_place() {
        let all = Report::all(OVERFLOW.as_bytes());
        assert_eq!(all.len(), 1);
        let report = &all[0];
        assert_eq!(report.text, "AddressSanitizer: heap-buffer-overflow");
        assert!(report.is_about("out-of-bounds-write", Some(("src/x.c", 12))));
        assert!(report.is_about("out-of-bounds-write", Some(("src/x.c", 11))));
        assert!(report.is_about("out-of-bounds-write", None));
        assert!(!report.is_about("out-of-bounds-write", Some(("src/x.c", 99))));
        assert!(!report.is_about("out-of-bounds-write", Some(("y.c", 12))));
        assert!(!report.is_about("use-after-free", Some(("src/x.c", 12))));
    }

    #[test]
    fn undefined_behaviour_is_told_by_its_message() {
        let said = b"a/x.c:5:12: runtime error: signed integer overflow: 2147483647 + 1 cannot\n\
            x.c:9:1: runtime error: shift exponent 40 is too large for 32-bit type 'int'\n";
        let all = Report::all(said);
        assert!(all[0].is_about("signed-overflow", Some(("x.c", 5))));
        assert!(!all[0].is_about("unsigned-overflow", Some(("x.c", 5))));
        assert!(all[1].is_about("overshift", Some(("x.c", 9))));
        assert!(!all[1].fatal);
    }

    #[test]
    fn without_a_symbolizer_the_kind_must_do() {
        let said = b"==1==ERROR: AddressSanitizer: SEGV on unknown address 0x0 (pc 0x5)\n    #0 0x5 in main (/x+0x1)\n";
        let all = Report::all(said);
        assert!(all[0].is_about("null-dereference", Some(("x.c", 5))));
    }

    #[test]
    fn a_program_that_prints_such_words_itself_says_nothing() {
        assert!(Report::all(b"ERROR: AddressSanitizer: SEGV\n==x ERROR\n").is_empty());
    }
}
