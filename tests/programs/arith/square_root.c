// The square root of 1522756 below 65536.
#include <klee/klee.h>
#include <stdint.h>
int main(void) {
  uint16_t x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assert((uint32_t)x * x != 1522756u); //~ ERROR assert
  return 0;
}
//~ PATHS: 2
//~ INPUT x = 1234
