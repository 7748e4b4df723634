use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// How far the program is prepared before it is lowered, and so which paths it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Paths {
    /// Variables go to registers; every branch is the source's.
    #[default]
    Source,
    /// The control flow is simplified first, as KLEE does.
    Simplified,
    /// An `-O1`-like pipeline.
    Optimized,
}

/// Where local variables live whose address is not needed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Locals {
    #[default]
    InRegisters,
    /// As the source has them. Registers have no room for "not yet set": LLVM
    /// takes a variable that one branch sets for set on all of them.
    InMemory,
}

/// Checks that are put into the program only on request: they cost time, and there are programs
/// that fail them and work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct InsertedChecks {
    /// Addresses of loads, stores and copies, by the type that is accessed.
    pub alignment: bool,
    /// Pointer arithmetic that leaves the address space, or begins at null.
    pub pointer: bool,
    /// Floats that do not fit the integer type they are converted to.
    pub float: bool,
    /// Loaded values that their type does not have.
    pub value: bool,
}

/// How inputs become a [`crate::Module`].
#[derive(Debug, Clone)]
pub struct LoadOptions {
    /// The clang to compile C with; searched for when `None`.
    pub clang: Option<PathBuf>,
    /// Passed to clang after pleach's own flags, so that the user's win.
    pub clang_args: Vec<String>,
    /// The rustc to compile `.rs` files with; `rustc` when `None`.
    pub rustc: Option<PathBuf>,
    /// Whose branches count as branches.
    pub paths: Paths,
    pub locals: Locals,
    /// Folders that hold `klee/klee.h` and `pleach.h`.
    pub include_dirs: Vec<PathBuf>,
    /// The C library's headers, for C sources instead of the system's.
    pub libc_headers: Option<PathBuf>,
    /// Libraries; a module is linked only where it defines a symbol that is needed.
    pub runtime: Vec<RuntimeModule>,
    /// Functions whose definition in the program gives way to a library's: the same meaning, but
    /// the program's reads behind the ends of objects, which real machines allow.
    pub replaced: Vec<String>,
    /// External names that the engine itself implements: these stay
    /// declarations even where a runtime module defines them.
    pub provided: BTreeSet<String>,
    /// Where the program starts.
    pub entry: String,
    /// The library's function that runs before it, with everything around it, if there is one.
    pub start: Option<String>,
    /// Further symbols to link and keep although nothing refers to them.
    pub keep: Vec<String>,
    pub slots: SlotUse,
    pub checks: InsertedChecks,
    pub teardown: Teardown,
}

/// What becomes of LLVM's objects once the program is lowered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Teardown {
    #[default]
    AtOnce,
    /// For a process that loads one program and ends with it: taking the objects apart one by one
    /// takes a quarter of the time of loading.
    LeftToExit,
}

/// How values get their registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SlotUse {
    /// Values that are never needed at the same time share a slot: small frames.
    #[default]
    Shared,
    /// Every value has its own slot: easier to read.
    OnePerValue,
}

impl Default for LoadOptions {
    fn default() -> Self {
        LoadOptions {
            clang: None,
            clang_args: Vec::new(),
            rustc: None,
            paths: Paths::Source,
            locals: Locals::InRegisters,
            include_dirs: Vec::new(),
            libc_headers: None,
            runtime: Vec::new(),
            replaced: Vec::new(),
            provided: BTreeSet::new(),
            entry: "main".to_owned(),
            start: None,
            keep: Vec::new(),
            slots: SlotUse::default(),
            checks: InsertedChecks::default(),
            teardown: Teardown::default(),
        }
    }
}

/// One library module. Its code is [`crate::Origin::Runtime`].
#[derive(Debug, Clone)]
pub struct RuntimeModule {
    pub name: Cow<'static, str>,
    pub bitcode: Cow<'static, [u8]>,
    /// Where it is known beforehand what the module defines and needs, it is not read before it
    /// is linked.
    pub symbols: Option<Symbols>,
}

/// Names that a module shares with others.
#[derive(Debug, Clone, Copy)]
pub struct Symbols {
    pub defines: &'static [&'static str],
    pub needs: &'static [&'static str],
}
