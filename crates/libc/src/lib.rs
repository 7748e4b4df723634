//! A C library for programs under test: musl in bitcode, compiled when this crate was built, and
//! its headers.

mod headers;

pub use headers::{HeadersError, headers};

/// One module of the library, as a member of an archive.
#[derive(Debug, Clone, Copy)]
pub struct Module {
    pub name: &'static str,
    pub bitcode: &'static [u8],
    /// Symbols that others can use.
    pub defines: &'static [&'static str],
    /// Symbols that it uses and does not define.
    pub needs: &'static [&'static str],
}

struct Entry {
    name: &'static str,
    start: usize,
    len: usize,
    defines: &'static [&'static str],
    needs: &'static [&'static str],
}

/// Aligned for the reader of bitcode.
#[repr(C, align(8))]
struct Aligned<T: ?Sized>(T);

static BITCODE: &Aligned<[u8]> = &Aligned(*include_bytes!(concat!(env!("OUT_DIR"), "/modules.bc")));
static ENTRIES: &[Entry] = include!(concat!(env!("OUT_DIR"), "/modules.rs"));

/// Every symbol that a module defines, sorted.
static SYMBOLS: &[&str] = include!(concat!(env!("OUT_DIR"), "/symbols.rs"));

/// Whether the library defines a symbol.
pub fn defines(name: &str) -> bool {
    SYMBOLS.binary_search(&name).is_ok()
}

/// All modules, in a fixed order.
pub fn modules() -> impl Iterator<Item = Module> {
    ENTRIES.iter().map(|entry| Module {
        name: entry.name,
        bitcode: &BITCODE.0[entry.start..entry.start + entry.len],
        defines: entry.defines,
        needs: entry.needs,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn modules_are_bitcode() {
        assert!(modules().count() > 1000);
        assert!(modules().all(|m| m.bitcode.starts_with(b"BC\xc0\xde")));
    }

    #[test]
    fn symbols_are_where_they_belong() {
        let printf = modules().find(|m| m.name == "stdio/printf.c").unwrap();
        assert_eq!(printf.defines, ["printf"]);
        assert!(printf.needs.contains(&"vfprintf"));
        assert!(modules().any(|m| m.defines.contains(&"__pleach_start")));
        assert!(defines("vfprintf") && !defines("malloc"));
    }

    /// What is not defined by any module is the engine's or the model's, and known.
    #[test]
    fn only_the_engine_is_missing() {
        let defined: BTreeSet<&str> = modules().flat_map(|m| m.defines).copied().collect();
        let missing: BTreeSet<&str> = modules()
            .flat_map(|m| m.needs)
            .copied()
            .filter(|name| !defined.contains(name))
            .collect();
        let expected = [
            "__chk_fail",
            "__libc_calloc",
            "__libc_free",
            "__libc_malloc",
            "__pleach_constructor",
            "__pleach_destructor",
            "__pleach_give",
            "__pleach_main",
            "__pleach_malloc",
            "__pleach_varargs",
            "__sym_syscall",
            "calloc",
            "free",
            "longjmp",
            "malloc",
            "memalign",
            "pthread_cancel",
            "realloc",
            "setjmp",
        ];
        assert_eq!(missing.into_iter().collect::<Vec<_>>(), expected);
    }
}
