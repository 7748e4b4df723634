// The remainder of an unknown dividend: found where it is asked for, and never beyond the divisor.
#include <klee/klee.h>
#include <math.h>
int main(void) {
  double x;
  klee_make_symbolic(&x, sizeof x, "x");
  double rest = fmod(x, 3.0);
  klee_assert(!(rest >= 3.0) && !(rest <= -3.0));
  if (x > 100.0)
    klee_assert(rest != 1.5); //~ ERROR assert
  return 0;
}
//~ PATHS: any
