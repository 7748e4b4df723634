// In extended precision, whose patterns are not all numbers.
#include <klee/klee.h>
#include <math.h>
int main(void) {
  long double x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x > 100.0L)
    klee_assert(fmodl(x, 7.0L) != 2.0L); //~ ERROR assert
  return 0;
}
//~ PATHS: 3
