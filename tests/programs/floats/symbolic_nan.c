// An unknown float can be a NaN.
#include <klee/klee.h>
int main(void) {
  float x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assert(x == x); //~ ERROR assert
  return 0;
}
//~ PATHS: 2
