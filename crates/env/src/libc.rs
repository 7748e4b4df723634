//! Which C library a program gets, and who then defines what.

use crate::args::{number, word};
use crate::registry;
use pleach_interp::{HostCall, Machine, Returned, State, Step};
use pleach_ir::{FuncId, LoadOptions, RuntimeModule, Symbols};
use std::collections::BTreeSet;

/// The C library that a program is linked with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Libc {
    /// The few functions that small programs use, most of them in the engine.
    #[default]
    Small,
    /// musl in bitcode, over the model of system calls.
    Musl,
    /// Nothing but the engine's intrinsics and what compilers call by themselves.
    None,
}

/// Names that are the engine's also where musl defines them: the heap, jumps and blocks of
/// memory, what is exact on symbolic floats, ends that are findings, and threads, which are
/// refused. Sorted.
const ENGINE: &[&str] = &[
    "__assert_fail",
    "__libc_calloc",
    "__libc_free",
    "__libc_malloc",
    "__libc_memalign",
    "__libc_realloc",
    "__sigsetjmp",
    "_longjmp",
    "_setjmp",
    "abort",
    "aligned_alloc",
    "bcopy",
    "bzero",
    "calloc",
    "ceil",
    "ceilf",
    "ceill",
    "copysign",
    "copysignf",
    "copysignl",
    "explicit_bzero",
    "fabs",
    "fabsf",
    "fabsl",
    "floor",
    "floorf",
    "floorl",
    "fmax",
    "fmaxf",
    "fmaxl",
    "fmin",
    "fminf",
    "fminl",
    "fmod",
    "fmodf",
    "fmodl",
    "free",
    "longjmp",
    "malloc",
    "malloc_usable_size",
    "memalign",
    "memcpy",
    "memmove",
    "mempcpy",
    "memset",
    "nearbyint",
    "nearbyintf",
    "nearbyintl",
    "posix_memalign",
    "pthread_cancel",
    "pthread_cond_timedwait",
    "pthread_cond_wait",
    "pthread_create",
    "pthread_exit",
    "pthread_join",
    "pvalloc",
    "realloc",
    "reallocarray",
    "rint",
    "rintf",
    "rintl",
    "round",
    "roundf",
    "roundl",
    "setjmp",
    "siglongjmp",
    "sigsetjmp",
    "sqrt",
    "sqrtf",
    "sqrtl",
    "thrd_create",
    "thrd_join",
    "trunc",
    "truncf",
    "truncl",
    "valloc",
];

/// Runtime modules that stand for files of musl: the same meaning, and less to execute.
const FASTER: &[&str] = &[
    "memory.c",
    "remainder.c",
    "string_compare.c",
    "string_copy.c",
    "string_measure.c",
];

/// Parts of the C++ library: the same beside every C library.
const CXX: &str = "cxx_";

/// What a program without any library may still use: the engine's intrinsics, and what a
/// compiler calls although the source does not.
const FREESTANDING: &[&str] = &[
    "__assert",
    "__assert_fail",
    "__chk_fail",
    "__memcpy_chk",
    "__memmove_chk",
    "__memset_chk",
    "__stack_chk_fail",
    "memcpy",
    "memmove",
    "memset",
    "reach_error",
];
const FREESTANDING_PREFIXES: &[&str] = &[
    "klee_",
    "pleach_",
    "__pleach_",
    "__VERIFIER_",
    "__ubsan_",
    "__cxa_",
    "_Unwind_",
];

/// Functions of files and input, to which the small library has only one answer: there is none.
const INPUT: &[&str] = &[
    "_IO_getc",
    "__getline",
    "__isoc23_fscanf",
    "__isoc23_scanf",
    "__isoc99_fscanf",
    "__isoc99_scanf",
    "creat",
    "fdopen",
    "fgetc",
    "fgetc_unlocked",
    "fgets",
    "fgets_unlocked",
    "fopen",
    "fopen64",
    "fread",
    "fread_unlocked",
    "freopen",
    "fscanf",
    "getc",
    "getc_unlocked",
    "getchar",
    "getchar_unlocked",
    "getline",
    "gets",
    "open",
    "open64",
    "openat",
    "opendir",
    "read",
    "scanf",
    "tmpfile",
];

impl Libc {
    /// The library for a program that needs these symbols: musl where the small one lacks any
    /// that musl has, or only pretends to have it.
    pub fn for_symbols(undefined: &BTreeSet<String>) -> Libc {
        let small: BTreeSet<&str> = small_symbols();
        let lacking = |name: &String| {
            let provided = registry::provides(name) || small.contains(name.as_str());
            !provided || INPUT.contains(&name.as_str())
        };
        let musl = |name: &String| pleach_libc::defines(name);
        if undefined.iter().any(|name| lacking(name) && musl(name)) {
            Libc::Musl
        } else {
            Libc::Small
        }
    }

    /// Whether a call of this name goes to the engine.
    pub fn provides(self, name: &str) -> bool {
        registry::provides(name) && self.leaves_to_engine(name)
    }

    pub(crate) fn leaves_to_engine(self, name: &str) -> bool {
        match self {
            Libc::Small => true,
            Libc::Musl => ENGINE.binary_search(&name).is_ok() || !pleach_libc::defines(name),
            Libc::None => {
                FREESTANDING.contains(&name)
                    || FREESTANDING_PREFIXES.iter().any(|p| name.starts_with(p))
            }
        }
    }

    /// Fills in where functions come from.
    pub fn link(self, options: &mut LoadOptions) {
        options.provided = registry::names()
            .filter(|name| self.leaves_to_engine(name))
            .map(str::to_owned)
            .collect();
        options.runtime = match self {
            Libc::Small => crate::runtime_modules(),
            Libc::Musl => musl_modules(),
            Libc::None => {
                let mut modules = crate::runtime_modules();
                modules.retain(|module| module.name == "memory.c" || module.name.starts_with(CXX));
                modules
            }
        };
        if self == Libc::Musl {
            options.replaced = REPLACED.iter().map(|name| (*name).to_owned()).collect();
        }
        options.start = (self == Libc::Musl).then(|| START.to_owned());
    }
}

/// Functions that programs bring along where the C library has none, and that read whole words
/// up to behind the end of what they search.
const REPLACED: &[&str] = &["rawmemchr"];

/// Where a program with musl begins.
const START: &str = "__pleach_start";

fn small_symbols() -> BTreeSet<&'static str> {
    crate::runtime_modules()
        .iter()
        .filter_map(|module| module.symbols)
        .flat_map(|symbols| symbols.defines)
        .copied()
        .collect()
}

/// Modules that win come first.
fn musl_modules() -> Vec<RuntimeModule> {
    let mut modules = crate::runtime_modules();
    modules.retain(|module| {
        let name = &*module.name;
        FASTER.contains(&name) || name.starts_with("posix/") || name.starts_with(CXX)
    });
    modules.extend(pleach_libc::modules().map(|module| RuntimeModule {
        name: format!("musl/{}", module.name).into(),
        bitcode: module.bitcode.into(),
        symbols: Some(Symbols {
            defines: module.defines,
            needs: module.needs,
        }),
    }));
    modules
}

/// `__pleach_main()`: the function where the program itself begins
pub(crate) fn main(machine: &mut Machine, _: &mut State, _: &HostCall<'_>) -> Step<Returned> {
    let main = machine.module.main;
    address(machine, main)
}

/// `__pleach_constructor(i)`, null behind the last
pub(crate) fn constructor(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let i = index(machine, state, call)?;
    let function = machine.module.constructors.get(i).copied();
    address(machine, function)
}

/// `__pleach_destructor(i)`, null behind the last
pub(crate) fn destructor(
    machine: &mut Machine,
    state: &mut State,
    call: &HostCall<'_>,
) -> Step<Returned> {
    let i = index(machine, state, call)?;
    let function = machine.module.destructors.get(i).copied();
    address(machine, function)
}

fn index(machine: &mut Machine, state: &mut State, call: &HostCall<'_>) -> Step<usize> {
    let i = word(machine, call, 0);
    Ok(machine.enumerate(state, i, 64)?.bits as usize)
}

fn address(machine: &Machine, function: Option<FuncId>) -> Step<Returned> {
    let address = function.map_or(0, |id| machine.module.functions[id.index()].address);
    number(address)
}

/// `size_t __pleach_varargs(void)`: bytes of the variable arguments that its caller was given.
pub(crate) fn varargs(_: &mut Machine, state: &mut State, _: &HostCall<'_>) -> Step<Returned> {
    let given = state.stack.top().varargs.as_ref();
    number(given.map_or(0, |varargs| varargs.given))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted_and_known() {
        assert!(ENGINE.windows(2).all(|pair| pair[0] < pair[1]));
        for name in ENGINE.iter().chain(FREESTANDING).chain(INPUT) {
            assert!(registry::provides(name), "{name}");
        }
    }

    /// One stdio, one errno, one list for exit: what the engine keeps has no state that musl has too.
    #[test]
    fn musl_has_its_own_streams() {
        for name in registry::names().filter(|name| Libc::Musl.provides(name)) {
            let of_streams = [
                "printf", "scanf", "get", "put", "open", "close", "exit", "write", "read",
            ];
            let apart =
                name.starts_with("klee_") || name.starts_with("pthread_") || name.starts_with("__");
            assert!(
                apart || !of_streams.iter().any(|part| name.contains(part)),
                "{name} is still the engine's"
            );
        }
    }
}
