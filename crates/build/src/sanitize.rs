//! Sanitizers: whose checks pleach understands in bitcode, and what it does by itself.

/// What there is to say about a sanitizer, by the name that `-fsanitize=` gives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sanitizer {
    /// Its failing checks are errors of the program.
    Understood,
    /// Not compiled in; why, and what to do.
    Instead(&'static str),
    Unknown,
}

/// Groups and single checks of undefined behaviour, as clang names them.
pub const UNDERSTOOD: &[&str] = &[
    "undefined",
    "integer",
    "bounds",
    "implicit-conversion",
    "nullability",
    "alignment",
    "array-bounds",
    "bool",
    "builtin",
    "enum",
    "float-cast-overflow",
    "float-divide-by-zero",
    "function",
    "implicit-bitfield-conversion",
    "implicit-integer-arithmetic-value-change",
    "implicit-integer-conversion",
    "implicit-integer-sign-change",
    "implicit-integer-truncation",
    "implicit-signed-integer-truncation",
    "implicit-unsigned-integer-truncation",
    "integer-divide-by-zero",
    "local-bounds",
    "nonnull-attribute",
    "null",
    "nullability-arg",
    "nullability-assign",
    "nullability-return",
    "object-size",
    "pointer-overflow",
    "return",
    "returns-nonnull-attribute",
    "shift",
    "shift-base",
    "shift-exponent",
    "signed-integer-overflow",
    "unreachable",
    "unsigned-integer-overflow",
    "unsigned-shift-base",
    "vla-bound",
];

const INSTEAD: &[(&str, &str)] = &[
    ("address", "pleach checks every access by itself"),
    ("hwaddress", "pleach checks every access by itself"),
    ("kernel-address", "pleach checks every access by itself"),
    ("leak", "use --check leak"),
    ("memory", "use --check uninit"),
    ("thread", "pleach runs one thread"),
    (
        "vptr",
        "the dynamic types of objects are not checked; leave it out",
    ),
    ("cfi", "it needs the link-time optimiser"),
    ("safe-stack", "it checks nothing"),
    ("all", "name them: undefined,integer,nullability"),
];

pub fn sanitizer(name: &str) -> Sanitizer {
    if UNDERSTOOD.contains(&name) {
        return Sanitizer::Understood;
    }
    match INSTEAD.iter().find(|(known, _)| *known == name) {
        Some((_, why)) => Sanitizer::Instead(why),
        None => Sanitizer::Unknown,
    }
}

/// Flags for clang that compile these checks in. Each failing check is told where it stands: a
/// path ends there, and calls of different lines are not merged into one.
pub fn sanitizer_flags(checks: &[String]) -> Vec<String> {
    if checks.is_empty() {
        return Vec::new();
    }
    vec![
        format!("-fsanitize={}", checks.join(",")),
        // Some checks trap unless told otherwise, and a trap tells less.
        "-fno-sanitize-trap=all".to_owned(),
        "-fno-sanitize-recover=all".to_owned(),
        "-fno-sanitize-merge".to_owned(),
    ]
}

/// Whose checks LLVM adds to native code, after the bitcode was put aside: pleach runs what the
/// source says and checks accesses itself, and the native program has a runtime that reports errors.
const NATIVE: &str = "address";

/// Whether these flags, in their order, ask for checks that need a native runtime.
pub(crate) fn needs_native_runtime<'a>(flags: impl Iterator<Item = &'a str>) -> bool {
    let mut needed = false;
    for (flag, list) in flags.filter_map(|flag| flag.split_once('=')) {
        let named = |name| list.split(',').any(|check| check == name);
        match flag {
            "-fsanitize" => needed |= named(NATIVE),
            "-fno-sanitize" => needed &= !(named(NATIVE) || named("all")),
            _ => {}
        }
    }
    needed
}

/// What is left of a `-fsanitize=` or `-fno-sanitize=` of the user's; the flag and its list.
pub(crate) fn kept(flag: &str) -> Option<String> {
    let (flag, list) = flag.split_once('=')?;
    if !matches!(flag, "-fsanitize" | "-fno-sanitize") {
        return None;
    }
    let checks: Vec<&str> = list
        .split(',')
        .filter(|&name| name == NATIVE || sanitizer(name) == Sanitizer::Understood)
        .collect();
    (!checks.is_empty()).then(|| format!("{flag}={}", checks.join(",")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_checks_of_undefined_behaviour_and_of_native_accesses_stay() {
        assert_eq!(
            kept("-fsanitize=address,undefined,leak").as_deref(),
            Some("-fsanitize=address,undefined")
        );
        assert_eq!(kept("-fsanitize=thread"), None);
        assert_eq!(kept("-fsanitize=bounds-strict"), None);
        assert_eq!(
            kept("-fno-sanitize=alignment").as_deref(),
            Some("-fno-sanitize=alignment")
        );
        for flag in ["-fsanitize-trap=undefined", "-fsanitize-minimal-runtime"] {
            assert_eq!(kept(flag), None, "{flag}");
        }
    }

    #[test]
    fn the_last_word_about_a_native_runtime_counts() {
        let needed = |words: &str| needs_native_runtime(words.split(' '));
        assert!(needed("-c -fsanitize=undefined,address x.c"));
        assert!(!needed("-fsanitize=undefined"));
        assert!(!needed("-fsanitize=address -fno-sanitize=address"));
        assert!(needed("-fno-sanitize=all -fsanitize=address"));
    }
}
