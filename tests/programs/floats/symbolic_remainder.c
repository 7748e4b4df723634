// The nearest multiple may be above: the remainder is at most half of the divisor.
#include <klee/klee.h>
#include <math.h>
int main(void) {
  float x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(x > 0.0f);
  klee_assume(x < 64.0f);
  float rest = remainderf(x, 8.0f);
  klee_assert(rest <= 4.0f && rest >= -4.0f);
  if (x > 12.0f)
    klee_assert(rest != -2.5f); //~ ERROR assert
  return 0;
}
//~ PATHS: any
