// Questions that take long are put off, and asked when the rest is done: nothing gets lost.
#include "klee/klee.h"

//~ PATHS: 5
int main(void) {
  unsigned x = 0, y = 0;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  if (x > 0xffff || y > 0xffff) return 1;
  if (x * (y + 1) != x * y + x) klee_assert(0);  // never
  if (x >= y) return 2;
  if (x * y == 16744463) klee_assert(0);  //~ ERROR assert
//~ INPUT x = 4091
//~ INPUT y = 4093
  return 0;
}
