//! Every option with its documentation.

use super::merge::MergeArgs;
use super::prune::PruneArgs;
use super::reduce::ReduceArgs;
use super::search::{BatchArgs, OnMemoryCapKind, SearchArgs};
use super::values::{Kinds, duration, kinds, megabytes, sanitizer};
use clap::{Args, Parser, Subcommand, ValueEnum};
use pleach_explore::ExitOnError;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// Runs programs on all inputs at once: finds errors, writes tests.
#[derive(Parser)]
#[command(
    name = "pleach",
    version,
    propagate_version = true,
    subcommand_required = true,
    arg_required_else_help = true
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    /// Explore the paths of a program: one test per path, the input for each error
    Run(Box<RunArgs>),
    /// Run a program on concrete inputs; output and exit code are its own
    Exec(ExecArgs),
    /// Show what is in .ktest files
    Ktest(KtestArgs),
    /// Run programs with several sets of options and put the results side by side
    Compare(super::compare::CompareArgs),
    /// Run a native program on test cases and compare with what the run said about them
    Replay(ReplayArgs),
    /// Run a build (make, cmake --build, ...) with pleach's compilers; lists the programs it made
    Build(BuildArgs),
    /// A C compiler for your own build: each program gets its bitcode beside it, PROGRAM.bc
    Cc(ToolArgs),
    /// The same for C++
    #[command(name = "c++")]
    Cxx(ToolArgs),
    /// The archiver that goes with them
    Ar(ToolArgs),
    /// As ranlib
    #[command(hide = true)]
    Ranlib(ToolArgs),
    /// As nm
    #[command(hide = true)]
    Nm(ToolArgs),
}

const REPLAY_HELP: &str = "\
Each test runs in a new folder that holds its files, with its arguments, variables and standard
input, and nothing else in the environment. As root, programs are run as an unprivileged user.

An error counts as predicted when the program ends with the signal that shows it (SIGSEGV for a null
pointer), or when a sanitizer in the program (clang -fsanitize=address,undefined) reports that kind of
error at about that place.

Exit code: 0 when every test ended as predicted (or nothing was predicted), 1 when one did not,
2 when the input or the command line is wrong, 3 when something gave out.

Examples:
  pleach replay ./prog pleach-last
  pleach replay --show-output ./prog pleach-last/test000003.ktest";

#[derive(Args)]
#[command(after_help = REPLAY_HELP)]
pub struct ReplayArgs {
    /// The native program
    #[arg(value_name = "PROGRAM")]
    pub program: PathBuf,
    /// .ktest files, or folders of them
    #[arg(required = true, value_name = "TEST")]
    pub tests: Vec<PathBuf>,
    /// End a test after this time
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "10s")]
    pub max_time: Duration,
    /// Address space of a test: megabytes, or 2G; 0 is no limit. Where a sanitizer needs more of
    /// that, memory in use
    #[arg(long, value_name = "SIZE", value_parser = megabytes, default_value = "1G")]
    pub max_memory: u64,
    /// What the program prints, below each test
    #[arg(long)]
    pub show_output: bool,
    /// Only tests that end otherwise than predicted, and the sum
    #[arg(long, short)]
    pub quiet: bool,
}

const BUILD_HELP: &str = "\
Sets CC, CXX, AR, RANLIB and NM, puts compilers named cc, gcc, clang, c++, g++ and clang++ first in
PATH, and runs the command.

Exit code: the command's own; 2 when it cannot be started.

Examples:
  pleach build -- ./configure
  pleach build -- make -j2
  pleach build -- sh -c 'cmake -B build && cmake --build build'";

#[derive(Args)]
#[command(after_help = BUILD_HELP)]
pub struct BuildArgs {
    #[arg(
        required = true,
        value_name = "COMMAND",
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    pub command: Vec<OsString>,
}

/// Words that are a compiler's or an archiver's own.
#[derive(Args)]
pub struct ToolArgs {
    #[arg(
        value_name = "ARGUMENT",
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    pub words: Vec<OsString>,
}

/// How inputs become a program; the same for all subcommands that take one.
#[derive(Args)]
pub struct FrontArgs {
    /// Programs: .c .cc .cpp .rs (compiled), .bc .ll; several are linked
    #[arg(
        required_unless_present = "cargo",
        conflicts_with = "cargo",
        value_name = "FILE"
    )]
    pub files: Vec<PathBuf>,
    /// A Rust package instead of files: its folder
    #[arg(long, value_name = "PATH")]
    pub cargo: Option<PathBuf>,
    /// Which program of the package
    #[arg(long, value_name = "NAME", requires = "cargo", conflicts_with = "test")]
    pub bin: Option<String>,
    /// A test function of the package, as cargo test names it
    #[arg(long, value_name = "NAME", requires = "cargo")]
    pub test: Option<String>,
    /// Optimise as -O1 does; paths are then those of the optimised program
    #[arg(long, conflicts_with = "simplify_cfg")]
    pub optimize: bool,
    /// Simplify the control flow first, as KLEE does: fewer branches and paths than the source has
    #[arg(long)]
    pub simplify_cfg: bool,
    /// Compile C and C++ with clang's checks of undefined behaviour: undefined, integer, bounds, ...
    /// as -fsanitize= names them; each that fails is an error
    #[arg(long, value_name = "CHECK,...", value_delimiter = ',', value_parser = sanitizer)]
    pub sanitize: Vec<String>,
    /// Where the program starts
    #[arg(
        long,
        value_name = "NAME",
        default_value = "main",
        alias = "entry-point"
    )]
    pub entry: String,
    /// The C library that the program gets
    #[arg(long, value_enum, default_value = "auto")]
    pub libc: LibcKind,
    /// The clang to compile with
    #[arg(long, value_name = "PATH")]
    pub clang: Option<PathBuf>,
    /// The rustc to compile with
    #[arg(long, value_name = "PATH")]
    pub rustc: Option<PathBuf>,
    /// Load the program and do nothing else (to see whether that can be done)
    #[arg(long, hide = true)]
    pub load_only: bool,
    /// Overwrite what nobody reads any more (to find faults of the liveness)
    #[arg(long, hide = true)]
    pub overwrite_dead: bool,
}

impl FrontArgs {
    pub fn dead_values(&self) -> pleach_interp::DeadValues {
        match self.overwrite_dead {
            true => pleach_interp::DeadValues::Overwritten,
            false => pleach_interp::DeadValues::Kept,
        }
    }

    pub fn paths(&self) -> pleach_ir::Paths {
        match (self.optimize, self.simplify_cfg) {
            (true, _) => pleach_ir::Paths::Optimized,
            (false, true) => pleach_ir::Paths::Simplified,
            (false, false) => pleach_ir::Paths::Source,
        }
    }
}

const RUN_HELP: &str = "\
Flags of clang (-I -D -U -O0..-O3 -std= -f* -m* -W* -x -include -isystem) may stand anywhere before `--`.
What follows `--` are arguments of the program.

Exit code: 0 when no error was found, 1 when errors were found (0 with --no-fail), 2 when the input or
the command line is wrong, 3 when something gave out (a full disk, an internal error).

Examples:
  pleach run examples/maze.c
  pleach run --max-time 5m --check overflow -I include a.c b.c -- --verbose
  pleach run --search dfs --search random-path --exit-on-error=assert program.bc";

#[derive(Args)]
#[command(after_help = RUN_HELP)]
pub struct RunArgs {
    #[command(flatten)]
    pub front: FrontArgs,

    #[command(flatten)]
    pub search: SearchArgs,
    #[command(flatten)]
    pub merge: MergeArgs,
    #[command(flatten)]
    pub reduce: ReduceArgs,
    #[command(flatten)]
    pub prune: PruneArgs,
    /// Do not explore: run only these tests, as the engine would: .ktest files, or folders of them
    #[arg(
        long,
        value_name = "PATH",
        alias = "replay-ktest-file",
        alias = "replay-ktest-dir",
        help_heading = "Exploration"
    )]
    pub replay_ktest: Vec<PathBuf>,
    /// For everything that is random
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        help_heading = "Exploration"
    )]
    pub seed: u64,
    /// Threads; with 1, equal runs are equal to the byte [default: all cores]
    #[arg(long, short = 'j', value_name = "N", value_parser = clap::value_parser!(u16).range(1..), help_heading = "Exploration")]
    pub jobs: Option<u16>,
    #[command(flatten)]
    pub batch: BatchArgs,

    /// End so long after the start of the command: 90, 30s, 5m, 1h
    #[arg(long, value_name = "TIME", value_parser = duration, help_heading = "Limits")]
    pub max_time: Option<Duration>,
    /// End after so many instructions
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_instructions: Option<u64>,
    /// End after so many forks
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_forks: Option<u64>,
    /// Forks of one path before its further ones are refused
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_depth: Option<u32>,
    /// Live states; further ones are dropped
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_states: Option<u64>,
    /// End after so many tests
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub max_tests: Option<u64>,
    /// The most memory: megabytes, or 2G [default: half of the machine's or of the control
    /// group's, or two thirds of what is free if that is less]
    #[arg(long, value_name = "SIZE", value_parser = megabytes, help_heading = "Limits")]
    pub max_memory: Option<u64>,
    /// What happens when that is reached
    #[arg(
        long,
        value_enum,
        value_name = "WHAT",
        default_value = "discard",
        help_heading = "Limits"
    )]
    pub on_memory_cap: OnMemoryCapKind,
    /// Give up on a question to the solver after this time; 0 is never
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "10s", help_heading = "Limits")]
    pub max_solver_time: Duration,
    /// Stack of the program: megabytes, or 64K
    #[arg(long, value_name = "SIZE", value_parser = megabytes, default_value = "8M", help_heading = "Limits")]
    pub max_stack: u64,
    /// End at the first error, or at the first of these kinds
    #[arg(long, value_name = "KIND,...", num_args = 0..=1, require_equals = true, default_missing_value = "any",
          value_parser = kinds, help_heading = "Limits")]
    pub exit_on_error: Option<Kinds>,
    /// KLEE's spelling
    #[arg(long, hide = true, value_parser = kinds)]
    pub exit_on_error_type: Vec<Kinds>,

    /// Checks that are off otherwise
    #[arg(long, value_enum, value_delimiter = ',', help_heading = "Meaning")]
    pub check: Vec<CheckKind>,
    /// What a call of an undefined function does: an error, any value, or zero
    #[arg(long, value_enum, default_value = "error", help_heading = "Meaning")]
    pub undefined: UndefinedKind,
    /// Float instructions with symbolic operands
    #[arg(long, value_enum, default_value = "symbolic", help_heading = "Meaning")]
    pub float: FloatKind,

    /// Write every query that reaches a solver to this file, as SMT-LIB
    #[arg(long, value_name = "FILE", help_heading = "Solver")]
    pub log_queries: Option<PathBuf>,
    /// Compare every answer with a second solver
    #[arg(long, value_enum, help_heading = "Solver")]
    pub check_solver: Option<Checker>,

    #[command(flatten)]
    pub write: WriteArgs,
    /// A test for every path that ends in an error, also where kind and place are already reported
    #[arg(long, help_heading = "Output")]
    pub emit_all_errors: bool,
    /// Tests only for paths that cover something new, and for errors
    #[arg(long, help_heading = "Output")]
    pub only_output_states_covering_new: bool,
    /// When the run is ended early, write tests for all states that are left, not only for those that covered something new
    #[arg(long, num_args = 0..=1, require_equals = true, default_missing_value = "true", default_value = "false",
          help_heading = "Output")]
    pub dump_states_on_halt: bool,
    /// Exit with 0 also when errors were found
    #[arg(long, overrides_with = "no_fail", help_heading = "Output")]
    pub no_fail: bool,
    /// Print findings only, no progress and no summary
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
    /// Live terms at which unused ones are freed; 0: at every exchange (to find terms that nobody shows)
    #[arg(long, value_name = "N", hide = true)]
    pub sweep_at: Option<usize>,
    /// Take the slow path for every instruction (to find faults of the fast loop)
    #[arg(long, hide = true)]
    pub no_fast_loop: bool,
    /// See to it that no instruction changes its state before its last decision, and that the model of
    /// every path satisfies its conjuncts
    #[arg(long, hide = true)]
    pub check_invariants: bool,
    /// Reach about so many states of the program a second time by what their paths were told, see to it
    /// that they are the same, and do nothing else
    #[arg(long, value_name = "STATES", hide = true)]
    pub check_decisions: Option<u64>,
    /// Print a function as it is executed, and do nothing else
    #[arg(long, value_name = "FUNCTION", help_heading = "Output")]
    pub print_ir: Option<String>,
}

/// What is written, and where.
#[derive(Args)]
pub struct WriteArgs {
    /// Where to write [default: pleach-out-N]; refused if not empty
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub output_dir: Option<PathBuf>,
    /// Write nothing
    #[arg(long, conflicts_with = "output_dir", help_heading = "Output")]
    pub no_output: bool,
    /// No tests, only the other files
    #[arg(long, help_heading = "Output")]
    pub write_no_tests: bool,
    /// The path condition beside each test, as SMT-LIB
    #[arg(long, alias = "write-smt2", help_heading = "Output")]
    pub write_smt2s: bool,
    /// How the path went, beside each test
    #[arg(long, help_heading = "Output")]
    pub write_test_info: bool,
    /// What the program printed, beside each test
    #[arg(long, help_heading = "Output")]
    pub write_output: bool,
    /// How often each line was executed and what the solver took there: profile.json
    #[arg(long, help_heading = "Output")]
    pub write_profile: bool,
}

const EXEC_HELP: &str = "\
What follows FILE are arguments of the program. Flags of clang may stand before FILE.
Inputs that the program makes symbolic are zero.

Exit code: the program's own; 134 when it ends in an error, which is shown on standard error;
2 when the input or the command line is wrong; 3 when pleach itself gives out.";

#[derive(Args)]
#[command(after_help = EXEC_HELP)]
pub struct ExecArgs {
    #[command(flatten)]
    pub front: FrontArgs,
    /// Checks that are off otherwise
    #[arg(long, value_enum, value_delimiter = ',')]
    pub check: Vec<CheckKind>,
    /// What a call of an undefined function does
    #[arg(long, value_enum, default_value = "error")]
    pub undefined: UndefinedKind,
    /// Stack of the program: megabytes, or 64K
    #[arg(long, value_name = "SIZE", value_parser = megabytes, default_value = "8M")]
    pub max_stack: u64,
    /// Take the slow path for every instruction (to find faults of the fast loop)
    #[arg(long, hide = true)]
    pub no_fast_loop: bool,
}

const KTEST_HELP: &str = "\
Exit code: 0 when every file was shown, 2 when one is not a whole test case or the command line is
wrong, 3 when something gave out.";

#[derive(Args)]
#[command(after_help = KTEST_HELP)]
pub struct KtestArgs {
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CheckKind {
    /// Signed overflow
    Overflow,
    /// Use of uninitialised memory
    Uninit,
    /// Memory that is lost at exit
    Leak,
    /// Accesses at addresses that are no multiple of what the type asks for
    Alignment,
    /// Pointer arithmetic that leaves the address space, or begins at null
    Pointer,
    /// Floats that the integer type they are converted to cannot hold
    Float,
    /// A `_Bool` (or another loaded value) that its type does not have
    Value,
    /// Calls through a pointer to a function of another type, also where they work
    FunctionType,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum LibcKind {
    /// musl where the program needs more than the functions that are built in
    Auto,
    /// A whole C library, over a model of the operating system
    #[value(alias = "uclibc")]
    Musl,
    /// Only the functions of small programs that are built in
    #[value(alias = "klee")]
    Small,
    /// No library: freestanding code
    None,
}

impl LibcKind {
    /// `None` if the program decides.
    pub fn chosen(self) -> Option<pleach_env::Libc> {
        use pleach_env::Libc;
        match self {
            LibcKind::Auto => None,
            LibcKind::Musl => Some(Libc::Musl),
            LibcKind::Small => Some(Libc::Small),
            LibcKind::None => Some(Libc::None),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum UndefinedKind {
    Error,
    Havoc,
    Zero,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FloatKind {
    Symbolic,
    /// Fixed to one possible value, as KLEE does; the run is then not complete
    Concretize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Checker {
    Z3,
}

impl RunArgs {
    pub fn exit_on_error(&self) -> ExitOnError {
        let mut all = Vec::new();
        for kinds in self.exit_on_error.iter().chain(&self.exit_on_error_type) {
            match kinds {
                Kinds::Any => return ExitOnError::Any,
                Kinds::These(kinds) => all.extend(kinds),
            }
        }
        if all.is_empty() {
            ExitOnError::Never
        } else {
            ExitOnError::Kinds(all)
        }
    }
}

impl From<UndefinedKind> for pleach_interp::Undefined {
    fn from(kind: UndefinedKind) -> Self {
        match kind {
            UndefinedKind::Error => Self::Error,
            UndefinedKind::Havoc => Self::Havoc,
            UndefinedKind::Zero => Self::Zero,
        }
    }
}

impl From<FloatKind> for pleach_interp::FloatMode {
    fn from(kind: FloatKind) -> Self {
        match kind {
            FloatKind::Symbolic => Self::Symbolic,
            FloatKind::Concretize => Self::Concretize,
        }
    }
}

/// The checks that are asked for.
pub fn checks(kinds: &[CheckKind]) -> pleach_interp::Checks {
    let asked = |kind| kinds.contains(&kind);
    pleach_interp::Checks {
        overflow: asked(CheckKind::Overflow),
        uninit: asked(CheckKind::Uninit),
        leak: asked(CheckKind::Leak),
        function_type: asked(CheckKind::FunctionType),
        inserted: pleach_ir::InsertedChecks {
            alignment: asked(CheckKind::Alignment),
            pointer: asked(CheckKind::Pointer),
            float: asked(CheckKind::Float),
            value: asked(CheckKind::Value),
        },
    }
}
