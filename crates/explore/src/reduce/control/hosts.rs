//! What is known about the engine's own functions, by their names. A name that is not listed is one
//! of which nothing is known.

/// They end the path, whatever they are given. None of them comes back.
const ENDS: &[&str] = &[
    "_Exit",
    "_ZSt9terminatev",
    "__VERIFIER_error",
    "__assert",
    "__assert_fail",
    "__assert_perror_fail",
    "__assert_rtn",
    "__chk_fail",
    "__cxa_call_terminate",
    "__cxa_call_unexpected",
    "__cxa_deleted_virtual",
    "__cxa_pure_virtual",
    "__pleach_exit",
    "__pleach_fault_over",
    "__pleach_killed",
    "__stack_chk_fail",
    "_exit",
    "abort",
    "exit",
    "klee_abort",
    "klee_report_error",
    "klee_silent_exit",
    "quick_exit",
    "reach_error",
];

/// They end the path and that is no error.
const EXITS: &[&str] = &[
    "_Exit",
    "__pleach_exit",
    "__pleach_fault_over",
    "_exit",
    "exit",
    "klee_silent_exit",
    "quick_exit",
];

/// They go on elsewhere on the stack and not behind their call.
const JUMPS: &[&str] = &[
    "__cxa_rethrow",
    "__cxa_throw",
    "__pleach_longjmp",
    "_Unwind_Resume",
    "_longjmp",
    "longjmp",
    "siglongjmp",
];

/// They may throw, or come back.
const THROWS: &[&str] = &[
    "__cxa_end_catch",
    "_Znam",
    "_ZnamSt11align_val_t",
    "_Znwm",
    "_ZnwmSt11align_val_t",
];

/// They run functions of the program that they were once told of.
const CALLS_BACK: &[&str] = &[
    "__cxa_end_catch",
    "__cxa_finalize",
    "exit",
    "klee_alias_function",
    "pthread_once",
    "quick_exit",
];

/// They write no memory, allocate nothing and are no error, whatever they are given.
const HARMLESS: &[&str] = &[
    "__VERIFIER_atomic_begin",
    "__VERIFIER_atomic_end",
    "__pleach_constructor",
    "__pleach_destructor",
    "__pleach_main",
    "__pleach_varargs",
    "ceil",
    "ceilf",
    "ceill",
    "copysign",
    "copysignf",
    "copysignl",
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
    "klee_is_replay",
    "klee_is_symbolic",
    "nearbyint",
    "nearbyintf",
    "nearbyintl",
    "putchar",
    "putchar_unlocked",
    "rint",
    "rintf",
    "rintl",
    "round",
    "roundeven",
    "roundevenf",
    "roundevenl",
    "roundf",
    "roundl",
    "sqrt",
    "sqrtf",
    "sqrtl",
    "trunc",
    "truncf",
    "truncl",
];

/// They write no memory and allocate nothing, but may be errors.
const WRITES_NOTHING: &[&str] = &[
    "__VERIFIER_assert",
    "__VERIFIER_assume",
    "__pleach_note",
    "__pleach_path_length",
    "fputc",
    "fputs",
    "fwrite",
    "klee_assume",
    "klee_check_memory_access",
    "klee_get_obj_size",
    "klee_get_value_i32",
    "klee_get_value_i64",
    "klee_get_valued",
    "klee_get_valuef",
    "klee_get_valuel",
    "klee_get_valuell",
    "klee_int",
    "klee_prefer_cex",
    "klee_print_expr",
    "klee_print_range",
    "klee_range",
    "klee_stack_trace",
    "klee_warning",
    "klee_warning_once",
    "puts",
    "write",
];

/// The name of the function with which a program says that calls of one name go to another.
pub(super) const ALIASING: &str = "klee_alias_function";

fn is_in(names: &[&str], name: &str) -> bool {
    names.contains(&name)
}

pub(super) fn comes_back(name: &str) -> bool {
    !is_in(ENDS, name) && !is_in(JUMPS, name) && !is_library_throw(name)
}

pub(super) fn jumps(name: &str) -> bool {
    is_in(JUMPS, name) || is_in(THROWS, name)
}

/// `std::__throw_...`, which is an error here.
fn is_library_throw(name: &str) -> bool {
    name.starts_with("_ZSt") && name.contains("__throw_")
}

/// Rust's start is known by a mangled name that is long.
pub(super) fn calls_back(name: &str) -> bool {
    is_in(CALLS_BACK, name) || name.contains("lang_start")
}

/// They decide what is called later, or how the path goes on, and no register or byte says so.
const STEERS: &[&str] = &[
    "__cxa_atexit",
    "__cxa_thread_atexit",
    "__cxa_thread_atexit_impl",
    "__pleach_handles",
    "at_quick_exit",
    "atexit",
    "klee_alias_function",
    "klee_set_forking",
];

/// That it was called, and with what, matters for what comes later.
pub(super) fn steers(name: &str) -> bool {
    is_in(STEERS, name)
}

/// It gives the library functions that are to be started.
pub(super) fn names_functions(name: &str) -> bool {
    let names = [
        "__pleach_constructor",
        "__pleach_destructor",
        "__pleach_main",
    ];
    is_in(&names, name)
}

pub(super) fn writes_memory(name: &str) -> bool {
    !is_in(HARMLESS, name) && !is_in(WRITES_NOTHING, name) && !is_in(ENDS, name)
}

pub(super) fn may_fail(name: &str) -> bool {
    !is_in(HARMLESS, name) && !is_in(EXITS, name)
}
