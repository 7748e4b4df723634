/* The short way to talk to the engine. Each function is another name for the one of
 * <klee/klee.h> written beside it, so both headers can be used in one program and the engine
 * knows only one set of symbols. */
#ifndef PLEACH_H
#define PLEACH_H

#include <klee/klee.h>

#define PLEACH_IS(symbol) __asm__(#symbol)

#ifdef __cplusplus
extern "C" {
#endif

/* Inputs. */
void pleach_symbolic(void *object, size_t size, const char *name) PLEACH_IS(klee_make_symbolic);
int pleach_int(const char *name) PLEACH_IS(klee_int);
int pleach_range(int begin, int end, const char *name) PLEACH_IS(klee_range);
uintptr_t pleach_choose(uintptr_t n) PLEACH_IS(klee_choose);

/* Steering. */
void pleach_assume(uintptr_t condition) PLEACH_IS(klee_assume);
void pleach_prefer(void *object, uintptr_t condition) PLEACH_IS(klee_prefer_cex);
void pleach_open_merge(void) PLEACH_IS(klee_open_merge);
void pleach_close_merge(void) PLEACH_IS(klee_close_merge);

/* Ending a path. */
void pleach_stop(int status) PLEACH_IS(klee_silent_exit) __attribute__((noreturn));
void pleach_error(const char *file, int line, const char *message, const char *suffix)
    PLEACH_IS(klee_report_error) __attribute__((noreturn));

/* Asking and printing. */
unsigned pleach_is_symbolic(uintptr_t value) PLEACH_IS(klee_is_symbolic);
int64_t pleach_example(int64_t value) PLEACH_IS(klee_get_value_i64);
size_t pleach_object_size(void *pointer) PLEACH_IS(klee_get_obj_size);
void pleach_print(const char *text, ...) PLEACH_IS(klee_print_expr);

#define pleach_assert(condition) klee_assert(condition)

#ifdef __cplusplus
}
#endif

#endif
