// The operator of both unknown operands, in single precision.
#include <klee/klee.h>
#include <math.h>
int main(void) {
  float x, y;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  klee_assume(x == 7.0f);
  klee_assume(y > 1.0f);
  klee_assume(y < 4.0f);
  klee_assert(fmodf(x, y) != 0.5f); //~ ERROR assert
  return 0;
}
//~ PATHS: 2
