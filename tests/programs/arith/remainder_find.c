// The Chinese remainder: one number below 1001 for three remainders.
#include <klee/klee.h>
int main(void) {
  unsigned short x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(x < 1001);
  if (x % 7 == 3)
    if (x % 11 == 5)
      if (x % 13 == 7)
        klee_assert(0); //~ ERROR assert
  return 0;
}
//~ PATHS: 4
//~ INPUT x = 423
