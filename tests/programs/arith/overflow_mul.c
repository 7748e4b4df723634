// Signed multiplication of longs.
#include <klee/klee.h>
#include <limits.h>
int main(void) {
  long x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(x >= 0);
  klee_assume(x <= LONG_MAX / 3 + 1);
  return x * 3 == 7; //~ ERROR signed-overflow
}
//~ PATHS: any
//~ FLAGS: --check overflow
//~ INPUT x = 3074457345618258603
