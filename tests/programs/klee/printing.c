// What prints does not fork and does not fix anything.
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  klee_warning("a warning");
  klee_warning_once("once");
  klee_warning_once("once");
  klee_print_expr("x is", x);
  klee_print_range("x", x);
  klee_stack_trace();
  klee_assert(klee_is_symbolic((uintptr_t)x));
  return 0;
}
//~ PATHS: 1
