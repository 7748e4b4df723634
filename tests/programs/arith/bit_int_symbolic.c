// Odd widths wrap at their own width.
#include <klee/klee.h>
typedef unsigned _BitInt(5) u5;
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  u5 y = (u5)x;
  klee_assert((unsigned)y == (x & 31));
  y += 1;
  if (y == 0) klee_assert((x & 31) == 31);
  return 0;
}
//~ PATHS: 2
