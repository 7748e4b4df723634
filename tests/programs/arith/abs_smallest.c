// The smallest number has no absolute value: what `abs` gives for it is an overflow.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  int x = klee_int("x");
  int y = abs(x); //~ ERROR signed-overflow
  klee_assert(y >= 0);
  return y == x || y == -x ? 0 : 1;
}
//~ FLAGS: --check overflow
//~ INPUT x = -2147483648
//~ PATHS: any
