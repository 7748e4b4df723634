//! Flags of the user's that would make the bitcode something else than the source, or that
//! ask for what a static program does not have.

/// How many words to leave out at this one.
pub enum Fate {
    Keep,
    Drop,
    /// Another word in its place.
    Replace(String),
    DropWithValue,
}

const EXACT: &[&str] = &[
    "-s",
    "-pipe",
    "-pg",
    "-p",
    "--coverage",
    "-coverage",
    "-march=native",
    "-mtune=native",
    "-mcpu=native",
    "-fPIC",
    "-fpic",
    "-fPIE",
    "-fpie",
    "-pie",
    "-no-pie",
    "-static-pie",
    "-static",
    "-static-libgcc",
    "-fno-plt",
    "-fexpensive-optimizations",
];

const PREFIXES: &[&str] = &[
    "-O",
    "-g",
    "-flto",
    "-fno-lto",
    "-fwhole-program",
    "-ffat-lto",
    "-fsanitize",
    "-fno-sanitize",
    "-fstack-protector",
    "-fstack-clash",
    "-fcf-protection",
    "-D_FORTIFY_SOURCE",
    "-Wp,-D_FORTIFY_SOURCE",
    "-Wp,-U_FORTIFY_SOURCE",
    "-fprofile",
    "-fcoverage",
    "-ftest-coverage",
    "-funroll",
    "-ftree-",
    "-fvectorize",
    "-fslp-vectorize",
    "-fembed-bitcode",
    "-fuse-ld",
    "-specs=",
    "--specs=",
    "-ffp-contract=",
];

/// Look like one of the above and are not.
const KEPT: &[&str] = &["-gcc-toolchain", "-gnu", "-fsanitize-ignorelist="];

pub fn fate(word: &str) -> Fate {
    if let Some(flag) = crate::sanitize::kept(word) {
        return Fate::Replace(flag);
    }
    if KEPT.iter().any(|kept| word.starts_with(kept)) {
        return Fate::Keep;
    }
    if word == "-specs" || word == "--param" {
        return Fate::DropWithValue;
    }
    let starts = |prefix: &&str| word.starts_with(*prefix);
    if EXACT.contains(&word) || PREFIXES.iter().any(starts) {
        Fate::Drop
    } else {
        Fate::Keep
    }
}
