// An unknown small integer survives the way through float.
#include <klee/klee.h>
int main(void) {
  short x;
  klee_make_symbolic(&x, sizeof x, "x");
  float f = x;
  klee_assert((short)f == x);
  if (f == 1000.0f) klee_assert(x == 1000);
  return 0;
}
//~ PATHS: 2
