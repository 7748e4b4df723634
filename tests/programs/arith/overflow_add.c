// Signed addition that can overflow, asked for.
#include <klee/klee.h>
#include <limits.h>
int main(void) {
  int x = klee_int("x");
  klee_assume(x >= INT_MAX - 1);
  return x + 1; //~ ERROR signed-overflow
}
//~ PATHS: 2
//~ FLAGS: --check overflow
//~ INPUT x = 2147483647
