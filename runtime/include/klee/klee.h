/* The functions a program uses to talk to the engine, under the names KLEE's users know.
 *
 * They exist only inside the engine: a native build of the program links against a replay
 * library instead. Every function may be called from C and from C++. */
#ifndef KLEE_KLEE_H
#define KLEE_KLEE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Making inputs ------------------------------------------------------------------- */

/* Turns the whole object at `addr` into an unknown input called `name`. `addr` must be the
 * start of an object and `nbytes` its size. Names appear in test cases; a name used twice on
 * one path is numbered. */
void klee_make_symbolic(void *addr, size_t nbytes, const char *name);

/* A fresh unknown int. */
int klee_int(const char *name);

/* A fresh unknown int x with begin <= x < end. An empty range is reported as an error. */
int klee_range(int begin, int end, const char *name);

/* A fresh unknown number below n; n must not be 0. */
uintptr_t klee_choose(uintptr_t n);

/* Makes the `nbytes` bytes at the fixed address `addr` a valid object (a device register, a
 * shared page). */
void klee_define_fixed_object(void *addr, size_t nbytes);

/* ---- Steering ------------------------------------------------------------------------ */

/* Continues only with inputs for which `condition` is not 0. It is an error when there are
 * none. */
void klee_assume(uintptr_t condition);

/* Says which value of an input is nicer in a test case; explores nothing less. The second
 * form is for preferences of library models and weighs less. */
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_posix_prefer_cex(void *object, uintptr_t condition);

/* 0: from here on a branch with two feasible sides takes one of them instead of forking;
 * anything else: forks again. */
void klee_set_forking(unsigned enable);

/* Between these two, paths that reach the closing call are joined again when merging is on;
 * otherwise they do nothing. The pairs nest. */
void klee_open_merge(void);
void klee_close_merge(void);

/* From here on, calls of the function `fn_name` call `new_fn_name`. */
void klee_alias_function(const char *fn_name, const char *new_fn_name);

/* Kept for old programs: marks an object as shared by all paths' tests. */
void klee_mark_global(void *object);

/* ---- Ending a path ------------------------------------------------------------------- */

/* Ends the path as exit(status) does, but writes no test case unless it covered something new. */
void klee_silent_exit(int status) __attribute__((noreturn));

/* Ends the path with an error. */
void klee_abort(void) __attribute__((noreturn));

/* Ends the path with an error at the given place; `suffix` names its kind in file names. */
void klee_report_error(const char *file, int line, const char *message, const char *suffix)
    __attribute__((noreturn));

/* ---- Asking -------------------------------------------------------------------------- */

/* The size of the object that `ptr` points to. */
size_t klee_get_obj_size(void *ptr);

/* Whether the value depends on an unknown input (on this path). */
unsigned klee_is_symbolic(uintptr_t n);

/* Whether the program replays a test case (0 inside the engine). */
unsigned klee_is_replay(void);

/* One possible value of the argument. The argument stays as unknown as it was. */
float klee_get_valuef(float expr);
double klee_get_valued(double expr);
long klee_get_valuel(long expr);
long long klee_get_valuell(long long expr);
int32_t klee_get_value_i32(int32_t expr);
int64_t klee_get_value_i64(int64_t expr);

/* The value of errno as the outside world left it. */
int klee_get_errno(void);

/* An error unless all `size` bytes at `address` may be accessed. */
void klee_check_memory_access(const void *address, size_t size);

/* ---- Printing ------------------------------------------------------------------------ */

/* Prints `msg` and the term that the first further argument holds. */
void klee_print_expr(const char *msg, ...);

/* Prints `name` and the range of values that `arg` can take. */
void klee_print_range(const char *name, int arg);

/* Prints a warning; the second form prints each text once. */
void klee_warning(const char *message);
void klee_warning_once(const char *message);

/* Prints the active calls of this path. */
void klee_stack_trace(void);

/* ---- Asserting ----------------------------------------------------------------------- */

#if defined(__GLIBC__)
#define KLEE_ASSERT_LINE_TYPE unsigned int
#else
#define KLEE_ASSERT_LINE_TYPE int
#endif

#if defined(__cplusplus) && __cplusplus >= 201103L
void __assert_fail(const char *assertion, const char *file, KLEE_ASSERT_LINE_TYPE line,
                   const char *function) noexcept __attribute__((noreturn));
#elif defined(__cplusplus)
void __assert_fail(const char *assertion, const char *file, KLEE_ASSERT_LINE_TYPE line,
                   const char *function) throw() __attribute__((noreturn));
#else
void __assert_fail(const char *assertion, const char *file, KLEE_ASSERT_LINE_TYPE line,
                   const char *function) __attribute__((noreturn));
#endif

/* As assert(), but not switched off by NDEBUG. */
#define klee_assert(expr)                                                                      \
  ((expr) ? (void)0 : __assert_fail(#expr, __FILE__, __LINE__, __extension__ __PRETTY_FUNCTION__))

#ifdef __cplusplus
}
#endif

#endif
