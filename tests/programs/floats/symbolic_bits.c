// The sign bit of an unknown float, by its bytes and by comparison.
#include <klee/klee.h>
#include <stdint.h>
#include <string.h>
int main(void) {
  float x;
  uint32_t bits;
  klee_make_symbolic(&x, sizeof x, "x");
  memcpy(&bits, &x, sizeof bits);
  if (x < 0.0f) klee_assert(bits >> 31 == 1);
  return 0;
}
//~ PATHS: 2
