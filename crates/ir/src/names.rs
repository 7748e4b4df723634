//! Names of functions and variables as their source has them. This is the only place that takes
//! mangled names apart.

use crate::{FuncId, Module};
use std::borrow::Cow;
use thiserror::Error;

/// What the source calls a symbol of C++ or Rust, without parameters and hashes; any other name as it
/// is.
pub fn readable(symbol: &str) -> Cow<'_, str> {
    let options = cpp_demangle::DemangleOptions::new();
    demangled(symbol, options.no_params().no_return_type())
}

/// The same with the types of parameters, which tell functions of one name apart.
pub fn signature(symbol: &str) -> Cow<'_, str> {
    let options = cpp_demangle::DemangleOptions::new();
    demangled(symbol, options.no_return_type())
}

/// The type that a `std::type_info` of this name describes.
pub fn type_of_info(symbol: &str) -> Option<String> {
    let text = readable(symbol);
    text.strip_prefix("typeinfo for ").map(str::to_owned)
}

fn demangled(symbol: &str, options: cpp_demangle::DemangleOptions) -> Cow<'_, str> {
    // LLVM's mark for names that are to be taken as they are.
    let symbol = symbol.strip_prefix('\u{1}').unwrap_or(symbol);
    // Older names of Rust look like those of C++, and end in a hash.
    if let Ok(rust) = rustc_demangle::try_demangle(symbol) {
        return format!("{rust:#}").into();
    }
    if !symbol.starts_with("_Z") {
        return symbol.into();
    }
    let parsed = cpp_demangle::Symbol::new(symbol).ok();
    match parsed.and_then(|parsed| parsed.demangle_with_options(&options).ok()) {
        Some(text) => text.replace(STRING, "std::string").into(),
        None => symbol.into(),
    }
}

/// Nobody writes it so.
const STRING: &str =
    "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >";

/// Why a name means no function.
#[derive(Debug, Error, Clone, PartialEq, Eq)]
pub enum NameError {
    #[error("there is no function `{0}` in the program")]
    Unknown(String),
    #[error("several functions are called `{name}`: {}", all.join(", "))]
    Several { name: String, all: Vec<String> },
}

/// Which of these symbols a user means: by the symbol itself, by its readable name with or without
/// parameters, or by the end of that.
pub fn find_symbol<'a>(
    symbols: impl Iterator<Item = &'a str> + Clone,
    wanted: &str,
) -> Result<usize, NameError> {
    let ending = format!("::{wanted}");
    let ways: [&dyn Fn(&str) -> bool; 4] = [
        &|symbol| symbol == wanted,
        &|symbol| signature(symbol) == wanted,
        &|symbol| readable(symbol) == wanted,
        &|symbol| readable(symbol).ends_with(&ending) || signature(symbol).ends_with(&ending),
    ];
    for is_meant in ways {
        let all = symbols.clone().enumerate();
        let found: Vec<(usize, &str)> = all.filter(|(_, symbol)| is_meant(symbol)).collect();
        match found[..] {
            [] => {}
            [(only, _)] => return Ok(only),
            _ => {
                return Err(NameError::Several {
                    name: wanted.to_owned(),
                    all: told_apart(&found),
                });
            }
        }
    }
    Err(NameError::Unknown(wanted.to_owned()))
}

/// Signatures, or symbols where these are equal (copies of a function, constructors).
fn told_apart(found: &[(usize, &str)]) -> Vec<String> {
    let mut texts: Vec<String> = found.iter().map(|(_, s)| signature(s).into()).collect();
    let as_given = texts.clone();
    for (text, (_, symbol)) in texts.iter_mut().zip(found) {
        if as_given.iter().filter(|other| *other == text).count() > 1 {
            *text = (*symbol).to_owned();
        }
    }
    texts
}

impl Module {
    /// The function that a user names.
    pub fn function_named(&self, name: &str) -> Result<FuncId, NameError> {
        let symbols = self.functions.iter().map(|f| f.name.as_str());
        find_symbol(symbols, name).map(|at| FuncId(at as u32))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_all_languages_are_readable() {
        for (symbol, short, long) in [
            ("main", "main", "main"),
            ("strcpy.12", "strcpy.12", "strcpy.12"),
            (
                "_ZN4shop5StoreIiE4takeEi",
                "shop::Store<int>::take",
                "shop::Store<int>::take(int)",
            ),
            ("_ZL5kinds", "kinds", "kinds"),
            ("_Znwm", "operator new", "operator new(unsigned long)"),
            (
                "_ZN3app4loadENSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE",
                "app::load",
                "app::load(std::string)",
            ),
            (
                "_ZN4core3fmt5Write9write_fmt17h0123456789abcdefE",
                "core::fmt::Write::write_fmt",
                "core::fmt::Write::write_fmt",
            ),
            ("_RNvC7mycrate3foo", "mycrate::foo", "mycrate::foo"),
            ("_Zbroken", "_Zbroken", "_Zbroken"),
        ] {
            assert_eq!(readable(symbol), short);
            assert_eq!(signature(symbol), long);
        }
        let info = type_of_info("_ZTIN4shop7NoStockE");
        assert_eq!(info.as_deref(), Some("shop::NoStock"));
        assert_eq!(type_of_info("_ZN4shop5StoreIiE4takeEi"), None);
    }

    #[test]
    fn a_function_is_found_by_any_of_its_names() {
        let symbols = ["main", "_ZN1a4takeEi", "_ZN1b4takeEi", "_ZN1b4takeEd"];
        let find = |name: &str| find_symbol(symbols.iter().copied(), name);
        assert_eq!(find("main"), Ok(0));
        assert_eq!(find("_ZN1b4takeEi"), Ok(2));
        assert_eq!(find("a::take"), Ok(1));
        assert_eq!(find("b::take(double)"), Ok(3));
        assert_eq!(find("take(double)"), Ok(3));
        assert_eq!(
            find("b::take").unwrap_err().to_string(),
            "several functions are called `b::take`: b::take(int), b::take(double)"
        );
        assert_eq!(find("c"), Err(NameError::Unknown("c".into())));
    }
}
