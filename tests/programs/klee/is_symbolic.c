// Known, unknown, and unknown no more.
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  klee_assert(!klee_is_symbolic(3));
  klee_assert(klee_is_symbolic((uintptr_t)x));
  klee_assert(!klee_is_symbolic((uintptr_t)(x * 0)));
  klee_assert(klee_is_replay() == 0);
  return 0;
}
//~ PATHS: 1
