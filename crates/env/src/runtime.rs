//! The C runtime, compiled when this crate was built.

use pleach_ir::{RuntimeModule, Symbols};

type Names = &'static [&'static str];

/// Name, bitcode, symbols that it defines, symbols that it needs.
static MODULES: &[(&str, &[u8], Names, Names)] = include!(concat!(env!("OUT_DIR"), "/runtime.rs"));

/// The modules of the C library functions that programs without a libc need,
/// for [`pleach_ir::LoadOptions::runtime`].
pub fn runtime_modules() -> Vec<RuntimeModule> {
    MODULES
        .iter()
        .map(|(name, bitcode, defines, needs)| RuntimeModule {
            name: (*name).into(),
            bitcode: (*bitcode).into(),
            symbols: Some(Symbols { defines, needs }),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_bitcode() {
        let modules = runtime_modules();
        assert!(modules.iter().any(|m| m.name == "stdio.c"));
        assert!(modules.iter().all(|m| m.bitcode.starts_with(b"BC\xc0\xde")));
    }
}
