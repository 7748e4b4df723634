use std::collections::BTreeSet;
use std::path::PathBuf;

/// How inputs become a [`crate::Module`].
#[derive(Debug, Clone)]
pub struct LoadOptions {
    /// The clang to compile C with; searched for when `None`.
    pub clang: Option<PathBuf>,
    /// Passed to clang after pleach's own flags, so that the user's win.
    pub clang_args: Vec<String>,
    /// The rustc to compile `.rs` files with; `rustc` when `None`.
    pub rustc: Option<PathBuf>,
    /// Run an `-O1`-like pipeline. Paths are then those of the optimised program.
    pub optimize: bool,
    /// Folders that hold `klee/klee.h` and `pleach.h`.
    pub include_dirs: Vec<PathBuf>,
    /// Libraries; a module is linked only where it defines a symbol that is needed.
    pub runtime: Vec<RuntimeModule>,
    /// External names that the engine itself implements: these stay
    /// declarations even where a runtime module defines them.
    pub provided: BTreeSet<String>,
    /// Where the program starts.
    pub entry: String,
    /// Further symbols to link and keep although nothing refers to them.
    pub keep: Vec<String>,
}

impl Default for LoadOptions {
    fn default() -> Self {
        LoadOptions {
            clang: None,
            clang_args: Vec::new(),
            rustc: None,
            optimize: false,
            include_dirs: Vec::new(),
            runtime: Vec::new(),
            provided: BTreeSet::new(),
            entry: "main".to_owned(),
            keep: Vec::new(),
        }
    }
}

/// One library module. Its code is [`crate::Origin::Runtime`].
#[derive(Debug, Clone)]
pub struct RuntimeModule {
    pub name: String,
    pub bitcode: Vec<u8>,
}
