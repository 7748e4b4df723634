// The one signed division that overflows.
#include <klee/klee.h>
#include <limits.h>
int main(void) {
  int x = klee_int("x");
  klee_assume(x != 0);
  return INT_MIN / x; //~ ERROR signed-overflow
}
//~ PATHS: 2
//~ FLAGS: --check overflow
//~ INPUT x = -1
