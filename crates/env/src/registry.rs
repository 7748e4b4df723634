//! Which function implements which name.

use crate::{alloc, klee, process, stdio};
use pleach_interp::{Host, HostFn};
use pleach_ir::Function;

/// The engine's own functions.
#[derive(Debug, Clone, Copy, Default)]
pub struct Library;

impl Host for Library {
    fn resolve(&self, function: &Function) -> Option<HostFn> {
        find(&function.name)
    }
}

/// Whether the engine itself implements a function of this name.
pub fn provides(name: &str) -> bool {
    find(name).is_some()
}

/// All names of the table, in order.
pub fn names() -> impl Iterator<Item = &'static str> {
    TABLE.iter().map(|(name, _)| *name)
}

fn find(name: &str) -> Option<HostFn> {
    let at = TABLE.binary_search_by_key(&name, |(name, _)| name).ok()?;
    Some(TABLE[at].1)
}

static TABLE: &[(&str, HostFn)] = &[
    // names, sorted
    ("_Exit", process::exit_now),
    ("_IO_getc", stdio::read::end_of_first),
    ("_IO_putc", stdio::write::fputc),
    ("__VERIFIER_error", process::reach_error),
    ("__asprintf_chk", stdio::printf::asprintf_chk),
    ("__assert", process::assert_fail),
    ("__assert_fail", process::assert_fail),
    ("__assert_perror_fail", process::assert_perror),
    ("__assert_rtn", process::assert_rtn),
    ("__cxa_atexit", process::cxa_atexit),
    ("__fprintf_chk", stdio::printf::fprintf_chk),
    ("__getline", stdio::read::getline),
    ("__isoc23_fscanf", stdio::read::end_of_first),
    ("__isoc23_scanf", stdio::read::end_of_input),
    ("__isoc23_vfscanf", stdio::read::end_of_first),
    ("__isoc23_vscanf", stdio::read::end_of_input),
    ("__isoc99_fscanf", stdio::read::end_of_first),
    ("__isoc99_scanf", stdio::read::end_of_input),
    ("__isoc99_vfscanf", stdio::read::end_of_first),
    ("__isoc99_vscanf", stdio::read::end_of_input),
    ("__libc_calloc", alloc::calloc),
    ("__libc_free", alloc::free),
    ("__libc_malloc", alloc::malloc),
    ("__libc_memalign", alloc::aligned_alloc),
    ("__libc_realloc", alloc::realloc),
    ("__printf_chk", stdio::printf::printf_chk),
    ("__snprintf_chk", stdio::printf::snprintf_chk),
    ("__sprintf_chk", stdio::printf::sprintf_chk),
    ("__vasprintf_chk", stdio::printf::vasprintf_chk),
    ("__vfprintf_chk", stdio::printf::vfprintf_chk),
    ("__vprintf_chk", stdio::printf::vprintf_chk),
    ("__vsnprintf_chk", stdio::printf::vsnprintf_chk),
    ("__vsprintf_chk", stdio::printf::vsprintf_chk),
    ("_exit", process::exit_now),
    ("abort", process::abort),
    ("aligned_alloc", alloc::aligned_alloc),
    ("asprintf", stdio::printf::asprintf),
    ("at_quick_exit", process::at_quick_exit),
    ("atexit", process::atexit),
    ("calloc", alloc::calloc),
    ("cfree", alloc::free),
    ("clearerr", stdio::read::clearerr),
    ("creat", stdio::read::open),
    ("dprintf", stdio::printf::dprintf),
    ("exit", process::exit),
    ("fclose", stdio::write::done),
    ("fdopen", stdio::read::fopen),
    ("feof", stdio::read::feof),
    ("feof_unlocked", stdio::read::feof),
    ("ferror", stdio::write::done),
    ("fflush", stdio::write::done),
    ("fflush_unlocked", stdio::write::done),
    ("fgetc", stdio::read::end_of_first),
    ("fgetc_unlocked", stdio::read::end_of_first),
    ("fgets", stdio::read::fgets),
    ("fgets_unlocked", stdio::read::fgets),
    ("fileno", stdio::write::fileno),
    ("fileno_unlocked", stdio::write::fileno),
    ("fopen", stdio::read::fopen),
    ("fopen64", stdio::read::fopen),
    ("fprintf", stdio::printf::fprintf),
    ("fputc", stdio::write::fputc),
    ("fputc_unlocked", stdio::write::fputc),
    ("fputs", stdio::write::fputs),
    ("fputs_unlocked", stdio::write::fputs),
    ("fread", stdio::read::fread),
    ("fread_unlocked", stdio::read::fread),
    ("free", alloc::free),
    ("freopen", stdio::read::fopen),
    ("fscanf", stdio::read::end_of_first),
    ("fsync", stdio::write::done),
    ("fwrite", stdio::write::fwrite),
    ("fwrite_unlocked", stdio::write::fwrite),
    ("getc", stdio::read::end_of_first),
    ("getc_unlocked", stdio::read::end_of_first),
    ("getchar", stdio::read::end_of_input),
    ("getchar_unlocked", stdio::read::end_of_input),
    ("getline", stdio::read::getline),
    ("gets", stdio::read::gets),
    ("isatty", stdio::write::isatty),
    ("klee_abort", process::abort),
    ("klee_assume", klee::steer::assume),
    ("klee_check_memory_access", klee::ask::check_memory_access),
    ("klee_choose", klee::input::choose),
    ("klee_close_merge", process::ignore),
    ("klee_define_fixed_object", klee::input::define_fixed_object),
    ("klee_get_errno", klee::ask::zero),
    ("klee_get_obj_size", klee::ask::get_obj_size),
    ("klee_get_value_i32", klee::ask::get_value),
    ("klee_get_value_i64", klee::ask::get_value),
    ("klee_get_valued", klee::ask::get_value),
    ("klee_get_valuef", klee::ask::get_value),
    ("klee_get_valuel", klee::ask::get_value),
    ("klee_get_valuell", klee::ask::get_value),
    ("klee_int", klee::input::klee_int),
    ("klee_is_replay", klee::ask::zero),
    ("klee_is_symbolic", klee::ask::is_symbolic),
    ("klee_make_symbolic", klee::input::make_symbolic),
    ("klee_mark_global", process::ignore),
    ("klee_open_merge", process::ignore),
    ("klee_posix_prefer_cex", klee::steer::prefer),
    ("klee_prefer_cex", klee::steer::prefer),
    ("klee_print_expr", klee::show::print_expr),
    ("klee_print_range", klee::show::print_range),
    ("klee_range", klee::input::range),
    ("klee_report_error", klee::finish::report_error),
    ("klee_set_forking", klee::steer::set_forking),
    ("klee_silent_exit", klee::finish::silent_exit),
    ("klee_stack_trace", klee::show::stack_trace),
    ("klee_warning", klee::show::warning),
    ("klee_warning_once", klee::show::warning_once),
    ("malloc", alloc::malloc),
    ("malloc_usable_size", alloc::malloc_usable_size),
    ("memalign", alloc::aligned_alloc),
    ("open", stdio::read::open),
    ("open64", stdio::read::open),
    ("openat", stdio::read::open),
    ("opendir", stdio::read::fopen),
    ("perror", stdio::write::perror),
    ("posix_memalign", alloc::posix_memalign),
    ("printf", stdio::printf::printf),
    ("putc", stdio::write::fputc),
    ("putc_unlocked", stdio::write::fputc),
    ("putchar", stdio::write::putchar),
    ("putchar_unlocked", stdio::write::putchar),
    ("puts", stdio::write::puts),
    ("puts_unlocked", stdio::write::puts),
    ("pvalloc", alloc::pvalloc),
    ("quick_exit", process::exit_now),
    ("reach_error", process::reach_error),
    ("read", stdio::read::read),
    ("realloc", alloc::realloc),
    ("reallocarray", alloc::reallocarray),
    ("scanf", stdio::read::end_of_input),
    ("setbuf", stdio::write::done),
    ("setbuffer", stdio::write::done),
    ("setlinebuf", stdio::write::done),
    ("setvbuf", stdio::write::done),
    ("snprintf", stdio::printf::snprintf),
    ("sprintf", stdio::printf::sprintf),
    ("tmpfile", stdio::read::fopen),
    ("ungetc", stdio::read::ungetc),
    ("valloc", alloc::valloc),
    ("vasprintf", stdio::printf::vasprintf),
    ("vdprintf", stdio::printf::vdprintf),
    ("vfprintf", stdio::printf::vfprintf),
    ("vfscanf", stdio::read::end_of_first),
    ("vprintf", stdio::printf::vprintf),
    ("vscanf", stdio::read::end_of_input),
    ("vsnprintf", stdio::printf::vsnprintf),
    ("vsprintf", stdio::printf::vsprintf),
    ("write", stdio::write::write),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_and_unique() {
        for pair in TABLE.windows(2) {
            assert!(pair[0].0 < pair[1].0, "{} and {}", pair[0].0, pair[1].0);
        }
    }

    #[test]
    fn names_are_found() {
        assert!(names().all(provides));
        assert!(!provides("no_such_function"));
    }
}
