// A promise to the optimiser that holds.
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  klee_assume(x > 0);
  __builtin_assume(x > 0);
  klee_assert(x >= 1);
  return 0;
}
//~ PATHS: 1
