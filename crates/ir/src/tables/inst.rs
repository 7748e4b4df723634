use super::*;

/// What one instruction does. Values are scalars: integers of any width,
/// pointers (64 bits) and floats as their bit patterns.
///
/// Slots are shared between values, so an instruction may write a slot that it
/// reads: all operands are read before anything is written.
#[derive(Debug, Clone, PartialEq)]
pub enum Inst {
    /// `dst = a` (freeze, and copies that flattening needs).
    Move {
        dst: Slot,
        a: Opnd,
        width: u32,
    },
    Bin {
        op: BinOp,
        flags: ArithFlags,
        width: u32,
        dst: Slot,
        a: Opnd,
        b: Opnd,
    },
    Un {
        op: UnOp,
        width: u32,
        dst: Slot,
        a: Opnd,
    },
    /// One bit.
    Cmp {
        pred: Pred,
        width: u32,
        dst: Slot,
        a: Opnd,
        b: Opnd,
    },
    Cast {
        op: CastOp,
        from: u32,
        to: u32,
        dst: Slot,
        a: Opnd,
    },
    Select {
        width: u32,
        dst: Slot,
        cond: Opnd,
        a: Opnd,
        b: Opnd,
    },
    /// Joins parts of `part_width` bits each, the first one lowest.
    Concat {
        dst: Slot,
        part_width: u32,
        parts: Box<[Opnd]>,
    },
    /// Bits `low .. low + width` of `a`, which has `from` bits.
    Extract {
        dst: Slot,
        a: Opnd,
        from: u32,
        low: u32,
        width: u32,
    },

    /// Float operations; the format is known by its width (16, 32, 64, 80, 128).
    FBin {
        op: FBinOp,
        width: u32,
        dst: Slot,
        a: Opnd,
        b: Opnd,
    },
    FUn {
        op: FUnOp,
        width: u32,
        dst: Slot,
        a: Opnd,
    },
    FFma {
        width: u32,
        dst: Slot,
        a: Opnd,
        b: Opnd,
        c: Opnd,
    },
    FCmp {
        pred: FPred,
        width: u32,
        dst: Slot,
        a: Opnd,
        b: Opnd,
    },
    FCast {
        op: FCastOp,
        from: u32,
        to: u32,
        dst: Slot,
        a: Opnd,
    },

    /// Reads `ceil(width / 8)` bytes, little endian. `kind` matters only for messages.
    Load {
        dst: Slot,
        width: u32,
        addr: Opnd,
    },
    Store {
        width: u32,
        addr: Opnd,
        value: Opnd,
    },
    /// `dst = base + offset + sext(index) * scale`, modulo 2^64.
    Lea {
        dst: Slot,
        base: Opnd,
        offset: i64,
        index: Opnd,
        index_width: u32,
        scale: i64,
    },
    /// `dst = base + offset`
    Offset {
        dst: Slot,
        base: Opnd,
        offset: i64,
    },
    /// A stack object of `count * size` bytes; freed when the function returns
    /// or at the matching `StackRestore`.
    Alloca {
        dst: Slot,
        size: u64,
        count: Opnd,
        count_width: u32,
        align: u64,
        /// What it is in the source: index into [`Module::variables`].
        variable: u32,
    },
    /// The scope of a variable begins (its bytes are then as never written) or ends.
    Scope {
        variable: Opnd,
        begins: bool,
    },
    /// `llvm.stacksave`: a mark of the frame's allocas.
    StackSave {
        dst: Slot,
    },
    StackRestore {
        mark: Opnd,
    },
    /// memcpy (`overlap: false`) and memmove, inline forms included.
    MemCopy {
        dst: Opnd,
        src: Opnd,
        len: Opnd,
        len_width: u32,
        overlap: bool,
    },
    MemSet {
        dst: Opnd,
        value: Opnd,
        len: Opnd,
        len_width: u32,
    },

    /// Fills a SysV `va_list` (24 bytes) with the frame's variadic arguments.
    VaStart {
        list: Opnd,
    },
    VaCopy {
        dst: Opnd,
        src: Opnd,
    },
    VaEnd {
        list: Opnd,
    },
    /// The `va_arg` instruction (rare: clang expands it itself).
    VaArg {
        dst: Slot,
        list: Opnd,
        width: u32,
        /// A float, or a vector of that width.
        float: bool,
    },

    /// Ends its block. Results go to consecutive slots from `results`.
    Call(Box<Call>),
    /// First instruction of a landing block: exception pointer (64) and selector (32).
    LandingPad(Box<LandingPad>),
    /// Goes on unwinding.
    Resume {
        exception: Opnd,
        selector: Opnd,
    },

    Jump {
        edge: EdgeId,
    },
    Branch {
        cond: Opnd,
        then_edge: EdgeId,
        else_edge: EdgeId,
    },
    Switch(Box<Switch>),
    IndirectJump {
        addr: Opnd,
        targets: Box<[EdgeId]>,
    },
    Return {
        values: Box<[Opnd]>,
    },
    Unreachable,
    /// `llvm.trap`, `llvm.debugtrap`, with the signal that they are natively.
    Trap {
        signal: u8,
    },
    /// `llvm.assume`: the condition must hold; used to narrow, never to fork.
    Assume {
        cond: Opnd,
    },
    /// The condition must hold, else the program is in error. `subject`, of `width` bits, is
    /// what the message is about.
    Require {
        cond: Opnd,
        subject: Opnd,
        width: u32,
        violation: Violation,
    },

    /// Inline assembly that is not understood; executing it is an error with this text.
    Asm {
        text: Box<str>,
        constraints: Box<str>,
    },
    /// Something that cannot be run; executing it is an error with this text.
    Unsupported {
        what: Box<str>,
    },
}

/// What a program does wrong where an [`Inst::Require`] does not hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Violation {
    /// An access at an address that is no multiple of this.
    Misaligned(u64),
    /// Pointer arithmetic, from this base, that leaves the address space.
    PointerOverflow,
    /// Pointer arithmetic on a null pointer.
    NullPointerOffset,
    /// A `_Bool` that is neither 0 nor 1, or a value outside of the range that its load has.
    InvalidValue,
    /// `ctz(0)` or `clz(0)`.
    CountOfZero,
    /// A float that an integer of so many bits cannot hold.
    FloatConversion(u32),
    /// A variable-length array of a negative size.
    NegativeSize,
}

impl Inst {
    /// Whether control leaves the block here.
    pub fn is_terminator(&self) -> bool {
        matches!(
            self,
            Inst::Call(_)
                | Inst::Resume { .. }
                | Inst::Jump { .. }
                | Inst::Branch { .. }
                | Inst::Switch(_)
                | Inst::IndirectJump { .. }
                | Inst::Return { .. }
                | Inst::Unreachable
                | Inst::Trap { .. }
                | Inst::Asm { .. }
                | Inst::Unsupported { .. }
        )
    }
}

/// A call. Control goes on at `next` when it returns, and to `unwind` when an
/// exception passes through it (`invoke`); the results are then not written.
#[derive(Debug, Clone, PartialEq)]
pub struct Call {
    pub callee: Callee,
    pub args: Box<[Arg]>,
    /// First of the slots that take the flattened results.
    pub results: Slot,
    pub result_widths: Box<[u32]>,
    /// What the call site takes the results for, where the program uses them.
    pub result_use: ResultUse,
    pub next: EdgeId,
    pub unwind: Option<EdgeId>,
    /// The call site's own idea of the callee: how many of `args` are fixed.
    pub fixed_args: u32,
}

/// Whether the results of a call are used, and as what.
#[derive(Debug, Clone, PartialEq)]
pub enum ResultUse {
    Unused,
    /// Which of them are floats.
    Used {
        floats: Box<[bool]>,
    },
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Callee {
    Direct(FuncId),
    Indirect(Opnd),
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Arg {
    pub value: Opnd,
    pub width: u32,
    /// A float: as a variadic argument it lies elsewhere than an integer.
    /// A variadic vector is one such argument of its whole width.
    pub float: bool,
    pub by_value: Option<ByValue>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct LandingPad {
    pub exception: Slot,
    pub selector: Slot,
    pub cleanup: bool,
    pub clauses: Box<[Clause]>,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Clause {
    /// Address of the type info (0 catches everything) and the selector value
    /// that `llvm.eh.typeid.for` gives for it.
    Catch { type_info: u64, selector: u32 },
    /// Exceptions not in this list may not pass.
    Filter {
        type_infos: Box<[u64]>,
        selector: i32,
    },
}

/// Distinct values per target; the interpreter forks once per distinct edge target.
#[derive(Debug, Clone, PartialEq)]
pub struct Switch {
    pub width: u32,
    pub value: Opnd,
    /// Constant (index into the function's constants) and edge. Sorted by unsigned
    /// value where the width is at most 64.
    pub cases: Box<[(u32, EdgeId)]>,
    pub default: EdgeId,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ArithFlags {
    pub nsw: bool,
    pub nuw: bool,
    pub exact: bool,
    /// Perhaps executed where the source does not: an overflow or a shift by too much gives any
    /// value and is no error.
    pub speculative: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    /// A shift by the width or more is an error of the program.
    Shl,
    LShr,
    AShr,
    And,
    Or,
    Xor,
    UMin,
    UMax,
    SMin,
    SMax,
    UAddSat,
    SAddSat,
    USubSat,
    SSubSat,
    UShlSat,
    SShlSat,
    /// One-bit results: did it overflow?
    UAddOverflow,
    SAddOverflow,
    USubOverflow,
    SSubOverflow,
    UMulOverflow,
    SMulOverflow,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum UnOp {
    Popcount,
    LeadingZeros,
    TrailingZeros,
    ByteSwap,
    BitReverse,
    Abs,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Pred {
    Eq,
    Ne,
    Ult,
    Ule,
    Ugt,
    Uge,
    Slt,
    Sle,
    Sgt,
    Sge,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum CastOp {
    ZExt,
    SExt,
    Trunc,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum FBinOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    /// `llvm.minnum`/`maxnum` (a NaN gives way) and `minimum`/`maximum` (a NaN wins).
    MinNum,
    MaxNum,
    Minimum,
    Maximum,
    CopySign,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum FUnOp {
    Neg,
    Abs,
    Sqrt,
    Floor,
    Ceil,
    Trunc,
    /// `rint`/`nearbyint`: to nearest, ties to even; `round`: ties away; `roundeven`.
    Rint,
    NearbyInt,
    Round,
    RoundEven,
    Sin,
    Cos,
    Tan,
    Exp,
    Exp2,
    Exp10,
    Log,
    Log2,
    Log10,
}

/// LLVM's ordered (`O`) and unordered (`U`) comparisons.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum FPred {
    False,
    Oeq,
    Ogt,
    Oge,
    Olt,
    Ole,
    One,
    Ord,
    Uno,
    Ueq,
    Ugt,
    Uge,
    Ult,
    Ule,
    Une,
    True,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum FCastOp {
    /// Between float formats.
    FConv,
    FToS,
    FToU,
    /// `llvm.fptosi.sat` / `llvm.fptoui.sat`
    FToSSat,
    FToUSat,
    SToF,
    UToF,
}
