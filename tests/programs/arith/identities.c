// Laws of machine arithmetic that hold for all numbers.
#include <klee/klee.h>
#include <stdint.h>
int main(void) {
  uint32_t x, y;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_make_symbolic(&y, sizeof y, "y");
  klee_assert((x & y) + (x | y) == x + y);
  klee_assert((x ^ y) == (x | y) - (x & y));
  klee_assert(~x + 1 == 0u - x);
  klee_assert((x & (x - 1)) == x - (x & (0u - x)));
  klee_assert((uint8_t)(x + y) == (uint8_t)((uint8_t)x + (uint8_t)y));
  return 0;
}
//~ PATHS: 1
