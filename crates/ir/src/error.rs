//! What can go wrong before a program runs. Every variant is one clear line
//! (compiler output may follow) and says what to do.

use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    #[error("no input: give at least one .c, .cpp, .bc, .ll or .rs file")]
    NoInput,
    #[error("{}: no such file", path.display())]
    Missing { path: PathBuf },
    #[error("{}: cannot be read: {source}", path.display())]
    Unreadable {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error("{}: unknown kind of input; known are .c .i .cc .cpp .cxx .ii .bc .ll .rs, and others with -x c or -x c++", path.display())]
    UnknownExtension { path: PathBuf },
    #[error("{}: assembler and machine code are not executed; give its source, bitcode (clang -emit-llvm -c), or a program built with pleach cc", path.display())]
    MachineCode { path: PathBuf },
    #[error("{}: named .bc but does not hold bitcode; if it is LLVM assembly, name it .ll", path.display())]
    NotBitcode { path: PathBuf },
    #[error("{}: made by a newer LLVM than 22; compile with clang-22 or older ({message})", path.display())]
    NewerLlvm { path: PathBuf, message: String },
    #[error("{}: broken or truncated: {message}", path.display())]
    Malformed { path: PathBuf, message: String },
    #[error("{}: target `{triple}` is not supported; compile for a 64-bit little-endian target such as x86_64-linux-gnu", path.display())]
    Target { path: PathBuf, triple: String },
    #[error("{compiler} not found (tried {}); install it (Debian: {package}) or name it with {option}", tried.join(", "))]
    NoCompiler {
        compiler: &'static str,
        tried: Vec<String>,
        package: &'static str,
        option: &'static str,
    },
    #[error("{}: {compiler} failed:\n{stderr}", path.display())]
    CompilerFailed {
        path: PathBuf,
        compiler: String,
        stderr: String,
    },
    #[error("{}", no_entry(entry, defined))]
    NoEntry { entry: String, defined: Vec<String> },
    #[error("`{symbol}` is defined twice, in {} and in {}; leave one of them out", first.display(), second.display())]
    Duplicate {
        symbol: String,
        first: PathBuf,
        second: PathBuf,
    },
    #[error("{}: does not link with the other inputs: {message}", path.display())]
    Link { path: PathBuf, message: String },
    #[error("runtime module {name}: {message}; this installation is damaged, install it again")]
    Runtime { name: String, message: String },
    #[error("LLVM passes failed: {message}")]
    Passes { message: String },
    #[error("global variable `{name}` of {size} bytes does not fit; the largest object is 16 GiB")]
    GlobalTooLarge { name: String, size: u64 },
    #[error("initial value of global variable `{name}` is not supported: {what}")]
    Initializer { name: String, what: String },
}

/// How many of the defined functions are named when the entry is missing.
const SHOWN: usize = 12;

fn no_entry(entry: &str, defined: &[String]) -> String {
    if defined.is_empty() {
        return format!(
            "no function `{entry}` to start from: the inputs define no function at all"
        );
    }
    let shown: Vec<&str> = defined.iter().take(SHOWN).map(String::as_str).collect();
    let more = match defined.len().saturating_sub(SHOWN) {
        0 => String::new(),
        n => format!(" and {n} more"),
    };
    format!(
        "no function `{entry}` to start from; choose one with --entry: {}{more}",
        shown.join(", ")
    )
}
