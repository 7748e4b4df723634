// Comparing an unknown double: one way or the other, NaN goes with "other".
#include <klee/klee.h>
int main(void) {
  double x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x > 1.0) {
    klee_assert(x > 0.5);
    return 1;
  }
  klee_assert(!(x > 2.0));
  return 0;
}
//~ PATHS: 2
