// One byte of an unknown word becomes known.
#include <klee/klee.h>
#include <stdint.h>
int main(void) {
  uint32_t x;
  klee_make_symbolic(&x, sizeof x, "x");
  uint32_t before = x;
  ((uint8_t *)&x)[2] = 0x5a;
  klee_assert(x == ((before & 0xff00ffff) | 0x5a0000));
  return 0;
}
//~ PATHS: 1
