// Assumptions cut away inputs.
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  klee_assume(x > 100);
  klee_assume(x < 103);
  if (x == 101) return 1;
  klee_assert(x == 102);
  return 2;
}
//~ PATHS: 2
