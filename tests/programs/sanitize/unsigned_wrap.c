// Unsigned numbers may wrap; who wants to know asks.
//~ FLAGS: --sanitize integer
//~ PATHS: any
//~ INPUT n = 0
#include <klee/klee.h>

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, sizeof n, "n");
  unsigned wide = n;
  return wide - 1u > 7u; //~ ERROR unsigned-overflow
}
