// The multiplicative inverse of 5 modulo 2^32 is unique.
#include <klee/klee.h>
#include <stdint.h>
int main(void) {
  uint32_t x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assert(x * 5u != 1u); //~ ERROR assert
  return 0;
}
//~ PATHS: 2
//~ INPUT x = 3435973837
