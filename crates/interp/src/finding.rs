//! How a path ends, and what an error is.

use pleach_memory::Site;

/// Kinds of errors of the program. The word is what users see and filter by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ErrorKind {
    NullDereference,
    OutOfBoundsRead,
    OutOfBoundsWrite,
    UseAfterFree,
    UseAfterReturn,
    DoubleFree,
    InvalidFree,
    InvalidFunctionPointer,
    DivisionByZero,
    Overshift,
    SignedOverflow,
    Uninitialised,
    Assert,
    Abort,
    Unreachable,
    StackExhaustion,
    Leak,
    ReportError,
    UndefinedFunction,
    InvalidAssume,
    User,
    WriteToConstant,
    Unsupported,
    Panic,
    UncaughtException,
    /// A local variable outside of the block that it belongs to.
    UseAfterScope,
    /// `memcpy` between ranges that share bytes.
    OverlappingCopy,
    /// An address that is no multiple of what its type asks for.
    Misaligned,
    /// A null pointer where a function says that there must be none.
    NullArgument,
    /// Pointer arithmetic that leaves the address space.
    PointerOverflow,
    /// An index beyond an array's type, inside of an object that is larger.
    IndexOutOfBounds,
    /// A call through a pointer to a function of another type.
    WrongFunctionType,
    /// A `_Bool` or an enumeration that holds none of its values.
    InvalidValue,
    /// An argument for which a built-in function has no result: `ctz(0)`.
    InvalidBuiltin,
    /// A float that the integer type converted to cannot hold.
    FloatConversion,
    /// A variable-length array of zero or fewer elements.
    NegativeArraySize,
    /// A left shift of a negative number, or one that loses bits of a signed one.
    ShiftOfNegative,
    /// Unsigned arithmetic that wraps around, where the sanitizer was asked for it.
    UnsignedOverflow,
    /// An implicit conversion that changes the value, where the sanitizer was asked for it.
    ImplicitConversion,
    /// The end of a function that should return a value.
    MissingReturn,
    /// A fault of the engine itself.
    Internal,
}

impl ErrorKind {
    pub const ALL: [ErrorKind; 41] = {
        use ErrorKind::*;
        [
            NullDereference,
            OutOfBoundsRead,
            OutOfBoundsWrite,
            UseAfterFree,
            UseAfterReturn,
            DoubleFree,
            InvalidFree,
            InvalidFunctionPointer,
            DivisionByZero,
            Overshift,
            SignedOverflow,
            Uninitialised,
            Assert,
            Abort,
            Unreachable,
            StackExhaustion,
            Leak,
            ReportError,
            UndefinedFunction,
            InvalidAssume,
            User,
            WriteToConstant,
            Unsupported,
            Panic,
            UncaughtException,
            UseAfterScope,
            OverlappingCopy,
            Misaligned,
            NullArgument,
            PointerOverflow,
            IndexOutOfBounds,
            WrongFunctionType,
            InvalidValue,
            InvalidBuiltin,
            FloatConversion,
            NegativeArraySize,
            ShiftOfNegative,
            UnsignedOverflow,
            ImplicitConversion,
            MissingReturn,
            Internal,
        ]
    };

    pub fn name(self) -> &'static str {
        use ErrorKind::*;
        match self {
            NullDereference => "null-dereference",
            OutOfBoundsRead => "out-of-bounds-read",
            OutOfBoundsWrite => "out-of-bounds-write",
            UseAfterFree => "use-after-free",
            UseAfterReturn => "use-after-return",
            DoubleFree => "double-free",
            InvalidFree => "invalid-free",
            InvalidFunctionPointer => "invalid-function-pointer",
            DivisionByZero => "division-by-zero",
            Overshift => "overshift",
            SignedOverflow => "signed-overflow",
            Uninitialised => "uninitialised",
            Assert => "assert",
            Abort => "abort",
            Unreachable => "unreachable",
            StackExhaustion => "stack-exhaustion",
            Leak => "leak",
            ReportError => "report-error",
            UndefinedFunction => "undefined-function",
            InvalidAssume => "invalid-assume",
            User => "user",
            WriteToConstant => "write-to-constant",
            Unsupported => "unsupported",
            Panic => "panic",
            UncaughtException => "uncaught-exception",
            UseAfterScope => "use-after-scope",
            OverlappingCopy => "overlapping-copy",
            Misaligned => "misaligned-access",
            NullArgument => "null-argument",
            PointerOverflow => "pointer-overflow",
            IndexOutOfBounds => "index-out-of-bounds",
            WrongFunctionType => "wrong-function-type",
            InvalidValue => "invalid-value",
            InvalidBuiltin => "invalid-builtin",
            FloatConversion => "float-conversion",
            NegativeArraySize => "negative-array-size",
            ShiftOfNegative => "shift-of-negative",
            UnsignedOverflow => "unsigned-overflow",
            ImplicitConversion => "implicit-conversion",
            MissingReturn => "missing-return",
            Internal => "internal",
        }
    }

    /// The signal that an error of this kind natively is, where that does not depend on more.
    pub fn signal(self) -> Option<u8> {
        use ErrorKind::*;
        match self {
            NullDereference | WriteToConstant | InvalidFunctionPointer => Some(SIGSEGV),
            DivisionByZero => Some(SIGFPE),
            Assert | Abort | UncaughtException => Some(SIGABRT),
            _ => None,
        }
    }

    pub fn from_name(name: &str) -> Option<ErrorKind> {
        Self::ALL.into_iter().find(|k| k.name() == name)
    }

    /// The word in the name of KLEE's `.err` file.
    pub fn klee_suffix(self) -> &'static str {
        use ErrorKind::*;
        match self {
            NullDereference
            | OutOfBoundsRead
            | OutOfBoundsWrite
            | UseAfterFree
            | UseAfterReturn
            | UseAfterScope
            | OverlappingCopy
            | NullArgument
            | PointerOverflow
            | IndexOutOfBounds
            | InvalidFunctionPointer => "ptr",
            Misaligned => "align",
            InvalidValue | InvalidBuiltin => "value",
            DoubleFree | InvalidFree => "free",
            DivisionByZero => "div",
            Overshift | ShiftOfNegative | SignedOverflow | UnsignedOverflow | FloatConversion
            | ImplicitConversion | NegativeArraySize => "overflow",
            Uninitialised => "uninit",
            Assert => "assert",
            Abort => "abort",
            Unreachable | MissingReturn => "unreachable",
            StackExhaustion => "stackoverflow",
            Leak => "leak",
            ReportError | UncaughtException | Panic => "user",
            UndefinedFunction => "external",
            InvalidAssume | User => "user",
            WriteToConstant => "readonly",
            Unsupported | WrongFunctionType => "exec",
            Internal => "internal",
        }
    }
}

/// Numbers of signals that errors are natively.
pub(crate) const SIGABRT: u8 = 6;
pub(crate) const SIGFPE: u8 = 8;
pub(crate) const SIGSEGV: u8 = 11;

/// Where an address lies with respect to the object it belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    Inside,
    /// Bytes before the object's first.
    Before(u64),
    /// Bytes beyond the object's last that the access reaches.
    After(u64),
}

/// The object that an error is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ObjectNote {
    /// "global `x`", "heap object", "local variable".
    pub what: String,
    pub size: u64,
    pub direction: Direction,
    pub allocated: Option<Site>,
    pub freed: Option<Site>,
}

/// One line of a call stack.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StackEntry {
    pub site: Site,
}

/// A place in the source that the program itself names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedPlace {
    pub file: String,
    pub line: u32,
    /// Zero where there is none.
    pub column: u32,
}

/// An error of the program, with what a person needs to understand it. The
/// input that triggers it is the ended state's own model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub kind: ErrorKind,
    pub message: String,
    /// Innermost first.
    pub stack: Vec<StackEntry>,
    /// More exact than the innermost entry of the stack: from a sanitizer's record.
    pub place: Option<NamedPlace>,
    pub object: Option<ObjectNote>,
    /// The offending address, where there is one.
    pub address: Option<u64>,
    /// The signal that natively comes of it, where that is certain.
    pub signal: Option<u8>,
    /// For `klee_report_error`: its suffix.
    pub suffix: Option<String>,
}

/// Why something was not explored to its end: each of these makes a run incomplete.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Incomplete {
    SolverUnknown(String),
    /// A symbolic address had more possible objects than are tried.
    TooManyObjects,
    /// A symbolic value was fixed to one of its values.
    Concretized(&'static str),
    MaxDepth,
    /// A state went one of two ways instead of forking; the reason in words.
    NotForked(&'static str),
    /// The environment refused what a real system would have done; what and why in words.
    Refused(String),
    /// Dropped by whoever runs the states; the reason in words.
    Dropped(&'static str),
    /// A panic that was not a path's own; the message.
    Internal(String),
}

/// Something that was not explored, and where.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Omission {
    pub why: Incomplete,
    /// In the program's own code, where it happened there; none where it is about the whole run.
    pub site: Option<Site>,
}

impl From<Incomplete> for Omission {
    fn from(why: Incomplete) -> Omission {
        Omission { why, site: None }
    }
}

/// How a path ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    Exit(i32),
    Error(Box<Finding>),
    /// `klee_silent_exit`, or an assumption that cannot hold: no test.
    Silent,
    Incomplete(Incomplete),
}
