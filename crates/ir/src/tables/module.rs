use super::*;

/// A whole program, ready to run. Immutable after lowering.
#[derive(Debug, Default)]
pub struct Module {
    pub functions: Vec<Function>,
    pub globals: Vec<Global>,
    pub main: Option<FuncId>,
    /// The C library's function that calls constructors, `main` and destructors by itself.
    pub start: Option<FuncId>,
    /// Run before `main`, in this order (priorities already applied).
    pub constructors: Vec<FuncId>,
    /// Run after `main` returned or `exit` was called, in this order.
    pub destructors: Vec<FuncId>,
    pub files: Vec<SourceFile>,
    /// `locs[0]` is "unknown".
    pub locs: Vec<Loc>,
    /// Symbols of functions as the debug info knows them, for inlined frames.
    pub scope_names: Vec<String>,
    /// Local variables and parameters that are in memory; the first one has no name.
    pub variables: Vec<Variable>,
    /// Types of variables; the first one is unknown.
    pub types: Vec<SourceType>,
    /// Blocks whose address is taken; `address::of_block` numbers these.
    pub block_addresses: Vec<(FuncId, BlockId)>,
    /// Content hash of what was lowered, for checkpoints and caches.
    pub hash: u64,
    /// What compilers and linker warned of, for the user to see.
    pub warnings: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceFile {
    /// As the compiler recorded it.
    pub path: String,
    /// The folder that a relative path starts from.
    pub directory: String,
}

impl SourceFile {
    /// Whether it belongs to Rust's standard library, by the names that rustc gives to its own files.
    pub fn is_of_rust(&self) -> bool {
        [&self.path, &self.directory].iter().any(|part| {
            part.starts_with("/rustc/")
                || part.starts_with("/rust/deps/")
                || part.contains("/rustlib/src/rust/")
        })
    }
}

/// A source location. Line 0 means that the compiler gave none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Loc {
    pub file: FileId,
    pub line: u32,
    pub column: u32,
    /// The function this line was written in: index into [`Module::scope_names`].
    pub scope: u32,
    /// The call site that this code was inlined at.
    pub inlined_at: Option<LocId>,
}

/// Whose code it is: coverage counts only the program's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Origin {
    #[default]
    Program,
    Runtime,
}

#[derive(Debug)]
pub struct Global {
    pub name: String,
    /// First byte; given by the lowering through [`crate::address`].
    pub address: u64,
    pub size: u64,
    /// Initial bytes; shorter than `size` means that the rest is zero.
    pub bytes: Vec<u8>,
    /// May not be written.
    pub constant: bool,
    /// Declared only: nobody defined it. It gets `size` zero bytes (at least one slot).
    pub external: bool,
    pub loc: LocId,
    pub ty: TypeId,
    pub origin: Origin,
}

/// A function. Without blocks it is only declared.
#[derive(Debug, Clone, Default)]
pub struct Function {
    pub name: String,
    pub address: u64,
    pub params: Vec<Param>,
    /// Parameters that are copies of bytes: which one, and its place in [`Module::variables`].
    pub copies: Vec<(u32, u32)>,
    /// Widths of the flattened results; empty for `void`.
    pub results: Vec<u32>,
    /// Which of them are floats.
    pub float_results: Vec<bool>,
    pub variadic: bool,
    /// What the fixed arguments use up; variadic ones come after them.
    pub fixed_use: convention::Used,
    /// `blocks[0]` is the entry. Code of a block is `code[first..first + len]`.
    pub blocks: Vec<Block>,
    pub edges: Vec<Edge>,
    pub code: Vec<Inst>,
    /// Parallel to `code`.
    pub locs: Vec<LocId>,
    pub consts: Vec<Const>,
    /// Registers of a frame; parameters are the first ones.
    pub slots: u32,
    pub loc: Option<LocId>,
    pub origin: Origin,
    /// What may still be read, at the beginning of each block. Without it, everything.
    pub live: Option<Box<Live>>,
    /// With `-fsanitize=function`: a mark, and a number that stands for the function's type.
    pub signature: Option<[u32; 2]>,
    /// Number of the first block in a numbering of all blocks of the module.
    pub first_block_number: u32,
}

impl Function {
    pub fn is_defined(&self) -> bool {
        !self.blocks.is_empty()
    }

    /// Whether an operand is `undef` or `poison`.
    pub fn is_undefined(&self, operand: Opnd) -> bool {
        match operand.kind() {
            OpndKind::Slot(_) => false,
            OpndKind::Const(c) => matches!(self.consts[c as usize], Const::Undef { .. }),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Param {
    pub width: u32,
    pub float: bool,
    /// The argument is a pointer to bytes that the callee gets its own copy of.
    pub by_value: Option<ByValue>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ByValue {
    pub size: u64,
    pub align: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Block {
    pub first: u32,
    pub len: u32,
    /// The source block begins here. Blocks that only go on after a call are not heads.
    pub head: bool,
    /// Its last instruction chooses between ways for a sanitizer, not for the source.
    pub is_check: bool,
}

/// Where control goes, and the moves that the target's phis ask for.
/// Moves are sequential: the lowering has ordered them (with a spare slot where
/// they form a cycle) so that they act as if done at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edge {
    pub target: BlockId,
    pub moves: Vec<(Slot, Opnd)>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Const {
    /// At most 64 bits, zero-extended.
    Int { width: u32, bits: u64 },
    /// More than 64 bits, least significant limb first.
    Wide { width: u32, limbs: Box<[u64]> },
    /// `undef` or `poison`: zero, unless uninitialised values are being checked.
    Undef { width: u32 },
}

impl Const {
    pub fn width(&self) -> u32 {
        match self {
            Const::Int { width, .. } | Const::Wide { width, .. } | Const::Undef { width } => *width,
        }
    }
}
