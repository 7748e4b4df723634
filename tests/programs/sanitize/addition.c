// Signed addition that overflows for one input only.
//~ FLAGS: --sanitize undefined
//~ PATHS: 2
//~ INPUT n = 2147483647
#include <klee/klee.h>

int main(void) {
  int n = klee_int("n");
  return n + 1 > 0; //~ ERROR signed-overflow
}
